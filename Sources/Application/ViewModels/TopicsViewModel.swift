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

  private let fetched: FetchedValue<[Topic.ID], TopicError>
  private let faults: Faults
  private var topics: [Topic.ID: TopicViewModel] = [:]
  /// Topics that were removed, with the version of the store since then: older answers may still
  /// arrive.
  private var removed: [Topic.ID: Int] = [:]
  /// The number of times that `ids` may have changed.
  private var steps = 0
  private let makeTopic: (Stored<TopicOverview>) -> TopicViewModel
  private let listTopics: ListTopics
  private let createTopic: CreateTopic
  private let renameTopic: RenameTopic
  private let removeTopic: RemoveTopic
  private let listHistory: ListHistory
  private let undoChange: UndoChange
  private let importTopics: ImportTopics
  private let exportTopic: ExportTopic

  /// Reads nothing yet: call ``fetch()``.
  ///
  /// - Parameter topic: makes the view model of a topic.
  public init(
    list: ListTopics, create: CreateTopic, rename: RenameTopic, remove: RemoveTopic,
    history: ListHistory, undo: UndoChange, importing: ImportTopics, exporting: ExportTopic,
    topic: @escaping (Stored<TopicOverview>) -> TopicViewModel
  ) {
    let faults = Faults()
    self.faults = faults
    fetched = FetchedValue([], content: { _ in faults.content }, message: \.alert)
    listTopics = list
    createTopic = create
    renameTopic = rename
    removeTopic = remove
    listHistory = history
    undoChange = undo
    importTopics = importing
    exportTopic = exporting
    makeTopic = topic
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
      merge(try await listTopics())
    }
    isLoaded = true
  }

  /// Creates a topic and returns its identifier, which is derived from its title. Throws
  /// `.invalid`, `.full`, or `.store`, which is also in `isErrorFree`.
  public func create(title: String, author: String) async throws(TopicError) -> Topic.ID {
    try await change { () async throws(TopicError) in
      let topic = try await createTopic(title: title, author: author)
      return topic.map { ($0.id, $0) }
    }
  }

  /// Changes a topic's title.
  ///
  /// - Parameter seen: the title as the author saw it; nil to accept any.
  /// - Throws: `TopicError`: `.invalid`, `.notFound`, `.changed`, or `.store`, which is also in
  ///   `isErrorFree`.
  public func rename(
    _ id: Topic.ID, to title: String, ifTitle seen: String? = nil, author: String
  ) async throws(TopicError) {
    _ = try await change { () async throws(TopicError) in
      let topic = try await renameTopic(id, to: title, ifTitle: seen, author: author)
      return topic.map { (id, $0) }
    }
  }

  /// Removes a topic with everything that belongs to it. Throws `.notFound`, or `.store`, which is
  /// also in `isErrorFree`.
  ///
  /// - Returns: its identifier in the trash, if the store keeps one.
  @discardableResult
  public func remove(_ id: Topic.ID, author: String) async throws(TopicError) -> Removal.ID {
    try await fetched.change { () async throws(TopicError) in
      let (topic, removal) = try await removeTopic(id, author: author)
      return (merge(id, topic.map { _ in nil }), removal.id)
    }
  }

  /// Imports topics with everything that belongs to them, all of them or none, and returns their
  /// identifiers. Throws `ImportError`; `.store` is also in `isErrorFree`.
  public func importTopics(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> [Topic.ID] {
    try await fetched.change(message: \.alert) { () async throws(ImportError) in
      let added = try await importTopics(drafts, author: author)
      return (merge(added.value, version: added.version), added.value.map(\.id))
    }
  }

  /// Returns a topic with everything that belongs to it. Throws `.notFound`, `.tooLarge` or
  /// `.store`.
  public func export(_ id: Topic.ID) async throws(TopicError) -> TopicContent {
    try await exportTopic(id)
  }

  /// Returns the changes of a topic, newest first.
  ///
  /// - Parameters:
  ///   - before: only older items than the one with this identifier; nil for the newest.
  ///   - limit: maximum number of items, 1 to `Limits.historyEntries`.
  /// - Throws: `ArgumentError`: `.noTopic`, `.noHistory` or `.store`.
  public func history(
    of id: Topic.ID, before: HistoryItem.ID?, limit: Int
  ) async throws(ArgumentError) -> [HistoryItem] {
    try await listHistory(of: id, before: before, limit: limit).map { HistoryItem($0) }
  }

  /// Returns the changes of the existence and the titles of all topics, newest first, those of
  /// removed topics too.
  ///
  /// - Parameters:
  ///   - before: only older items than the one with this identifier; nil for the newest.
  ///   - limit: maximum number of items, 1 to `Limits.historyEntries`.
  ///   - isShown: whether the changes of a topic may be seen.
  /// - Throws: `ArgumentError`: `.noHistory` or `.store`.
  public func history(
    before: HistoryItem.ID?, limit: Int, where isShown: (Topic.ID) -> Bool
  ) async throws(ArgumentError) -> [HistoryItem] {
    var items: [HistoryItem] = []
    var (oldest, size) = (before, limit)
    while items.count < limit {
      let page = try await listHistory(before: oldest, limit: size)
      items += page.filter { isShown($0.topic) }.prefix(limit - items.count)
        .map { HistoryItem($0, namesTopic: true) }
      guard page.count == size, let last = page.last else { break }
      (oldest, size) = (last.id, Limits.historyEntries)
    }
    return items
  }

  /// Undoes the last change that the author made to a topic, and returns that change. Throws
  /// `UndoError`.
  public func undo(_ id: Topic.ID, author: String) async throws(UndoError) -> HistoryItem {
    let (outcome, entry) = try await undoChange(id, author: author)
    switch outcome {
    case .board(let board): topics[id]?.show(board)
    case .posts(let newest): topics[id]?.show(newest)
    }
    return HistoryItem(entry)
  }

  /// Shows the faults of parts of the store, as reported by a live query.
  public func follow(_ sentences: [String]) {
    faults.sentences = sentences
    fetched.renewContent()
  }

  /// Shows a change reported by a live query.
  public func follow(_ change: StoreChange<TopicOverview>) async {
    switch change {
    case .topic(let id, let overview):
      if let topic = topics[id], let found = overview.value {
        topic.show(Stored(found, version: overview.version))
      } else {
        fetched.receive(merge(id, overview))
      }
      // A store whose contents change works.
      if !isErrorFree.value.status { fetched.receiveFetched(step(ids.value)) }
      // Changes are reported in order: nothing older than this one is still to come.
      if !removed.isEmpty { removed = removed.filter { $0.value > overview.version } }
    case .unknown:
      // Boards first, so that no summary is ahead of its board.
      for topic in Array(topics.values) where !Task.isCancelled { await topic.refresh() }
      try? await fetch(isBackground: true)
    }
  }

  /// Shows a change of arguments reported by a live query. An unknown change is also reported with
  /// the topics.
  public func follow(_ change: StoreChange<Board>) {
    guard case .topic(let id, let stored) = change, let board = stored.value else { return }
    // A store whose contents change works.
    topics[id]?.show(Stored(board, version: stored.version), isFetched: true)
  }

  /// Shows a change of posts reported by a live query. An unknown change is also reported with the
  /// topics.
  public func follow(_ change: StoreChange<[PostOverview]>) {
    guard case .topic(let id, let stored) = change, let newest = stored.value else { return }
    topics[id]?.show(Stored(newest, version: stored.version))
  }

  /// Shows how old a part of the store is, as reported by a live query.
  public func follow(_ part: StorePart, _ freshness: Freshness) {
    switch part {
    case .topics: fetched.show(freshness)
    case .board(let id): topics[id]?.showBoard(freshness)
    case .posts(let id): topics[id]?.showPosts(freshness)
    }
  }

  /// - Parameter perform: changes the store, and returns the topic that it concerns, as it is then.
  private func change(
    _ perform: () async throws(TopicError) -> Stored<(id: Topic.ID, overview: TopicOverview?)>
  ) async throws(TopicError) -> Topic.ID {
    try await fetched.change { () async throws(TopicError) in
      let stored = try await perform()
      let id = stored.value.id
      return (merge(id, stored.map(\.overview)), id)
    }
  }

  // MARK: What is known

  /// Adds the store's state of one topic, and returns the identifiers of all.
  private func merge(_ id: Topic.ID, _ overview: Stored<TopicOverview?>) -> Stored<[Topic.ID]> {
    guard let found = overview.value else {
      if let topic = topics[id], topic.version > overview.version { return step(ids.value) }
      removed[id] = overview.version
      return step(ids.value.filter { $0 != id })
    }
    return merge([found], version: overview.version)
  }

  /// Adds the store's state of some topics, and returns the identifiers of all.
  private func merge(_ overviews: [TopicOverview], version: Int) -> Stored<[Topic.ID]> {
    let new = overviews.filter { overview in
      let isKnown = topics[overview.id] != nil
      return show(Stored(overview, version: version)) && !isKnown
    }
    return step(ids.value + new.map(\.id))
  }

  /// Adds the store's state of all topics, and returns their identifiers. Topics that are newer
  /// than the answer stay.
  private func merge(_ list: Stored<[TopicOverview]>) -> Stored<[Topic.ID]> {
    let found = list.value.filter { show(Stored($0, version: list.version)) }.map(\.id)
    let known = Set(found)
    let newer = ids.value.filter {
      !known.contains($0) && topics[$0]?.version ?? .min > list.version
    }
    return step(found + newer)
  }

  /// Returns the identifiers with a new version, whatever the answer's version: what is older than
  /// what is shown was already left out. Releases the view models of all other topics.
  private func step(_ ids: [Topic.ID]) -> Stored<[Topic.ID]> {
    steps += 1
    if topics.count > ids.count {
      let shown = Set(ids)
      topics = topics.filter { shown.contains($0.key) }
    }
    return Stored(ids, version: steps)
  }

  /// Shows a topic, unless it has been removed since.
  private func show(_ overview: Stored<TopicOverview>) -> Bool {
    let id = overview.value.id
    if let removal = removed[id] {
      guard removal < overview.version else { return false }
      removed[id] = nil
    }
    if let topic = topics[id] {
      topic.show(overview)
    } else {
      topics[id] = makeTopic(overview)
    }
    return true
  }
}

extension ImportError {
  /// The message shown to everyone; nil for a broken rule.
  fileprivate var alert: String? {
    if case .store(let error) = self { error.message } else { nil }
  }
}

/// The faults of parts of a store.
private final class Faults {
  var sentences: [String] = []

  /// The value for everyone's error box, which has room for a few sentences.
  var content: Content {
    guard !sentences.isEmpty else { return Content() }
    var shown = sentences.prefix(Self.shown)
    let more = sentences.count - shown.count
    if more > 0 { shown.append("and \(more) more") }
    return Content(status: false, message: shown.joined(separator: "; "))
  }

  private static let shown = 5
}

extension TopicError {
  /// The message shown to everyone; nil for a broken rule.
  fileprivate var alert: String? {
    switch self {
    case .invalid, .notFound, .changed, .full, .tooLarge: nil
    case .store: message
    }
  }
}
