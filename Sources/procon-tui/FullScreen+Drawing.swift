/// Drawing. From top to bottom: the lost connection, the scene, a message or a question.
extension FullScreen {
  /// The smallest size that has room for a board.
  private static let (leastColumns, leastRows) = (40, 10)

  func draw(columns: Int, rows: Int) -> Canvas {
    var canvas = Canvas(columns: columns, rows: rows)
    guard columns >= Self.leastColumns, rows >= Self.leastRows else {
      let sentence =
        "procon-tui needs \(Self.leastColumns)×\(Self.leastRows); this terminal has \(columns)×\(rows)."
      for (row, line) in sentence.wrapped(to: columns).enumerated() {
        canvas.put(line, row: row)
      }
      return canvas
    }
    var top = 0
    if let loss {
      canvas.fill(loss.words, row: 0, width: columns, Style.alert.selected)
      top = 1
    }
    guard let view = views.shown else { return canvas }
    if let help {
      draw(KeyHelp(view.bindings, columns: columns), from: help, on: &canvas, top)
    } else {
      view.draw(on: &canvas, rows: top..<rows - 1)
    }
    drawMessage(on: &canvas, view)
    return canvas
  }

  private func draw(_ help: KeyHelp, from first: Int, on canvas: inout Canvas, _ top: Int) {
    let room = canvas.rows - 1 - top
    let first = min(first, max(0, help.lines.count - room))
    for (index, line) in help.lines.dropFirst(first).prefix(room).enumerated() {
      canvas.put(line, row: top + index)
    }
  }

  private func drawMessage(on canvas: inout Canvas, _ view: any SceneView) {
    let row = canvas.rows - 1
    if let question {
      let end = canvas.put("\(question.text) [y/N] ", row: row, .bold)
      canvas.cursor = .init(row: row, column: min(end, canvas.columns - 1))
    } else if let message {
      canvas.put(message.text, row: row, message.style)
    } else {
      let hint = view.field == nil ? "? keys  q quit" : "Enter save  Esc cancel"
      canvas.put(hint, row: row, .dim)
    }
  }
}
