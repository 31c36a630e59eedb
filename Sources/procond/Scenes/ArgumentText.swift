internal import BoxWire
internal import Domain

/// The text of an argument as a parameter. Domain does not count whitespace at its ends.
struct ArgumentText: TextParameter {
  static let mostBytes = Limits.textBytes
  static let rules =
    "1 to \(Limits.textCharacters.upperBound) characters as people count them, at most "
    + "\(Limits.textBytes) bytes, on one line; once a side, upper or lower case."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}
