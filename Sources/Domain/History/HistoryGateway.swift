/// Access to what was done to the topics of a store. The other gateways of the store record it, in the
/// step that does it.
public protocol HistoryGateway: Sendable {
  /// The newest entries of a topic, newest first. Of older ones than the newest
  /// `Limits.historyEntries`, nothing is known.
  ///
  /// - Parameters:
  ///   - before: only older entries than this one; nil for the newest.
  ///   - limit: how many there are at most; at least 1.
  /// - Throws: `ArgumentError`: `.noTopic`, `.noHistory` if the store keeps none, or `.store` if the
  ///   store fails.
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(ArgumentError) -> [HistoryEntry]
}
