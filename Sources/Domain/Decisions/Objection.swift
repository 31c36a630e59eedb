/// What a person has against deciding the question as it stands.
public struct Objection: Counted {
  /// A number, counted within the topic.
  public let id: String
  /// One line.
  public let text: String
  /// The user who raised it.
  public let author: String
  public let created: Timestamp
  /// What somebody has replied; nil if nobody has.
  public let answer: Remark?
  /// nil while it is open.
  public let closing: Closing?

  /// A reply to an objection.
  public struct Remark: Equatable, Sendable {
    /// One line.
    public let text: String
    public let author: String
    public let date: Timestamp

    /// Trims `text`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
    public init(_ text: String, author: String, date: Timestamp) throws(BoardError) {
      guard !author.isEmpty, Limits.isAuthor(author) else { throw .invalid(.author) }
      do throws(BrokenTextRule) {
        self.text = try Limits.reason.apply(to: text)
      } catch {
        throw .invalid(.answer(error))
      }
      (self.author, self.date) = (author, date)
    }
  }

  /// How an objection ended.
  public struct Closing: Equatable, Sendable {
    public let kind: Kind
    public let author: String
    public let date: Timestamp

    public enum Kind: String, CaseIterable, Sendable {
      /// By the person who raised it.
      case withdrawn
      /// After an answer.
      case resolved
    }

    /// Throws `.invalid` if no user can have the name.
    public init(_ kind: Kind, by author: String, date: Timestamp) throws(BoardError) {
      guard !author.isEmpty, Limits.isAuthor(author) else { throw .invalid(.author) }
      (self.kind, self.author, self.date) = (kind, author, date)
    }
  }

  public var isOpen: Bool { closing == nil }
  /// When it was raised, answered or closed, whichever was last.
  public var updated: Timestamp {
    max(created, answer?.date ?? created, closing?.date ?? created)
  }

  /// Trims `text`. Throws `.invalid` if it breaks a rule, or if no user can have the name.
  public init(
    id: String, text: String, author: String, created: Timestamp, answer: Remark? = nil,
    closing: Closing? = nil
  ) throws(BoardError) {
    guard !author.isEmpty, Limits.isAuthor(author) else { throw .invalid(.author) }
    self.id = id
    do throws(BrokenTextRule) {
      self.text = try Limits.text.apply(to: text)
    } catch {
      throw .invalid(.objection(error))
    }
    self.author = author
    self.created = created
    self.answer = answer
    self.closing = closing
  }

  /// - Precondition: the other objection obeys the rules, too.
  private init(_ other: Objection, answer: Remark?, closing: Closing?) {
    (id, text, author, created) = (other.id, other.text, other.author, other.created)
    (self.answer, self.closing) = (answer, closing)
  }

  func answered(_ answer: Remark) -> Objection {
    Objection(self, answer: answer, closing: closing)
  }

  func closed(_ closing: Closing?) -> Objection {
    Objection(self, answer: answer, closing: closing)
  }

  public static var part: BoardError.Part { .objection }
  public static func notFound(_ id: String) -> BoardError { .noObjection(id: id) }
}
