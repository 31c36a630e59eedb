/// One pro or con of a topic. Its text and weight keep the rules of `Limits`, always.
public struct Argument: Identifiable, Equatable, Sendable {
  /// Names the argument within its side of its topic.
  public let id: String
  public let side: Side
  /// Without whitespace at its ends, on one line, never empty to the eye.
  public let text: String
  /// Within `Limits.weight`; the greater, the weightier.
  public let weight: Int
  /// Who added it.
  public let author: String
  /// When it was added.
  public let created: Timestamp
  /// When its text or weight last changed; equal to `created` when neither did.
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
  /// The text without whitespace at its ends. Throws `.invalid` when nothing of it can be seen, when
  /// it is too long, or when it holds a control character or turns the writing direction.
  static func rightText(_ text: String) throws(ArgumentError) -> String {
    let text = trimmed(text)
    guard text.unicodeScalars.contains(where: isVisible) else {
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
    guard !text.unicodeScalars.contains(where: turnsDirection) else {
      throw .invalid(
        member: "text",
        reason: "text must not hold bidirectional embeddings, overrides or isolates")
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

  /// Whether it shows by itself: whitespace, format characters such as the zero-width joiner, and
  /// what Unicode calls default ignorable, such as variation selectors and fillers, do not.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  /// Embeddings, overrides and isolates of the bidirectional algorithm (UAX #9) reach beyond
  /// themselves: one left open turns round what is shown after the text. The marks U+061C, U+200E
  /// and U+200F do not, and Arabic and Hebrew need them.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Joiners and other format characters are none: emoji and several scripts need them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
