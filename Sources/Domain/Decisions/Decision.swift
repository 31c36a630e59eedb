/// The end of a topic's question, with what was decided and why. Until the topic is reopened, its title
/// and its board cannot be changed.
///
/// A class, because the daemon keeps all topics in memory, of which few are decided.
public final class Decision: Sendable {
  /// nil if the question was dropped without an answer.
  public let outcome: Choice?
  /// One line.
  public let reason: String
  /// The user who decided; the daemon if the rule did.
  public let author: String
  public let date: Timestamp
  public let authority: Authority
  /// The ``Board/digest`` of the board that was decided on; nil if that is not known.
  public let digest: String?

  /// By what it was decided.
  public enum Authority: String, Sendable {
    /// A person, as the rule allows.
    case person
    /// A person, although the rule did not allow it.
    case override
    /// The rule itself, at its deadline.
    case rule
  }

  /// Trims `reason`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
  public init(
    _ outcome: Choice?, reason: String, author: String, date: Timestamp,
    authority: Authority = .person, digest: String?
  ) throws(BoardError) {
    guard !author.isEmpty, Limits.isAuthor(author) else { throw .invalid(.author) }
    self.outcome = outcome
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
      || (first.outcome, first.reason, first.author, first.date, first.authority, first.digest)
        == (
          second.outcome, second.reason, second.author, second.date, second.authority,
          second.digest
        )
  }
}
