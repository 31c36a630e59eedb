internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The list of topics.
@LoopActor
final class TopicsView: SceneView {
  var bindings: [KeyBinding] { listing?.bindings ?? KeyTable.topics }
  var hints: [Command] {
    if listing != nil { return [.open, .delete, .back] }
    let first: [Command] = selected == nil ? [.new] : [.open, .new]
    return first + (awaiting.isEmpty ? [] : [.awaiting])
      + [.filter, .sort, .rename, .delete, .feed]
  }
  var field: TextField? { didSet { if field == nil { closeFilter() } } }

  var isActive = true
  /// Whether the list is beside a board.
  var isBeside = false { didSet { if !isBeside { (isActive, opened) = (true, nil) } } }
  /// The path of the topic whose board is beside the list; nil if none is.
  var opened: String? { didSet { if let opened, opened != oldValue { select(opened) } } }
  let news: News? = News()
  private(set) var heading = SceneHeading()
  private(set) var topics: [TopicRow] = []
  /// The state of the scene from which the topics were read; nil before the first one.
  private var read: (entry: SessionRoute.Entry?, version: Mirror.Version)?
  /// The paths of the summaries that could not be read, which is said each time.
  private var unreadable: Set<String> = []
  private(set) var order = TopicOrder.created { didSet { arranged = nil } }
  /// Only topics whose titles contain this text are shown.
  private var filter = ""
  /// The topic that was selected before the filter was edited; nil if it is not edited.
  private var selectedBefore: String?
  /// The topics that are shown with a filter; nil until they are asked for.
  private var arranged: (filter: String, topics: [TopicRow])?
  var list = ListPosition()
  /// The rows of the list when it was drawn last.
  var rows = 0..<0
  /// What the user has created, which is selected once it is there.
  private var awaited: String?
  private var deletions = Deletions()
  /// What the user has asked for, in place of the topics.
  var listing: (any Listing)?
  private var awaiting: [AwaitingItem] = []
  /// What waits for the user, in words; nil if nothing does.
  private(set) var awaitingLine: String?
  /// The intents that remove a topic for good.
  private var erasers: Set<String> = []
  /// The intents that create a topic, one for each store.
  private var creators: [String] = []
  /// The most columns of a title within a sentence.
  nonisolated static let longestTitle = 30
  private var comparison = Comparison<TopicRow>()
  /// Whether `topics` have been compared.
  private var isCompared = false
  /// The paths of the stores that have not been read as a whole yet: what they have is not news.
  private var loading: Set<String> = []

  /// The titles that several topics have.
  private(set) var ambiguous: Set<String> = []

  /// - Parameter remembered: from the last run.
  init(_ remembered: Remembered = Remembered()) {
    (order, awaited) = (remembered.order, remembered.topic)
  }

  /// The topics that are shown, in their order.
  var shown: [TopicRow] {
    if let arranged, arranged.filter == filterText { return arranged.topics }
    let pattern = filterText.lowercased()
    let matching = topics.filter { pattern.isEmpty || $0.title.lowercased().contains(pattern) }
      .sorted(by: order.areInOrder)
    arranged = (filterText, matching)
    return matching
  }

  var filterText: String { text(ofFilter: field) ?? filter }

  private func text(ofFilter field: TextField?) -> String? {
    field?.subject == .filter ? field?.text : nil
  }

