internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The pros and cons of a topic or of one of its options, both sides always visible; or a list of the
/// topic in place of them.
@LoopActor
final class BoardView: SceneView {
  /// Where a column is on the screen.
  struct Frame {
    let side: SideName
    /// Without the heading.
    let rows: Range<Int>
    let columns: Range<Int>
  }

  var bindings: [KeyBinding] { openList?.bindings ?? KeyTable.board }
  var hints: [Command] {
    if let openList { return openList.bindings.filter { $0.hint != nil }.map(\.command) }
    guard !isDecided else { return [.posts, .todos, .reopen, .supersede, .comment, .copy] }
    let some: [Command] = tabs.options.isEmpty ? [] : [.nextOption]
    guard selected != nil else { return [.addPro, .addCon] + some + [.vote, .decide, .posts] }
    return [.addPro, .addCon, .edit, .heavier, .support] + some + [.comment, .vote, .decide, .undo]
  }
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
  /// The URLs in it.
  private(set) var decisionLinks: [String]?
  /// Whether there is an outcome, so that the arguments are fixed.
  private(set) var isDecided = false
  private(set) var isFetching = false
  var tabs = BoardTabs()
  private(set) var boards: [BoardName: ArgumentBoard] = [:]
  var lists = BoardList.Kind.allCases.map(BoardList.init)
  /// The list that keys are about; nil if they are about the board.
  var openKind: BoardList.Kind? { didSet { if let openKind { besideKind = openKind } } }
  /// The list that is beside the board where there is room for one; nil until it is drawn first.
  var besideKind: BoardList.Kind?
  /// Whether there was room for a list beside the board when it was drawn last.
  var isWide = false
  var isActive = true
  /// Whether only the part that keys are about is shown.
  var isZoomed = false
  /// Where the list beside the board begins.
  var listColumn = 0
  /// Whether the newest changes have been asked for, and whether there are newer ones since.
  var isAskingHistory = false, isHistoryOutdated = false
  /// The boxes that change with the history, beside those that are compared, as they were last.
  private var historyMark: [JSONText?] = []
  /// Where the columns were drawn last.
  var frames: [Frame] = []
  /// What the user has added, which is selected once it is there.
  var awaited: (board: BoardName, side: SideName, id: String)?
  /// The argument whose text is edited, with its place and the names of all others, as the editing
  /// began; nil if none is, or a new one.
  var edited: (board: BoardName, side: SideName, argument: ArgumentItem, others: Set<String>)?
  var comparison = Comparison<String>()
  /// The names of the sides whose arguments were compared last.
  var compared: Set<String> = []
  /// Whether the title and the arguments have been compared.
  var isCompared = false

  /// - Parameter list: the list that is beside the board at first; nil for one that is not empty.
  init(at place: String, beside list: BoardList.Kind? = nil) {
    (self.place, besideKind) = (place, list)
  }

  var topic: TopicLocation { TopicLocation(text: place) }

  /// The board that is shown.
  var board: ArgumentBoard {
    get { boards[tabs.shown] ?? ArgumentBoard(tabs.shown) }
    set { boards[tabs.shown] = newValue }
  }

  var columns: [SideName: BoardColumn] {
    get { board.columns }
    set { board.columns = newValue }
  }

  var active: SideName {
    get { board.active }
    set { board.active = newValue }
  }

  func column(_ side: SideName) -> BoardColumn { board.column(side) }

  var selected: ArgumentItem? { board.selected }

