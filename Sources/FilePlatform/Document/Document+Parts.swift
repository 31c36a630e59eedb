internal import Domain

// The parts of a document by kind, with their indices.

extension Document {
  /// nil if there is no title.
  var title: Part? { titleIndex.map { parts[$0] } }

  var titleIndex: Int? {
    parts.firstIndex { if case .title = $0.kind { true } else { false } }
  }

  func arguments(_ side: Side) -> [(index: Int, line: ArgumentLine)] {
    parts.enumerated().compactMap { index, part in
      guard case .argument(let line, side.section) = part.kind else { return nil }
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

  /// The state in the headings of a side; nil if there is none. A merge may have duplicated a
  /// heading.
  func state(_ side: Side) -> SectionLine.State? {
    let states = sections(side.section).compactMap(\.line.state)
    guard let lastID = states.map(\.lastID).max(),
      let newest = states.max(by: { $0.updated < $1.updated })
    else { return nil }
    return SectionLine.State(
      lastID: lastID, updated: newest.updated, updatedBy: newest.updatedBy)
  }
}

extension Side {
  var section: Section { self == .pro ? .pros : .cons }
}
