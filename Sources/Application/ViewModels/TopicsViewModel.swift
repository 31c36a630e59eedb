public import BoardValues
public import Boxes
public import Domain

/// All topics of a store, and the intents that concern whole topics.
public final class TopicsViewModel {
  /// The identifiers of the topics, in order of creation; empty until the first fetch. A failure
  /// leaves them unchanged.
  public var ids: Output<[Topic.ID]> { fetched.output }
  /// False with a message if the store failed, or if a part of it has a fault. A broken rule
  /// concerns only the caller who broke it, and is not reported here.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one requested fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }
  /// How old the list and the figures of the topics are, if the store is a service elsewhere.
  public var freshness: Output<FreshnessItem> { fetched.freshness }
  /// Whether a fetch has succeeded, so that a topic that is not among ``ids`` does not exist.
  public private(set) var isLoaded = false

  /// The next deadline of an open topic; nil if there is none.
  public var nextDeadline: Output<Timestamp?> { deadlines.next }
  /// The options of all topics, each as the identifiers of its topic and its own, such as `ai.1`.
  public var options: Output<Set<String>> { Output(optionsBox) }

  /// What waits for people.
  let pending: PendingTopics

  private let fetched: FetchedValue<[Topic.ID], TopicError>
  private let deadlines = Deadlines()
  private let optionsBox = Box<Set<String>>([])
  /// What ``options`` will be when all changes of a step are known.
  private var knownOptions: Set<String> = []
  /// The topics that each topic replaces.
  private var predecessors: [Topic.ID: [Topic.ID]] = [:]
  /// What is wrong with parts of topics.
  private var faults: [Topic.ID: [StoreFault]] = [:]
  private var topics: [Topic.ID: TopicViewModel] = [:]
  private let makeTopic: (TopicOverview) -> TopicViewModel
  private let useCases: any TopicUseCases
  private let road: StoreRoad

  /// Reads nothing yet: call ``fetch()``. It is what the road shows.
  ///
  /// - Parameter topic: makes the view model of a topic.
  public init(
    _ useCases: any TopicUseCases, road: StoreRoad,
    topic: @escaping (TopicOverview) -> TopicViewModel
  ) {
    fetched = FetchedValue([], message: \.alert, road: road)
    self.road = road
    self.useCases = useCases
    pending = PendingTopics(on: road) { () async throws(BoardError) in
      try await useCases.pending()
    }
    makeTopic = topic
    // What is reported last may come when nobody needs it any longer.
    road.show = { [weak self] in self?.show($0, isRead: $1) }
  }

  /// The view model of one of ``ids``; nil for any other. A removed topic has none by the time that
  /// `ids` reports its removal.
  public func topic(_ id: Topic.ID) -> TopicViewModel? { topics[id] }

  /// Reads the topics from the store. Throws `.store`, which is also in `isErrorFree`.
  public func fetch() async throws(TopicError) {
    try await fetch(isBackground: false)
  }

  private func fetch(isBackground: Bool) async throws(TopicError) {
    try await fetched.fetch(isBackground: isBackground) { () async throws(TopicError) in
      try await useCases.list()
    } follow: {
      $0.follow($1)
    } show: {
      show(all: $0)
    }
  }

  /// Creates a topic and returns its identifier.
  ///
  /// - Parameter id: its identifier; nil for one derived from its title.
  /// - Throws: `TopicError`: `.invalid`, `.invalidID`, `.reservedID`, `.exists`, `.full`, or `.store`, which
  ///   is also in `isErrorFree`.
  public func create(
    title: String, id: Topic.ID? = nil, author: String
  ) async throws(TopicError) -> Topic.ID {
    try await fetched.change { () async throws(TopicError) in
      try await useCases.create(title: title, id: id, author: author)
    }
  }

  /// Changes a topic's title.
  ///
  /// - Parameter seen: the title as the author saw it; nil to accept any.
  /// - Throws: `TopicError`: `.invalid`, `.notFound`, `.decided`, `.changed`, or `.store`, which is also in
  ///   `isErrorFree`.
  public func rename(
    _ id: Topic.ID, to title: String, ifTitle seen: String? = nil, author: String
  ) async throws(TopicError) {
    try await fetched.change { () async throws(TopicError) in
      try await useCases.rename(id, to: title, ifTitle: seen, author: author)
    }
  }

  /// Removes a topic with everything that belongs to it. Throws `.notFound`, or `.store`, which is
  /// also in `isErrorFree`.
  ///
  /// - Returns: its identifier in the trash, if the store keeps one.
  @discardableResult
  public func remove(_ id: Topic.ID, author: String) async throws(TopicError) -> Removal.ID {
    try await fetched.change { () async throws(TopicError) in
      try await useCases.remove(id, author: author)
    }.id
  }

