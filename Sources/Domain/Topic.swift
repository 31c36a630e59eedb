/// A decision that is being weighed.
public struct Topic: Identifiable, Equatable, Sendable {
  /// One segment of a path, such as `ai`.
  public let id: String
  public let title: String
  public let created: Timestamp
  /// When the topic itself was last changed; a change of its arguments does not count.
  public let updated: Timestamp

  public init(id: String, title: String, created: Timestamp, updated: Timestamp) {
    self.id = id
    self.title = title
    self.created = created
    self.updated = updated
  }
}
