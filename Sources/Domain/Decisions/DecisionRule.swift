/// What a decision needs, as far as people have said.
///
/// A class, because the daemon keeps all topics in memory, of which few have a rule.
public final class DecisionRule: Sendable {
  /// The people who are asked, each once; empty for everyone who takes a position. Only their positions
  /// count.
  public let asked: [String]
  /// How many of them must have answered; nil for any number.
  public let quorum: Quorum?
  /// Until when they are asked; nil for any time.
  public let deadline: Timestamp?
  /// Whether the daemon decides at the deadline, if the quorum has answered and one choice leads.
  public let autoClose: Bool
  /// Whether an open objection blocks the decision.
  public let objectionsBlock: Bool
  /// Whether those who may decide can resolve objections of others.
  public let decidersResolve: Bool

  /// Throws `.invalid` if a name cannot be that of a user or is repeated, if there are too many, if the
  /// quorum can never be reached, or if `autoClose` has no deadline.
  public init(
    asked: [String] = [], quorum: Quorum? = nil, deadline: Timestamp? = nil,
    autoClose: Bool = false,
    objectionsBlock: Bool = false, decidersResolve: Bool = false
  ) throws(BoardError) {
    guard asked.count <= Limits.asked else { throw .tooManyAsked(limit: Limits.asked) }
    var names: Set<String> = []
    for name in asked {
      guard !name.isEmpty, Limits.isAuthor(name), names.insert(name).inserted else {
        throw .invalid(.asked(name))
      }
    }
    switch quorum {
    case .people(let count):
      let most = asked.isEmpty ? Limits.positions : asked.count
      guard (1...most).contains(count) else { throw .invalid(.quorum(most: most)) }
    case .percent(let share):
      guard (1...100).contains(share), !asked.isEmpty else { throw .invalid(.share) }
    case nil: break
    }
    guard !autoClose || deadline != nil else { throw .invalid(.autoClose) }
    self.asked = asked
    self.quorum = quorum
    self.deadline = deadline
    self.autoClose = autoClose
    self.objectionsBlock = objectionsBlock
    self.decidersResolve = decidersResolve
  }

  /// - Precondition: together, these obey the rules.
  private init(
    _ other: DecisionRule, asked: [String], _ quorum: Quorum?, _ deadline: Timestamp?,
    autoClose: Bool
  ) {
    (self.asked, self.quorum) = (asked, quorum)
    (self.deadline, self.autoClose) = (deadline, autoClose)
    (objectionsBlock, decidersResolve) = (other.objectionsBlock, other.decidersResolve)
  }

  /// The rule for readers who may not see who is asked; nil if nothing is left of it.
  var withoutPeople: DecisionRule? {
    let rule = DecisionRule(
      self, asked: [], needed.map { .people($0) }, deadline, autoClose: autoClose)
    return rule.isEmpty ? nil : rule
  }

  /// The rule once its deadline has passed, and it has not decided.
  var withoutAutoClose: DecisionRule {
    DecisionRule(self, asked: asked, quorum, deadline, autoClose: false)
  }

  /// The rule for another round, which has no deadline; nil if nothing is left of it.
  var forNextRound: DecisionRule? {
    let rule = DecisionRule(self, asked: asked, quorum, nil, autoClose: false)
    return rule.isEmpty ? nil : rule
  }

  /// Whether it demands nothing.
  public var isEmpty: Bool {
    asked.isEmpty && quorum == nil && deadline == nil && !objectionsBlock && !decidersResolve
  }

  /// The number of people who must have answered; nil for any number.
  public var needed: Int? {
    switch quorum {
    case .people(let count): count
    case .percent(let share): (asked.count * share + 99) / 100
    case nil: nil
    }
  }

  /// Whether it has a deadline, and that has passed.
  public func isDue(at now: Timestamp) -> Bool { deadline.map { $0 <= now } ?? false }
}

extension DecisionRule: Equatable {
  public static func == (first: DecisionRule, second: DecisionRule) -> Bool {
    first === second
      || (first.asked, first.quorum, first.deadline, first.autoClose)
        == (second.asked, second.quorum, second.deadline, second.autoClose)
        && (first.objectionsBlock, first.decidersResolve)
          == (second.objectionsBlock, second.decidersResolve)
  }
}

/// How many people must have answered before a decision.
public enum Quorum: Equatable, Sendable {
  case people(Int)
  /// Of those who are asked, rounded up.
  case percent(Int)

  /// Reads a number of people, such as `3`, or a share, such as `60%`; nil for anything else.
  public init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    let digits = isShare ? text.dropLast() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits)
    else { return nil }
    self = isShare ? .percent(number) : .people(number)
  }

  /// As it is read.
  public var text: String {
    switch self {
    case .people(let count): String(count)
    case .percent(let share): "\(share)%"
    }
  }
}
