/// A part of a record's text.
typealias Scalars = ArraySlice<Unicode.Scalar>

/// One line of text in Markdown: escaping what would be markup, and reading it back.
enum RecordMarkup {
  /// Returns a text as Markdown that shows it as it is. Line ends become spaces.
  ///
  /// - Parameters:
  ///   - isStart: whether it is the first on its line, where more characters are markup.
  ///   - isQuoted: whether it is in double quotes.
  static func escaped(_ text: String, isStart: Bool = true, isQuoted: Bool = false) -> String {
    let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
    let start = isStart ? startEscape(scalars) : nil
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let previous = index > 0 ? scalars[index - 1] : " "
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isEscaped =
        switch scalar {
        case "\\", "`", "*", "[", "]", "<": true
        case "\"": isQuoted
        case "_": !previous.isWord || !next.isWord
        case "#": previous.isBlank
        case "~": previous == "~" || next == "~"
        case "&": isReference(scalars[index...])
        default: false
        }
      if isEscaped || index == start { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// The index of what would make the line something else than a paragraph: a list, a table, a
  /// quotation or a rule.
  private static func startEscape(_ scalars: [Unicode.Scalar]) -> Int? {
    guard let first = scalars.first else { return nil }
    if ["-", "+", "=", ">", "|"].contains(first) { return 0 }
    let digits = scalars.prefix { $0.isDigit }.count
    guard (1...9).contains(digits), digits < scalars.count else { return nil }
    return scalars[digits] == "." || scalars[digits] == ")" ? digits : nil
  }

  /// Whether a text begins with an HTML character reference, such as `&amp;`.
  private static func isReference(_ text: Scalars) -> Bool {
    // The longest name has 31 letters.
    let name = text.dropFirst().prefix(33).prefix { $0.isWord || $0 == "#" }
    return !name.isEmpty && name.endIndex < text.endIndex && text[name.endIndex] == ";"
  }

  /// Returns a text without its escapes. Those in code are kept, as is all other markup.
  static func plain(_ text: Scalars) -> String {
    var plain = String.UnicodeScalarView()
    var index = text.startIndex
    let spans = CodeSpans(text)
    while index < text.endIndex {
      if text[index] == "\\", index + 1 < text.endIndex, text[index + 1].isPunctuation {
        plain.append(text[index + 1])
        index += 2
      } else {
        let end = text[index] == "`" ? spans.end(from: index) : index + 1
        plain.append(contentsOf: text[index..<end])
        index = end
      }
    }
    return String(plain)
  }
}

/// The code spans of a line: text between two runs of as many backticks.
struct CodeSpans {
  private let text: Scalars
  /// For each length, where the last run of that length begins.
  private var last: [Int: Int] = [:]

  init(_ text: Scalars) {
    self.text = text
    var index = text.startIndex
    while let start = text[index...].firstIndex(of: "`") {
      let length = run(at: start)
      last[length] = start
      index = start + length
    }
  }

  private func run(at index: Int) -> Int { text[index...].prefix { $0 == "`" }.count }

  /// Returns the end of the code that begins with a run of backticks, or that of the run if there is
  /// no other one to end it.
  func end(from start: Int) -> Int {
    let length = run(at: start)
    guard let last = last[length], last > start else { return start + length }
    var index = start + length
    while let next = text[index...].firstIndex(of: "`") {
      let other = run(at: next)
      if other == length { return next + length }
      index = next + other
    }
    return start + length
  }
}

extension Unicode.Scalar {
  /// Whether it is a space or a tab.
  var isBlank: Bool { self == " " || self == "\t" }

  var isDigit: Bool { ("0"..."9").contains(self) }

  /// Whether it is part of a word. What is not ASCII counts as one.
  var isWord: Bool {
    isDigit || ("a"..."z").contains(self) || ("A"..."Z").contains(self) || value >= 0x80
  }

  /// Whether it is ASCII punctuation, which a backslash escapes.
  fileprivate var isPunctuation: Bool { ("!"..."~").contains(self) && !isWord }
}

extension Scalars {
  init(_ text: String) {
    self = Array(text.unicodeScalars)[...]
  }

  /// Without spaces and tabs at its ends.
  var trimmed: Scalars {
    guard let first = firstIndex(where: { !$0.isBlank }) else { return self[endIndex...] }
    let last = lastIndex { !$0.isBlank } ?? first
    return self[first...last]
  }

  var string: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: self)
    return String(text)
  }

  /// Whether it begins with a text, ignoring the case of ASCII letters.
  ///
  /// - Parameter word: in lower case.
  func begins(with word: StaticString) -> Bool {
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard count >= bytes.count else { return false }
    return zip(self, bytes).allSatisfy { scalar, byte in
      scalar.value == UInt32(byte)
        || ("A"..."Z").contains(scalar) && scalar.value + 0x20 == UInt32(byte)
    }
  }

  /// Removes a word from the beginning, in any case and with or without emphasis. Returns false if it
  /// begins with something else.
  mutating func take(_ word: StaticString) -> Bool {
    let rest = drop(while: \.isEmphasis)
    guard rest.begins(with: word) else { return false }
    let after = rest.dropFirst(word.utf8CodeUnitCount)
    if let next = after.first, next.isWord { return false }
    self = after.drop(while: \.isEmphasis)
    return true
  }
}

extension Unicode.Scalar {
  /// Whether it can be the mark of emphasis.
  var isEmphasis: Bool { self == "*" || self == "_" }
}
