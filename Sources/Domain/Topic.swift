/// A decision that is being weighed.
public struct Topic: Identifiable, Equatable, Sendable {
  /// One segment of a path, such as `ai`.
  public let id: String
  /// For a person to read; any text.
  public let title: String
  /// When the topic was made.
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
