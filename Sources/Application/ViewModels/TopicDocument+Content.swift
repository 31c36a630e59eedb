public import BoardValues
public import Domain

extension TopicDocument {
  public init(_ content: TopicContent) {
    let (topic, pros, cons) = (content.board.topic, content.board.pros, content.board.cons)
    self.init(
      id: topic.id, title: topic.title, created: topic.created.rfc3339,
      pros: pros.arguments.map(ArgumentRecord.init), cons: cons.arguments.map(ArgumentRecord.init),
      posts: content.posts.map(PostRecord.init))
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
