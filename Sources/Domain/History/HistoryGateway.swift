/// Access to the history of a store and of its topics. The store's other gateways record each change in
/// the step that makes it.
public protocol HistoryGateway: Sendable {
  /// Returns the newest entries of a topic, newest first. Only the newest `Limits.historyEntries`
  /// are kept.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries; at least 1.
  /// - Throws: `BoardError`: `.noTopic`, `.noHistory` if the store keeps none, or `.store` if the
  ///   store fails.
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]

  /// Returns the newest changes of the existence, the titles and the decisions of all topics, newest first. They
  /// outlive their topics. Only the newest `Limits.storeHistoryEntries` are kept.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries; at least 1.
  /// - Throws: `BoardError`: `.noHistory` if the store keeps none, or `.store` if the store fails.
  func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]

  /// Returns the newest changes of all topics and of all that belongs to them, newest first. They outlive
  /// their topics. Only the newest `Limits.feedEntries` are kept.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries; at least 1.
  /// - Throws: `BoardError`: `.noHistory` if the store keeps none, or `.store` if the store fails.
  func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry]
}

extension HistoryGateway {
  /// A store that keeps no history has no feed.
  public func feed(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] { throw .noHistory }
}
