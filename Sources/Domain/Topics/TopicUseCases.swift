/// What can be done with whole topics, and with their history. A view model's test can replace it.
public protocol TopicUseCases {
  /// Returns all topics with their figures, in order of creation. Throws `.store`.
  func list() async throws(TopicError) -> Stored<[TopicOverview]>

  /// Returns what waits for people in all topics; see ``BoardsGateway/pending()``. Throws `.store`.
  func pending() async throws(BoardError) -> Stored<[Pending]>

  /// Creates a topic without arguments. Returns its identifier.
  ///
  /// - Parameter id: its identifier; nil for one derived from its title.
  /// - Throws: `TopicError`: `.invalid`, `.invalidID`, `.reservedID`, `.exists`, `.full` or `.store`.
  func create(
    title: String, id: Topic.ID?, author: String
  ) async throws(TopicError) -> Stored<Topic.ID>

  /// Changes a topic's title.
  ///
  /// - Parameter seen: the title as the author saw it; nil to accept any.
  /// - Throws: `TopicError`: `.invalid`, `.notFound`, `.decided`, `.changed` or `.store`.
  func rename(
    _ id: Topic.ID, to title: String, ifTitle seen: String?, author: String
  ) async throws(TopicError) -> Stored<Void>

  /// Removes a topic with everything that belongs to it. Returns the removal, which is in the trash if
  /// the store keeps one. Throws `.notFound` or `.store`.
  func remove(
    _ id: Topic.ID, author: String
  ) async throws(TopicError) -> Stored<Removal>

  /// Returns a topic with everything that belongs to it. Throws `.notFound`, `.tooLarge` if it has more than
  /// `Limits.exportBytes` of text, or `.store`.
  func export(_ id: Topic.ID) async throws(TopicError) -> TopicContent

  /// Adds topics with everything that belongs to them: all of them, or none. Returns the identifiers
  /// of the new topics, in their order. Existing topics are not replaced.
  ///
  /// - Parameter author: the importing user, who becomes the author of everything without one.
  /// - Throws: `ImportError`.
  func importTopics(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> Stored<[Topic.ID]>

  /// Returns a page of the history of a topic, newest first.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries, 1 to `Limits.historyEntries`.
  /// - Throws: `BoardError`: `.noTopic`, `.noHistory` or `.store`.
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]

  /// Returns a page of the changes of the existence, the titles and the decisions of all topics, newest first.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries, 1 to `Limits.historyEntries`.
  /// - Throws: `BoardError`: `.noHistory` or `.store`.
  func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]

  /// Returns a page of the changes of all topics and of all that belongs to them, newest first.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries, 1 to `Limits.historyEntries`.
  /// - Throws: `BoardError`: `.noHistory` or `.store`.
  func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]

  /// Undoes the last change that a user made to a topic and that is in effect, or a certain one, and
  /// returns it. Throws `UndoError`.
  ///
  /// - Parameter entry: the identifier of a change that nothing has undone; nil for the last one.
  func undo(
    _ topic: Topic.ID, only entry: HistoryEntry.ID?, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry>

  /// Does again what a user has undone last, unless the user has made another change since, and returns
  /// that change. Throws `UndoError`.
  func redo(
    _ topic: Topic.ID, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry>
}

/// The topics of a store.
public struct StoreTopics: TopicUseCases, Sendable {
  private let gateway: any BoardsGateway & HistoryGateway & PostsGateway & TopicsGateway
  private let now: CurrentTime

  public init(
    gateway: any BoardsGateway & HistoryGateway & PostsGateway & TopicsGateway,
    now: @escaping CurrentTime
  ) {
    self.gateway = gateway
    self.now = now
  }

  public func list() async throws(TopicError) -> Stored<[TopicOverview]> {
    try await gateway.topics()
  }

  public func pending() async throws(BoardError) -> Stored<[Pending]> {
    try await gateway.pending()
  }

  public func create(
    title: String, id: Topic.ID? = nil, author: String
  ) async throws(TopicError) -> Stored<Topic.ID> {
    try await gateway.add(by: author) { [now] (taken: Set<Topic.ID>) throws(TopicError) -> Topic in
      try Topic(title: title, id: id, by: author, at: now(), taken: taken)
    }
  }

  public func rename(
    _ id: Topic.ID, to title: String, ifTitle seen: String? = nil, author: String
  ) async throws(TopicError) -> Stored<Void> {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    return try await gateway.update(id, by: author) {
      [now] (topic: inout Topic) throws(TopicError) in
      try topic.rename(to: title, ifTitle: seen, by: author, at: now())
    }
  }

  public func remove(
    _ id: Topic.ID, author: String
  ) async throws(TopicError) -> Stored<Removal> {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    let removal = Removal(by: author, at: now())
    return try await gateway.remove(id, removal).map { removal }
  }

  public func export(_ id: Topic.ID) async throws(TopicError) -> TopicContent {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    return try await gateway.content(of: id, upTo: Limits.exportBytes)
  }

  public func importTopics(
    _ drafts: [TopicDraft], author: String
  ) async throws(ImportError) -> Stored<[Topic.ID]> {
    try await ImportTopics(gateway: gateway, now: now)(drafts, author: author)
  }

  public func history(
    of topic: Topic.ID, before: HistoryEntry.ID? = nil, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    guard Topic.isID(topic) else { throw .noTopic(id: topic) }
    return try await gateway.history(of: topic, before: before, limit: limit)
  }

  public func history(
    before: HistoryEntry.ID? = nil, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await gateway.history(before: before, limit: limit)
  }

  public func feed(
    before: HistoryEntry.ID? = nil, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    try await gateway.feed(before: before, limit: limit)
  }

  public func undo(
    _ topic: Topic.ID, only entry: HistoryEntry.ID? = nil, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    try await UndoChange(gateway: gateway, now: now)(topic, only: entry, author: author)
  }

  public func redo(
    _ topic: Topic.ID, author: String
  ) async throws(UndoError) -> Stored<HistoryEntry> {
    try await UndoChange(gateway: gateway, now: now).redo(topic, author: author)
  }
}
