internal import Domain

// Reading and writing posts, as rows.

extension Database {
  /// Returns the posts of a topic, newest first, without those that cannot be read.
  func overviews(
    of topic: Topic.ID, before: Post.ID? = nil, limit: Int = Limits.postsShown
  ) throws -> [PostOverview] {
    var overviews: [PostOverview] = []
    let condition = before == nil ? "?2 IS NULL" : "id < ?2"
    try rows(
      "\(Table.post.selection) WHERE topic = ?1 AND \(condition) ORDER BY id DESC", topic, before
    ) { row in
      if let post = readablePost(row, after: overviews.last?.id) {
        overviews.append(PostOverview(post))
      }
      return overviews.count < limit
    }
    return overviews
  }

  /// Calls `body` with all posts of a topic, oldest first.
  func forEachPost(of topic: Topic.ID, body: (Post) -> Void) throws {
    var last: Post.ID?
    try forEach("\(Table.post.selection) WHERE topic = ? ORDER BY id", topic) { row in
      guard let post = readablePost(row, after: last) else { return }
      last = post.id
      body(post)
    }
  }

  private func readablePost(_ row: Row, after last: Post.ID?) -> Post? {
    guard let post = readable(row, .post, { row throws(ColumnFault) in try row.post() })
    else { return nil }
    if post.id != last { return post }
    leaveOut(row, .post, "the id occurs more than once")
    return nil
  }

  /// nil if there is no such post, or if it cannot be read.
  func post(_ id: Post.ID, of topic: Topic.ID) throws -> Post? {
    try first("\(Table.post.selection) WHERE topic = ? AND id = ?", topic, id) { row in
      readablePost(row, after: nil)
    } ?? nil
  }

  /// Returns what a change of a post needs to know; nil if there is no such topic.
  func discussion(of topic: Topic.ID, about id: Post.ID?) throws -> Discussion? {
    guard try self.topic(topic) != nil else { return nil }
    let count = try first("SELECT count(*) FROM post WHERE topic = ?", topic) { row in
      try row.number(0, in: 0...ColumnLimits.numbers.upperBound)
    }
    var newest: Timestamp?
    try rows("SELECT created FROM post WHERE topic = ? ORDER BY id DESC", topic) { row in
      newest = try? row.date(0)
      return newest == nil
    }
    return Discussion(
      topic: topic, count: count ?? 0, newest: newest,
      post: try id.flatMap { try post($0, of: topic) })
  }

  func insert(_ post: Post) throws {
    // Not beside a row that is left out.
    try change(
      one: .post,
      """
      INSERT INTO post (topic, id, title, content, author, created, updated, updated_by)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS (
        SELECT 1 FROM post WHERE topic = ?1 AND id = ?2)
      """, post.topic, post.id, post.title, post.content, post.author, post.created.milliseconds,
      post.updated.milliseconds, post.updatedBy)
  }

  /// Writes a discussion that has changed: its post, with the record of the change.
  ///
  /// - Parameter old: the previous post; nil if there was none.
  /// - Returns: the newest posts.
  func store(_ discussion: Discussion, insteadOf old: Post?) throws -> [PostOverview] {
    try put(discussion, insteadOf: old?.id)
    if let old, let removal = discussion.removal { try remove(old, removal) }
    if let record = discussion.record { try append([record], to: discussion.topic) }
    return try overviews(of: discussion.topic)
  }

  private func put(_ discussion: Discussion, insteadOf id: Post.ID?) throws {
    switch (discussion.post, id) {
    case (let post?, nil):
      try insert(post)
      try forgetRemoval(of: post)
    case (let post?, .some):
      try change(
        one: .post,
        """
        UPDATE post SET title = ?, content = ?, updated = ?, updated_by = ?
        WHERE topic = ? AND id = ?
        """,
        post.title, post.content, post.updated.milliseconds, post.updatedBy, post.topic, post.id)
    case (nil, let id?):
      try change(
        one: .post, "DELETE FROM post WHERE topic = ? AND id = ?", discussion.topic, id)
    case (nil, nil): break
    }
  }
}

extension Row {
  /// Of the columns of `Table.post`.
  func post() throws(ColumnFault) -> Post {
    Post(
      id: try text(1, bytes: 1...ColumnLimits.key),
      topic: try text(0, bytes: 1...ColumnLimits.key),
      title: try text(
        2, bytes: 1...Limits.postTitleBytes, characters: Limits.postTitleCharacters.upperBound),
      content: try text(3, bytes: 1...Limits.postContentBytes), author: try author(4),
      created: try date(5), updated: try date(6), updatedBy: try editor(7))
  }
}
