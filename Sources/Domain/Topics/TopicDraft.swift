/// A topic to be imported. The rules have not been applied yet; what is nil has a default.
public struct TopicDraft: Equatable, Sendable {
  /// Used if it is free; otherwise an identifier is derived from the title.
  public var id: String?
  public var title: String
  public var created: Timestamp?
  public var pros: [ArgumentDraft]
  public var cons: [ArgumentDraft]
  public var posts: [PostDraft]

  public init(
    id: String? = nil, title: String, created: Timestamp? = nil, pros: [ArgumentDraft] = [],
    cons: [ArgumentDraft] = [], posts: [PostDraft] = []
  ) {
    self.id = id
    self.title = title
    self.created = created
    self.pros = pros
    self.cons = cons
    self.posts = posts
  }

  public struct ArgumentDraft: Equatable, Sendable {
    /// Used if it is a number that no other argument of the side has.
    public var id: String?
    public var text: String
    public var weight: Int?
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?

    public init(
      id: String? = nil, text: String, weight: Int? = nil, author: String? = nil,
      created: Timestamp? = nil, updated: Timestamp? = nil, updatedBy: String? = nil
    ) {
      self.id = id
      self.text = text
      self.weight = weight
      self.author = author
      self.created = created
      self.updated = updated
      self.updatedBy = updatedBy
    }
  }

  public struct PostDraft: Equatable, Sendable {
    public var title: String
    public var content: String
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?

    public init(
      title: String, content: String, author: String? = nil, created: Timestamp? = nil,
      updated: Timestamp? = nil, updatedBy: String? = nil
    ) {
      self.title = title
      self.content = content
      self.author = author
      self.created = created
      self.updated = updated
      self.updatedBy = updatedBy
    }
  }
}

extension TopicDraft {
  /// A draft of the same topic, with everything that belongs to it: authors and dates stay.
  public init(_ content: TopicContent) {
    let topic = content.board.topic
    self.init(
      id: topic.id, title: topic.title, created: topic.created,
      pros: content.board.pros.arguments.map(ArgumentDraft.init),
      cons: content.board.cons.arguments.map(ArgumentDraft.init),
      posts: content.posts.map(PostDraft.init))
  }
}

extension TopicDraft.ArgumentDraft {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created, updated: argument.updated, updatedBy: argument.updatedBy)
  }
}

extension TopicDraft.PostDraft {
  fileprivate init(_ post: Post) {
    self.init(
      title: post.title, content: post.content, author: post.author, created: post.created,
      updated: post.updated, updatedBy: post.updatedBy)
  }
}
