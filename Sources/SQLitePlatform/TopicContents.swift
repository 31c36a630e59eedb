internal import Domain

// Reading and writing topics with everything that belongs to them, as rows.

extension Database {
  /// Adds a new topic.
  func insert(_ content: TopicContent) throws {
    let topic = content.board.topic
    try insert(topic)
    try store(content.board, insteadOf: StoredBoard(new: topic))
    for post in content.posts { try insert(post) }
  }

  /// Returns a topic's content; nil if there is no such topic. Throws `TopicError.tooLarge` if its
  /// texts have more than `bytes` bytes.
  func content(of id: Topic.ID, upTo bytes: Int) throws -> TopicContent? {
    guard let board = try board(of: id)?.board else { return nil }
    var size = board.textBytes
    var posts: [Post] = []
    try forEachPost(of: id) { post in
      size += post.title.utf8.count + post.content.utf8.count
      if size <= bytes { posts.append(post) }
    }
    guard size <= bytes else { throw TopicError.tooLarge(bytes: size) }
    return TopicContent(board, posts: posts)
  }
}
