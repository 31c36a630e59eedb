internal import Domain

// The parts of a document by kind, with their indices.

extension Document {
  /// nil if there is no title.
  var title: Part? { titleIndex.map { parts[$0] } }

  var titleIndex: Int? {
    parts.firstIndex { if case .title = $0.kind { true } else { false } }
  }

  func arguments(_ column: DocumentColumn) -> [(index: Int, line: ArgumentLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .argument(let line, column) = part.kind else { return nil }
      return (index, line)
    }
  }

  /// The headings of the options, by their numbers.
  var options: [(index: Int, line: OptionLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .option(let line, _) = part.kind else { return nil }
      return (index, line)
    }
  }

  /// The indices of the lines of an option's text.
  func optionText(_ number: Int) -> [Int] {
    parts.indices.filter { index in
      if case .optionText(number) = parts[index].kind { true } else { false }
    }
  }

  /// The parts of an option with this heading: those up to the next option or section.
  func block(from heading: Int) -> Range<Int> {
    heading..<(parts.indices.dropFirst(heading + 1).first(where: beginsBlock) ?? parts.count)
  }

  private func beginsBlock(_ index: Int) -> Bool {
    switch parts[index].kind {
    case .section, .title, .heading, .option: true
    default: false
    }
  }

  var objections: [(index: Int, line: ObjectionLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .objection(let line) = part.kind else { return nil }
      return (index, line)
    }
  }

  var todos: [(index: Int, line: TodoLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .todo(let line) = part.kind else { return nil }
      return (index, line)
    }
  }

  /// The fields of the decision.
  var fields: [(index: Int, line: FieldLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .field(let line) = part.kind else { return nil }
      return (index, line)
    }
  }

  var positions: [(index: Int, line: PositionLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .position(let line) = part.kind else { return nil }
      return (index, line)
    }
  }

  var posts: [(index: Int, line: PostLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .post(let line) = part.kind else { return nil }
      return (index, line)
    }
  }

  func sections(_ section: Section) -> [(index: Int, line: SectionLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .section(let line) = part.kind, line.section == section else { return nil }
      return (index, line)
    }
  }

  /// The headings over the arguments of a column.
  func headings(_ column: DocumentColumn) -> [(index: Int, line: SectionLine)] {
    guard column.option != nil else { return sections(column.side.section) }
    return parts.enumerated().compactMap { index, part in
      guard case .side(let line, column) = part.kind else { return nil }
      return (index, line)
    }
  }

  /// The number of the newest identifier in the headings of a section; nil if there is none.
  func lastID(_ section: Section) -> Int? {
    sections(section).compactMap(\.line.state?.lastID).max()
  }

  /// The state in the headings of a column; nil if there is none. A merge may have duplicated a
  /// heading.
  func state(_ column: DocumentColumn) -> SectionLine.State? {
    let states = headings(column).compactMap(\.line.state)
    guard let lastID = states.map(\.lastID).max(),
      let newest = states.max(by: { $0.updated ?? .unknown < $1.updated ?? .unknown })
    else { return nil }
    return SectionLine.State(
      lastID: lastID, updated: newest.updated, updatedBy: newest.updatedBy)
  }
}

extension Side {
  var section: Section { self == .pro ? .pros : .cons }
}
