/// Why arguments could not be read or changed.
public enum ArgumentError: Error, Equatable, Sendable {
  /// A value breaks a rule that concerns it alone.
  case invalid(BrokenRule)
  /// Another argument of the side has this text, compared without case.
  case duplicate(text: String)
  /// The side has no argument with this identifier.
  case notFound(id: String)
  /// The argument was changed since the caller saw it, at this moment.
  case changed(id: String, updated: Timestamp)
  /// Something newer depends on the change that was to be taken back.
  case superseded
  /// The store keeps no history, which somebody asked for.
  case noHistory
  /// The side already has the maximum number of arguments.
  case full(limit: Int)
  /// No topic has this identifier.
  case noTopic(id: String)
  /// The store failed; no rule was broken.
  case store(StoreError)

  /// A rule about a single text or weight.
  public enum BrokenRule: Equatable, Sendable {
    /// The text breaks a rule for texts.
    case text(BrokenTextRule)
    /// The weight is outside `Limits.weight`.
    case weightOutOfRange(Int)
    /// The name of an author is too long, or has characters that no name has.
    case author
    /// A change gives neither a text nor a weight.
    case nothingToChange
  }
}
