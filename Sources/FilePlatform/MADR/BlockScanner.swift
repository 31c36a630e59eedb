/// Divides the lines of a record into the blocks that its reader distinguishes.
struct BlockScanner {
  private let lines: [Scalars]
  private var fences: ArraySlice<RecordFence>
  private var index = 0
  private var found: [RecordBlock] = []

  init(_ lines: [Scalars], _ fences: [RecordFence]) {
    self.lines = lines
    self.fences = fences[...]
  }

  mutating func blocks() -> [RecordBlock] {
    while index < lines.count { scan() }
    return found
  }

  private mutating func scan() {
    let line = lines[index]
    if let fence = fence(at: index) {
      add(.other, to: fence.lines.upperBound)
    } else if line.trimmed.isEmpty {
      index += 1
    } else if let (level, text) = Self.heading(line) {
      add(.heading(level: level), text, to: index + 1)
    } else if Self.isRule(line) {
      add(.other, to: index + 1)
    } else if Self.marker(line) != nil {
      scanItem()
    } else if Self.indentation(line) >= 4 || [">", "|"].contains(line.trimmed.first) {
      let end = (index + 1..<lines.count).first { place in
        lines[place].trimmed.isEmpty || endsText(at: place)
      }
      add(.other, to: end ?? lines.count)
    } else {
      scanParagraph()
    }
  }

  /// The code block that contains a line.
  private mutating func fence(at index: Int) -> RecordFence? {
    while let fence = fences.first, fence.lines.upperBound <= index { fences.removeFirst() }
    return fences.first.flatMap { $0.lines.contains(index) ? $0 : nil }
  }

  /// - Parameter end: the index of the line after the block.
  private mutating func add(
    _ kind: RecordBlock.Kind, _ text: Scalars = [], more: Scalars = [], to end: Int
  ) {
    found.append(RecordBlock(kind: kind, text: text, more: more, lines: index..<end))
    index = end
  }

  /// Whether a line cannot belong to the paragraph before it.
  private mutating func endsText(at index: Int) -> Bool {
    let line = lines[index]
    return fence(at: index) != nil || Self.heading(line) != nil || Self.isRule(line)
      || Self.marker(line) != nil
  }

  private mutating func scanParagraph() {
    var end = index + 1
    while end < lines.count, !lines[end].trimmed.isEmpty {
      if let level = Self.underline(lines[end]) {
        add(.heading(level: level), joined(index..<end), to: end + 1)
        return
      }
      if endsText(at: end) { break }
      end += 1
    }
    add(.paragraph, joined(index..<end), to: end)
  }

  private mutating func scanItem() {
    guard let marker = Self.marker(lines[index]) else { return }
    let inner = Self.indentation(lines[index]) + 2
    var end = index + 1
    // Where the text of the item ends and what else is in it begins.
    var middle: Int?
    while end < lines.count {
      let line = lines[end]
      if line.trimmed.isEmpty {
        guard let next = (end..<lines.count).first(where: { !lines[$0].trimmed.isEmpty }),
          Self.indentation(lines[next]) >= inner
        else { break }
        middle = middle ?? end
        end = next
      } else if Self.indentation(line) >= inner {
        if let fence = fence(at: end) {
          middle = middle ?? end
          end = fence.lines.upperBound
        } else {
          if Self.marker(line) != nil { middle = middle ?? end }
          end += 1
        }
      } else {
        if endsText(at: end) || lines[end - 1].trimmed.isEmpty { break }
        end += 1
      }
    }
    let first = lines[index].drop(while: \.isBlank).dropFirst(marker).trimmed
    let text = ([first] + lines[index + 1..<(middle ?? end)].map(\.trimmed))
    let more = middle.map { joined($0..<end) } ?? []
    add(.item, Self.join(text), more: more, to: end)
  }

  private func joined(_ range: Range<Int>) -> Scalars { Self.join(lines[range].map(\.trimmed)) }

  private static func join(_ parts: [Scalars]) -> Scalars {
    let parts = parts.filter { !$0.isEmpty }
    return parts.count == 1 ? parts[0] : Array(parts.joined(separator: [" "]))[...]
  }

  // MARK: Lines

  /// In columns; a tab counts as four.
  private static func indentation(_ line: Scalars) -> Int {
    line.prefix(while: \.isBlank).reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// A line such as `## Considered Options`.
  private static func heading(_ line: Scalars) -> (level: Int, text: Scalars)? {
    guard indentation(line) <= 3 else { return nil }
    let line = line.trimmed
    let level = line.prefix { $0 == "#" }.count
    var text = line.dropFirst(level)
    guard (1...6).contains(level), text.first.map(\.isBlank) ?? true else { return nil }
    text = text.trimmed
    // As in "## Considered Options ##".
    let mark = text.lastIndex { $0 != "#" }.map { text[...$0] } ?? text[..<text.startIndex]
    if mark.count < text.count, mark.last.map(\.isBlank) ?? true { text = mark.trimmed }
    return (level, text)
  }

  /// The level of the heading that the line is under.
  private static func underline(_ line: Scalars) -> Int? {
    guard indentation(line) <= 3, let mark = line.trimmed.first, mark == "=" || mark == "-",
      line.trimmed.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == "=" ? 1 : 2
  }

  /// A line such as `* * *`.
  private static func isRule(_ line: Scalars) -> Bool {
    guard indentation(line) <= 3, let mark = line.trimmed.first, ["*", "-", "_"].contains(mark)
    else { return false }
    return line.allSatisfy { $0 == mark || $0.isBlank } && line.count { $0 == mark } >= 3
  }

  /// The length of the marker of a list's item, such as `*` or `1.`, without blanks.
  private static func marker(_ line: Scalars) -> Int? {
    let text = line.drop(while: \.isBlank)
    guard let first = text.first else { return nil }
    var length = 0
    if ["*", "-", "+"].contains(first) {
      length = 1
    } else {
      let digits = text.prefix(while: \.isDigit).count
      guard (1...9).contains(digits), let end = text.dropFirst(digits).first,
        end == "." || end == ")"
      else { return nil }
      length = digits + 1
    }
    return text.dropFirst(length).first.map(\.isBlank) ?? true ? length : nil
  }
}
