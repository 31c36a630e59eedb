internal import BoxWire
internal import Domain

/// The title of a post as a parameter.
struct PostTitle: TextParameter {
  static let mostBytes = Limits.postTitleBytes
  static let rules = commonRules(Limits.postTitleCharacters.upperBound) + hiddenRule

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
