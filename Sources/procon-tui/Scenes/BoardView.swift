internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The pros and cons of a topic, both sides always visible.
@LoopActor
final class BoardView: SceneView {
  /// Where a column is on the screen.
  struct Frame {
    let side: SideName
    /// Without the heading.
    let rows: Range<Int>
    let columns: Range<Int>
  }

  let bindings = KeyTable.board
  var field: TextField?

  /// The path of the topic.
  let place: String
  let news: News? = News()
  private(set) var heading = SceneHeading()
  /// Such as "4 pros · 3 cons · score +1 · leans pro".
  private(set) var line = ""
  /// The line without the counts, which are in the headings of the sides, too.
  private(set) var shortLine = ""
  private(set) var balance = BalanceBar(nil)
  /// Where the decision stands; nil while nobody has answered.
  private(set) var decision: String?
  private(set) var isFetching = false
  var columns: [SideName: BoardColumn] = [.pro: BoardColumn(.pro), .con: BoardColumn(.con)]
  var active = SideName.pro
  /// Where the columns were drawn last.
  var frames: [Frame] = []
  /// What the user has added, which is selected once it is there.
  var awaited: (side: SideName, id: String)?
  /// The argument whose text is edited, and the names of the others, as the editing began; nil if
  /// none is, or a new one.
  var edited: (side: SideName, argument: ArgumentItem, others: Set<String>)?
  private var comparison = Comparison<String>()
  /// Whether the title and the arguments have been compared.
  private var isCompared = false

  init(at place: String) {
    self.place = place
  }

  var topic: TopicLocation { TopicLocation(text: place) }

  func column(_ side: SideName) -> BoardColumn { columns[side] ?? BoardColumn(side) }

  var selected: ArgumentItem? { column(active).selected }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    var boxes = BoxReader { scene[$0] }
    let summary = boxes.read("\(place).summary", as: Summary.self)
    let title = heading.title
    heading = SceneHeading(scene)
    heading.title = summary?.title ?? scene.entry?.title ?? place
    if heading.title != title { isCompared = false }
    heading.alerts += boxes.faults
    line = summary?.line ?? ""
    shortLine = [summary?.scoreText.map { "score \($0)" }, summary?.leaningText]
      .compactMap(\.self).joined(separator: Summary.separator)
    balance = BalanceBar(summary)
    decision = boxes.read("\(place).decision", as: DecisionItem.self)?.shownLine
    if let text = summary?.decisionText, decision != nil {
      line = line.split(separator: Summary.separator).filter { $0 != text }
        .joined(separator: Summary.separator)
    }
    isFetching = false
    for side in SideName.allCases {
      let path = "\(place).\(side.plural)"
      if columns[side]?.update(scene["\(path).items"]) == true { isCompared = false }
      heading.alerts += column(side).faults.map { "\(path).items\($0)" }
      let counted = side == .pro ? summary?.pros : summary?.cons
      let count = counted ?? column(side).items.count
      columns[side]?.count = count
      isFetching = isFetching || scene["\(path).isFetching"]?.boolean == true
    }
    findNews(occasion)
    selectAwaited()
    compareField()
  }

  // MARK: What others have changed

  /// As the daemon's history names an argument.
  static func name(_ side: SideName, _ id: String) -> String { "\(side.plural).\(id)" }

  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered { (comparison, isCompared) = (Comparison(), false) }
    guard comparison.takes(isFetching: isFetching) else { return }
    guard !isCompared else { return comparison.pass() }
    isCompared = true
    let arguments = SideName.allCases.flatMap { side in
      let start = Self.name(side, "")
      return column(side).items.map { (name: start + $0.id, thing: $0.label) }
    }
    let difference = comparison.difference(
      to: [(name: News.topic, thing: heading.title)] + arguments)
    news?.add(difference, in: topic) { String($0.prefix { $0 != "." }) }
  }

  /// What the user has changed does not light up.
  func ignore(_ call: Call, _ answer: JSONText) {
    if call.intent == "\(topic.root).undo" { return comparison.ignoreAll() }
    for side in SideName.allCases where call.intent.hasPrefix("\(place).\(side.plural).") {
      let target = call.parameters[.to]?.string == side.other.rawValue ? side.other : side
      if let id = call.parameters[.id]?.string { comparison.ignore(Self.name(side, id)) }
      if let id = answer[AnswerKey.id]?.string { comparison.ignore(Self.name(target, id)) }
    }
  }

  func selectAwaited() {
    guard let (side, id) = awaited, let index = column(side).index(of: id) else { return }
    awaited = nil
    active = side
    columns[side]?.select(index)
  }

  /// What is edited is never replaced: a change from elsewhere is shown beside it.
  private func compareField() {
    guard let field, case .argument(let side, let id) = field.subject else { return }
    if let item = column(side).items.first(where: { $0.id == id }) {
      if item.updated != field.updated { field.theirs = text(of: item, on: side) }
    } else if let moved = edited(movedTo: side.other) {
      field.subject = .argument(side.other, id: moved.id)
      field.theirs = text(of: moved, on: side.other)
      awaited = (side.other, moved.id)
      selectAwaited()
    } else {
      field.theirs = "(deleted)"
    }
  }

  /// The argument that is edited, on a side to which it was moved, where it has another id.
  private func edited(movedTo side: SideName) -> ArgumentItem? {
    guard let edited else { return nil }
    return column(side).items.first {
      $0.created == edited.argument.created && $0.author == edited.argument.author
        && !edited.others.contains(Self.name(side, $0.id))
    }
  }

  private func text(of item: ArgumentItem, on side: SideName) -> String {
    side == edited?.side ? item.text : "\(item.text) (moved to the \(side.plural))"
  }

  // MARK: The mouse

  func click(row: Int, column: Int) {
    guard let frame = frame(row, column) else { return }
    active = frame.side
    var row = row - frame.rows.lowerBound
    let width = frame.columns.count
    let shown = self.column(active)
    for index in shown.items.indices.dropFirst(shown.list.top) {
      row -= shown.height(of: shown.items[index], width: width)
      if index == shown.list.selected {
        row += shown.hiddenLines(room: frame.rows.count, width: width)
      }
      if row < 0 {
        columns[active]?.select(index)
        return
      }
    }
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    guard let side = frame(row, column)?.side else { return }
    active = side
    _ = move(rows > 0 ? .down : .up)
  }

  private func frame(_ row: Int, _ column: Int) -> Frame? {
    frames.first { $0.rows.contains(row) && $0.columns.contains(column) }
  }
}
