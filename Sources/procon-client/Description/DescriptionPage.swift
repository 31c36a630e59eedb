internal import Terminal

/// A daemon's description as a person reads it: sections, and in them lines in columns.
struct DescriptionPage {
  /// Each without its line end.
  let lines: [String]

  /// - Parameter width: of the terminal, in columns; nil where lines may have any length.
  init(_ description: ServiceDescription, width: Int?, palette: Palette) {
    let sections = [
      Section("Intents", entries: description.intents),
      Section("Methods", entries: description.methods),
      Section("Boxes", members: description.boxes),
      Section("Values", entries: description.values),
    ]
    var styled = [StyledText(description.server.printable, .bold)]
    for section in sections where !section.rows.isEmpty {
      styled += [.blank, StyledText(section.title, .bold)] + section.lines(width: width)
    }
    lines = styled.map { palette.styled($0.text, $0.style) }
  }
}

/// A part of the page, whose columns are aligned.
private struct Section {
  let title: String
  let rows: [Row]

  /// A line before it is laid out; without cells it is blank.
  struct Row {
    let style: Palette.Style?
    /// As they can be printed. All but the last are padded.
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
      // Entries with members stand apart.
      let isApart = index > 0 && !(entry.members.isEmpty && entries[index - 1].members.isEmpty)
      return (isApart ? [Row()] : []) + [head] + entry.members.map { Row($0, indent: "  ") }
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

  /// How wide columns are: as what is in them, but what is very long stands out by itself.
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

extension Section.Row {
  fileprivate init(_ member: ServiceDescription.Member, indent: String = "") {
    self.init([indent + member.name, member.shape, member.need, member.description])
  }

  /// - Parameters:
  ///   - widths: of the columns before the last.
  ///   - width: of the terminal; nil where lines may have any length.
  fileprivate func lines(widths: [Int], width: Int?) -> [StyledText] {
    var start = ""
    // A name with a style heads others, and is in no column with them.
    let widths = style == nil ? widths : [0]
    for (cell, width) in zip(cells.dropLast(), widths) where !(cell.isEmpty && width == 0) {
      start += cell + String(repeating: " ", count: max(0, width - cell.displayWidth)) + "  "
    }
    let text = cells.last ?? ""
    guard let width else { return [StyledText((start + text).trimmingEnd, style)] }
    return StyledText.hanging(start, text, width: width, style: style).map {
      StyledText($0.text.trimmingEnd, style)
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
