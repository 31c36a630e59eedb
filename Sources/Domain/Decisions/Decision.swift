/// The end of a topic's question, with what was decided and why. Until the topic is reopened, its title
/// and its board cannot be changed.
///
/// A class, because the daemon keeps all topics in memory, of which few are decided.
public final class Decision: Sendable {
  /// nil if the question was dropped without an answer.
  public let outcome: Choice?
  /// The title that the option of the outcome had; nil without such an option.
  public let title: String?
  /// One line.
  public let reason: String
  /// The user who decided; the daemon if the rule did.
  public let author: String
  public let date: Timestamp
  public let authority: Authority
  /// The ``Board/digest`` of the board that was decided on; nil if that is not known.
  public let digest: String?
  /// The topic that replaces this one; nil if none does.
  public let successor: Topic.ID?

  /// By what it was decided.
  public enum Authority: String, Sendable {
    /// A person, as the rule allows.
    case person
    /// A person, although the rule did not allow it.
    case override
    /// The rule itself, at its deadline.
    case rule
  }

  /// What was decided, as people call it; nil if the question was dropped.
  public var words: String? { title ?? outcome?.rawValue }

  /// Trims `reason`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
  public init(
    _ outcome: Choice?, title: String? = nil, reason: String, author: String, date: Timestamp,
    authority: Authority = .person, digest: String?, successor: Topic.ID? = nil
  ) throws(BoardError) {
    guard !author.isEmpty, Limits.isAuthor(author) else { throw .invalid(.author) }
    self.outcome = outcome
    if case .option(let id) = outcome {
      do throws(BrokenTextRule) {
        self.title = try Limits.title.apply(to: title ?? id)
      } catch {
        throw .invalid(.optionTitle(error))
      }
    } else {
      self.title = nil
    }
    do throws(BrokenTextRule) {
      self.reason = try Limits.reason.apply(to: reason)
    } catch {
      throw .invalid(.reason(error))
    }
    self.author = author
    self.date = date
    self.authority = authority
    // Anything else was not made by `Board.digest`.
    self.digest = digest.flatMap { Self.isDigest($0) ? $0 : nil }
    self.successor = successor.flatMap { Topic.isID($0) ? $0 : nil }
  }

  /// - Precondition: the other decision obeys the rules, too.
  private init(_ other: Decision, successor: Topic.ID?) {
    (outcome, title, reason) = (other.outcome, other.title, other.reason)
    (author, date, authority) = (other.author, other.date, other.authority)
    (digest, self.successor) = (other.digest, successor)
  }

  func superseded(by successor: Topic.ID?) -> Decision {
    Decision(self, successor: successor)
  }

  /// Whether it has the form of ``Board/digest``.
  public static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension Decision: Equatable {
  public static func == (first: Decision, second: Decision) -> Bool {
    first === second
      || (first.outcome, first.title, first.reason, first.author)
        == (second.outcome, second.title, second.reason, second.author)
        && (first.date, first.authority, first.digest, first.successor)
          == (second.date, second.authority, second.digest, second.successor)
  }
}