  var openList: BoardList? { lists.first { $0.kind == openKind } }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    var boxes = BoxReader { scene[$0] }
    let summary = boxes.read("\(place).summary", as: Summary.self)
    let title = heading.title
    heading = SceneHeading(scene)
    heading.title = summary?.title ?? scene.entry?.title ?? place
    if heading.title != title { isCompared = false }
    line = summary?.line ?? ""
    balance = BalanceBar(summary)
    let item = boxes.read("\(place).decision", as: DecisionItem.self)
    (decision, decisionLinks) = (item?.shownLine, item?.links)
    isDecided = item.map { [.decided, .dropped, .superseded].contains($0.status) } ?? false
    if let text = summary?.decisionText, decision != nil {
      line = line.split(separator: Summary.separator).filter { $0 != text }
        .joined(separator: Summary.separator)
    }
    let options = boxes.read("\(place).options.items", as: [OptionItem].self) ?? []
    let figures =
      options.isEmpty ? [summary?.scoreText.map { "score \($0)" }, summary?.leaningText] : []
    shortLine = figures.compactMap(\.self).joined(separator: Summary.separator)
    heading.alerts += boxes.faults
    updateBoards(scene, options, summary)
    for index in lists.indices where lists[index].update(scene, at: place) { isCompared = false }
    heading.alerts += lists.compactMap { $0.fault(at: place) }
    let mark = ["summary", "decision"].map { scene["\(place).\($0)"] }
    if occasion == .entered || !isCompared || mark != historyMark { refreshHistory() }
    historyMark = mark
    findNews(occasion)
    selectAwaited()
    compareField()
  }

  private func updateBoards(_ scene: ShownScene, _ options: [OptionItem], _ summary: Summary?) {
    let names = [BoardName.own] + options.map { BoardName(option: $0.id) }
    // What is edited stays where it is.
    let kept = field == nil ? [] : [tabs.shown]
    boards = boards.filter { names.contains($0.key) || kept.contains($0.key) }
    for name in names + kept.filter({ !names.contains($0) }) {
      let option = options.first { $0.id == name.option }
      let counts =
        options.isEmpty
        ? (summary?.pros, summary?.cons) : option.map { ($0.pros as Int?, $0.cons as Int?) }
      if boards[name, default: ArgumentBoard(name)].update(scene, at: place, counts) {
        isCompared = false
      }
      heading.alerts += boards[name]?.faults(at: place) ?? []
    }
    if options.map(\.comparable) != tabs.options.map(\.comparable) { isCompared = false }
    let others = ["options"] + BoardList.Kind.allCases.map(\.rawValue)
    isFetching =
      boards.values.contains(where: \.isFetching)
      || others.contains { scene["\(place).\($0).isFetching"]?.boolean == true }
    let hasOwn = boards[.own]?.isEmpty == false
    tabs.update(options, hasOwn: hasOwn, isLoading: isFetching, isHeld: field != nil)
  }

  func selectAwaited() {
    guard let (name, side, id) = awaited, let index = boards[name]?.column(side).index(of: id)
    else {
      return
    }
    awaited = nil
    tabs.select(name)
    active = side
    columns[side]?.select(index)
  }

  /// What is edited is never replaced: a change from elsewhere is shown beside it.
  private func compareField() {
    guard let field, let side = field.subject.side, let id = field.subject.argument else { return }
    if let item = column(side).items.first(where: { $0.id == id }) {
      if item.updated != field.updated, case .argument = field.subject {
        field.theirs = text(of: item, tabs.shown, side)
      }
    } else if let (name, moved) = findEdited(), case .argument = field.subject {
      let side = name.side
      field.subject = .argument(side, id: moved.id)
      field.theirs = text(of: moved, name.board, side)
      awaited = (name.board, side, moved.id)
      selectAwaited()
    } else {
      field.theirs = "(deleted)"
    }
  }

  /// The argument that is edited, on a side to which it was moved, where it has another id.
  private func findEdited() -> (name: (board: BoardName, side: SideName), item: ArgumentItem)? {
    guard let edited else { return nil }
    for name in tabs.names {
      for side in SideName.allCases {
        let item = boards[name]?.column(side).items.first {
          $0.created == edited.argument.created && $0.author == edited.argument.author
            && !edited.others.contains(name.argument(side, $0.id))
        }
        if let item { return ((name, side), item) }
      }
    }
    return nil
  }

  private func text(of item: ArgumentItem, _ name: BoardName, _ side: SideName) -> String {
    let option = tabs.options.first { $0.id == name.option }.map { " of \($0.title)" } ?? ""
    return side == edited?.side && name == edited?.board
      ? item.text : "\(item.text) (moved to the \(side.plural)\(option))"
  }
}
