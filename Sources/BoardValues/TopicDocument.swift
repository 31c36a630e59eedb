/// An exported topic with everything that belongs to it, without the words that clients show;
/// `import` accepts it unchanged.
public struct TopicDocument: Equatable, Sendable, Codable {
  public let id: String
  public let title: String
  /// When the topic was created: RFC 3339, UTC, with milliseconds; so are the other dates. Each is
  /// nil, and not encoded, if the store does not know it.
  public let created: String?
  /// In their order; so are `cons`.
  public let pros: [ArgumentRecord]
  public let cons: [ArgumentRecord]
  /// In their order; nil, and not encoded, if there are none, as are objections and todos.
  public let options: [OptionRecord]?
  /// In the order in which they were raised.
  public let objections: [ObjectionRecord]?
  /// In their order.
  public let todos: [TodoRecord]?
  /// In the order in which they were taken; nil, and not encoded, if there are none.
  public let positions: [PositionRecord]?
  /// nil, and not encoded, while the topic is open.
  public let decision: DecisionRecord?
  /// What a decision needs; nil, and not encoded, without a rule.
  public let rule: RuleRecord?
  /// nil, and not encoded, unless the topic was reopened.
  public let round: Int?
  /// Oldest first.
  public let posts: [PostRecord]

  public enum CodingKeys: CodingKey {
    case id, title, created, options, pros, cons, positions, objections, decision, rule, round
    case todos, posts
  }

  /// An exported argument.
  public struct ArgumentRecord: Equatable, Sendable, Codable {
    /// Identifies the argument within its column.
    public let id: String
    public let text: String
    /// From 1 to 5.
    public let weight: Int
    /// The user who added it.
    public let author: String
    /// When it was added.
    public let created: String?
    /// When its text or weight last changed.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?
    /// The people who support it; nil, and not encoded, if there are none.
    public let supporters: [String]?
    /// In order of addition; nil, and not encoded, if there are none.
    public let comments: [CommentRecord]?

    public enum CodingKeys: CodingKey {
      case id, text, weight, author, created, updated, updatedBy, supporters, comments
    }

    public init(
      id: String, text: String, weight: Int, author: String, created: String?, updated: String?,
      updatedBy: String?, supporters: [String]?, comments: [CommentRecord]?
    ) {
      (self.id, self.text, self.weight, self.author) = (id, text, weight, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
      (self.supporters, self.comments) = (supporters, comments)
    }
  }

  /// An exported comment.
  public struct CommentRecord: Equatable, Sendable, Codable {
    /// Identifies the comment within its argument.
    public let id: String
    public let text: String
    /// The user who wrote it.
    public let author: String
    /// When it was written.
    public let created: String?

    public enum CodingKeys: CodingKey {
      case id, text, author, created
    }

    public init(id: String, text: String, author: String, created: String?) {
      (self.id, self.text, self.author, self.created) = (id, text, author, created)
    }
  }

  /// An exported option.
  public struct OptionRecord: Equatable, Sendable, Codable {
    /// Counted within the topic. Positions and the outcome name it.
    public let id: String
    public let title: String
    /// What it means; nil, and not encoded, if nobody has said.
    public let text: String?
    /// The user who added it.
    public let author: String
    /// When it was added.
    public let created: String?
    /// When its title or text last changed.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?
    /// In their order; so are `cons`.
    public let pros: [ArgumentRecord]
    public let cons: [ArgumentRecord]

    public enum CodingKeys: CodingKey {
      case id, title, text, author, created, updated, updatedBy, pros, cons
    }

    public init(
      id: String, title: String, text: String?, author: String, created: String?,
      updated: String?, updatedBy: String?, pros: [ArgumentRecord], cons: [ArgumentRecord]
    ) {
      (self.id, self.title, self.text, self.author) = (id, title, text, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
      (self.pros, self.cons) = (pros, cons)
    }
  }

  /// An exported objection.
  public struct ObjectionRecord: Equatable, Sendable, Codable {
    /// Counted within the topic.
    public let id: String
    public let text: String
    /// The user who raised it.
    public let author: String
    /// When it was raised.
    public let created: String?
    /// nil, and not encoded, without an answer.
    public let answer: AnswerRecord?
    /// nil, and not encoded, while it is open.
    public let closing: ClosingRecord?

    public enum CodingKeys: CodingKey {
      case id, text, author, created, answer, closing
    }

    public init(
      id: String, text: String, author: String, created: String?, answer: AnswerRecord?,
      closing: ClosingRecord?
    ) {
      (self.id, self.text, self.author, self.created) = (id, text, author, created)
      (self.answer, self.closing) = (answer, closing)
    }
  }

  /// The answer to an objection.
  public struct AnswerRecord: Equatable, Sendable, Codable {
    public let text: String
    public let author: String
    public let date: String?

    public enum CodingKeys: CodingKey {
      case text, author, date
    }

    public init(text: String, author: String, date: String?) {
      (self.text, self.author, self.date) = (text, author, date)
    }
  }

  /// The end of an objection.
  public struct ClosingRecord: Equatable, Sendable, Codable {
    /// Not `open`.
    public let kind: ObjectionItem.Status
    public let author: String
    public let date: String?

    public enum CodingKeys: CodingKey {
      case kind, author, date
    }

    public init(kind: ObjectionItem.Status, author: String, date: String?) {
      (self.kind, self.author, self.date) = (kind, author, date)
    }
  }

