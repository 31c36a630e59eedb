internal import Domain

// Where new lines go.

extension Document {
  var blank: Part { Part(.other, Line("", end)) }

  /// Adds the heading of a column that is missing.
  mutating func addHeading(_ column: DocumentColumn) {
    guard let option = column.option else { return addSection(column.side.section) }
    guard headings(column).isEmpty, option < options.count else { return }
    let title = column.side == .pro ? "Pros" : "Cons"
    let line = Line("#### \(title)", end)
    let heading = Part(.side(SectionLine(line: line.text, column.side.section), column), line)
    let cons = headings(DocumentColumn(side: .con, option: option)).first?.index
    if column.side == .pro, let cons {
      let before: [Part] = lastLine(before: cons)?.isBlank == true ? [] : [blank]
      parts.insert(contentsOf: before + [heading, blank], at: cons)
    } else {
      insert([blank, heading], afterBlock: block(from: options[option].index))
    }
  }

  /// Puts parts after the last line of a block that is not blank.
  mutating func insert(_ new: [Part], afterBlock block: Range<Int>) {
    var place = block.upperBound
    while place > block.lowerBound + 1, parts[place - 1].isBlank { place -= 1 }
    let needsBlank = place < parts.count && !parts[place].line.isBlank
    parts.insert(contentsOf: new + (needsBlank ? [blank] : []), at: place)
  }

  /// Adds the heading of a section that is missing, before those that follow it, or at the end.
  mutating func addSection(_ section: Section) {
    guard sections(section).isEmpty else { return }
    let title = section.rawValue.prefix(1).uppercased() + section.rawValue.dropFirst()
    let heading = Line("## \(title)", end)
    let place = followers(of: section).compactMap { sections($0).first?.index }.min()
    var new = [Part(.section(SectionLine(line: heading.text, section)), heading)]
    if place != nil { new.append(blank) }
    let index = place ?? parts.count
    if index > 0, let last = lastLine(before: index), !last.isBlank { new.insert(blank, at: 0) }
    parts.insert(contentsOf: new, at: index)
  }

  private func followers(of section: Section) -> [Section] {
    switch section {
    case .options: [.pros, .cons, .positions, .objections, .decision, .todos, .posts]
    case .pros, .cons: [.objections, .todos, .posts]
    case .positions where sections(.options).isEmpty && sections(.objections).isEmpty:
      [.todos, .posts]
    case .positions: [.objections, .decision, .todos, .posts]
    case .objections: [.decision, .todos, .posts]
    case .decision: [.todos, .posts]
    case .todos: [.posts]
    case .posts: []
    }
  }

  private func lastLine(before index: Int) -> Line? {
    parts[index - 1].more.last ?? parts[index - 1].line
  }

  /// Puts parts at the end of an existing section.
  func insert(_ new: [Part], in section: Section, _ replaced: inout [Int: [Part]]) {
    guard let heading = sections(section).last?.index else { return }
    insert(new, under: heading, &replaced)
  }

  /// Puts parts at the end of what follows a heading, after its last line that is not blank.
  func insert(_ new: [Part], under heading: Int, _ replaced: inout [Int: [Part]]) {
    let next = parts.indices.dropFirst(heading + 1).first { index in
      switch parts[index].kind {
      case .section, .title, .heading, .option, .side, .subheading: true
      case .argument, .field, .position, .objection, .todo, .post, .optionText, .other: false
      }
    }
    var last = (next ?? parts.count) - 1
    while last > heading, parts[last].isBlank { last -= 1 }
    var added = new
    let shown = replaced[last] ?? [parts[last]]
    let isInList =
      switch parts[last].kind {
      case .argument, .field, .position, .objection, .todo: true
      case .title, .section, .option, .optionText, .side, .subheading, .post, .heading, .other:
        false
      }
    if !isInList, let end = shown.last, !(end.more.last ?? end.line).isBlank {
      added.insert(blank, at: 0)
    }
    let hasBlank = last + 1 < parts.count && parts[last + 1].line.isBlank
    if let end = added.last, (end.more.last ?? end.line).isBlank, hasBlank || next == nil {
      added.removeLast()
    } else if next != nil, !hasBlank, let end = added.last, !(end.more.last ?? end.line).isBlank {
      added.append(blank)
    }
    replaced[last] = shown + added
  }

  mutating func replace(_ replaced: [Int: [Part]]) {
    guard !replaced.isEmpty else { return }
    parts = parts.enumerated().flatMap { index, part in replaced[index] ?? [part] }
  }
}
