/// Why arguments could not be read or changed.
public enum ArgumentError: Error, Equatable, Sendable {
  /// A value breaks a rule that concerns it alone.
  case invalid(BrokenRule)
  /// Another argument of the side has this text, compared without case.
  case duplicate(text: String)
  /// The side has no argument with this identifier.
  case notFound(id: String)
  /// The side already has the maximum number of arguments.
  case full(limit: Int)
  /// No topic has this identifier.
  case noTopic(id: String)
  /// The store failed; no rule was broken.
  case store(StoreError)

  /// A rule about a single text or weight.
  public enum BrokenRule: Equatable, Sendable {
    /// The text has no visible character.
    case emptyText
    /// The text has more characters than `Limits.textCharacters` allows.
    case tooManyCharacters(Int)
    /// The text has more bytes of UTF-8 than `Limits.textBytes`.
    case tooManyBytes(Int)
    /// The text contains a control character or a line break.
    case controlCharacter
    /// The text contains a bidirectional embedding, override or isolate.
    case bidirectionalControl
    /// The weight is outside `Limits.weight`.
    case weightOutOfRange(Int)
    /// A change gives neither a text nor a weight.
    case nothingToChange
  }
}
