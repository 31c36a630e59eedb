internal import Domain
internal import GRDB

// Reading and writing posts, as rows.

extension Database {
  /// Returns the posts of a topic, newest first.
  func overviews(
    of topic: Topic.ID, before: Post.ID? = nil, limit: Int = Limits.postsShown
  ) throws -> [PostOverview] {
    let condition = before == nil ? "" : "AND id < ?"
    let statement = try cachedStatement(
      sql: """
        SELECT id, title, substr(content, 1, \(PostOverview.longestBeginning)), author, created, updated
        FROM post WHERE topic = ? \(condition) ORDER BY id DESC LIMIT ?
        """)
    let rows = try Row.fetchAll(
      statement,
      arguments: before.map { [topic, $0, limit] } ?? [topic, limit])
    return try rows.map { row in
      PostOverview(
        id: row[0], title: row[1], beginning: row[2], author: row[3], created: try row.date(4),
        updated: try row.date(5))
    }
  }

  /// nil if there is no such post.
  func post(_ id: Post.ID, of topic: Topic.ID) throws -> Post? {
    let statement = try cachedStatement(
      sql: "SELECT title, content, author, created, updated FROM post WHERE topic = ? AND id = ?")
    return try Row.fetchOne(statement, arguments: [topic, id]).map { row in
      Post(
        id: id, topic: topic, title: row[0], content: row[1], author: row[2],
        created: try row.date(3), updated: try row.date(4))
    }
  }

  /// Returns what a change of a post needs to know; nil if there is no such topic.
  func discussion(of topic: Topic.ID, about id: Post.ID?) throws -> Discussion? {
    guard try self.topic(topic) != nil else { return nil }
    let count = try Int.fetchOne(
      cachedStatement(sql: "SELECT count(*) FROM post WHERE topic = ?"), arguments: [topic])
    let newest = try Row.fetchOne(
      cachedStatement(
        sql: "SELECT created FROM post WHERE topic = ? ORDER BY id DESC LIMIT 1"),
      arguments: [topic])
    return Discussion(
      topic: topic, count: count ?? 0, newest: try newest?.date(0),
      post: try id.flatMap { try post($0, of: topic) })
  }

  func insert(_ post: Post) throws {
    try change(
      """
      INSERT INTO post (topic, id, title, content, author, created, updated)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, post.topic, post.id, post.title, post.content, post.author, post.created.milliseconds,
      post.updated.milliseconds)
  }

  /// Writes the post of a discussion.
  ///
  /// - Parameter id: the id of the previous post; nil if there was none.
  func store(_ discussion: Discussion, insteadOf id: Post.ID?) throws {
    switch (discussion.post, id) {
    case (let post?, nil):
      try insert(post)
    case (let post?, .some):
      try change(
        "UPDATE post SET title = ?, content = ?, updated = ? WHERE topic = ? AND id = ?",
        post.title,
        post.content, post.updated.milliseconds, post.topic, post.id)
    case (nil, let id?):
      try change("DELETE FROM post WHERE topic = ? AND id = ?", discussion.topic, id)
    case (nil, nil): break
    }
  }
}
