/// Drawing. From top to bottom: the heading, the title or who has written it, the content, what others
/// have made of it, the state of the editing or the field.
extension WritingView {
  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = heading.draw(on: &canvas, rows: rows)
    if isEditing {
      canvas.put("Title: ", row: row, .dim)
      canvas.put(words.title, row: row, column: "Title: ".count, .bold)
      row += 1
    } else if !byline.isEmpty {
      let isNew = id.map { news?["posts.\($0)"] != nil } ?? false
      canvas.put(byline, row: row, isNew ? .news : .dim)
      row += 1
    }
    let rest = min(row + 1, rows.upperBound - 1)..<rows.upperBound
    if field == nil { canvas.put(state, row: rows.upperBound - 1, .dim) }
    let body = field?.draw(on: &canvas, atEndOf: rest) ?? rest.dropLast()
    let own = wrapped.lines(of: words.content, width: canvas.columns)
    page.draw(own, on: &canvas, rows: body.lowerBound..<body.upperBound - others(body.count))
    drawTheirs(on: &canvas, rows: body.upperBound - others(body.count)..<body.upperBound)
  }

  /// The rows for what others have written, out of those of both texts.
  private func others(_ rows: Int) -> Int { theirs == nil ? 0 : rows / 2 }

  private func drawTheirs(on canvas: inout Canvas, rows: Range<Int>) {
    guard let theirs else { return }
    let text = "now: \(theirs.title)\n\(theirs.content)"
    let lines = wrappedTheirs.lines(of: text, width: canvas.columns)
    for (row, line) in zip(rows, lines) { canvas.put(line, row: row, .news) }
  }

  private var state: String {
    if isSaving { return "saving …" }
    guard isEditing else { return "" }
    return canSave ? "being edited · s saves it" : "being edited · cannot be saved yet"
  }
}
