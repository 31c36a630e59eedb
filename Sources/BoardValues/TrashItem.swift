/// Something in the trash, as clients show it.
public struct TrashItem: Identifiable, Equatable, Sendable, Codable {
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

  public enum CodingKeys: CodingKey {
    case id, topic, post, title, author, date
  }

  public init(
    id: String, topic: String, post: String?, title: String, author: String, date: String
  ) {
    (self.id, self.topic, self.post) = (id, topic, post)
    (self.title, self.author, self.date) = (title, author, date)
  }

  /// Where the intents of a store's trash are: where no topic can be.
  public static func place(under root: String) -> String { "\(root).remove.trash" }

  /// The path of an intent of a store's trash, such as `topics.remove.trash.list`.
  public static func intent(_ name: String, under root: String) -> String {
    "\(place(under: root)).\(name)"
  }
}
