internal import BoxClient
internal import Terminal

/// A daemon's description as a page for people: sections with lines in columns.
struct DescriptionPage {
  /// The lines without line ends.
  let lines: [String]

  /// - Parameter width: columns of the terminal; nil when lines may have any length.
  init(_ description: ServiceDescription, width: Int?, palette: Palette) {
    let sections = [
      DescriptionSection("Intents", entries: description.intents),
      DescriptionSection("Methods", entries: description.methods),
      DescriptionSection("Boxes", members: description.boxes),
      DescriptionSection("Values", entries: description.values),
    ]
    var styled = [StyledText(description.server.printable, .bold)]
    for section in sections where !section.rows.isEmpty {
      styled += [.blank, StyledText(section.title, .bold)] + section.lines(width: width)
    }
    lines = styled.map { palette.styled($0.text, $0.style) }
  }
}

/// A part of the page with aligned columns.
private struct DescriptionSection {
  let title: String
  let rows: [Row]

  /// A line before its layout. Without cells, it is blank.
  struct Row {
    let style: Palette.Style?
    /// Printable texts. All but the last are padded.
    let cells: [String]

    init(style: Palette.Style? = nil, _ cells: [String] = []) {
      self.style = style
      self.cells = cells.map(\.printable)
    }
  }

  init(_ title: String, entries: [ServiceDescription.Entry]) {
    self.title = title
    rows = entries.enumerated().flatMap { index, entry in
      let head = Row(style: .bold, [entry.name, entry.summary])
      // A blank line separates entries with members.
      let isSeparate = index > 0 && !(entry.members.isEmpty && entries[index - 1].members.isEmpty)
      return (isSeparate ? [Row()] : []) + [head] + entry.members.map { Row($0, indent: "  ") }
    }
  }

  init(_ title: String, members: [ServiceDescription.Member]) {
    self.title = title
    rows = members.map { Row($0) }
  }

  func lines(width: Int?) -> [StyledText] {
    let widths = columnWidths
    return rows.flatMap { $0.lines(widths: widths, width: width) }
  }

  /// The width of each column: that of its widest cell. Very wide cells are ignored.
  private var columnWidths: [Int] {
    var widths = [0, 0, 0]
    for row in rows where row.cells.count == 4 {
      for (column, cell) in row.cells.dropLast().enumerated() {
        let width = cell.displayWidth
        if width <= widestColumn { widths[column] = max(widths[column], width) }
      }
    }
    return widths
  }
}

private let widestColumn = 40

extension DescriptionSection.Row {
  fileprivate init(_ member: ServiceDescription.Member, indent: String = "") {
    self.init([indent + member.name, member.shape, member.need, member.description])
  }

  /// - Parameters:
  ///   - widths: the widths of the columns before the last.
  ///   - width: columns of the terminal; nil when lines may have any length.
  fileprivate func lines(widths: [Int], width: Int?) -> [StyledText] {
    var start = ""
    // A styled row is a heading, which is not aligned with the others.
    let widths = style == nil ? widths : [0]
    for (cell, width) in zip(cells.dropLast(), widths) where !(cell.isEmpty && width == 0) {
      start += cell.leftAligned(in: width) + "  "
    }
    let text = cells.last ?? ""
    guard let width else { return [StyledText((start + text).trimmingEnd, style)] }
    return StyledText.hanging(start, text, width: width, style: style).map {
      StyledText($0.text.trimmingEnd, style)
    }
  }
}
