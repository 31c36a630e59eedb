/// Lists the changes of a topic, or those of the existence and the titles of all topics.
public struct ListHistory: Sendable {
  private let gateway: any HistoryGateway

  public init(gateway: any HistoryGateway) {
    self.gateway = gateway
  }

  /// Returns a page of entries, newest first.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries, 1 to `Limits.historyEntries`.
  /// - Throws: `ArgumentError`: `.noTopic`, `.noHistory` or `.store`.
  public func callAsFunction(
    of topic: Topic.ID, before: HistoryEntry.ID? = nil, limit: Int
  ) async throws(ArgumentError) -> [HistoryEntry] {
    guard Topic.isID(topic) else { throw .noTopic(id: topic) }
    return try await gateway.history(of: topic, before: before, limit: limit)
  }

  /// Returns a page of the changes of the existence and the titles of all topics, newest first.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: maximum number of entries, 1 to `Limits.historyEntries`.
  /// - Throws: `ArgumentError`: `.noHistory` or `.store`.
  public func callAsFunction(
    before: HistoryEntry.ID? = nil, limit: Int
  ) async throws(ArgumentError) -> [HistoryEntry] {
    try await gateway.history(before: before, limit: limit)
  }
}
