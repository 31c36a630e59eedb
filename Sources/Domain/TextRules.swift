/// The rules for a text written by a person, such as an argument or a title.
struct TextRules: Sendable {
  /// The allowed number of characters, as a person counts them.
  let characters: ClosedRange<Int>
  /// Maximum number of bytes of UTF-8.
  let bytes: Int
  /// Whether the text may have several lines, and tabs.
  var hasLines = false
  /// Whether every character must be seen, except for those that others need.
  var isVisibleThroughout = false

  /// Returns the text without whitespace at its ends. A text of several lines keeps the indentation
  /// of its first line; its lines end with LF.
  ///
  /// - Throws: `BrokenTextRule` if it has no visible character, is too long, or contains a control
  ///   character, one that changes the writing direction, or a hidden one that it must not have.
  func apply(to text: String) throws(BrokenTextRule) -> String {
    if Self.isPlain(text) {
      try checkLength(of: text, characters: text.utf8.count)
      return text
    }
    let text = hasLines ? Self.trimmedLines(Self.withLineFeeds(text)) : Self.trimmed(text)
    guard text.unicodeScalars.contains(where: Self.isVisible) else { throw .empty }
    try checkLength(of: text, characters: text.count)
    guard !text.unicodeScalars.contains(where: isRefused) else { throw .controlCharacter }
    guard !text.unicodeScalars.contains(where: Self.turnsDirection) else {
      throw .bidirectionalControl
    }
    if isVisibleThroughout, let hidden = text.unicodeScalars.firstHidden {
      throw .hiddenCharacter(hidden)
    }
    return text
  }

  /// Checks bytes first: their number is known, while characters have to be counted.
  private func checkLength(
    of text: String, characters: @autoclosure () -> Int
  ) throws(BrokenTextRule) {
    let bytes = text.utf8.count
    guard bytes <= self.bytes else { throw .tooManyBytes(bytes) }
    let characters = characters()
    guard self.characters.contains(characters) else { throw .tooManyCharacters(characters) }
  }

  /// Whether only the length can be wrong: printable ASCII without spaces at its ends, like most
  /// texts. Checking each scalar takes some thirty times as long.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    let space = UInt8(ascii: " ")
    return first != space && last != space && text.utf8.allSatisfy { (space...0x7E).contains($0) }
  }

  /// Trims by scalars: a combining mark after a space at the end is not whitespace.
  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: isInk), let last = scalars.lastIndex(where: isInk)
    else { return "" }
    return String(scalars[first...last])
  }

  /// Replaces CR LF and CR by LF.
  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }
      .joined(separator: "\n")
  }

  /// Removes blank lines at the ends, and whitespace after the last line.
  private static func trimmedLines(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isInk = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: isInk), let last = scalars.lastIndex(where: isInk)
    else { return "" }
    let start = scalars[..<first].lastIndex(of: "\n").map(scalars.index(after:))
    return String(scalars[(start ?? scalars.startIndex)...last])
  }

  /// Whether the scalar is visible by itself. Whitespace, format characters such as the zero-width
  /// joiner, and what Unicode calls default ignorable, such as variation selectors and fillers, are
  /// not.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }

  /// Whether the scalar is an embedding, override or isolate of the bidirectional algorithm (UAX
  /// #9). An unclosed one reverses what is shown after the text. The marks U+061C, U+200E and
  /// U+200F are allowed: they do not have this effect, and Arabic and Hebrew need them.
  private static func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    if hasLines, scalar == "\n" || scalar == "\t" { return false }
    return Self.isControl(scalar)
  }

  /// Joiners and other format characters are not controls: emoji and several scripts need them.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// A rule for texts that was broken.
public enum BrokenTextRule: Error, Equatable, Sendable {
  /// The text has no visible character.
  case empty
  /// The text has this many characters, more than its limit.
  case tooManyCharacters(Int)
  /// The text has this many bytes of UTF-8, more than its limit.
  case tooManyBytes(Int)
  /// The text contains a control character, or a line break where it must have one line.
  case controlCharacter
  /// The text contains a bidirectional embedding, override or isolate.
  case bidirectionalControl
  /// A title or a name contains this character, which cannot be seen, such as a zero-width space.
  case hiddenCharacter(Unicode.Scalar)
}
