/// The posts of a topic, as far as a change of one of them needs to know them; changed in one step.
public struct Discussion: Equatable, Sendable {
  public let topic: Topic.ID
  /// The number of posts.
  public let count: Int
  /// When the newest post was written; nil without posts.
  public let newest: Timestamp?
  /// The post to be changed; nil if there is none.
  public private(set) var post: Post?
  /// The change since it was read; nil when returned by a store.
  public private(set) var record: HistoryRecord?
  /// The removal of the post, to be put into the trash; nil unless the change removes it.
  public private(set) var removal: Removal?
  /// What the store has chosen for a new post; nil if it accepts what the rules choose.
  private let assigned: Assigned?

  /// Makes a discussion as stored.
  public init(
    topic: Topic.ID, count: Int, newest: Timestamp?, post: Post?, assigned: Assigned? = nil
  ) {
    self.topic = topic
    self.count = count
    self.newest = newest
    self.post = post
    self.assigned = assigned
  }

  /// What was done to the post since it was read, for live queries.
  ///
  /// - Parameter old: the post as it was read; nil if there was none.
  public func changes(since old: Post?) -> [PostChange] {
    if let post { [.stored(post)] } else if let old { [.removed(old.id)] } else { [] }
  }

  // MARK: Changes

  /// Writes a new post. It is at least 1 ms newer than all others, unless the store has assigned
  /// another date. Throws `.invalid` or `.full`.
  ///
  /// - Precondition: the discussion was read for no particular post.
  public mutating func write(
    title: String, content: String, author: String, at now: Timestamp
  ) throws(PostError) -> Post {
    precondition(post == nil, "a post that exists is edited")
    let (title, content) = (try Post.newTitle(title), try Post.rightContent(content))
    try refuseMore()
    let date = assigned?.created ?? now.after(newest)
    let new = Post(
      id: assigned?.id ?? UUIDv7.make(at: date), topic: topic, title: title, content: content,
      author: author, created: date, updated: date, updatedBy: author)
    post = new
    record = HistoryRecord(.postWritten(new), author: author, date: date)
    return new
  }

  /// Changes the title, the content or both of a post; nil keeps the current value. A post that
  /// already has both stays as it is, dates included.
  ///
  /// - Parameter seen: the post's date as the author saw it; nil to accept any.
  /// - Throws: `PostError`: `.invalid`, also if both are nil, `.notFound` or `.changed`.
  public mutating func edit(
    id: Post.ID, title: String?, content: String?, ifUpdated seen: Timestamp?, by author: String,
    at now: Timestamp
  ) throws(PostError) -> Post {
    guard title != nil || content != nil else { throw .invalid(.nothingToChange) }
    let (title, newContent) = (try title.map(Post.rightTitle), try content.map(Post.rightContent))
    let old = try found(id, ifUpdated: seen)
    let newTitle = try title.map { title throws(PostError) in
      try Post.newTitle(title, insteadOf: old.title)
    }
    return replace(old, newTitle ?? old.title, newContent ?? old.content, author, now)
  }

  /// Removes a post and returns it with its removal. Throws `.notFound` or `.changed`; see
  /// ``edit(id:title:content:ifUpdated:by:at:)`` for `seen`.
  public mutating func remove(
    id: Post.ID, ifUpdated seen: Timestamp?, by author: String, at now: Timestamp
  ) throws(PostError) -> (post: Post, removal: Removal) {
    let old = try found(id, ifUpdated: seen)
    return (old, remove(old, author, now))
  }

  /// Puts a post back that was removed. Throws `.exists`, or `.post` with `.full`.
  ///
  /// - Precondition: the discussion was read for this post.
  public mutating func restore(
    _ old: Post, by author: String, at now: Timestamp
  ) throws(TrashError) {
    guard post == nil else { throw .exists(post: old.id) }
    do throws(PostError) { try refuseMore() } catch { throw .post(error) }
    post = old
    record = HistoryRecord(.postWritten(old), author: author, date: now.after(old.updated))
  }

  /// Undoes a change of this post: it becomes what it was before, dated now.
  ///
  /// - Throws: `PostError`: `.superseded` if the result of the change has changed since, `.full` if
  ///   there is no room for what was removed.
  mutating func undo(
    _ entry: HistoryEntry, by author: String, at now: Timestamp
  ) throws(PostError) {
    switch entry.record.event {
    case .postWritten(let new):
      _ = remove(try expected(new), author, now, undoes: entry.id)
    case .postEdited(let old, let new):
      _ = replace(try expected(new), old.title, old.content, author, now, undoes: entry.id)
    case .postRemoved(let old):
      guard post == nil else { throw .superseded }
      try refuseMore()
      let restored = old.with(title: old.title, content: old.content, by: author, at: now)
      post = restored
      record = HistoryRecord(
        .postWritten(restored), author: author, date: restored.updated, undoes: entry.id)
    default:
      preconditionFailure("a change of a board is not one of a post")
    }
  }

  private mutating func replace(
    _ old: Post, _ title: String, _ content: String, _ author: String, _ now: Timestamp,
    undoes: HistoryEntry.ID? = nil
  ) -> Post {
    guard title != old.title || content != old.content else { return old }
    let new = old.with(title: title, content: content, by: author, at: now)
    post = new
    record = HistoryRecord(
      .postEdited(from: old, to: new), author: author, date: new.updated, undoes: undoes)
    return new
  }

  private mutating func remove(
    _ old: Post, _ author: String, _ now: Timestamp, undoes: HistoryEntry.ID? = nil
  ) -> Removal {
    let date = now.after(old.updated)
    let removal = Removal(by: author, at: date)
    (post, self.removal) = (nil, removal)
    record = HistoryRecord(.postRemoved(old), author: author, date: date, undoes: undoes)
    return removal
  }

  // MARK: Rules

  private func found(_ id: Post.ID, ifUpdated seen: Timestamp?) throws(PostError) -> Post {
    guard let post, post.id == id else { throw .notFound(id: id) }
    guard seen == nil || seen == post.updated else {
      throw .changed(id: id, updated: post.updated)
    }
    return post
  }

  /// Returns the post if it is still as a change left it, apart from its date: it may have been
  /// changed and changed back.
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
  /// Returns the same post with another text, changed at this time or 1 ms after its last change.
  ///
  /// - Parameter editor: the user who changes it.
  fileprivate func with(
    title: String, content: String, by editor: String, at now: Timestamp
  ) -> Post {
    Post(
      id: id, topic: topic, title: title, content: content, author: author, created: created,
      updated: now.after(updated), updatedBy: editor)
  }
}
