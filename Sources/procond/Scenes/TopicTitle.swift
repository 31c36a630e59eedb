internal import BoxWire
internal import Domain

/// The title of a topic as a parameter. Domain does not count whitespace at its ends.
struct TopicTitle: TextParameter {
  static let mostBytes = Limits.titleBytes
  static let rules =
    "1 to \(Limits.titleCharacters.upperBound) characters as people count them, at most "
    + "\(Limits.titleBytes) bytes, on one line."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
