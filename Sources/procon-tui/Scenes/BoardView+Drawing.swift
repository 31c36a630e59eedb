/// Drawing. From top to bottom: title, balance, alerts, both sides, a line about the selected argument.
extension BoardView {
  /// The smallest width, in columns, at which the sides are next to each other.
  private static let narrowestSideBySide = 60
  /// Columns between the sides.
  private static let gap = 2

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = rows.lowerBound
    canvas.put(title, row: row, .bold)
    row += 1
    drawBalance(on: &canvas, row: row)
    row += 1
    for alert in alerts.prefix(2) {
      canvas.put("Alert: \(alert)", row: row, .alert)
      row += 1
    }
    let bottom = rows.upperBound - 1
    frames = frames(row..<bottom, canvas.columns)
    for frame in frames { draw(frame, on: &canvas) }
    drawStatus(on: &canvas, row: bottom)
  }

  private func drawBalance(on canvas: inout Canvas, row: Int) {
    let width = min(20, canvas.columns / 4)
    BalanceBar(percentage: percentage).draw(on: &canvas, row: row, column: 0, width: width)
    canvas.put(line + (isFetching ? " · fetching …" : ""), row: row, column: width + 1)
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
    let middle = (rows.lowerBound + rows.upperBound) / 2
    return [
      Frame(side: .pro, rows: rows.lowerBound + 1..<middle, columns: 0..<width),
      Frame(side: .con, rows: middle + 1..<rows.upperBound, columns: 0..<width),
    ]
  }

  private func draw(_ frame: Frame, on canvas: inout Canvas) {
    let (side, start, width) = (frame.side, frame.columns.lowerBound, frame.columns.count)
    let heading = "\(side == .pro ? "Pros" : "Cons") (\(column(side).count))"
    var style = side.style
    style.isBold = true
    style.isUnderlined = side == active
    canvas.put(heading, row: frame.rows.lowerBound - 1, column: start, width: width, style)
    let isLoose = isLoose(field, side)
    let notes = field.map { noteLines(of: $0, width) } ?? []
    let below = isLoose ? 1 + notes.count : 0
    let shown = column(side)
    var list = shown.list
    list.reveal(of: shown.items.count, room: max(1, frame.rows.count - below)) { index in
      let item = shown.items[index]
      return isEdited(item, side) ? 1 + notes.count : shown.lines(of: item, width: width).count
    }
    columns[side]?.list = list
    var row = frame.rows.lowerBound
    for (index, item) in shown.items.enumerated().dropFirst(list.top) {
      guard row < frame.rows.upperBound - below else { break }
      if isEdited(item, side) {
        drawField(on: &canvas, frame, &row, notes)
        continue
      }
      for line in shown.lines(of: item, width: width) where row < frame.rows.upperBound - below {
        var style = news[Self.name(side, item.id)] == nil ? side.style : .news
        if side == active, index == list.selected, field == nil { style = style.selected }
        canvas.fill(line, row: row, column: start, width: width, style)
        row += 1
      }
    }
    if isLoose { drawField(on: &canvas, frame, &row, notes) }
  }

  /// Whether the field belongs to this side, but to none of its arguments.
  private func isLoose(_ field: TextField?, _ side: Side) -> Bool {
    switch field?.subject {
    case .newArgument(side): true
    case .argument(side, let id): column(side).index(of: id) == nil
    default: false
    }
  }

  private func isEdited(_ item: Argument, _ side: Side) -> Bool {
    field?.subject == .argument(side, id: item.id)
  }

  private func noteLines(of field: TextField, _ width: Int) -> [(String, Style)] {
    field.notes.flatMap { note in
      note.text.wrapped(to: max(1, width - 2)).prefix(3).map { ($0, note.style) }
    }
  }

  private func drawField(
    on canvas: inout Canvas, _ frame: Frame, _ row: inout Int, _ notes: [(String, Style)]
  ) {
    let (start, width) = (frame.columns.lowerBound, frame.columns.count)
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
    let news = news[Self.name(active, selected.id)]
    let facts = [
      "\(active.name) \(selected.id)", selected.author, Age.words(since: selected.updated), news,
    ]
    let text = facts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    canvas.put(text, row: row, news == nil ? .dim : .news)
  }
}
