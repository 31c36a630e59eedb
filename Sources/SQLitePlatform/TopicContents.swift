internal import Domain
internal import GRDB

// Reading and writing topics with everything that belongs to them, as rows.

extension Database {
  /// Adds a new topic.
  func insert(_ content: TopicContent) throws {
    try insert(content.board.topic)
    try store(content.board, insteadOf: Board(content.board.topic))
    for post in content.posts { try insert(post) }
  }

  /// Returns a topic's content; nil if there is no such topic. Throws `TopicError.tooLarge` if its
  /// texts have more than `bytes` bytes.
  func content(of id: Topic.ID, upTo bytes: Int) throws -> TopicContent? {
    guard let board = try board(of: id) else { return nil }
    let posts = try Int.fetchOne(
      cachedStatement(
        sql: """
          SELECT sum(length(CAST(content AS BLOB)) + length(CAST(title AS BLOB))) FROM post WHERE topic = ?
          """), arguments: [id])
    let size = board.textBytes + (posts ?? 0)
    guard size <= bytes else { throw TopicError.tooLarge(bytes: size) }
    return TopicContent(board, posts: try self.posts(of: id))
  }

  /// Returns all posts of a topic, oldest first.
  private func posts(of topic: Topic.ID) throws -> [Post] {
    let statement = try cachedStatement(
      sql: """
        SELECT id, title, content, author, created, updated FROM post WHERE topic = ? ORDER BY id
        """)
    return try Row.fetchAll(statement, arguments: [topic]).map { row in
      Post(
        id: row[0], topic: topic, title: row[1], content: row[2], author: row[3],
        created: try row.date(4), updated: try row.date(5))
    }
  }
}
