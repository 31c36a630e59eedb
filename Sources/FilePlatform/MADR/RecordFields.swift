/// The front matter of a record: fields between two lines of `---`, in as much of YAML as people write
/// there. Scalars are plain or in quotes; lists are in brackets or have an item on each line.
struct RecordFields {
  private(set) var fields: [Field] = []
  /// Lines that are not fields.
  private(set) var others: [String] = []

  struct Field: Equatable {
    let name: String
    /// One for a scalar.
    var values: [String]
    /// Whether it is a scalar without quotes, which may have commas between names.
    var isPlain: Bool

    /// As a person reads it.
    var text: String { values.joined(separator: ", ") }

    /// The people in it.
    var names: [String] {
      guard isPlain else { return values }
      return values.flatMap { $0.split(separator: ",") }
        .map { Scalars(String($0)).trimmed.string }.filter { !$0.isEmpty }
    }
  }

  /// Takes the front matter from the beginning of the lines; none unless a line ends it.
  init(takenFrom lines: inout [Scalars]) {
    let isMark = { (line: Scalars) in line.trimmed.elementsEqual("---".unicodeScalars) }
    guard let first = lines.firstIndex(where: { !$0.trimmed.isEmpty }), isMark(lines[first]),
      let last = lines[(first + 1)...].firstIndex(where: {
        isMark($0) || $0.trimmed.elementsEqual("...".unicodeScalars)
      })
    else { return }
    read(lines[(first + 1)..<last])
    lines.removeSubrange(...last)
  }

  mutating func add(_ field: Field) { fields.append(field) }

  /// Removes the fields with these names.
  mutating func remove(_ names: String...) {
    fields.removeAll { names.contains($0.name) }
  }

  /// The first field that has one of these names and a value; nil if there is none.
  subscript(names: String...) -> Field? {
    fields.first { names.contains($0.name) && !$0.values.isEmpty }
  }

  private mutating func read(_ lines: ArraySlice<Scalars>) {
    // Whether the lines that follow are a text of several lines.
    var isBlock = false
    for line in lines {
      let text = line.trimmed
      let isInside = line.first?.isBlank ?? false
      if text.isEmpty || text.first == "#" && !(isBlock && isInside) { continue }
      if let last = fields.indices.last, !isBlock, let item = Self.item(text),
        isInside || fields[last].values.isEmpty || !fields[last].isPlain
      {
        fields[last].values += Self.scalar(item).values
        fields[last].isPlain = false
      } else if isInside, let last = fields.indices.last {
        let part = isBlock ? text.string : Self.scalar(text).values.joined()
        if let value = fields[last].values.indices.last {
          fields[last].values[value] += " " + part
        } else {
          fields[last].values.append(part)
        }
      } else if let colon = Self.colon(in: text) {
        let value = text[(colon + 1)...].trimmed
        isBlock = ["|", ">", "|-", ">-", "|+", ">+"].contains(value.string)
        let (values, isPlain) = isBlock ? ([], true) : Self.value(value)
        let name = Self.scalar(text[..<colon].trimmed).values.joined().lowercased()
        fields.append(Field(name: name, values: values, isPlain: isPlain))
      } else {
        others.append(text.string)
      }
    }
  }

  /// The colon after a name.
  private static func colon(in text: Scalars) -> Int? {
    text.indices.first { index in
      text[index] == ":" && (index + 1 == text.endIndex || text[index + 1].isBlank)
    }
  }

  private static func item(_ text: Scalars) -> Scalars? {
    guard text.first == "-", text.dropFirst().first.map(\.isBlank) ?? true else { return nil }
    return text.dropFirst().trimmed
  }

  private static func value(_ text: Scalars) -> (values: [String], isPlain: Bool) {
    let plain = withoutComment(text)
    guard plain.first == "[", plain.last == "]" else { return scalar(text) }
    return (elements(plain.dropFirst().dropLast()).flatMap { scalar($0).values }, false)
  }

  /// Returns the elements of a list in brackets, between commas that are not in quotes.
  private static func elements(_ text: Scalars) -> [Scalars] {
    var elements: [Scalars] = []
    var rest = text.trimmed
    while !rest.isEmpty {
      let start = quoteEnd(rest) ?? rest.startIndex
      let end = rest[start...].firstIndex(of: ",") ?? rest.endIndex
      elements.append(rest[..<end].trimmed)
      rest = rest[end...].dropFirst().drop(while: \.isBlank)
    }
    return elements.filter { !$0.isEmpty }
  }

  /// Where the text after a quotation begins; nil unless the text begins with one.
  private static func quoteEnd(_ text: Scalars) -> Int? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    var index = text.startIndex + 1
    while index < text.endIndex {
      if text[index] == "\\", quote == "\"" {
        index += 2
      } else if text[index] == quote {
        if quote == "\"" || text[(index + 1)...].first != quote { return index + 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Returns the value of a scalar; none if it is null.
  private static func scalar(_ text: Scalars) -> (values: [String], isPlain: Bool) {
    guard let end = quoteEnd(text), withoutComment(text[end...]).isEmpty else {
      let plain = withoutComment(text).string
      return (["", "~", "null", "Null", "NULL"].contains(plain) ? [] : [plain], true)
    }
    let inside = text[(text.startIndex + 1)..<(end - 1)]
    return (
      [text.first == "'" ? inside.string.replacing("''", with: "'") : unescaped(inside)], false
    )
  }

  /// Without a comment at the end: `#` after a blank.
  private static func withoutComment(_ text: Scalars) -> Scalars {
    let start = text.indices.first { index in
      text[index] == "#" && (index == text.startIndex || text[index - 1].isBlank)
    }
    return text[..<(start ?? text.endIndex)].trimmed
  }

  /// Returns the text in double quotes without its escapes. Unknown ones are kept.
  private static func unescaped(_ text: Scalars) -> String {
    var plain = String.UnicodeScalarView()
    var index = text.startIndex
    while index < text.endIndex {
      let next = text[index] == "\\" ? text.dropFirst(index + 1 - text.startIndex).first : nil
      switch next {
      case "\"", "\\", "/": plain.append(next ?? " ")
      case "n", "t": plain.append(" ")
      case let other?: plain.append(contentsOf: [text[index], other])
      case nil: plain.append(text[index])
      }
      index += next == nil ? 1 : 2
    }
    return String(plain)
  }

  /// Returns a field with names: one as a scalar, several as a list.
  static func line(_ name: String, _ values: [String]) -> String {
    let scalars = values.map { isSafe($0) ? $0 : quoted($0) }
    let isList = values.count > 1 || values.contains { $0.unicodeScalars.contains(",") }
    return "\(name): \(isList ? "[\(scalars.joined(separator: ", "))]" : scalars.joined())"
  }

  /// Whether the text means itself without quotes, for programs that know types, too.
  private static func isSafe(_ text: String) -> Bool {
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    guard let first = text.unicodeScalars.first, first.isWord, !first.isDigit,
      !words.contains(text.lowercased())
    else { return false }
    return text.last != " "
      && text.unicodeScalars.allSatisfy { $0.isWord || [" ", ".", "-", "_"].contains($0) }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { ["\\", "\""].contains($0) ? "\\\($0)" : String($0) }
      .joined()
    return "\"\(escaped)\""
  }
}
