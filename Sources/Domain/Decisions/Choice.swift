/// What people can be for, and what can be decided: an answer to the question of a topic.
public enum Choice: Hashable, Sendable {
  /// Of a topic without options.
  case yes, no
  /// One of the options of a topic.
  case option(Option.ID)
}

extension Choice: RawRepresentable {
  /// Reads `yes`, `no` or the identifier of an option; nil for anything else.
  public init?(rawValue text: String) {
    switch text {
    case "yes": self = .yes
    case "no": self = .no
    default:
      guard Option.isID(text) else { return nil }
      self = .option(text)
    }
  }

  /// As it is read.
  public var rawValue: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .option(let id): id
    }
  }
}
