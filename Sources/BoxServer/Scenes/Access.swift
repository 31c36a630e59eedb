public import BoxWire

/// What a request asks for, as far as permission is concerned.
public struct Access {
  /// Which boxes or intents a request is about.
  public enum Subject {
    /// A box, or the intent at that path.
    case path(Path)
    /// The boxes that match.
    case patterns([Pattern])
    /// All that there is, or all that the connection holds.
    case everything
    /// Nothing in particular, as with `ping`.
    case nothing
  }

  public let caller: Caller
  /// As it was written: a method of the protocol, the path of an intent, or any other string.
  public let method: String
  public let subject: Subject
}
