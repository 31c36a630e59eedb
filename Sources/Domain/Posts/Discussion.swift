/// The posts of a topic, as far as a change of one of them has to know them: what is changed in one
/// step.
public struct Discussion: Equatable, Sendable {
  public let topic: Topic.ID
  /// The number of posts.
  public let count: Int
  /// When the newest post was written; nil without posts.
  public let newest: Timestamp?
  /// The post that the change concerns; nil if there is none.
  public private(set) var post: Post?
  /// What was done to it since it was read; nil as a store returns it.
  public private(set) var record: HistoryRecord?

  /// A discussion as a store has it.
  public init(topic: Topic.ID, count: Int, newest: Timestamp?, post: Post?) {
    self.topic = topic
    self.count = count
    self.newest = newest
    self.post = post
  }

  // MARK: Changes

  /// Writes a new post. It is at least 1 ms newer than all others. Throws `.invalid` or `.full`.
  ///
  /// - Precondition: the change concerns no other post.
  public mutating func write(
    title: String, content: String, author: String, at now: Timestamp
  ) throws(PostError) -> Post {
    precondition(post == nil, "a post that exists is edited")
    let (title, content) = (try Post.rightTitle(title), try Post.rightContent(content))
    try refuseMore()
    let date = now.after(newest)
    let new = Post(
      id: UUIDv7.make(at: date), topic: topic, title: title, content: content, author: author,
      created: date, updated: date)
    post = new
    record = HistoryRecord(.postWritten(new), author: author, date: date)
    return new
  }

  /// Changes the title, the content or both of a post; nil keeps what is there. A post that already has
  /// both stays as it is, dates included.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil if any will do.
  /// - Throws: `PostError`: `.invalid`, also if both are nil, `.notFound` or `.changed`.
  public mutating func edit(
    id: Post.ID, title: String?, content: String?, ifUpdated seen: Timestamp?, by author: String,
    at now: Timestamp
  ) throws(PostError) -> Post {
    guard title != nil || content != nil else { throw .invalid(.nothingToChange) }
    let newTitle = try title.map(Post.rightTitle)
    let newContent = try content.map(Post.rightContent)
    let old = try found(id, ifUpdated: seen)
    return replace(old, newTitle ?? old.title, newContent ?? old.content, author, now)
  }

  /// Removes a post and returns it. Throws `.notFound` or `.changed`; see
  /// ``edit(id:title:content:ifUpdated:by:at:)`` for `seen`.
  public mutating func remove(
    id: Post.ID, ifUpdated seen: Timestamp?, by author: String, at now: Timestamp
  ) throws(PostError) -> Post {
    let old = try found(id, ifUpdated: seen)
    remove(old, author, now)
    return old
  }

  /// Takes a change of this post back: it becomes what it was before, and is dated now.
  ///
  /// - Throws: `PostError`: `.superseded` if what the change left has changed since, `.full` if there is
  ///   no place for what was removed.
  mutating func undo(
    _ entry: HistoryEntry, by author: String, at now: Timestamp
  ) throws(PostError) {
    switch entry.record.event {
    case .postWritten(let new):
      remove(try expected(new), author, now, undoes: entry.id)
    case .postEdited(let old, let new):
      _ = replace(try expected(new), old.title, old.content, author, now, undoes: entry.id)
    case .postRemoved(let old):
      guard post == nil else { throw .superseded }
      try refuseMore()
      let restored = old.with(title: old.title, content: old.content, at: now)
      post = restored
      record = HistoryRecord(
        .postWritten(restored), author: author, date: restored.updated, undoes: entry.id)
    case .created, .renamed, .argumentAdded, .argumentChanged, .argumentMoved, .argumentRemoved:
      preconditionFailure("a change of a board is not one of a post")
    }
  }

  private mutating func replace(
    _ old: Post, _ title: String, _ content: String, _ author: String, _ now: Timestamp,
    undoes: HistoryEntry.ID? = nil
  ) -> Post {
    guard title != old.title || content != old.content else { return old }
    let new = old.with(title: title, content: content, at: now)
    post = new
    record = HistoryRecord(
      .postEdited(from: old, to: new), author: author, date: new.updated, undoes: undoes)
    return new
  }

  private mutating func remove(
    _ old: Post, _ author: String, _ now: Timestamp, undoes: HistoryEntry.ID? = nil
  ) {
    post = nil
    record = HistoryRecord(
      .postRemoved(old), author: author, date: now.after(old.updated), undoes: undoes)
  }

  // MARK: Rules

  private func found(_ id: Post.ID, ifUpdated seen: Timestamp?) throws(PostError) -> Post {
    guard let post, post.id == id else { throw .notFound(id: id) }
    guard seen == nil || seen == post.updated else {
      throw .changed(id: id, updated: post.updated)
    }
    return post
  }

  /// The post, if it still is what a change left. Not its date: it may have been changed and changed
  /// back.
  private func expected(_ left: Post) throws(PostError) -> Post {
    guard let post, post.title == left.title, post.content == left.content,
      post.created == left.created
    else { throw .superseded }
    return post
  }

  private func refuseMore() throws(PostError) {
    guard count < Limits.postsPerTopic else { throw .full(limit: Limits.postsPerTopic) }
  }
}

extension Post {
  /// The same post with another text, changed at this moment or 1 ms after its last change.
  fileprivate func with(title: String, content: String, at now: Timestamp) -> Post {
    Post(
      id: id, topic: topic, title: title, content: content, author: author, created: created,
      updated: now.after(updated))
  }
}
