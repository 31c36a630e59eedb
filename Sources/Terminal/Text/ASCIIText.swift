internal import OperatingSystem

/// Text for a terminal whose locale has only ASCII.
enum ASCIIText {
  /// Whether the environment names a locale with another character encoding than UTF-8 (locale(7)).
  static let isNeeded: Bool = {
    let name = Environment["LC_ALL"] ?? Environment["LC_CTYPE"] ?? Environment["LANG"] ?? "C"
    let encoding = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return !encoding.contains("utf8")
  }()

  /// Returns text as ASCII of the same width: drawn with similar characters, or else with question marks.
  static func bytes(of text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 > 0x7F }) else { return text }
    let drawn = String(decoding: text, as: UTF8.self).map { character in
      if character.isASCII { return String(character) }
      return similar[character] ?? String(repeating: "?", count: character.displayWidth)
    }
    return Array(drawn.joined().utf8)
  }

  private static let similar: [Character: String] = [
    "─": "-", "│": "|", "·": "|", "…": "~", "×": "x", "👍": "+ ", "👎": "- ", "💬": "# ",
    "“": "\"", "”": "\"", "’": "'", "‘": "'", "–": "-", "—": "-",
  ]
}
