internal import Terminal

/// Drawing. From top to bottom: the heading, alerts, the topics, the field that is edited.
extension TopicsView {
  /// Columns of the balance bar.
  private static let bar = 10
  /// Columns of "59 min ago".
  private static let age = 10
  /// The smallest width, in columns, at which everything about a topic is on its row.
  private static let narrowestWhole = 76

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = rows.lowerBound
    let shown = shown
    let count = shown.count == topics.count ? "\(topics.count)" : "\(shown.count)/\(topics.count)"
    let end = canvas.put("\(heading.title) (\(count))", row: row, .bold)
    let filtered = filterText.isEmpty ? "" : " · with \"\(filterText)\""
    canvas.put(" by \(order.rawValue)\(filtered)", row: row, column: end, .dim)
    row = heading.drawAlerts(on: &canvas, rows: rows.dropFirst())
    let rest = row..<rows.upperBound
    let isNarrow = canvas.columns < Self.narrowestWhole
    self.rows = field?.draw(on: &canvas, atEndOf: rest) ?? (isNarrow ? rest.dropLast() : rest)
    list.reveal(of: shown.count, room: max(1, self.rows.count)) { _ in 1 }
    for (index, topic) in shown.enumerated().dropFirst(list.top).prefix(self.rows.count) {
      draw(topic, on: &canvas, row: row, isSelected: index == list.selected)
      row += 1
    }
    if field == nil, isNarrow, let selected {
      canvas.put(facts(of: selected), row: rest.upperBound - 1, .dim)
    }
  }

  /// The title first, then as much as there is room for.
  private func draw(_ topic: Topic, on canvas: inout Canvas, row: Int, isSelected: Bool) {
    var room = canvas.columns
    let news = news?[topic.path]
    var style = news == nil ? Style.plain : .news
    if isSelected { style = style.selected }
    let showsAge = room >= Self.narrowestWhole
    let line = room >= 60 ? min(topic.line.columns, room / 2) : 0
    room -= Self.bar + 1 + (line > 0 ? line + 2 : 0) + (showsAge ? Self.age + 2 : 0)
    canvas.fill(topic.title, row: row, width: room, style)
    var column = room + 1
    topic.balance.draw(on: &canvas, row: row, column: column, width: Self.bar)
    column += Self.bar + 2
    if line > 0 { canvas.put(topic.line, row: row, column: column, width: line) }
    let author = news?.author ?? ""
    let words = author.isEmpty ? Age.words(since: topic.updated) : author
    if showsAge {
      let column = canvas.columns - Self.age
      canvas.put(words, row: row, column: column, width: Self.age, news == nil ? .dim : .news)
    }
  }

  private func facts(of topic: Topic) -> String {
    "\(topic.line) · \(Age.words(since: topic.updated))"
  }
}
