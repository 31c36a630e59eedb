internal import BoardValues
internal import Terminal
internal import TerminalClient

/// Drawing. From top to bottom: title, decision, balance, alerts, both sides, a line about the selected argument.
extension BoardView {
  /// The smallest width, in columns, at which the sides are next to each other.
  private static let narrowestSideBySide = 60
  /// The fewest columns of the balance bar.
  private static let narrowestBar = 3
  /// Columns between the sides.
  private static let gap = 2

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let isLow = isLow(rows.count, canvas.columns)
    var row = rows.lowerBound
    canvas.put(heading.title.visibleName, row: row, news?[News.topic] == nil ? .bold : .news)
    row += 1
    if !isLow {
      if let decision {
        canvas.put(decision.printable, row: row, .bold)
        row += 1
      }
      drawBalance(on: &canvas, row: row)
      row += 1
    }
    let bottom = rows.upperBound - 1
    let mostAlerts = isLow ? 1 : SceneHeading.mostAlertRows
    row = heading.drawAlerts(on: &canvas, rows: row..<bottom, atMost: mostAlerts)
    frames = frames(row..<bottom, canvas.columns)
    for frame in frames { draw(frame, on: &canvas) }
    drawStatus(on: &canvas, row: bottom)
  }

  /// Whether both sides, the balance and all alerts do not have room together.
  private func isLow(_ rows: Int, _ width: Int) -> Bool {
    let isSideBySide = width >= Self.narrowestSideBySide
    let notes = field.map { noteLines(of: $0, isSideBySide ? width / 2 : width).count } ?? 0
    // A heading and an argument each; the title, the decision, the balance, and the line about the
    // selection.
    let needed = (isSideBySide ? 2 : 4) + notes + (decision == nil ? 3 : 4)
    return rows < needed + heading.alertLines(width: width).count
  }

  private func drawBalance(on canvas: inout Canvas, row: Int) {
    let widest = min(20, canvas.columns / 4)
    let isWhole = shortLine.isEmpty || widest + 1 + line.columns <= canvas.columns
    let text = (isWhole ? line : shortLine) + (isFetching ? " · fetching …" : "")
    let width = min(widest, max(Self.narrowestBar, canvas.columns - 1 - text.columns))
    balance.draw(on: &canvas, row: row, column: 0, width: width)
    canvas.put(text, row: row, column: width + 1)
  }

  /// Side by side if there is room, else one above the other with half of the rows each.
  private func frames(_ rows: Range<Int>, _ width: Int) -> [Frame] {
    if width >= Self.narrowestSideBySide {
      let half = (width - Self.gap) / 2
      let body = min(rows.lowerBound + 1, rows.upperBound)..<rows.upperBound
      return [
        Frame(side: .pro, rows: body, columns: 0..<half),
        Frame(side: .con, rows: body, columns: half + Self.gap..<width),
      ]
    }
    let middle = border(rows, width)
    return [
      Frame(side: .pro, rows: rows.lowerBound + 1..<middle, columns: 0..<width),
      Frame(side: .con, rows: middle + 1..<rows.upperBound, columns: 0..<width),
    ]
  }

  /// The first row of the lower side. A text that is edited gets room for its notes.
  private func border(_ rows: Range<Int>, _ width: Int) -> Int {
    let middle = (rows.lowerBound + rows.upperBound) / 2
    guard let field, let side = SideName.allCases.first(where: { isEdited(field, $0) }) else {
      return middle
    }
    // The heading, the text, and its notes; the other side keeps its heading.
    let needed = min(2 + noteLines(of: field, width).count, rows.count - 1)
    return side == .pro
      ? max(middle, rows.lowerBound + needed) : min(middle, rows.upperBound - needed)
  }

  private func isEdited(_ field: TextField, _ side: SideName) -> Bool {
    switch field.subject {
    case .newArgument(side), .argument(side, _): true
    default: false
    }
  }

  private func draw(_ frame: Frame, on canvas: inout Canvas) {
    let (side, start, width) = (frame.side, frame.columns.lowerBound, frame.columns.count)
    let heading = "\(side == .pro ? "Pros" : "Cons") (\(column(side).count))"
    var style = news?[side.plural] == nil ? side.style : .news
    style.isBold = true
    style.isUnderlined = side == active
    canvas.put(heading, row: frame.rows.lowerBound - 1, column: start, width: width, style)
    let isLoose = isLoose(field, side)
    let edited = field.flatMap { isEdited($0, side) ? $0 : nil }
    let notes = edited.map { noteLines(of: $0, width, rows: frame.rows.count - 1) } ?? []
    let below = isLoose ? 1 + notes.count : 0
    let shown = column(side)
    var list = shown.list
    list.reveal(of: shown.items.count, room: max(1, frame.rows.count - below)) { index in
      let item = shown.items[index]
      return isEdited(item, side) ? 1 + notes.count : shown.height(of: item, width: width)
    }
    columns[side]?.list = list
    var row = frame.rows.lowerBound
    for (index, item) in shown.items.enumerated().dropFirst(list.top) {
      guard row < frame.rows.upperBound - below else { break }
      if isEdited(item, side) {
        drawField(on: &canvas, frame, &row, notes)
        continue
      }
      let isSelected = side == active && index == list.selected && field == nil
      let isScrolled = index == list.selected
      let hidden = isScrolled ? shown.hiddenLines(room: frame.rows.count, width: width) : 0
      let lines = Array(shown.lines(of: item, width: width).dropFirst(hidden))
        .first(frame.rows.upperBound - below - row, width: width)
      draw(lines, of: item, isSelected: isSelected, on: &canvas, frame, &row)
    }
    if isLoose { drawField(on: &canvas, frame, &row, notes) }
  }

  private func draw(
    _ lines: some Sequence<String>, of item: ArgumentItem, isSelected: Bool,
    on canvas: inout Canvas,
    _ frame: Frame, _ row: inout Int
  ) {
    let news = news?[Self.name(frame.side, item.id)]
    var style = news == nil ? frame.side.style : .news
    if isSelected { style = style.selected }
    let (start, width) = (frame.columns.lowerBound, frame.columns.count)
    for (index, line) in lines.enumerated() {
      // The first line ends with the author of the change.
      let author = index == 0 ? news?.author.visibleName.cut(to: width / 3) ?? "" : ""
      let room = width - (author.isEmpty ? 0 : author.columns + 1)
      let fitting = author.isEmpty ? line : line.cut(to: room)
      canvas.fill(fitting, row: row, column: start, width: width, style)
      canvas.put(author, row: row, column: start + room + 1, style)
      row += 1
    }
  }

  /// Whether the field belongs to this side, but to none of its arguments.
  private func isLoose(_ field: TextField?, _ side: SideName) -> Bool {
    switch field?.subject {
    case .newArgument(side): true
    case .argument(side, let id): column(side).index(of: id) == nil
    default: false
    }
  }

  private func isEdited(_ item: ArgumentItem, _ side: SideName) -> Bool {
    field?.subject == .argument(side, id: item.id)
  }

  private func noteLines(
    of field: TextField, _ width: Int, rows: Int? = nil
  ) -> [(String, Style)] {
    field.notes(width: width - 2, rows: rows)
  }

  private func drawField(
    on canvas: inout Canvas, _ frame: Frame, _ row: inout Int, _ notes: [(String, Style)]
  ) {
    let (start, width) = (frame.columns.lowerBound, frame.columns.count)
    row = min(row, frame.rows.upperBound - 1)
    let bullet = frame.side == .pro ? "+ " : "- "
    canvas.put(bullet, row: row, column: start, frame.side.style)
    field?.draw(on: &canvas, row: row, column: start + bullet.count, width: width - bullet.count)
    row += 1
    for (text, style) in notes where row < frame.rows.upperBound {
      canvas.put(text, row: row, column: start + bullet.count, style)
      row += 1
    }
  }

  private func drawStatus(on canvas: inout Canvas, row: Int) {
    guard let selected else { return }
    let (added, changed) = (
      Age.words(since: selected.created), Age.words(since: selected.updated)
    )
    let editor = selected.updatedBy.map { " by \($0.visibleName)" } ?? ""
    let change = changed.isEmpty ? editor : "\(editor) \(changed)"
    let isUnchanged = changed == added && [nil, selected.author].contains(selected.updatedBy)
    let facts = [
      "\(active.rawValue) \(selected.id)",
      // Where it may be cut off the label.
      selected.weight == 1 ? "" : "×\(selected.weight)", selected.author.visibleName,
      // The change may be somebody else's.
      added, isUnchanged ? "" : "changed\(change)",
      selected.supporters.map { "supported by \($0.joined(separator: ", ").visibleName)" } ?? "",
    ]
    canvas.put(facts.filter { !$0.isEmpty }.joined(separator: " · "), row: row, .dim)
  }
}
