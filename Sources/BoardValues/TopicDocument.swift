/// An exported topic with everything that belongs to it, without the words that clients show;
/// `import` accepts it unchanged.
public struct TopicDocument: Equatable, Sendable, Codable {
  public let id: String
  public let title: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds; so are the other dates. Each is
  /// nil, and not encoded, if the store does not know it.
  public let created: String?
  /// In their order; so are `cons`.
  public let pros: [ArgumentRecord]
  public let cons: [ArgumentRecord]
  /// Oldest first.
  public let posts: [PostRecord]

  public enum CodingKeys: CodingKey {
    case id, title, created, pros, cons, posts
  }

  /// An exported argument.
  public struct ArgumentRecord: Equatable, Sendable, Codable {
    /// Identifies the argument within its side of its topic.
    public let id: String
    public let text: String
    /// From 1 to 5.
    public let weight: Int
    /// The user who added it.
    public let author: String
    /// When it was added.
    public let created: String?
    /// When its text or weight last changed.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?

    public enum CodingKeys: CodingKey {
      case id, text, weight, author, created, updated, updatedBy
    }

    public init(
      id: String, text: String, weight: Int, author: String, created: String?, updated: String?,
      updatedBy: String?
    ) {
      (self.id, self.text, self.weight, self.author) = (id, text, weight, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
    }
  }

  /// An exported post.
  public struct PostRecord: Equatable, Sendable, Codable {
    public let id: String
    public let title: String
    /// Any number of lines, which end with LF.
    public let content: String
    /// The user who wrote it.
    public let author: String
    /// When it was written.
    public let created: String?
    /// When its title or content last changed.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?

    public enum CodingKeys: CodingKey {
      case id, title, content, author, created, updated, updatedBy
    }

    public init(
      id: String, title: String, content: String, author: String, created: String?,
      updated: String?, updatedBy: String?
    ) {
      (self.id, self.title, self.content, self.author) = (id, title, content, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
    }
  }

  public init(
    id: String, title: String, created: String?, pros: [ArgumentRecord], cons: [ArgumentRecord],
    posts: [PostRecord]
  ) {
    (self.id, self.title, self.created) = (id, title, created)
    (self.pros, self.cons, self.posts) = (pros, cons, posts)
  }
}