  /// Imports topics with everything that belongs to them, all of them or none, and returns their
  /// identifiers. Throws `ImportError`; `.store` is also in `isErrorFree`.
  public func importTopics(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> [Topic.ID] {
    try await fetched.change(message: \.alert) { () async throws(ImportError) in
      try await useCases.importTopics(drafts, author: author)
    }
  }

  /// Returns a topic with everything that belongs to it. Throws `.notFound`, `.tooLarge` or
  /// `.store`.
  public func export(_ id: Topic.ID) async throws(TopicError) -> TopicContent {
    try await useCases.export(id)
  }

  /// Returns the changes of a topic, newest first.
  ///
  /// - Parameters:
  ///   - before: only older items than the one with this identifier; nil for the newest.
  ///   - limit: maximum number of items, 1 to `Limits.historyEntries`.
  ///   - isShown: whether a change may be seen.
  /// - Throws: `BoardError`: `.noTopic`, `.noHistory` or `.store`.
  public func history(
    of id: Topic.ID, before: HistoryItem.ID?, limit: Int,
    where isShown: (HistoryEntry) -> Bool = { _ in true }
  ) async throws(BoardError) -> [HistoryItem] {
    try await page(before: before, limit: limit) { before, size throws(BoardError) in
      try await useCases.history(of: id, before: before, limit: size)
    } where: {
      isShown($0)
    }.map { HistoryItem($0) }
  }

  /// Returns the changes of the existence, the titles and the decisions of all topics, newest first, those of
  /// removed topics too.
  ///
  /// - Parameters:
  ///   - before: only older items than the one with this identifier; nil for the newest.
  ///   - limit: maximum number of items, 1 to `Limits.historyEntries`.
  ///   - isShown: whether the changes of a topic may be seen.
  /// - Throws: `BoardError`: `.noHistory` or `.store`.
  public func history(
    before: HistoryItem.ID?, limit: Int, where isShown: (Topic.ID) -> Bool
  ) async throws(BoardError) -> [HistoryItem] {
    try await page(before: before, limit: limit) { before, size throws(BoardError) in
      try await useCases.history(before: before, limit: size)
    } where: { entry in
      isShown(entry.topic)
    }.map { HistoryItem($0, namesTopic: true) }
  }

  /// Returns the changes of all topics and of all that belongs to them, newest first, those of removed
  /// topics too.
  ///
  /// - Parameters:
  ///   - before: only older items than the one with this identifier; nil for the newest.
  ///   - limit: maximum number of items, 1 to `Limits.historyEntries`.
  ///   - isShown: whether a change may be seen.
  /// - Throws: `BoardError`: `.noHistory` or `.store`.
  public func feed(
    before: HistoryItem.ID?, limit: Int, where isShown: (HistoryEntry) -> Bool
  ) async throws(BoardError) -> [HistoryItem] {
    try await page(before: before, limit: limit) { before, size throws(BoardError) in
      try await useCases.feed(before: before, limit: size)
    } where: {
      isShown($0)
    }.map { HistoryItem($0, namesTopic: true) }
  }

  /// Returns the newest entries that may be seen. Rethrows the error of `read`.
  private func page(
    before: HistoryEntry.ID?, limit: Int,
    read: (_ before: HistoryEntry.ID?, _ limit: Int) async throws(BoardError) -> [HistoryEntry],
    where isShown: (HistoryEntry) -> Bool
  ) async throws(BoardError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var (oldest, size) = (before, limit)
    while entries.count < limit {
      let page = try await read(oldest, size)
      entries += page.filter(isShown).prefix(limit - entries.count)
      guard page.count == size, let last = page.last else { break }
      (oldest, size) = (last.id, Limits.historyEntries)
    }
    return entries
  }

  /// Undoes the last change that the author made to a topic and that is in effect, and returns that
  /// change. Throws `UndoError`.
  ///
  /// - Parameter entry: the identifier of another change in the topic's history; nil for the last one.
  public func undo(
    _ id: Topic.ID, only entry: HistoryEntry.ID? = nil, author: String
  ) async throws(UndoError) -> HistoryItem {
    let undone = try await useCases.undo(id, only: entry, author: author)
    await road.wait(for: undone.version)
    return HistoryItem(undone.value)
  }

  /// Does again what the author has undone last in a topic, and returns that change. Throws `UndoError`.
  public func redo(_ id: Topic.ID, author: String) async throws(UndoError) -> HistoryItem {
    let redone = try await useCases.redo(id, author: author)
    await road.wait(for: redone.version)
    return HistoryItem(redone.value)
  }

  /// Shows that the deadlines of topics have passed. Returns the topics that their rules may decide.
  public func passDeadlines(at now: Timestamp) -> [Topic.ID] {
    let passed = deadlines.pass(at: now)
    pending.renew(passed)
    return passed.filter { id in
      topics[id]?.renewDecision()
      return topics[id]?.topic.rule?.autoClose == true
    }
  }

  /// Shows the faults of parts of the store, as reported by a live query: all of them here, and each
  /// where something is left out because of it.
  public func follow(faults new: [StoreFault]) {
    let old = faults
    faults = [:]
    for fault in new {
      if let topic = fault.part?.topic { faults[topic, default: []].append(fault) }
    }
    for id in Set(old.keys).union(faults.keys) where old[id] != faults[id] {
      topics[id]?.show(faults: faults[id] ?? [])
    }
    fetched.show(faults: new.map(\.sentence))
  }

  /// Reads again all that is shown, because anything may have changed. Only a failure to read the list
  /// is shown.
  public func refresh() async {
    // Boards first, so that no summary is ahead of its board.
    for topic in Array(topics.values) where !Task.isCancelled { await topic.refresh() }
    try? await fetch(isBackground: true)
    await pending.refresh()
  }

  /// Shows how old a part of the store is, as reported by a live query.
  public func follow(_ part: StorePart, _ freshness: Freshness) {
    switch part {
    case .topics: fetched.show(freshness)
    case .board(let id): topics[id]?.showBoard(freshness)
    case .posts(let id): topics[id]?.showPosts(freshness)
    }
  }

  // MARK: What comes on the road

  private func show(all overviews: [TopicOverview]) {
    var new: [Topic.ID] = []
    for overview in overviews { receive(overview, in: &new) }
    isLoaded = true
    show(overviews.map(\.id), isRead: true)
    showOptions()
  }

  /// Shows a step at once: the list of topics may be long, and is set once.
  private func show(_ step: [StoreChange], isRead: Bool) {
    var all = ids.value
    var concernsTopics = false
    for change in step {
      switch change {
      case .board(let board):
        if !isRead {
          receive(board.overview, in: &all)
          concernsTopics = true
        } else if topics[board.id] != nil {
          note(board.overview)
        }
        topics[board.id]?.receive(board, isRead: isRead)
      case .overview(let overview):
        receive(overview, in: &all)
        concernsTopics = true
      case .posts(let id, let newest, let changes):
        topics[id]?.receive(newest, changes, isRead: isRead)
      case .removal(let id):
        all.removeAll { $0 == id }
        forget(id)
        topics[id] = nil
        concernsTopics = true
      case .unknown:
        break
      }
    }
    if concernsTopics { show(all, isRead: isRead) }
    showOptions()
    pending.follow(step)
  }

  /// - Parameter all: the topics, to which a new one is added.
  private func receive(_ overview: TopicOverview, in all: inout [Topic.ID]) {
    deadlines.note(overview.topic)
    note(overview)
    if let topic = topics[overview.id] { return topic.receive(overview) }
    let topic = makeTopic(overview)
    if let faults = faults[overview.id] { topic.show(faults: faults) }
    if let predecessors = predecessors[overview.id] { topic.receive(predecessors: predecessors) }
    topics[overview.id] = topic
    all.append(overview.id)
  }

  /// Notes what concerns more than the topic itself, before the topic has it.
  private func note(_ overview: TopicOverview) {
    let known = topics[overview.id]
    note(overview.options, of: overview.id, insteadOf: known?.optionIDs ?? [])
    note(
      overview.topic.decision?.successor, of: overview.id,
      insteadOf: known?.topic.decision?.successor)
  }

  /// Forgets a topic that no longer exists.
  private func forget(_ id: Topic.ID) {
    deadlines.forget(id)
    note([], of: id, insteadOf: topics[id]?.optionIDs ?? [])
    note(nil, of: id, insteadOf: topics[id]?.topic.decision?.successor)
  }

  private func note(_ new: [Option.ID], of topic: Topic.ID, insteadOf old: [Option.ID]) {
    // Few topics have any, and few changes concern them.
    guard new != old else { return }
    for id in Set(old).subtracting(new) { knownOptions.remove("\(topic).\(id)") }
    for id in new { knownOptions.insert("\(topic).\(id)") }
  }

  private func note(_ new: Topic.ID?, of topic: Topic.ID, insteadOf old: Topic.ID?) {
    guard new != old else { return }
    if let old { predecessors[old]?.removeAll { $0 == topic } }
    if let new { predecessors[new, default: []].append(topic) }
    for id in [old, new].compactMap(\.self) {
      if predecessors[id]?.isEmpty == true { predecessors[id] = nil }
      topics[id]?.receive(predecessors: predecessors[id] ?? [])
    }
  }

  /// Shows which topics there are. Releases the view models of all others.
  private func show(_ all: [Topic.ID], isRead: Bool) {
    if topics.count > all.count {
      let shown = Set(all)
      for id in topics.keys where !shown.contains(id) { forget(id) }
      topics = topics.filter { shown.contains($0.key) }
    }
    fetched.receive(all, isRead: isRead)
  }

  private func showOptions() {
    if optionsBox.value != knownOptions { optionsBox.value = knownOptions }
  }
}

extension ImportError {
  /// The message shown to everyone; nil for a broken rule.
  fileprivate var alert: String? {
    if case .store(let error) = self { error.message } else { nil }
  }
}

extension TopicError {
  /// The message shown to everyone; nil for a broken rule.
  fileprivate var alert: String? {
    switch self {
    case .invalid, .invalidID, .reservedID, .exists, .notFound, .decided, .changed, .full,
      .tooLarge:
      nil
    case .store: message
    }
  }
}
