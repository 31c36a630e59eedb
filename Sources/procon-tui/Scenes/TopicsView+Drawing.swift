internal import Terminal

/// Drawing. From top to bottom: the heading, alerts, the topics, the field that is edited.
extension TopicsView {
  /// Columns of the balance bar.
  private static let bar = 10
  /// Columns of "59 min ago".
  private static let age = 10

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = rows.lowerBound
    let shown = shown
    let count = shown.count == topics.count ? "\(topics.count)" : "\(shown.count)/\(topics.count)"
    let end = canvas.put("\(title) (\(count))", row: row, .bold)
    let filtered = filterText.isEmpty ? "" : " · with \"\(filterText)\""
    canvas.put(" by \(order.rawValue)\(filtered)", row: row, column: end, .dim)
    row += 1
    for alert in alerts.prefix(2) {
      canvas.put("Alert: \(alert)", row: row, .alert)
      row += 1
    }
    let notes = field.map { noteLines(of: $0, canvas.columns) } ?? []
    let bottom = rows.upperBound - (field == nil ? 0 : 1 + notes.count)
    self.rows = min(row, bottom)..<bottom
    list.reveal(of: shown.count, room: max(1, self.rows.count)) { _ in 1 }
    for (index, topic) in shown.enumerated().dropFirst(list.top).prefix(self.rows.count) {
      draw(topic, on: &canvas, row: row, isSelected: index == list.selected)
      row += 1
    }
    guard let field else { return }
    field.draw(on: &canvas, row: bottom, width: canvas.columns)
    for (index, note) in notes.enumerated() {
      canvas.put(note.0, row: bottom + 1 + index, note.1)
    }
  }

  private func noteLines(of field: TextField, _ width: Int) -> [(String, Style)] {
    field.notes.flatMap { note in
      note.text.wrapped(to: width).prefix(2).map { ($0, note.style) }
    }
  }

  /// The title first, then as much as there is room for.
  private func draw(_ topic: Topic, on canvas: inout Canvas, row: Int, isSelected: Bool) {
    var room = canvas.columns
    var style = news[topic.path] == nil ? Style.plain : .news
    if isSelected { style = style.selected }
    let showsAge = room >= 76
    let line = room >= 60 ? min(topic.line.columns, room / 2) : 0
    room -= Self.bar + 1 + (line > 0 ? line + 2 : 0) + (showsAge ? Self.age + 2 : 0)
    canvas.fill(topic.title, row: row, width: room, style)
    var column = room + 1
    BalanceBar(percentage: topic.percentage).draw(
      on: &canvas, row: row, column: column, width: Self.bar)
    column += Self.bar + 2
    if line > 0 { canvas.put(topic.line, row: row, column: column, width: line) }
    let words = news[topic.path] ?? Age.words(since: topic.updated)
    if showsAge {
      canvas.put(words, row: row, column: canvas.columns - Self.age, width: Self.age, .dim)
    }
  }
}
