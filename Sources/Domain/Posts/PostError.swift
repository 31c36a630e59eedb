/// Why posts could not be read or changed.
public enum PostError: Error, Equatable, Sendable {
  /// A value breaks a rule on its own.
  case invalid(BrokenRule)
  /// The topic has no post with this identifier.
  case notFound(id: String)
  /// The post was changed at this time, after the caller saw it.
  case changed(id: String, updated: Timestamp)
  /// The change cannot be undone, since something newer depends on it.
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
    /// An author's name is too long, or has characters that are not allowed in a name.
    case author
    /// A change specifies neither a title nor a content.
    case nothingToChange
  }
}
