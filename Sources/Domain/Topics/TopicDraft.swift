/// A topic to be imported. The rules have not been applied yet; what is nil has a default.
public struct TopicDraft: Equatable, Sendable {
  /// Used if it is free; otherwise an identifier is derived from the title.
  public var id: String?
  public var title: String
  public var created: Timestamp?
  public var pros: [ArgumentDraft]
  public var cons: [ArgumentDraft]
  public var positions: [PositionDraft]
  public var decision: DecisionDraft?
  public var rule: RuleDraft?
  public var round: Int?
  public var posts: [PostDraft]

  public init(
    id: String? = nil, title: String, created: Timestamp? = nil, pros: [ArgumentDraft] = [],
    cons: [ArgumentDraft] = [], positions: [PositionDraft] = [], decision: DecisionDraft? = nil,
    rule: RuleDraft? = nil, round: Int? = nil, posts: [PostDraft] = []
  ) {
    self.id = id
    self.title = title
    self.created = created
    self.pros = pros
    self.cons = cons
    self.positions = positions
    self.decision = decision
    self.rule = rule
    self.round = round
    self.posts = posts
  }

  public struct ArgumentDraft: Equatable, Sendable {
    /// Used if it is a number that no other argument of the side has.
    public var id: String?
    public var text: String
    public var weight: Int?
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?
    public var supporters: [String]

    public init(
      id: String? = nil, text: String, weight: Int? = nil, author: String? = nil,
      created: Timestamp? = nil, updated: Timestamp? = nil, updatedBy: String? = nil,
      supporters: [String] = []
    ) {
      self.id = id
      self.text = text
      self.supporters = supporters
      self.weight = weight
      self.author = author
      self.created = created
      self.updated = updated
      self.updatedBy = updatedBy
    }
  }

  public struct PositionDraft: Equatable, Sendable {
    public var person: String
    /// nil for an abstention.
    public var choice: Choice?
    public var sentence: String?
    public var date: Timestamp?

    public init(
      person: String, choice: Choice?, sentence: String? = nil, date: Timestamp? = nil
    ) {
      self.person = person
      self.choice = choice
      self.sentence = sentence
      self.date = date
    }
  }

  public struct DecisionDraft: Equatable, Sendable {
    /// nil if the question was dropped.
    public var outcome: Choice?
    public var reason: String
    public var author: String?
    public var date: Timestamp?
    public var authority: Decision.Authority
    /// Of the board that was decided on; nil for the one that is imported.
    public var digest: String?

    public init(
      outcome: Choice?, reason: String, author: String? = nil, date: Timestamp? = nil,
      authority: Decision.Authority = .person, digest: String? = nil
    ) {
      self.outcome = outcome
      self.reason = reason
      self.author = author
      self.date = date
      self.authority = authority
      self.digest = digest
    }
  }

  public struct RuleDraft: Equatable, Sendable {
    public var asked: [String]
    public var quorum: Quorum?
    public var deadline: Timestamp?
    public var autoClose: Bool

    public init(
      asked: [String] = [], quorum: Quorum? = nil, deadline: Timestamp? = nil,
      autoClose: Bool = false
    ) {
      self.asked = asked
      self.quorum = quorum
      self.deadline = deadline
      self.autoClose = autoClose
    }
  }

  public struct PostDraft: Equatable, Sendable {
    public var title: String
    public var content: String
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?

    public init(
      title: String, content: String, author: String? = nil, created: Timestamp? = nil,
      updated: Timestamp? = nil, updatedBy: String? = nil
    ) {
      self.title = title
      self.content = content
      self.author = author
      self.created = created
      self.updated = updated
      self.updatedBy = updatedBy
    }
  }
}

extension TopicDraft {
  /// A draft of the same topic, with everything that belongs to it: authors and dates stay.
  public init(_ content: TopicContent) {
    let topic = content.board.topic
    self.init(
      id: topic.id, title: topic.title, created: topic.created,
      pros: content.board.pros.arguments.map(ArgumentDraft.init),
      cons: content.board.cons.arguments.map(ArgumentDraft.init),
      positions: content.board.positions.map { position in
        PositionDraft(
          person: position.person, choice: position.choice, sentence: position.sentence,
          date: position.date.known)
      },
      decision: topic.decision.map { decision in
        DecisionDraft(
          outcome: decision.outcome, reason: decision.reason, author: decision.author,
          date: decision.date.known, authority: decision.authority, digest: decision.digest)
      },
      rule: topic.rule.map { rule in
        RuleDraft(
          asked: rule.asked, quorum: rule.quorum, deadline: rule.deadline,
          autoClose: rule.autoClose)
      }, round: topic.round,
      posts: content.posts.map(PostDraft.init))
  }
}

extension TopicDraft.ArgumentDraft {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created, updated: argument.updated, updatedBy: argument.updatedBy,
      supporters: argument.supporters)
  }
}

extension TopicDraft.PostDraft {
  fileprivate init(_ post: Post) {
    self.init(
      title: post.title, content: post.content, author: post.author, created: post.created,
      updated: post.updated, updatedBy: post.updatedBy)
  }
}