  var selected: TopicRow? {
    let shown = shown
    return shown.indices.contains(list.selected) ? shown[list.selected] : nil
  }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    creators = scene.description.intents.map(\.path.text).filter { $0.hasSuffix(".create") }
    erasers = Set(
      scene.description.intents.filter { !$0.answers.contains(AnswerKey.trash.stringValue) }
        .map(\.path.text))
    var boxes = BoxReader { scene[$0] }
    let topics = readTopics(scene, &boxes)
    awaiting = boxes.read(AwaitingItem.box) ?? []
    listing?.show(awaiting)
    closeEmptyListing()
    let summary: AwaitingSummary? = boxes.read(AwaitingSummary.box)
    awaitingLine = summary.flatMap { $0.count > 0 ? $0.line.visibleName : nil }
    nameMounts(scene)
    heading.alerts += boxes.faults
    if topics != self.topics {
      isCompared = false
      keepSelection { take(topics) }
    }
    selectAwaited()
    findNews(scene, occasion)
    compareField()
  }

  /// Reads the summaries that have changed: reading 1,000 of them takes longer than a frame.
  private func readTopics(_ scene: ShownScene, _ boxes: inout BoxReader) -> [TopicRow] {
    defer { read = (scene.entry, scene.version) }
    guard let read, read.entry == scene.entry,
      let changed = scene.paths(changedSince: read.version), changed.count <= Self.mostChanges
    else {
      unreadable = []
      return scene.boxes(where: TopicRow.isSummary).compactMap {
        readTopic(at: $0.path, of: scene, &boxes)
      }
    }
    guard read.version != scene.version || !unreadable.isEmpty else { return topics }
    var topics = topics
    topics.removeAll { scene[$0.summaryPath] == nil }
    for path in unreadable.union(changed.filter(TopicRow.isSummary)).sorted() {
      let index = topics.firstIndex { $0.summaryPath >= path } ?? topics.count
      let isKnown = index < topics.count && topics[index].summaryPath == path
      let topic = readTopic(at: path, of: scene, &boxes)
      topics.replaceSubrange(index..<index + (isKnown ? 1 : 0), with: [topic].compactMap(\.self))
    }
    return topics
  }

  private func readTopic(
    at path: String, of scene: ShownScene, _ boxes: inout BoxReader
  ) -> TopicRow? {
    let topic = TopicRow(at: path, &boxes)
    if topic == nil, scene[path] != nil { unreadable.insert(path) } else { unreadable.remove(path) }
    return topic
  }

  /// If more boxes have changed, all topics are read again: each is looked for among all.
  private static let mostChanges = 32

  /// Sorts again only if something is new or has another place: sorting 1,000 topics takes milliseconds.
  private func take(_ new: [TopicRow]) {
    let changes = zip(topics, new).filter { $0 != $1 }
    let isInPlace =
      topics.count == new.count
      && changes.allSatisfy { order.haveSamePlace($0, $1) && $0.title == $1.title }
    topics = new
    if isInPlace, let shown = arranged?.topics {
      for (_, topic) in changes {
        shown.firstIndex { $0.path == topic.path }.map { arranged?.topics[$0] = topic }
      }
    } else {
      arranged = nil
      ambiguous = Set(Dictionary(grouping: new, by: \.title).filter { $1.count > 1 }.keys)
    }
  }

  /// Where there are several stores, an alert says which one it is about.
  private func nameMounts(_ scene: ShownScene) {
    guard (scene.entry?.roots.count ?? 0) > 1 else { return }
    heading.alerts = scene.boxes(where: Alert.isPath).compactMap { path, value in
      Alert(path: path, value: value).map { "\(TopicLocation(text: path).root): \($0.message)" }
    }
    if let refusal = scene.refusal { heading.alerts.insert(refusal.message, at: 0) }
  }

  private func findNews(_ scene: ShownScene, _ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered {
      (comparison, isCompared) = (Comparison(), false)
      loading = Set(scene.entry?.roots ?? [])
    }
    // What arrives at the end has been loaded, too.
    let loaded = loading
    loading = loading.filter { isLoading($0, in: scene) }
    guard !isCompared else { return comparison.pass() }
    isCompared = true
    let before = comparison
    var difference = comparison.difference(to: topics.map { ($0.path, $0) })
    difference.leaveOut { loaded.contains(TopicLocation(text: $0).root) }
    news?.add(difference) { before[$0]?.title.visibleName.cut(to: Self.longestTitle) }
  }

  /// Whether a store is being read, or could not be read at all.
  private func isLoading(_ root: String, in scene: ShownScene) -> Bool {
    let path = "\(root).isErrorFree"
    let hasFailed = scene[path].flatMap { Alert(path: path, value: $0) } != nil
    return scene["\(root).isFetching"]?.boolean == true
      || hasFailed && !topics.contains { $0.place.root == root }
  }

  /// What is edited is never replaced: a change from elsewhere is shown beside it.
  private func compareField() {
    guard let field, case .title(let path) = field.subject else { return }
    let title = topics.first { $0.path == path }?.title
    field.theirs = title == field.original ? nil : title ?? "(deleted)"
  }

  /// Runs a change of the list, after which the same topic is selected.
  private func keepSelection(_ change: () -> Void) {
    let path = selected?.path
    change()
    if let path { select(path) }
    list.select(list.selected, of: shown.count)
  }

  private func select(_ path: String) {
    guard let index = shown.firstIndex(where: { $0.path == path }) else { return }
    list.select(index, of: shown.count)
  }

  /// Selects what the user has created once it is there, also if the filter would hide it.
  private func selectAwaited() {
    guard let path = awaited, topics.contains(where: { $0.path == path }) else { return }
    awaited = nil
    if !shown.contains(where: { $0.path == path }) { filter = "" }
    select(path)
  }

  /// A filter that is not saved leaves no trace.
  private func closeFilter() {
    if let path = selectedBefore { select(path) }
    selectedBefore = nil
  }

  // MARK: Commands

  func perform(_ command: Command) -> Deed? {
    if listing != nil {
      let deed = listing?.perform(command)
      return deed
        ?? listing?.next.map { next in
          list(next) { [weak self] in
            // The answer may be late.
            self?.listing.flatMap { $0.next?.intent == next.intent ? $0 : nil }
          }
        }
    }
    if list.move(command, of: shown.count, page: rows.count) { return nil }
    switch command {
    case .filter:
      selectedBefore = selected?.path
      field = TextField(.filter, label: "/", text: filter)
    case .sort: keepSelection { order = order.next }
    case .new:
      guard !creators.isEmpty else { return .say("You may not create topics here.") }
      field = TextField(.newTopic, label: "New topic: ")
    case .open:
      guard let selected else { return nil }
      let call = Call("session.toBoard", [.at: JSONText(selected.path)])
      return isBeside ? .instead(call) : .call(call)
    case .rename:
      guard let selected else { return nil }
      field = TextField(.title(topic: selected.path), label: "Title: ", text: selected.title)
    case .delete:
      guard let selected else { return nil }
      let call = Call("\(selected.place.root).remove", [.id: JSONText(selected.place.id)])
      let title = selected.title.visibleName.cut(to: Self.longestTitle)
      let fate = erasers.contains(call.intent) ? " It cannot be brought back." : ""
      return .ask("Delete \"\(title)\" and all its arguments?\(fate)", .call(call))
    case .undo: return deletions.undo
    case .trash:
      guard !erasers.contains("\(root).remove") else {
        return .say("What is deleted here cannot be brought back.")
      }
      return open(TrashList(root), orSay: "Nothing was deleted that can be brought back.")
    case .feed:
      let there = topics.filter { $0.place.root == root }
      let titles = Dictionary(there.map { ($0.place.id, $0.title) }) { first, _ in first }
      return open(
        FeedList(root, titles: titles), orSay: "Nothing has happened here that was kept.")
    case .awaiting:
      guard !awaiting.isEmpty else { return .say("Nothing waits for you.") }
      listing = AwaitingList(awaiting)
    default: break
    }
    return nil
  }

  func obstacle(to command: Command) -> String? {
    switch command {
    case .open, .rename, .delete: selected == nil ? "no topic is selected" : nil
    case .new: creators.isEmpty ? "you may not create topics here" : nil
    case .awaiting: awaiting.isEmpty ? "nothing waits for you" : nil
    default: nil
    }
  }

  func has(commandFor intent: SceneIntent) -> Bool {
    ["create", "rename", "remove", "feed", "history"].contains(intent.name)
  }

  /// The root of the store that keys are about: that of the selected topic.
  private var root: String {
    selected?.place.root ?? creators.first.map { String($0.prefix { $0 != "." }) } ?? "topics"
  }

  /// Asks for the first page of a listing, and shows it.
  private func open(_ new: some Listing, orSay nothing: String) -> Deed? {
    new.next.map { list($0, orSay: nothing) { new } }
  }

  /// Asks for a page of a listing, and shows it.
  ///
  /// - Parameter known: returns the listing before the page; nil if the user has left it.
  private func list(
    _ request: Call, orSay nothing: String? = nil,
    addedTo known: @escaping @LoopActor () -> (any Listing)?
  ) -> Deed {
    .chain(request) { [weak self] answer in
      guard let self, var new = known() else { return nil }
      do throws(ValueFault) {
        try new.append(answer)
      } catch {
        return .say("This cannot be read: \(error).")
      }
      if new.isEmpty, let nothing { return .say(nothing) }
      listing = new
      return nil
    }
  }

  private func closeEmptyListing() {
    if listing?.isEmpty == true { listing = nil }
  }

  func submit(_ field: TextField) -> Submission {
    switch field.subject {
    case .filter:
      filter = field.text
      selectedBefore = nil
      return .done
    case .newTopic:
      let root = selected?.place.root
      let creator = creators.first { $0 == "\(root ?? "").create" } ?? creators.first
      return creator.map { .call(Call($0, [.title: JSONText(field.text)])) } ?? .done
    case .title(let path):
      guard let topic = topics.first(where: { $0.path == path }) else {
        return .refused("This topic was deleted; its title cannot be saved.")
      }
      guard topic.title != field.text else { return .done }
      guard [field.original, field.seen].contains(topic.title) else {
        field.seen = topic.title
        return .refused(TextField.conflict)
      }
      return .call(
        Call(
          "\(topic.place.root).rename",
          [
            .id: JSONText(topic.place.id), .title: JSONText(field.text),
            .ifTitle: JSONText(topic.title),
          ]))
    default: return .done
    }
  }

  func suggestion(for parameter: ParameterName, of intent: Path) -> String? {
    switch parameter {
    case .at: selected?.path
    case .id where intent.parent == selected?.place.root: selected?.place.id
    default: nil
    }
  }

  func resolve(_ field: TextField) -> Bool {
    guard case .title(let path) = field.subject else { return false }
    if let title = topics.first(where: { $0.path == path })?.title { field.seen = title }
    return true
  }

  /// Selects what has been created or restored.
  func answered(_ call: Call, _ answer: JSONText) {
    let root = call.intent.prefix { $0 != "." }
    deletions.answered(call, answer, under: String(root))
    listing?.answered(call)
    closeEmptyListing()
    let ids =
      [call.parameters[.id], answer[AnswerKey.id]].compactMap(\.self)
      + (answer[AnswerKey.ids]?.elements ?? [])
    for id in ids.compactMap(\.string) { comparison.ignore("\(root).\(id)") }
    let isNew =
      creators.contains(call.intent)
      || call.intent == TrashItem.intent("restore", under: String(root))
    guard isNew, let id = answer[AnswerKey.id]?.string else { return }
    let path = "\(root).\(id)"
    comparison.ignore(path)
    awaited = path
    selectAwaited()
  }

  /// Shows all topics again, if some or all are hidden.
  func goBack() -> Bool {
    if listing != nil {
      listing = nil
      return true
    }
    guard !filter.isEmpty else { return false }
    keepSelection { filter = "" }
    return true
  }

  // MARK: The mouse

  func click(row: Int, column: Int) {
    guard listing == nil else { return listing?.click(row: row) ?? () }
    guard rows.contains(row) else { return }
    list.select(list.top + row - rows.lowerBound, of: shown.count)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    guard listing == nil else { return listing?.scroll(by: rows) ?? () }
    list.select(list.selected + rows, of: shown.count)
  }
}
