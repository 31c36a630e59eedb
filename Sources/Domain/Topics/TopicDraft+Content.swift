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
