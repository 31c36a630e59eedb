internal import Domain

/// The text of an option in a document: one line, which people may wrap. A line that would be read as
/// something else begins with a backslash, as in Markdown.
enum OptionText {
  /// Returns the line of a text.
  static func line(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return isEscapable(bytes[...].drop { $0 == 0x5C }) ? [0x5C] + bytes : bytes
  }

  /// Returns the text of lines.
  static func text(_ lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
    let lines = lines.map { line in
      let line = line.trimmed
      return line.first == 0x5C && isEscapable(line.drop { $0 == 0x5C }) ? line.dropFirst() : line
    }
    return Array(lines.joined(separator: [0x20]))[...]
  }

  private static func isEscapable(_ text: ArraySlice<UInt8>) -> Bool {
    Heading(text, deepest: 6) != nil || Fence(opening: text) != nil || ConflictMarker.isOne(text)
      || ListItem(text) != nil || text.hasPrefix("<!--") || text.elementsEqual("---".utf8)
  }
}
