public import BoxWire

/// A request from the point of view of permissions.
public struct Access {
  /// Which boxes or intents a request is about.
  public enum Subject {
    /// A box, or the intent at this path.
    case path(Path)
    /// The boxes that match.
    case patterns([Pattern])
    /// Everything that exists, or everything that the connection holds.
    case everything
    /// Nothing in particular, as with `ping`.
    case nothing
  }

  public let caller: Caller
  /// As written: a method of the protocol, the path of an intent, or any other string.
  public let method: String
  public let subject: Subject
}
