/// The end of a topic's question, with what was decided and why. Until the topic is reopened, its title
/// and its board cannot be changed.
///
/// A class, because the daemon keeps all topics in memory, of which few are decided.
public final class Decision: Sendable {
  /// nil if the question was dropped without an answer.
  public let outcome: Choice?
  /// One line.
  public let reason: String
  /// The user who decided.
  public let author: String
  public let date: Timestamp
  /// The ``Board/digest`` of the board that was decided on; nil if that is not known.
  public let digest: String?

  /// Trims `reason`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
  public init(
    _ outcome: Choice?, reason: String, author: String, date: Timestamp, digest: String?
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
    self.digest = digest
  }
}

extension Decision: Equatable {
  public static func == (first: Decision, second: Decision) -> Bool {
    first === second
      || (first.outcome, first.reason, first.author, first.date, first.digest)
        == (second.outcome, second.reason, second.author, second.date, second.digest)
  }
}
