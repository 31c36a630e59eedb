public import Domain

/// An exported topic with everything that belongs to it; `import` accepts it unchanged.
public struct TopicDocument: Equatable, Sendable, Encodable {
  public let id: Topic.ID
  public let title: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds.
  public let created: String
  /// In their order; so are `cons`.
  public let pros: [ArgumentItem]
  public let cons: [ArgumentItem]
  /// Oldest first.
  public let posts: [PostText]

  public init(_ content: TopicContent) {
    let topic = content.board.topic
    id = topic.id
    title = topic.title
    created = topic.created.rfc3339
    pros = content.board.pros.arguments.map(ArgumentItem.init)
    cons = content.board.cons.arguments.map(ArgumentItem.init)
    posts = content.posts.map(PostText.init)
  }
}
