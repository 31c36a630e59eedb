/// Drawing. From top to bottom: the heading, the title that is edited, the content, what others
/// have made of it, the state of the editing or the field.
extension WritingView {
  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    let isNew = id.map { news?["posts.\($0)"] != nil } ?? false
    var row = heading.draw(on: &canvas, rows: rows, isNew ? .news : .bold)
    if isEditing {
      row = SceneHeading.draw(
        words.title, label: "Title: ", on: &canvas, rows: row..<rows.upperBound)
    }
    let rest = min(row + 1, rows.upperBound - 1)..<rows.upperBound
    if field == nil { canvas.put(state, row: rows.upperBound - 1, .dim) }
    let body = field?.draw(on: &canvas, atEndOf: rest) ?? rest.dropLast()
    canvas.link(linked.urls)
    let own = wrapped.lines(of: words.content, width: canvas.columns)
    guard let theirs else { return page.draw(own, on: &canvas, rows: body) }
    let text = "now: \(theirs.title)\n\(theirs.content)"
    let others = wrappedTheirs.lines(of: text, width: canvas.columns)
    // Each text gets half of the rows, and those that the other one does not need.
    let half = body.count / 2
    let border = body.upperBound - min(others.count, max(half, body.count - own.count))
    page.draw(own, on: &canvas, rows: body.lowerBound..<border)
    pageOfTheirs.draw(others, on: &canvas, rows: border..<body.upperBound, isMarked: true) { _ in
      .news
    }
  }

  private var state: String {
    if isSaving { return "saving …" }
    guard isEditing else { return "" }
    return canSave ? "being edited · s saves it" : "being edited · cannot be saved yet"
  }
}