  /// An exported todo.
  public struct TodoRecord: Equatable, Sendable, Codable {
    /// Counted within the topic.
    public let id: String
    public let text: String
    public let done: Bool
    /// nil, and not encoded, for nobody.
    public let assignee: String?
    /// A day, such as "2026-12-01"; nil, and not encoded, for any.
    public let due: String?
    /// The user who added it.
    public let author: String
    /// When it was added.
    public let created: String?
    /// When it was last changed, checked or unchecked.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?

    public enum CodingKeys: CodingKey {
      case id, text, done, assignee, due, author, created, updated, updatedBy
    }

    public init(
      id: String, text: String, done: Bool, assignee: String?, due: String?, author: String,
      created: String?, updated: String?, updatedBy: String?
    ) {
      (self.id, self.text, self.done) = (id, text, done)
      (self.assignee, self.due, self.author) = (assignee, due, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
    }
  }

  /// An exported position.
  public struct PositionRecord: Equatable, Sendable, Codable {
    /// The user who took it.
    public let person: String
    public let position: ChoiceName
    /// Why; nil, and not encoded, if the person gave no reason.
    public let sentence: String?
    /// When it was taken.
    public let date: String?

    public enum CodingKeys: CodingKey {
      case person, position, sentence, date
    }

    public init(person: String, position: ChoiceName, sentence: String?, date: String?) {
      (self.person, self.position, self.sentence, self.date) = (person, position, sentence, date)
    }
  }

  /// An exported decision.
  public struct DecisionRecord: Equatable, Sendable, Codable {
    /// Not `open`.
    public let status: DecisionItem.Status
    /// nil, and not encoded, if the topic was dropped.
    public let outcome: ChoiceName?
    /// The title that the option of the outcome had; nil, and not encoded, without such an option.
    public let title: String?
    public let reason: String
    /// The user who decided.
    public let author: String
    public let date: String?
    /// nil, and not encoded, if a person has decided as the rule allows.
    public let authority: AuthorityName?
    /// Identifies the title and the arguments that were decided on; nil, and not encoded, if they are not
    /// known.
    public let digest: String?
    /// The id of the topic that replaces this one; nil, and not encoded, if none does.
    public let successor: String?

    public enum CodingKeys: CodingKey {
      case status, outcome, title, reason, author, date, authority, digest, successor
    }

    public init(
      status: DecisionItem.Status, outcome: ChoiceName?, title: String?, reason: String,
      author: String, date: String?, authority: AuthorityName?, digest: String?,
      successor: String?
    ) {
      (self.title, self.successor) = (title, successor)
      (self.status, self.outcome, self.reason) = (status, outcome, reason)
      (self.author, self.date) = (author, date)
      (self.authority, self.digest) = (authority, digest)
    }
  }

  /// What a decision needs.
  public struct RuleRecord: Equatable, Sendable, Codable {
    /// The people who are asked; nil, and not encoded, for everyone.
    public let asked: [String]?
    /// A number of people, such as "3", or a share, such as "60%"; nil, and not encoded, for any number.
    public let quorum: String?
    /// nil, and not encoded, for any time.
    public let deadline: String?
    /// Whether the daemon decides at the deadline; nil, and not encoded, if it does not.
    public let autoClose: Bool?
    /// Whether an open objection blocks the decision; nil, and not encoded, if it does not.
    public let objectionsBlock: Bool?
    /// Whether those who may decide can resolve objections of others; nil, and not encoded, if they
    /// cannot.
    public let decidersResolve: Bool?

    public enum CodingKeys: CodingKey {
      case asked, quorum, deadline, autoClose, objectionsBlock, decidersResolve
    }

    public init(
      asked: [String]?, quorum: String?, deadline: String?, autoClose: Bool?,
      objectionsBlock: Bool?, decidersResolve: Bool?
    ) {
      (self.objectionsBlock, self.decidersResolve) = (objectionsBlock, decidersResolve)
      (self.asked, self.quorum) = (asked, quorum)
      (self.deadline, self.autoClose) = (deadline, autoClose)
    }
  }

  /// An exported post.
  public struct PostRecord: Equatable, Sendable, Codable {
    public let id: String
    public let title: String
    /// Any number of lines, which end with LF.
    public let content: String
    /// The user who wrote it.
    public let author: String
    /// When it was written.
    public let created: String?
    /// When its title or content last changed.
    public let updated: String?
    /// The user who made that last change; nil, and not encoded, if that is not known.
    public let updatedBy: String?

    public enum CodingKeys: CodingKey {
      case id, title, content, author, created, updated, updatedBy
    }

    public init(
      id: String, title: String, content: String, author: String, created: String?,
      updated: String?, updatedBy: String?
    ) {
      (self.id, self.title, self.content, self.author) = (id, title, content, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
    }
  }

  public init(
    id: String, title: String, created: String?, options: [OptionRecord]?,
    pros: [ArgumentRecord], cons: [ArgumentRecord], positions: [PositionRecord]?,
    objections: [ObjectionRecord]?, decision: DecisionRecord?, rule: RuleRecord?, round: Int?,
    todos: [TodoRecord]?, posts: [PostRecord]
  ) {
    (self.options, self.objections, self.todos) = (options, objections, todos)
    (self.id, self.title, self.created) = (id, title, created)
    (self.pros, self.cons, self.positions) = (pros, cons, positions)
    (self.decision, self.rule, self.round, self.posts) = (decision, rule, round, posts)
  }
}
