public import Domain

/// Why a draft or a post could not be changed, saved or deleted. What was typed is kept.
public enum WritingError: Error, Equatable, Sendable {
  /// The route has no draft.
  case noDraft
  /// The route has no post.
  case noPost
  /// The post is not being edited.
  case notEditing
  /// It is still being saved or deleted.
  case busy
  /// The text has more bytes than can be kept until it is saved.
  case tooLong(PostPart, limit: Int)
  /// The caller may not call this intent.
  case notAllowed(intent: String)
  /// The post was last changed at this date, after the caller saw it. `authors` are the users who
  /// changed it, oldest change first, each once; empty if the store keeps no history of it.
  case conflict(authors: [String], updated: Timestamp)
  /// A broken rule, or a failure of the store.
  case post(PostError)

  /// A text of a post.
  public enum PostPart: String, Sendable {
    case title, content
  }
}
