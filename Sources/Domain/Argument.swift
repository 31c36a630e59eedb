/// One pro or con of a topic. Its text and weight keep the rules of `Limits`, always.
public struct Argument: Identifiable, Equatable, Sendable {
  /// Names the argument within its side of its topic.
  public let id: String
  public let side: Side
  /// Without whitespace at its ends.
  public let text: String
  public let weight: Int
  /// Who added it.
  public let author: String
  public let created: Timestamp
  public let updated: Timestamp

  /// Trims `text`. Throws `.invalid` when text or weight break a rule.
  public init(
    id: String, side: Side, text: String, weight: Int = Limits.defaultWeight, author: String,
    created: Timestamp, updated: Timestamp
  ) throws(ArgumentError) {
    self.init(
      id: id, side: side, rightText: try Self.rightText(text),
      rightWeight: try Self.rightWeight(weight), author: author, created: created, updated: updated)
  }

  /// The text and weight keep the rules already.
  init(
    id: String, side: Side, rightText: String, rightWeight: Int = Limits.defaultWeight,
    author: String, created: Timestamp, updated: Timestamp
  ) {
    self.id = id
    self.side = side
    self.text = rightText
    self.weight = rightWeight
    self.author = author
    self.created = created
    self.updated = updated
  }
}

extension Argument {
  /// The text without whitespace at its ends. Throws `.invalid` when it is empty or too long or
  /// holds a control character.
  static func rightText(_ text: String) throws(ArgumentError) -> String {
    let text = trimmed(text)
    guard !text.isEmpty else {
      throw .invalid(member: "text", reason: "text must not be empty")
    }
    // Bytes first: they are known, while characters have to be counted.
    guard text.utf8.count <= Limits.textBytes, Limits.textCharacters.contains(text.count) else {
      throw .invalid(
        member: "text",
        reason: "text must be at most \(Limits.textCharacters.upperBound) characters"
          + " and \(Limits.textBytes) bytes long")
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
      throw .invalid(
        member: "text", reason: "text must not hold control characters or line breaks")
    }
    return text
  }

  /// The weight itself. Throws `.invalid` when it is out of range.
  static func rightWeight(_ weight: Int) throws(ArgumentError) -> Int {
    guard Limits.weight.contains(weight) else {
      throw .invalid(
        member: "weight",
        reason: "weight must be from \(Limits.weight.lowerBound) to \(Limits.weight.upperBound)")
    }
    return weight
  }

  /// By scalars: a combining mark that follows a space at the end is no whitespace.
  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: isInk), let last = scalars.lastIndex(where: isInk)
    else { return "" }
    return String(scalars[first...last])
  }

  /// Joiners and other format characters are none: emoji and several scripts need them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
