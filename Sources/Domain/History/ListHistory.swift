/// Lists the changes of a topic.
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
}
