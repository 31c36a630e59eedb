/// Reads lines in order, and tracks its place in the document.
struct DocumentReader {
  private(set) var parts: [Document.Part] = []
  private var hasTitle = false
  private var section: Section?
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
    if let heading = Heading(line.text), let kind = try kind(of: heading, line, number) {
      parts.append(Document.Part(kind, line, number: number))
      return
    }
    if let fence = Fence(opening: line.text) {
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
    } else if let kind = try itemKind(line, number) {
      parts.append(Document.Part(kind, line, number: number))
      return
    }
    add(line, number)
  }

  /// nil for a line that is not an item of a list with a meaning in this section.
  private func itemKind(
    _ line: Line, _ number: Int
  ) throws(DocumentFault) -> Document.Kind? {
    switch section {
    case .pros, .cons:
      guard let section else { return nil }
      return ArgumentLine(line.text).map { .argument($0, section) }
    case .decision: return FieldLine(line.text).map { .field($0) }
    case .positions: return try PositionLine(line.text, number: number).map { .position($0) }
    case .posts, nil: return nil
    }
  }

  /// nil for a heading without a meaning here.
  private mutating func kind(
    of heading: Heading, _ line: Line, _ number: Int
  ) throws(DocumentFault) -> Document.Kind? {
    switch heading.level {
    case 1:
      section = nil
      defer { hasTitle = true }
      return hasTitle ? .heading : .title(TitleLine(heading))
    case 2:
      let found = SectionLine(heading, line: line.text)
      section = found.section
      return .section(found)
    default:
      return section == .posts ? .post(try PostLine(heading, number: number)) : nil
    }
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
    case .argument where isNote(line): parts[parts.count - 1].more.append(line)
    default: parts.append(Document.Part(.other, line, number: number))
    }
  }

  /// Whether a line after an argument belongs to it, because it is indented. If a code block or a
  /// comment begins so, all of its lines belong to the argument.
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
