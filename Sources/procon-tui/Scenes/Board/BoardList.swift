internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// A list that belongs to the board of a topic, beside it or in place of it.
struct BoardList {
  /// What is in it; the name is its path under the topic.
  enum Kind: String, CaseIterable {
    case positions, objections, todos, posts, history

    /// For people.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// Whether a scene has a box with all of it.
    var isBox: Bool { self != .history }
  }

  let kind: Kind
  private(set) var rows: [ListRow] = []
  /// The number of rows that are still to be dealt with, or of positions that count.
  private(set) var count = 0
  /// The boxes that it was read from; nil until it has been read.
  private var source: [JSONText?]?
  /// Whether what is in it is known.
  private(set) var isRead = false
  /// What is wrong with one of them; nil if nothing is.
  private var fault: ValueFault?
  private var position = TallListPosition()
  /// The place of the rows when they were drawn last; nil until then.
  private var drawn: (rows: Range<Int>, width: Int)?

  init(_ kind: Kind) {
    self.kind = kind
  }

  var bindings: [KeyBinding] {
    switch kind {
    case .positions: KeyTable.positions
    case .objections: KeyTable.objections
    case .todos: KeyTable.todos
    case .posts: KeyTable.boardPosts
    case .history: KeyTable.history
    }
  }

  /// Takes what the scene shows. The selection stays with its row.
  ///
  /// - Parameter place: the path of the topic.
  /// - Returns: whether it has changed.
  mutating func update(_ scene: ShownScene, at place: String) -> Bool {
    guard kind.isBox else { return false }
    let path = "\(place).\(kind)"
    let source = [scene["\(path).items"], scene["\(path).awaited"]]
    guard source != self.source else { return false }
    self.source = source
    isRead = source[0] != nil
    let id = selected?.id
    do throws(ValueFault) {
      rows = try read(source[0], awaited: source[1])
      fault = nil
    } catch {
      (rows, fault) = ([], error)
    }
    count = rows.count { !$0.isDim }
    keepSelected(id)
    return true
  }

  /// Takes the newest changes of the topic, or older ones behind those that are known.
  ///
  /// - Parameter isNewest: whether they replace what is known.
  mutating func update(_ changes: [HistoryItem], isNewest: Bool) {
    let id = selected?.id
    let new = changes.map(ListRow.init)
    let known = Set(rows.map(\.id))
    if isNewest {
      // Older ones do not change.
      let kept = new.last.flatMap { last in rows.firstIndex { $0.id == last.id } }
      rows = new + (kept.map { Array(rows[($0 + 1)...]) } ?? [])
    } else {
      rows += new.filter { !known.contains($0.id) }
    }
    (count, isRead) = (rows.count, true)
    keepSelected(id)
  }

  private mutating func keepSelected(_ id: String?) {
    let place = id.flatMap { id in rows.firstIndex { $0.id == id } }
    position.list.select(place ?? position.list.selected, of: rows.count)
  }

  private func read(_ items: JSONText?, awaited: JSONText?) throws(ValueFault) -> [ListRow] {
    guard let items else { return [] }
    switch kind {
    case .positions:
      let people: [String] = try awaited?.decoded() ?? []
      return try (items.decoded() as [PositionItem]).map(ListRow.init)
        + people.map(ListRow.init(awaited:))
    case .objections: return try (items.decoded() as [ObjectionItem]).map(ListRow.init)
    case .todos: return try (items.decoded() as [TodoItem]).map(ListRow.init)
    case .posts: return try (items.decoded() as [PostItem]).map(ListRow.init)
    case .history: return []
    }
  }

  /// What is wrong with the list, which is empty then.
  func fault(at place: String) -> String? { fault.map { "\(place).\(kind).items: \($0)" } }

  /// What is compared to find what others have changed. All positions are one thing, as in the daemon's
  /// history.
  var things: Comparison<String>.State {
    // They are not compared here.
    guard ![.posts, .history].contains(kind) else { return [] }
    guard kind == .positions else {
      return rows.map { (name: newsName(of: $0), thing: $0.thing) }
    }
    let positions = rows.filter { !$0.isAwaited }.map(\.thing)
    return [(name: kind.rawValue, thing: positions.joined(separator: "\n"))]
  }

  /// The name of a row, or of what it belongs to, in the daemon's history.
  func newsName(of row: ListRow) -> String {
    kind == .positions ? kind.rawValue : "\(kind).\(row.id)"
  }

  // MARK: Rows

  var selected: ListRow? {
    rows.indices.contains(position.list.selected) ? rows[position.list.selected] : nil
  }

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

  // MARK: Drawing

  /// Such as "Todos (2/5)" if two of five are open.
  private var title: String {
    "\(kind.title) (\(count == rows.count ? "" : "\(count)/")\(rows.count))"
  }

  /// Draws the list under its heading, in place of the board.
  ///
  /// - Parameter news: returns whether others have just changed something with this name.
  mutating func draw(
    on canvas: inout Canvas, rows: Range<Int>, of heading: SceneHeading,
    _ news: (_ name: String) -> Bool
  ) {
    let heading = SceneHeading(title: "\(title): \(heading.title)", alerts: heading.alerts)
    let row = heading.draw(on: &canvas, rows: rows)
    drawRows(on: &canvas, rows: row..<max(row, rows.upperBound), isActive: true, news)
  }

  /// Draws the list beside the board.
  ///
  /// - Parameters:
  ///   - isActive: whether keys are about it.
  ///   - news: returns whether others have just changed something with this name.
  mutating func drawBeside(
    on canvas: inout Canvas, rows: Range<Int>, isActive: Bool, _ news: (_ name: String) -> Bool
  ) {
    let style = Style(isBold: true, isUnderlined: isActive)
    canvas.put(title, row: rows.lowerBound, style)
    drawRows(on: &canvas, rows: rows.dropFirst(), isActive: isActive, news)
  }

  private mutating func drawRows(
    on canvas: inout Canvas, rows place: Range<Int>, isActive: Bool,
    _ news: (_ name: String) -> Bool
  ) {
    var row = place.lowerBound
    let width = canvas.columns
    drawn = (place, width)
    position.list.reveal(of: rows.count, room: max(1, place.count)) { [self] in
      height(ofRow: $0)
    }
    if rows.isEmpty, isRead { canvas.put(emptiness, row: row, width: width, .dim) }
    for (index, item) in rows.enumerated().dropFirst(position.list.top) {
      guard row < place.upperBound else { break }
      if hasDay(index) {
        canvas.put(item.day ?? "", row: row, .dim)
        row += 1
      }
      let isSelected = index == position.list.selected
      let lines =
        isSelected ? Array(item.lines(width: width).dropFirst(hiddenLines)) : [item.text]
      let style = news(newsName(of: item)) ? .news : item.isDim ? Style.dim : item.style
      for line in lines.first(place.upperBound - row, width: width) {
        canvas.fill(line, row: row, width: width, isSelected && isActive ? style.selected : style)
        row += 1
      }
    }
  }

  /// What is shown instead of rows: also how to add the first one.
  private var emptiness: String {
    let add = bindings.first { [.new, .vote].contains($0.command) }?.keys.first
    return "no \(kind) yet" + (add.map { ": \($0) adds one" } ?? "")
  }
}

extension [BoardList] {
  /// The number of rows of a list that are still to be dealt with.
  func count(of kind: BoardList.Kind) -> Int { first { $0.kind == kind }?.count ?? 0 }
}
