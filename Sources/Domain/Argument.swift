/// One pro or con of a topic. Its text and weight always obey the rules of `Limits`.
public struct Argument: Identifiable, Equatable, Sendable {
  /// Names the argument within its side of its topic.
  public let id: String
  public let side: Side
  /// One line without whitespace at its ends, with at least one visible character.
  public let text: String
  /// How much it counts; within `Limits.weight`.
  public let weight: Int
  /// Who added it.
  public let author: String
  /// When it was added.
  public let created: Timestamp
  /// When its text or weight last changed; equal to `created` when neither did.
  public let updated: Timestamp

  /// Trims `text`. Throws `.invalid` if the text or the weight breaks a rule.
  public init(
    id: String, side: Side, text: String, weight: Int = Limits.defaultWeight, author: String,
    created: Timestamp, updated: Timestamp
  ) throws(ArgumentError) {
    self.init(
      id: id, side: side, rightText: try Self.rightText(text),
      rightWeight: try Self.rightWeight(weight), author: author, created: created, updated: updated)
  }

  /// The text and the weight already obey the rules.
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
  /// The text without whitespace at its ends. Throws `.invalid` if it has no visible character, is
  /// too long, or contains a control character or one that changes the writing direction.
  static func rightText(_ text: String) throws(ArgumentError) -> String {
    let text = trimmed(text)
    guard text.unicodeScalars.contains(where: isVisible) else {
      throw .invalid(.emptyText)
    }
    // Bytes first: their number is known, while characters have to be counted.
    let bytes = text.utf8.count
    guard bytes <= Limits.textBytes else { throw .invalid(.tooManyBytes(bytes)) }
    let characters = text.count
    guard Limits.textCharacters.contains(characters) else {
      throw .invalid(.tooManyCharacters(characters))
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
      throw .invalid(.controlCharacter)
    }
    guard !text.unicodeScalars.contains(where: turnsDirection) else {
      throw .invalid(.bidirectionalControl)
    }
    return text
  }

  /// The weight itself. Throws `.invalid` if it is out of range.
  static func rightWeight(_ weight: Int) throws(ArgumentError) -> Int {
    guard Limits.weight.contains(weight) else { throw .invalid(.weightOutOfRange(weight)) }
    return weight
  }

  /// By scalars: a combining mark that follows a space at the end is not whitespace.
  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: isInk), let last = scalars.lastIndex(where: isInk)
    else { return "" }
    return String(scalars[first...last])
  }

  /// Whether the scalar is visible by itself. Whitespace, format characters such as the zero-width
  /// joiner, and what Unicode calls default ignorable, such as variation selectors and fillers, are
  /// not.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  /// Whether the scalar is an embedding, override or isolate of the bidirectional algorithm (UAX #9).
  /// One that is left open reverses what is shown after the text. The marks U+061C, U+200E and
  /// U+200F do not, and Arabic and Hebrew need them.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Joiners and other format characters are not controls: emoji and several scripts need them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
