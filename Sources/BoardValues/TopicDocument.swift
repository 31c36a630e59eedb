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
    case id, title, created, pros, cons, positions, decision, rule, round, posts
  }

  /// An exported argument.
  public struct ArgumentRecord: Equatable, Sendable, Codable {
    /// Identifies the argument within its side of its topic.
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

    public enum CodingKeys: CodingKey {
      case id, text, weight, author, created, updated, updatedBy, supporters
    }

    public init(
      id: String, text: String, weight: Int, author: String, created: String?, updated: String?,
      updatedBy: String?, supporters: [String]?
    ) {
      (self.id, self.text, self.weight, self.author) = (id, text, weight, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
      self.supporters = supporters
    }
  }

  /// An exported position.
  public struct PositionRecord: Equatable, Sendable, Codable {
    /// The user who took it.
    public let person: String
    public let position: PositionName
    /// Why; nil, and not encoded, if the person gave no reason.
    public let sentence: String?
    /// When it was taken.
    public let date: String?

    public enum CodingKeys: CodingKey {
      case person, position, sentence, date
    }

    public init(person: String, position: PositionName, sentence: String?, date: String?) {
      (self.person, self.position, self.sentence, self.date) = (person, position, sentence, date)
    }
  }

  /// An exported decision.
  public struct DecisionRecord: Equatable, Sendable, Codable {
    /// Not `open`.
    public let status: DecisionItem.Status
    /// nil, and not encoded, if the topic was dropped.
    public let outcome: OutcomeName?
    public let reason: String
    /// The user who decided.
    public let author: String
    public let date: String?
    /// nil, and not encoded, if a person has decided as the rule allows.
    public let authority: AuthorityName?
    /// Identifies the title and the arguments that were decided on; nil, and not encoded, if they are not
    /// known.
    public let digest: String?

    public enum CodingKeys: CodingKey {
      case status, outcome, reason, author, date, authority, digest
    }

    public init(
      status: DecisionItem.Status, outcome: OutcomeName?, reason: String, author: String,
      date: String?, authority: AuthorityName?, digest: String?
    ) {
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

    public enum CodingKeys: CodingKey {
      case asked, quorum, deadline, autoClose
    }

    public init(asked: [String]?, quorum: String?, deadline: String?, autoClose: Bool?) {
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
    id: String, title: String, created: String?, pros: [ArgumentRecord], cons: [ArgumentRecord],
    positions: [PositionRecord]?, decision: DecisionRecord?, rule: RuleRecord?, round: Int?,
    posts: [PostRecord]
  ) {
    (self.id, self.title, self.created) = (id, title, created)
    (self.pros, self.cons, self.positions) = (pros, cons, positions)
    (self.decision, self.rule, self.round, self.posts) = (decision, rule, round, posts)
  }
}
