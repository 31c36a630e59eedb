/// A part of a record under a heading.
struct RecordSection {
  /// Without escapes; empty before the first heading.
  let heading: String
  /// nil if records have no such section.
  let name: Name?
  /// Of its heading; 0 before the first one.
  let level: Int
  let blocks: ArraySlice<RecordBlock>
  /// Those of its text.
  let lines: Range<Int>

  /// Divides blocks at their headings up to a level. The first part is what is before these.
  ///
  /// - Parameter lines: those of the blocks.
  static func all(
    in blocks: ArraySlice<RecordBlock>, _ lines: Range<Int>, to level: Int
  ) -> [RecordSection] {
    let starts = blocks.indices.filter {
      if case .heading(let other) = blocks[$0].kind { other <= level } else { false }
    }
    var sections: [RecordSection] = []
    for (start, end) in zip([nil] + starts, starts + [nil]) {
      let heading = start.map { blocks[$0] }
      let first = start.map { $0 + 1 } ?? blocks.startIndex
      let firstLine = heading?.lines.upperBound ?? lines.lowerBound
      let lastLine = end.map { blocks[$0].lines.lowerBound } ?? lines.upperBound
      var number = 0
      if case .heading(let level) = heading?.kind { number = level }
      sections.append(
        RecordSection(
          heading: heading.map { RecordMarkup.plain($0.text) } ?? "",
          name: heading.flatMap { Name($0.text) }, level: number,
          blocks: blocks[first..<(end ?? blocks.endIndex)], lines: firstLine..<lastLine))
    }
    return sections
  }

  /// Whether a section can have this text as it is, and is the same when it is read again.
  static func canHold(_ content: String) -> Bool {
    let text = RecordText(content)
    let hasFrontMatter = !text.fields.fields.isEmpty || !text.fields.others.isEmpty
    let hasHeading = text.blocks.contains {
      if case .heading(let level) = $0.kind { level <= 3 } else { false }
    }
    guard !hasFrontMatter, !hasHeading, !content.contains("<!--"),
      text.fences.allSatisfy(\.isClosed), text.raw(0..<text.lines.count) == content
    else { return false }
    let code = Set(text.fences.flatMap(\.lines))
    // One that nothing closes here may be closed by what follows.
    return text.lines.indices.allSatisfy {
      code.contains($0) || RecordFence.read(text.lines[$0]) == nil
    }
  }

  /// Whether the context of a record says nothing but its title.
  static func isTitle(_ content: String, _ title: String) -> Bool {
    isTitle(RecordText(content).blocks[...], title)
  }

  static func isTitle(_ blocks: ArraySlice<RecordBlock>, _ title: String) -> Bool {
    guard blocks.count == 1, let block = blocks.first, block.kind == .paragraph else {
      return false
    }
    return RecordMarkup.plain(block.text) == title
  }
}
