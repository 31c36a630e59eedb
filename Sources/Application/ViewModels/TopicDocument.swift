public import Domain

/// An exported topic with everything that belongs to it, without the words that clients show;
/// `import` accepts it unchanged.
public struct TopicDocument: Equatable, Sendable, Encodable {
  public let id: Topic.ID
  public let title: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds; so are the other dates.
  public let created: String
  /// In their order; so are `cons`.
  public let pros: [ArgumentRecord]
  public let cons: [ArgumentRecord]
  /// Oldest first.
  public let posts: [PostRecord]

  /// An exported argument.
  public struct ArgumentRecord: Equatable, Sendable, Encodable {
    /// Identifies the argument within its side of its topic.
    public let id: String
    public let text: String
    /// From 1 to 5.
    public let weight: Int
    /// The user who added it.
    public let author: String
    /// When it was added.
    public let created: String
    /// When its text or weight last changed.
    public let updated: String
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?
  }

  /// An exported post.
  public struct PostRecord: Equatable, Sendable, Encodable {
    public let id: String
    public let title: String
    /// Any number of lines, which end with LF.
    public let content: String
    /// The user who wrote it.
    public let author: String
    /// When it was written.
    public let created: String
    /// When its title or content last changed.
    public let updated: String
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?
  }

  public init(_ content: TopicContent) {
    let topic = content.board.topic
    id = topic.id
    title = topic.title
    created = topic.created.rfc3339
    pros = content.board.pros.arguments.map(ArgumentRecord.init)
    cons = content.board.cons.arguments.map(ArgumentRecord.init)
    posts = content.posts.map(PostRecord.init)
  }
}

extension TopicDocument.ArgumentRecord {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created.rfc3339, updated: argument.updated.rfc3339,
      updatedBy: argument.updatedBy)
  }
}

extension TopicDocument.PostRecord {
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, title: post.title, content: post.content, author: post.author,
      created: post.created.rfc3339, updated: post.updated.rfc3339, updatedBy: post.updatedBy)
  }
}
