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
  private var list = ListRows()
  /// The number of rows that are still to be dealt with, or of positions that count.
  private(set) var count = 0
  /// The boxes that it was read from; nil until it has been read.
  private var source: [JSONText?]?
  /// Whether what is in it is known.
  private(set) var isRead = false
  /// What is wrong with one of them; nil if nothing is.
  private var fault: ValueFault?

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
    do throws(ValueFault) {
      list.update(try read(source[0], awaited: source[1]))
      fault = nil
    } catch {
      list.update([])
      fault = error
    }
    count = rows.count { !$0.isDim }
    return true
  }

  /// Takes the newest changes of the topic, or older ones behind those that are known.
  ///
  /// - Parameter isNewest: whether they replace what is known.
  mutating func update(_ changes: [HistoryItem], isNewest: Bool) {
    let new = changes.map { ListRow($0) }
    let known = Set(rows.map(\.id))
    if isNewest {
      // Older ones do not change.
      let kept = new.last.flatMap { last in rows.firstIndex { $0.id == last.id } }
      list.update(new + (kept.map { Array(rows[($0 + 1)...]) } ?? []))
    } else {
      list.update(rows + new.filter { !known.contains($0.id) })
    }
    (count, isRead) = (rows.count, true)
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

  var rows: [ListRow] { list.rows }
  var selected: ListRow? { list.selected }

  /// The row that is so many rows below the selected one; nil if there is none.
  func row(by steps: Int) -> ListRow? { list.row(by: steps) }

  mutating func select(_ id: String) { list.select(id) }

  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command) -> Bool { list.move(command) }

  mutating func click(row: Int) { list.click(row: row) }

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
    if rows.isEmpty, isRead {
      canvas.put(emptiness, row: place.lowerBound, width: canvas.columns, .dim)
    }
    list.draw(on: &canvas, rows: place, isActive: isActive) { [self] row in
      news(newsName(of: row)) ? .news : row.isDim ? .dim : row.style
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
