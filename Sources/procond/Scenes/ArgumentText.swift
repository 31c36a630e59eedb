internal import BoxWire
internal import Domain

/// The text of an argument as a parameter.
struct ArgumentText: TextParameter {
  static let mostBytes = Limits.textBytes
  static let rules =
    commonRules(Limits.textCharacters.upperBound) + "; unique on its side, ignoring case."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
