/// Rows of a list, one of which is selected and shown as a whole; the others are one line each. Those
/// with a day are below it.
struct ListRows {
  private(set) var rows: [ListRow] = []
  private var position = TallListPosition()
  /// The place of the rows when they were drawn last; nil until then.
  private var drawn: (rows: Range<Int>, width: Int)?

  /// Takes other rows. The selection stays with its row.
  mutating func update(_ new: [ListRow]) {
    let id = selected?.id
    rows = new
    let place = id.flatMap { id in rows.firstIndex { $0.id == id } }
    position.list.select(place ?? position.list.selected, of: rows.count)
  }

  var selected: ListRow? { row(by: 0) }

  var isAtEnd: Bool { position.list.selected >= rows.count - 1 }

  /// The row that is so many rows below the selected one; nil if there is none.
  func row(by steps: Int) -> ListRow? {
    let place = position.list.selected + steps
    return rows.indices.contains(place) ? rows[place] : nil
  }

  mutating func select(_ id: String) {
    guard let place = rows.firstIndex(where: { $0.id == id }) else { return }
    position.list.select(place, of: rows.count)
  }

  /// Carries out a command about rows.
  ///
  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command) -> Bool {
    position.move(
      command, of: rows.count, selected: selectedRow, room: max(1, drawn?.rows.count ?? 1))
  }

  mutating func click(row: Int) {
    guard let drawn, drawn.rows.contains(row) else { return }
    var lines = row - drawn.rows.lowerBound + hiddenLines
    for place in rows.indices.dropFirst(position.list.top) {
      lines -= height(ofRow: place)
      if lines < 0 { return position.list.select(place, of: rows.count) }
    }
  }

  /// The selected row, which is shown as a whole; nil if there is none, or until it is drawn.
  private var selectedRow: TallListPosition.Row? {
    guard let selected, let drawn else { return nil }
    return (selected.id, selected.lines(width: drawn.width).count)
  }

  /// The lines of a row with the day above it.
  private func height(ofRow place: Int) -> Int {
    let own = place == position.list.selected ? selectedRow?.height ?? 1 : 1
    return hasDay(place) ? own + 1 : own
  }

  /// Whether a row is the first one of its day.
  private func hasDay(_ place: Int) -> Bool {
    guard let day = rows[place].day else { return false }
    return place == 0 || rows[place - 1].day != day
  }

  /// The lines of the selected row above the first one that is shown.
  private var hiddenLines: Int {
    guard let drawn, let selectedRow else { return 0 }
    return position.hiddenLines(of: selectedRow, room: max(1, drawn.rows.count))
  }

  /// Draws the rows.
  ///
  /// - Parameters:
  ///   - isActive: whether keys are about them.
  ///   - style: returns the style of a row.
  mutating func draw(
    on canvas: inout Canvas, rows place: Range<Int>, isActive: Bool,
    _ style: (ListRow) -> Style
  ) {
    var row = place.lowerBound
    let width = canvas.columns
    drawn = (place, width)
    position.list.reveal(of: rows.count, room: max(1, place.count)) { [self] in
      height(ofRow: $0)
    }
    for (index, item) in rows.enumerated().dropFirst(position.list.top) {
      guard row < place.upperBound else { break }
      if hasDay(index) {
        canvas.put(item.day ?? "", row: row, .dim)
        row += 1
      }
      let isSelected = index == position.list.selected
      let lines =
        isSelected ? Array(item.lines(width: width).dropFirst(hiddenLines)) : [item.text]
      let style = style(item)
      canvas.link(item.links)
      for line in lines.first(place.upperBound - row, width: width) {
        canvas.fill(line, row: row, width: width, isSelected && isActive ? style.selected : style)
        row += 1
      }
    }
  }
}
