internal import BoxWire

/// Drawing. From top to bottom: the lost connection, the scene, a message or a question.
extension FullScreen {
  /// The smallest size that has room for a board.
  private static let (leastColumns, leastRows) = (40, 10)

  /// A message may hide as many rows of the scene, at most.
  private static let mostMessageRows = 4

  /// The columns of a sentence about what others have changed, at most: a slow link gets few bytes.
  private static let widestNews = 60

  func draw(columns: Int, rows: Int) -> Canvas {
    showNewest()
    shownKeys = []
    var canvas = Canvas(columns: columns, rows: rows)
    isLargeEnough = columns >= Self.leastColumns && rows >= Self.leastRows
    guard isLargeEnough else {
      let sentence =
        question.map { "\($0.text) [y/N]" }
        ?? "procon-tui needs \(Self.leastColumns)×\(Self.leastRows); this terminal has \(columns)×\(rows)."
      for (row, line) in sentence.wrapped(to: columns).enumerated() {
        canvas.put(line, row: row)
      }
      return canvas
    }
    var top = 0
    if let loss = session.loss {
      canvas.fill(loss.words, row: 0, width: columns, Style.alert.selected)
      top = 1
    }
    session.followsTopics = ScreenSettings.current.panes && columns >= Self.narrowestWithTopics
    guard let view = views.focused else { return canvas }
    if overlay != nil {
      overlay?.draw(on: &canvas, rows: top..<rows - 1, view.keys)
    } else {
      drawPanes(on: &canvas, rows: top..<rows - 1)
    }
    drawMessage(on: &canvas, view)
    return canvas
  }

  /// The smallest width, in columns, at which the topics are beside a board, and the columns that they
  /// have then at most.
  private static let (narrowestWithTopics, widestTopics) = (100, 40)

  /// Draws the scene, and the topics beside it where there is room.
  private func drawPanes(on canvas: inout Canvas, rows: Range<Int>) {
    views.shown?.isActive = !views.isOnTopics
    topicsColumns = 0
    // After a resize, the list may not have gone yet.
    guard let topics = views.topics, session.followsTopics else {
      views.shown?.draw(on: &canvas, rows: rows)
      return
    }
    topics.isActive = views.isOnTopics
    guard !isZoomed || !views.isOnTopics else { return topics.draw(on: &canvas, rows: rows) }
    let width = min(canvas.columns / 4, Self.widestTopics)
    var left = Canvas(columns: width, rows: canvas.rows)
    topics.draw(on: &left, rows: rows)
    canvas.place(left, column: 0)
    for row in rows { canvas.put("│", row: row, column: width + 1, .dim) }
    topicsColumns = width + 3
    var right = Canvas(columns: canvas.columns - topicsColumns, rows: canvas.rows)
    views.shown?.draw(on: &right, rows: rows)
    canvas.place(right, column: topicsColumns)
  }

  /// Draws a sentence on the last row, and on rows above if it is long.
  ///
  /// - Returns: the column behind it.
  @discardableResult
  private func drawWhole(_ text: String, _ style: Style, on canvas: inout Canvas) -> Int {
    let lines = text.wrapped(to: canvas.columns).prefix(Self.mostMessageRows)
    for (row, line) in zip((canvas.rows - lines.count)..<canvas.rows, lines) {
      canvas.fill("", row: row, width: canvas.columns, .plain)
      canvas.put(line, row: row, style)
    }
    return lines.last?.columns ?? 0
  }

  private func drawMessage(on canvas: inout Canvas, _ view: any SceneView) {
    let row = canvas.rows - 1
    if let notice = rescue.notice {
      drawWhole("\(notice) [Enter]", .con, on: &canvas)
    } else if let question {
      let end = drawWhole("\(question.text) [y/N]", .bold, on: &canvas)
      canvas.cursor = .init(row: row, column: min(end + 1, canvas.columns - 1))
    } else if let message {
      drawWhole(message.text, message.style, on: &canvas)
    } else if isWaiting {
      canvas.put("Waiting for the daemon; Esc stops waiting.", row: row, .news)
    } else if let sentence = view.news?.sentence {
      canvas.put(sentence, row: row, width: Self.widestNews, .news)
    } else {
      drawKeys(on: &canvas, view, row: row)
    }
  }

  /// Draws the keys that matter now; each can be clicked.
  private func drawKeys(on canvas: inout Canvas, _ view: any SceneView, row: Int) {
    let keys =
      view.field == nil
      ? KeyTable.hints(
        of: view.keys, and: ScreenSettings.current.keys(KeyTable.everywhere), for: view.hints,
        width: canvas.columns)
      : KeyTable.hints(of: view.field, isPalette: view is PaletteView)
    // In one style, because a slow link gets few bytes.
    let gap = String(repeating: " ", count: KeyTable.gap)
    canvas.put(keys.map(\.1).joined(separator: gap), row: row, .dim)
    var column = 0
    for (key, text) in keys {
      shownKeys.append((key, row, column..<column + text.columns))
      column += text.columns + KeyTable.gap
    }
  }

  /// The key that is shown at a position; nil if none is.
  func shownKey(row: Int, column: Int) -> Key? {
    shownKeys.first { $0.row == row && $0.columns.contains(column) }?.key
  }

  /// Shows what an answer says: a few short values in a line, and more on a page.
  func present(_ answer: JSONText?) {
    guard let answer else { return }
    let isFlat = answer.members?.allSatisfy { $0.value.isSingle } == true
    let text = answer.description
    if isFlat, text.utf8.count <= Self.longestLine { return say(text) }
    overlay = Overlay(.answer(answer))
  }

  /// In bytes.
  private static let longestLine = 100
}

extension JSONText {
  fileprivate var isSingle: Bool { members == nil && elements == nil }
}
