/// Why posts could not be read or changed.
public enum PostError: Error, Equatable, Sendable {
  /// A value breaks a rule that concerns it alone.
  case invalid(BrokenRule)
  /// The topic has no post with this identifier.
  case notFound(id: String)
  /// The post was changed since the caller saw it, at this moment.
  case changed(id: String, updated: Timestamp)
  /// Something newer depends on the change that was to be taken back.
  case superseded
  /// The topic already has the maximum number of posts.
  case full(limit: Int)
  /// No topic has this identifier.
  case noTopic(id: String)
  /// The store failed; no rule was broken.
  case store(StoreError)

  /// A rule about a title or a content.
  public enum BrokenRule: Equatable, Sendable {
    case title(BrokenTextRule)
    case content(BrokenTextRule)
    /// The name of an author is too long, or has characters that no name has.
    case author
    /// A change gives neither a title nor a content.
    case nothingToChange
  }
}
