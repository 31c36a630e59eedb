internal import BoardValues
internal import Terminal
internal import TerminalClient

/// Drawing. From top to bottom: title, decision, options, balance, alerts, both sides, a line about the
/// selected argument.
extension BoardView {
  /// The smallest width, in columns, at which the sides are next to each other.
  private static let narrowestSideBySide = 60
  /// The fewest columns of the balance bar.
  private static let narrowestBar = 3
  /// The most rows for what an option means.
  private static let mostOptionRows = 2
  /// Columns between the sides.
  private static let gap = 2

  /// The smallest width, in columns, at which a list is beside the board.
  private static let narrowestWithList = 110

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    isWide = ScreenSettings.current.panes && canvas.columns >= Self.narrowestWithList
    let isLit = { [news] (name: String) in news?[name] != nil }
    guard isWide, !isZoomed else {
      guard let index = openIndex else { return drawBoard(on: &canvas, rows: rows) }
      return lists[index].draw(on: &canvas, rows: rows, of: heading, isLit)
    }
    let index = indexBeside
    let width = canvas.columns / 3
    listColumn = canvas.columns - width
    var left = Canvas(columns: listColumn - Self.gap, rows: canvas.rows)
    drawBoard(on: &left, rows: rows)
    canvas.place(left, column: 0)
    for row in rows { canvas.put("│", row: row, column: listColumn - Self.gap, .dim) }
    var right = Canvas(columns: width, rows: canvas.rows)
    lists[index].drawBeside(on: &right, rows: rows, isActive: openKind != nil && isActive, isLit)
    canvas.place(right, column: listColumn)
  }

  /// The list beside the board: at first one that is not empty.
  private var indexBeside: Int {
    let known = lists.filter { [.positions, .todos, .posts].contains($0.kind) }
    let kind = besideKind ?? known.first { !$0.rows.isEmpty }?.kind ?? .posts
    if !isFetching { besideKind = kind }
    return lists.firstIndex { $0.kind == kind } ?? 0
  }

  private func drawBoard(on canvas: inout Canvas, rows: Range<Int>) {
    let isLow = isLow(rows.count, canvas.columns)
    var row = rows.lowerBound
    drawTitle(on: &canvas, row: row)
    row += 1
    canvas.link(decisionLinks)
    if !isLow, let decision {
      canvas.put(decision.printable, row: row, .bold)
      row += 1
    }
    if !tabs.options.isEmpty {
      drawTabs(on: &canvas, row: row)
      row += 1
    }
    canvas.link(tabs.option?.links)
    if !isLow {
      for line in optionLines(width: canvas.columns) {
        canvas.put(line, row: row, .dim)
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
    if let field, field.subject == .search {
      field.draw(on: &canvas, row: bottom, width: canvas.columns)
      let refusal = field.refusal ?? ""
      canvas.put(refusal, row: bottom, column: canvas.columns - refusal.columns, .con)
    } else {
      drawStatus(on: &canvas, row: bottom)
    }
  }

  /// Whether both sides, the balance and all alerts do not have room together.
  private func isLow(_ rows: Int, _ width: Int) -> Bool {
    let isSideBySide = width >= Self.narrowestSideBySide
    let notes = field.map { rowsBeside($0, isSideBySide ? width / 2 : width) } ?? 0
    let lines =
      (decision == nil ? 0 : 1) + (tabs.options.isEmpty ? 0 : 1) + optionLines(width: width).count
    // A heading and an argument each; the title, the balance, and the line about the selection.
    let needed = (isSideBySide ? 2 : 4) + notes + 3 + lines
    return rows < needed + heading.alertLines(width: width).count
  }

  /// What the shown option means.
  private func optionLines(width: Int) -> [String] {
    (tabs.option?.text?.wrapped(to: width) ?? []).first(Self.mostOptionRows, width: width)
  }

  /// The title, and what is open besides the question.
  private func drawTitle(on canvas: inout Canvas, row: Int) {
    let open = [(lists.count(of: .objections), "objection"), (lists.count(of: .todos), "todo")]
      .filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
      .joined(separator: Summary.separator)
    let width = canvas.columns - (open.isEmpty ? 0 : open.columns + 1)
    let style = news?[News.topic] == nil ? Style.bold : .news
    canvas.put(heading.title.visibleName, row: row, width: width, style)
    canvas.put(open, row: row, column: width + 1, .con)
  }

  private func drawTabs(on canvas: inout Canvas, row: Int) {
    let own = boards[.own]?.columns.values.reduce(0) { $0 + $1.items.count } ?? 0
    tabs.draw(on: &canvas, row: row, own: own) { [news] name in
      guard let option = name.option, let news else { return .plain }
      return news.hasAny(under: "options.\(option)") ? .news : .plain
    }
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
    guard let field, let side = field.subject.side else { return middle }
    // The heading, the text, and its notes; the other side keeps its heading.
    let needed = min(2 + rowsBeside(field, width), rows.count - 1)
    return side == .pro
      ? max(middle, rows.lowerBound + needed) : min(middle, rows.upperBound - needed)
  }

  private func draw(_ frame: Frame, on canvas: inout Canvas) {
    let (side, start, width) = (frame.side, frame.columns.lowerBound, frame.columns.count)
    let heading = "\(side == .pro ? "👍 Pros" : "👎 Cons") (\(column(side).count))"
    var style = news?[board.name.side(side)] == nil ? side.style : .news
    style.isBold = true
    style.isUnderlined = side == active && openKind == nil && isActive
    canvas.put(heading, row: frame.rows.lowerBound - 1, column: start, width: width, style)
    let isLoose = isLoose(field, side)
    let edited = field.flatMap { $0.subject.side == side ? $0 : nil }
    let notes = edited.map { noteLines(of: $0, width, rows: frame.rows.count - 1) } ?? []
    let height = edited.map { fieldHeight($0, width, most: frame.rows.count - notes.count) } ?? 0
    let beside = height + notes.count
    let below = isLoose ? beside : 0
    columns[side]?.layOut(room: frame.rows.count - beside, width: width)
    let shown = column(side)
    var list = shown.list
    list.reveal(of: shown.items.count, room: max(1, frame.rows.count - below)) { index in
      let item = shown.items[index]
      return switch placement(of: item, side) {
      case nil: shown.height(of: item, width: width)
      case .within: beside
      case .below: shown.height(of: item, width: width) + beside
      }
    }
    columns[side]?.list = list
    var row = frame.rows.lowerBound
    for (index, item) in shown.items.enumerated().dropFirst(list.top) {
      guard row < frame.rows.upperBound - below else { break }
      let placement = placement(of: item, side)
      if placement == .within {
        drawField(on: &canvas, frame, &row, height, notes)
        continue
      }
      let isSelected =
        side == active && index == list.selected && openKind == nil
        && (field == nil || field?.subject == .search)
        && isActive
      let isScrolled = index == list.selected
      let hidden = isScrolled ? shown.hiddenLines(room: frame.rows.count, width: width) : 0
      let room = frame.rows.upperBound - row - (placement == .below ? beside : below)
      let lines = Array(shown.lines(of: item, width: width).dropFirst(hidden))
        .first(room, width: width)
      draw(lines, of: item, isSelected: isSelected, on: &canvas, frame, &row)
      if placement == .below { drawField(on: &canvas, frame, &row, height, notes) }
    }
    if isLoose { drawField(on: &canvas, frame, &row, height, notes) }
    if shown.items.isEmpty, field == nil, !isFetching { drawInvitation(on: &canvas, frame) }
  }

  /// Says how to add the first argument of a side.
  private func drawInvitation(on canvas: inout Canvas, _ frame: Frame) {
    guard !isDecided, let first = frame.rows.first else { return }
    let add: Command = frame.side == .pro ? .addPro : .addCon
    let key = key(of: add)?.description ?? ":"
    canvas.put(
      "no \(frame.side.plural) yet: \(key) adds one", row: first, column: frame.columns.lowerBound,
      width: frame.columns.count, .dim)
  }

  private func draw(
    _ lines: some Sequence<String>, of item: ArgumentItem, isSelected: Bool,
    on canvas: inout Canvas,
    _ frame: Frame, _ row: inout Int
  ) {
    let news = news?[board.name.argument(frame.side, item.id)]
    let (start, width) = (frame.columns.lowerBound, frame.columns.count)
    let column = column(frame.side)
    canvas.link(item.links)
    for comment in item.comments ?? [] { canvas.link(comment.links) }
    for (index, line) in lines.enumerated() {
      // The first line ends with the author of the change, or with what is known of the argument.
      let author = news.map { " " + $0.author.visibleName.cut(to: width / 3) }
      let facts = index == 0 ? author ?? column.facts(of: item, width: width) : ""
      let room = width - facts.columns
      let text = facts.isEmpty ? line : line.cut(to: room)
      if isSelected || news != nil {
        let gap = String(repeating: " ", count: max(0, room - text.columns))
        let style = news == nil ? Style.plain : .news
        canvas.fill(
          text + gap + facts, row: row, column: start, width: width,
          isSelected ? style.selected : style)
      } else {
        canvas.fill(text, row: row, column: start, width: room, .plain)
        canvas.put(facts, row: row, column: start + room, .dim)
        if index == 0, line.hasPrefix(column.bullet) {
          canvas.put(column.bullet, row: row, column: start, frame.side.style)
        }
      }
      row += 1
    }
  }

  /// Whether the field belongs to this side, but to none of its arguments.
  private func isLoose(_ field: TextField?, _ side: SideName) -> Bool {
    guard let subject = field?.subject, subject.side == side else { return false }
    return subject.argument.flatMap { column(side).index(of: $0) } == nil
  }

  /// Where the field of an argument is.
  private enum Placement {
    case within, below
  }

  /// nil if the field is not about this argument.
  private func placement(of item: ArgumentItem, _ side: SideName) -> Placement? {
    switch field?.subject {
    case .argument(side, item.id): .within
    case .about(side, item.id, _): .below
    default: nil
    }
  }

  private func noteLines(
    of field: TextField, _ width: Int, rows: Int? = nil
  ) -> [(String, Style)] {
    field.notes(width: width - 2, rows: rows)
  }

  /// The rows of the notes of a field, of its further lines, and of the argument above it if it is below one.
  private func rowsBeside(_ field: TextField, _ width: Int) -> Int {
    noteLines(of: field, width).count + (field.subject.isBelow ? 1 : 0)
      + fieldHeight(field, width, most: TextField.mostLines) - 1
  }

  /// The rows of a field beside the bullet of an argument.
  private func fieldHeight(_ field: TextField, _ width: Int, most: Int) -> Int {
    field.height(width: width - Self.bullet, most: max(1, most))
  }

  /// The columns of a bullet.
  private static let bullet = 2

  private func drawField(
    on canvas: inout Canvas, _ frame: Frame, _ row: inout Int, _ height: Int,
    _ notes: [(String, Style)]
  ) {
    let (start, width) = (frame.columns.lowerBound, frame.columns.count)
    row = min(row, frame.rows.upperBound - height)
    let bullet = field?.subject.isBelow == true ? "  " : column(frame.side).bullet
    canvas.put(bullet, row: row, column: start, frame.side.style)
    field?.draw(
      on: &canvas, row: row, column: start + bullet.count, width: width - bullet.count,
      height: height)
    row += height
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
