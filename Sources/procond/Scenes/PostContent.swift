internal import BoxWire
internal import Domain

/// The content of a post as a parameter.
struct PostContent: TextParameter {
  static let mostBytes = Limits.postContentBytes
  static let rules = "At most \(mostBytes) bytes, on any number of lines; not empty."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
