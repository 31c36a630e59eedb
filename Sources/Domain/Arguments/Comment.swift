/// What a person has said about an argument.
public struct Comment: Identifiable, Equatable, Sendable {
  /// A number: identifies the comment within its argument.
  public let id: String
  /// One line.
  public let text: String
  public let author: String
  public let created: Timestamp

  /// Trims `text`. Throws `.invalid` if it breaks a rule, or if the author cannot be one.
  public init(
    id: String, text: String, author: String, created: Timestamp
  ) throws(BoardError) {
    guard Limits.isAuthor(author) else { throw .invalid(.author) }
    self.id = id
    self.text = try Argument.rightText(text)
    self.author = author
    self.created = created
  }
}

extension [Comment] {
  /// Makes imported comments, in their order, with new identifiers.
  ///
  /// - Parameter author: the author of those that have none.
  /// - Throws: `BoardError`: `.invalid` or `.tooManyComments`.
  init(
    importing drafts: [TopicDraft.CommentDraft], by author: String, at now: Timestamp
  ) throws(BoardError) {
    guard drafts.count <= Limits.comments else {
      throw .tooManyComments(limit: Limits.comments)
    }
    self = []
    for draft in drafts {
      append(
        try Comment(
          id: String(count + 1), text: draft.text, author: draft.author ?? author,
          created: Swift.min(draft.created ?? now, now)))
    }
  }
}
