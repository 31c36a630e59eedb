/// Why a board could not be read or changed.
public enum BoardError: Error, Equatable, Sendable {
  /// A value breaks a rule on its own.
  case invalid(BrokenRule)
  /// Another argument of the column has this text, or another option this title, ignoring case.
  case duplicate(text: String)
  /// The column has no argument with this identifier.
  case notFound(id: String)
  /// It was changed at this time, after the caller saw it.
  case changed(Part = .argument, id: String, updated: Timestamp)
  /// The change cannot be undone, since something newer depends on it.
  case superseded
  /// The store keeps no history.
  case noHistory
  /// The column already has the maximum number of arguments.
  case full(limit: Int)
  /// The topic is decided, and its board cannot be changed until it is reopened.
  case decided(Decision)
  /// The topic is not decided, and cannot be reopened.
  case notDecided
  /// This many people have answered, fewer than the rule demands.
  case quorum(answered: Int, needed: Int)
  /// These objections are open, and the rule says that they block the decision.
  case objections([Objection])
  /// The topic has options: yes or no is not an answer to it.
  case hasOptions
  /// The topic has no options.
  case noOptions
  /// The topic has a single option, and nothing to choose between.
  case oneOption
  /// The topic has no option with this identifier.
  case noOption(id: String)
  /// The topic has no objection with this identifier.
  case noObjection(id: String)
  /// The objection is withdrawn or resolved.
  case closed(id: String)
  /// Nobody has answered the objection.
  case notAnswered(id: String)
  /// Only the person with this name, who has raised the objection, can close it.
  case notObjector(String)
  /// The argument has no comment with this identifier.
  case noComment(id: String)
  /// The topic has no todo with this identifier.
  case noTodo(id: String)
  /// A topic cannot replace itself.
  case ownSuccessor
  /// The topic already has the maximum number of options.
  case tooManyOptions(limit: Int)
  /// The topic already has the maximum number of objections.
  case tooManyObjections(limit: Int)
  /// The argument already has the maximum number of comments.
  case tooManyComments(limit: Int)
  /// The topic already has the maximum number of todos.
  case tooManyTodos(limit: Int)
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

  /// What somebody else can change while the caller looks at it.
  public enum Part: String, Sendable {
    case argument, option, objection, todo
  }

  /// A rule about a single value.
  public enum BrokenRule: Equatable, Sendable {
    /// The text breaks a rule for texts.
    case text(BrokenTextRule)
    /// The weight is outside `Limits.weight`.
    case weightOutOfRange(Int)
    /// An author's name is too long, or has characters that are not allowed in a name.
    case author
    /// The title of an option breaks a rule for titles.
    case optionTitle(BrokenTextRule)
    /// The text of an option breaks a rule for texts.
    case optionText(BrokenTextRule)
    /// The text of an objection breaks a rule for texts.
    case objection(BrokenTextRule)
    /// The answer to an objection breaks a rule for texts.
    case answer(BrokenTextRule)
    /// The person who is to do a todo cannot be a user.
    case assignee(String)
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
    /// A change specifies nothing that is to change.
    case nothingToChange
  }
}
