internal import BoxWire
internal import Domain

/// The title of a topic as a parameter.
struct TopicTitle: TextParameter {
  static let mostBytes = Limits.titleBytes
  static let rules = commonRules(Limits.titleCharacters.upperBound) + hiddenRule

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
