public import Domain

/// Something in the trash, as clients show it.
public struct TrashItem: Identifiable, Equatable, Sendable, Encodable {
  /// A UUID, by which it is restored.
  public let id: String
  /// The identifier that the topic had, or that of the post's topic.
  public let topic: String
  /// The identifier of the post; nil, and not encoded, for a topic.
  public let post: String?
  public let title: String
  /// The user who removed it.
  public let author: String
  /// When it was removed: RFC 3339, UTC, with milliseconds.
  public let date: String

  public init(_ entry: TrashEntry) {
    id = entry.id
    topic = entry.item.topic
    post = entry.item.post
    title = entry.item.title
    author = entry.removal.author
    date = entry.removal.date.rfc3339
  }
}
