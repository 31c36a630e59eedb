internal import BoxClient
internal import BoxWire
internal import UVLoop

/// The pros and cons of a topic, both sides always visible.
@LoopActor
final class BoardView: SceneView {
  /// Where a column is on the screen.
  struct Frame {
    let side: Side
    /// Without the heading.
    let rows: Range<Int>
    let columns: Range<Int>
  }

  let bindings = KeyTable.board
  var field: TextField?

  /// The path of the topic.
  let place: String
  let news = News()
  private(set) var title = ""
  private(set) var line = ""
  private(set) var percentage: Int?
  private(set) var alerts: [String] = []
  private(set) var isFetching = false
  var columns: [Side: BoardColumn] = [.pro: BoardColumn(.pro), .con: BoardColumn(.con)]
  var active = Side.pro
  /// Where the columns were drawn last.
  var frames: [Frame] = []
  /// What the user has added, which is selected once it is there.
  var awaited: (side: Side, id: String)?
  private var isLoaded = false

  init(at place: String) {
    self.place = place
  }

  func column(_ side: Side) -> BoardColumn { columns[side] ?? BoardColumn(side) }

  var selected: Argument? { column(active).selected }

  func show(_ scene: ShownScene, isOwn: Bool) {
    let summary = scene["\(place).summary"]
    title = summary?["title"]?.string ?? scene.entry?.title ?? place
    line = summary?["line"]?.string ?? ""
    percentage = summary?["prosPercentage"]?.integer
    alerts = scene.alerts
    isFetching = false
    for side in Side.allCases {
      let path = "\(place).\(side.plural)"
      let items = (scene["\(path).items"]?.elements ?? []).compactMap { Argument($0) }
      if isLoaded, !isOwn { note(items, side) }
      columns[side]?.update(items)
      columns[side]?.count = summary?[side.plural]?.integer ?? items.count
      isFetching = isFetching || scene["\(path).isFetching"]?.boolean == true
    }
    isLoaded = true
    selectAwaited()
    compareField()
  }

  /// Lights up what differs from the present arguments.
  private func note(_ items: [Argument], _ side: Side) {
    let old = Dictionary(column(side).items.map { ($0.id, $0) }) { first, _ in first }
    for item in items where old[item.id]?.label != item.label {
      let verb = old[item.id] == nil ? "added by \(item.author)" : "changed by somebody else"
      news.add(Self.name(side, item.id), verb)
    }
  }

  static func name(_ side: Side, _ id: String) -> String { "\(side.plural).\(id)" }

  func selectAwaited() {
    guard let (side, id) = awaited, let index = column(side).index(of: id) else { return }
    awaited = nil
    active = side
    columns[side]?.select(index)
  }

  /// What is edited is never replaced: a change from elsewhere is shown beside it.
  private func compareField() {
    guard let field, case .argument(let side, let id) = field.subject else { return }
    let item = column(side).items.first { $0.id == id }
    guard let item else {
      field.theirs = "(deleted)"
      return
    }
    if item.updated != field.updated { field.theirs = item.text }
  }

  // MARK: The mouse

  func click(row: Int, column: Int) {
    guard let frame = frame(row, column) else { return }
    active = frame.side
    var row = row - frame.rows.lowerBound
    let width = frame.columns.count
    let shown = self.column(active)
    for index in shown.items.indices.dropFirst(shown.list.top) {
      row -= shown.lines(of: shown.items[index], width: width).count
      if row < 0 {
        columns[active]?.select(index)
        return
      }
    }
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    guard let side = frame(row, column)?.side else { return }
    active = side
    let selected = self.column(side).list.selected
    columns[side]?.select(selected + rows)
  }

  private func frame(_ row: Int, _ column: Int) -> Frame? {
    frames.first { $0.rows.contains(row) && $0.columns.contains(column) }
  }
}
