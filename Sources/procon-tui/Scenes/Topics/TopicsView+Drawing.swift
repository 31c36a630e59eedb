internal import BoardValues
internal import Terminal

/// Drawing. From top to bottom: the heading, alerts, what waits for the user, the topics, the field that is edited.
extension TopicsView {
  /// Columns of the balance bar.
  private var bar: Int { isBeside ? 5 : 10 }
  /// The smallest width, in columns, at which everything about a topic is on its row.
  private static let narrowestWhole = 76
  /// The smallest width at which some of the facts are on the row, and at which all of them may be.
  private static let (narrowestFacts, narrowestLine) = (60, 100)
  /// The most rows for what the row of the selected topic has no room for.
  private static let mostFactRows = 2

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    if let heading = listing?.heading {
      let row = SceneHeading(title: heading, alerts: self.heading.alerts).draw(
        on: &canvas, rows: rows)
      return listing?.draw(on: &canvas, rows: row..<rows.upperBound) ?? ()
    }
    var row = rows.lowerBound
    let shown = shown
    let count = shown.count == topics.count ? "\(topics.count)" : "\(shown.count)/\(topics.count)"
    let style = Style(isBold: true, isUnderlined: isBeside && isActive)
    let end = canvas.put("\(heading.title) (\(count))", row: row, style)
    let filtered = filterText.isEmpty ? "" : " · with \"\(filterText)\""
    canvas.put(" by \(order.rawValue)\(filtered)", row: row, column: end, .dim)
    row = heading.drawAlerts(on: &canvas, rows: rows.dropFirst())
    if let awaitingLine, row < rows.upperBound {
      canvas.put(awaitingLine, row: row)
      row += 1
    }
    let rest = row..<rows.upperBound
    list.select(list.selected, of: shown.count)
    let facts =
      field == nil && isActive
      ? selected.map { factLines(of: $0, width: canvas.columns) } ?? [] : []
    self.rows = field?.draw(on: &canvas, atEndOf: rest) ?? rest.dropLast(facts.count)
    list.reveal(of: shown.count, room: max(1, self.rows.count)) { _ in 1 }
    let visible = shown.enumerated().dropFirst(list.top).prefix(self.rows.count)
    // In columns that line up.
    let lines = visible.map { line(of: $1, canvas.columns) }
    let widest = lines.map(\.columns).max() ?? 0
    for ((index, topic), line) in zip(visible, lines) {
      draw(
        topic, on: &canvas, row: row, line: line, width: widest,
        isSelected: index == list.selected)
      row += 1
    }
    for (row, line) in zip(rest.suffix(facts.count), facts) { canvas.put(line, row: row, .dim) }
  }

  /// The title first, then as much as there is room for.
  ///
  /// - Parameters:
  ///   - line: the facts that have room.
  ///   - width: the columns of the longest line.
  private func draw(
    _ topic: TopicRow, on canvas: inout Canvas, row: Int, line: String, width: Int,
    isSelected: Bool
  ) {
    var room = canvas.columns
    let news = news?[topic.path]
    var style = news == nil ? Style.plain : .news
    if topic.path == opened { style.isBold = true }
    if isSelected, isActive { style = style.selected }
    let showsAge = room >= Self.narrowestWhole
    let age = Age.Format.current.columns
    room -= bar + 1 + (width == 0 ? 0 : width + 2) + (showsAge ? age + 2 : 0)
    let mark = opened == nil ? "" : topic.path == opened ? "▸ " : "  "
    let mount = ambiguous.contains(topic.title) ? " (\(topic.place.root))" : ""
    let title = (mark + topic.title.visibleName).cut(to: room - mount.columns) + mount
    canvas.fill(title, row: row, width: room, style)
    var column = room + 1
    BalanceBar(topic.summary).draw(on: &canvas, row: row, column: column, width: bar)
    column += bar + 2
    canvas.put(line, row: row, column: column)
    let author = news?.author.visibleName ?? ""
    let words = author.isEmpty ? Age.words(since: topic.summary.updated) : author
    if showsAge {
      let column = canvas.columns - age
      canvas.put(words, row: row, column: column, width: age, news == nil ? .dim : .news)
    }
  }

  /// As many facts of a topic as its row has room for, beside the title.
  private func line(of topic: TopicRow, _ width: Int) -> String {
    let room = width >= Self.narrowestFacts ? width / (width >= Self.narrowestLine ? 2 : 3) : 0
    var facts = topic.facts
    while facts.joined(separator: Summary.separator).columns > room, !facts.isEmpty {
      facts.removeLast()
    }
    return facts.joined(separator: Summary.separator)
  }

  /// What the row of a topic has no room for, on lines that end between two facts.
  private func factLines(of topic: TopicRow, width: Int) -> [String] {
    let showsAge = width >= Self.narrowestWhole
    guard !showsAge || line(of: topic, width) != topic.summary.line else { return [] }
    let separator = Summary.separator
    var facts = topic.facts
    if !showsAge { facts.append(Age.words(since: topic.summary.updated)) }
    let lines: [String] = facts.reduce(into: []) { lines, fact in
      let longer = (lines.last.map { $0 + separator } ?? "") + fact
      if longer.columns <= width { lines = lines.dropLast() + [longer] } else { lines.append(fact) }
    }
    return Array(lines.prefix(Self.mostFactRows))
  }
}
