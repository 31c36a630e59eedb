internal import Domain

/// Reads lines in order, and tracks its place in the document.
struct DocumentReader {
  private(set) var parts: [Document.Part] = []
  private var hasTitle = false
  private var section: Section?
  /// The number of the last option; nil outside of options.
  private var option: Int?
  /// The number of options so far.
  private var options = 0
  /// The side under whose heading in an option the place is; nil for none.
  private var side: Side?
  /// Whether the text of the option has ended, or would have to come first.
  private var isTextOver = true
  private var place = Place.lines
  /// Whether further lines belong to the last part, whatever they are.
  private var isInside = false

  private enum Place {
    case lines
    /// In a code block that began at this line.
    case code(Fence, line: Int)
    /// In a comment of several lines that began at this line.
    case comment(line: Int)
    /// Between the lines `---` at the start.
    case frontMatter
  }

  mutating func read(_ lines: [Line]) throws(DocumentFault) {
    parts.reserveCapacity(lines.count)
    if Self.hasFrontMatter(lines) { place = .frontMatter }
    for (index, line) in lines.enumerated() { try read(line, index + 1) }
    switch place {
    case .lines, .frontMatter: break
    case .code(_, let line):
      throw DocumentFault(line: line, reason: "the block of code that begins here does not end")
    case .comment(let line):
      throw DocumentFault(line: line, reason: "the comment that begins here does not end")
    }
  }

  private static func hasFrontMatter(_ lines: [Line]) -> Bool {
    guard let first = lines.first, isRule(first) else { return false }
    return lines.dropFirst().contains(where: isRule)
  }

  private static func isRule(_ line: Line) -> Bool {
    line.text.trimmedAtEnd.elementsEqual("---".utf8)
  }

  private mutating func read(_ line: Line, _ number: Int) throws(DocumentFault) {
    switch place {
    case .frontMatter:
      if number > 1, Self.isRule(line) { place = .lines }
      parts.append(Document.Part(.other, line, number: number))
    case .code(let fence, _):
      if fence.isClosed(by: line.text) { place = .lines }
      add(line, number)
    case .comment:
      if line.text.contains("-->") { place = .lines }
      add(line, number)
    case .lines: try readFree(line, number)
    }
  }

  private mutating func readFree(_ line: Line, _ number: Int) throws(DocumentFault) {
    if ConflictMarker.isOne(line.text) {
      throw DocumentFault(line: number, reason: "an unresolved merge conflict")
    }
    if let heading = Heading(line.text, deepest: section == .options ? 4 : 3),
      let kind = try kind(of: heading, line, number)
    {
      parts.append(Document.Part(kind, line, number: number))
      return
    }
    if let fence = Fence(opening: line.text) {
      isTextOver = true
      place = .code(fence, line: number)
      add(line, number)
      return
    }
    if isInPost {
      add(line, number)
      return
    }
    if Self.beginsComment(line.text) {
      place = .comment(line: number)
    } else if let kind = itemKind(line) {
      parts.append(Document.Part(kind, line, number: number))
      return
    }
    add(line, number)
  }

  /// nil for a line that is not an item of a list with a meaning in this section.
  private mutating func itemKind(_ line: Line) -> Document.Kind? {
    switch section {
    case .pros, .cons:
      guard let side = section?.side else { return nil }
      return ArgumentLine(line.text).map { .argument($0, DocumentColumn(side: side)) }
    case .options: return optionKind(line)
    case .objections: return ObjectionLine(line.text).map { .objection($0) }
    case .todos: return TodoLine(line.text).map { .todo($0) }
    case .decision: return FieldLine(line.text).map { .field($0) }
    case .positions: return PositionLine(line.text).map { .position($0) }
    case .posts, nil: return nil
    }
  }

  /// nil for a line that is neither an argument of an option nor part of its text.
  private mutating func optionKind(_ line: Line) -> Document.Kind? {
    guard let option else { return nil }
    if let side {
      return ArgumentLine(line.text).map {
        .argument($0, DocumentColumn(side: side, option: option))
      }
    }
    if isTextOver || line.isBlank { return nil }
    let text = line.text.trimmed
    // A person's comment does not end it.
    if text.hasPrefix("<!--") { return nil }
    guard ListItem(text) == nil else {
      isTextOver = true
      return nil
    }
    return .optionText(option)
  }

  /// nil for a heading without a meaning here.
  private mutating func kind(
    of heading: Heading, _ line: Line, _ number: Int
  ) throws(DocumentFault) -> Document.Kind? {
    switch heading.level {
    case 1:
      section = nil
      leaveOption()
      defer { hasTitle = true }
      return hasTitle ? .heading : .title(TitleLine(heading))
    case 2:
      let found = SectionLine(heading, line: line.text)
      section = found.section
      leaveOption()
      return .section(found)
    case 3 where section == .options:
      let number = options
      options += 1
      (option, side, isTextOver) = (number, nil, false)
      return .option(OptionLine(heading), number)
    case 4:
      guard let option else { return nil }
      isTextOver = true
      let found = SectionLine(heading, line: line.text)
      side = found.section?.side
      return side.map { .side(found, DocumentColumn(side: $0, option: option)) } ?? .subheading
    default:
      return section == .posts ? .post(try PostLine(heading, number: number)) : nil
    }
  }

  private mutating func leaveOption() {
    (option, side, isTextOver) = (nil, nil, true)
  }

  private var isInPost: Bool {
    if case .post? = parts.last?.kind { true } else { false }
  }

  private static func beginsComment(_ text: ArraySlice<UInt8>) -> Bool {
    let text = text.trimmed
    return text.hasPrefix("<!--") && !text.contains("-->")
  }

  /// Adds a line to the part to which it belongs.
  private mutating func add(_ line: Line, _ number: Int) {
    switch parts.last?.kind {
    case .post: parts[parts.count - 1].more.append(line)
    case .argument where isNote(line): addNote(line, NestedLine.init(comment:))
    case .objection where isNote(line): addNote(line, NestedLine.init(reply:))
    case .todo where isNote(line): addNote(line) { _ in nil }
    default: parts.append(Document.Part(.other, line, number: number))
    }
  }

  private mutating func addNote(_ line: Line, _ read: (ArraySlice<UInt8>) -> NestedLine?) {
    let index = parts.count - 1
    if !isInside, let nested = read(line.text) {
      parts[index].nested.append((parts[index].more.count, nested))
    }
    parts[index].more.append(line)
  }

  /// Whether a line after an argument, an objection or a todo belongs to it, because it is
  /// indented. If a code block or a comment begins so, all of its lines belong to it.
  private mutating func isNote(_ line: Line) -> Bool {
    if isInside {
      if case .lines = place { isInside = false }
      return true
    }
    guard line.text.first?.isBlank == true, !line.isBlank else { return false }
    if case .lines = place {} else { isInside = true }
    return true
  }
}
