/// Why a board could not be read or changed.
public enum BoardError: Error, Equatable, Sendable {
  /// A value breaks a rule on its own.
  case invalid(BrokenRule)
  /// Another argument of the side has this text, ignoring case.
  case duplicate(text: String)
  /// The side has no argument with this identifier.
  case notFound(id: String)
  /// The argument was changed at this time, after the caller saw it.
  case changed(id: String, updated: Timestamp)
  /// The change cannot be undone, since something newer depends on it.
  case superseded
  /// The store keeps no history.
  case noHistory
  /// The side already has the maximum number of arguments.
  case full(limit: Int)
  /// The topic is decided, and its board cannot be changed until it is reopened.
  case decided(Decision)
  /// The topic is not decided, and cannot be reopened.
  case notDecided
  /// This many people have answered, fewer than the rule demands.
  case quorum(answered: Int, needed: Int)
  /// The person has taken no position.
  case noPosition
  /// The topic already has the maximum number of positions.
  case tooManyPositions(limit: Int)
  /// More people are asked than can be.
  case tooManyAsked(limit: Int)
  /// The argument already has the maximum number of supporters.
  case tooManySupporters(limit: Int)
  /// No topic has this identifier.
  case noTopic(id: String)
  /// The store failed; no rule was broken.
  case store(StoreError)

  /// A rule about a single value.
  public enum BrokenRule: Equatable, Sendable {
    /// The text breaks a rule for texts.
    case text(BrokenTextRule)
    /// The weight is outside `Limits.weight`.
    case weightOutOfRange(Int)
    /// An author's name is too long, or has characters that are not allowed in a name.
    case author
    /// The sentence of a position breaks a rule for texts.
    case sentence(BrokenTextRule)
    /// The reason for a decision breaks a rule for texts.
    case reason(BrokenTextRule)
    /// A person who is asked cannot be a user, or is named twice.
    case asked(String)
    /// The quorum is not from 1 to this number, that of the people who are asked.
    case quorum(most: Int)
    /// A share is not from 1 to 100 percent, or no people are named.
    case share
    /// The deadline has passed.
    case deadline
    /// The daemon is to decide at the deadline, and there is none.
    case autoClose
    /// A change specifies neither a text nor a weight.
    case nothingToChange
  }
}
