/// Why something asked of arguments was not done.
public enum ArgumentError: Error, Equatable, Sendable {
  /// A value breaks a rule, as the value alone shows. `reason` is a sentence for a person.
  case invalid(member: String, reason: String)
  /// The side already holds this text, in this or another case.
  case duplicate(text: String)
  /// The side holds no such argument, or no longer.
  case notFound(id: String)
  /// The side holds as many arguments as it can.
  case full(limit: Int)
  /// No topic has this identifier.
  case noTopic(id: String)
  /// The gateway itself failed; the rules were not broken. `message` is a sentence for a person.
  case store(message: String)

  /// A sentence for a person.
  public var message: String {
    switch self {
    case .invalid(_, let reason): reason
    case .duplicate(let text): "\"\(text)\" is already there"
    case .notFound(let id): "there is no argument \(id)"
    case .full(let limit): "there are already \(limit) arguments, no more fit"
    case .noTopic(let id): "there is no topic \(id)"
    case .store(let message): message
    }
  }
}
