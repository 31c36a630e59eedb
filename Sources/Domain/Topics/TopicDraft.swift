/// A topic to be imported. The rules have not been applied yet; what is nil has a default.
public struct TopicDraft: Equatable, Sendable {
  /// Used if it is free; otherwise an identifier is derived from the title.
  public var id: String?
  public var title: String
  public var created: Timestamp?
  public var pros: [ArgumentDraft]
  public var cons: [ArgumentDraft]
  public var options: [OptionDraft]
  public var objections: [ObjectionDraft]
  public var todos: [TodoDraft]
  public var positions: [PositionDraft]
  public var decision: DecisionDraft?
  public var rule: RuleDraft?
  public var round: Int?
  public var posts: [PostDraft]

  public init(
    id: String? = nil, title: String, created: Timestamp? = nil, pros: [ArgumentDraft] = [],
    cons: [ArgumentDraft] = [], options: [OptionDraft] = [], positions: [PositionDraft] = [],
    objections: [ObjectionDraft] = [], decision: DecisionDraft? = nil, rule: RuleDraft? = nil,
    round: Int? = nil, todos: [TodoDraft] = [], posts: [PostDraft] = []
  ) {
    self.id = id
    self.title = title
    self.created = created
    self.pros = pros
    self.cons = cons
    self.options = options
    self.objections = objections
    self.todos = todos
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
    public var comments: [CommentDraft]

    public init(
      id: String? = nil, text: String, weight: Int? = nil, author: String? = nil,
      created: Timestamp? = nil, updated: Timestamp? = nil, updatedBy: String? = nil,
      supporters: [String] = [], comments: [CommentDraft] = []
    ) {
      self.id = id
      self.text = text
      self.supporters = supporters
      self.comments = comments
      self.weight = weight
      self.author = author
      self.created = created
      self.updated = updated
      self.updatedBy = updatedBy
    }
  }

  public struct CommentDraft: Equatable, Sendable {
    public var text: String
    public var author: String?
    public var created: Timestamp?

    public init(text: String, author: String? = nil, created: Timestamp? = nil) {
      (self.text, self.author, self.created) = (text, author, created)
    }
  }

  public struct OptionDraft: Equatable, Sendable {
    /// Used if it is a number that no other option has.
    public var id: String?
    public var title: String
    public var text: String?
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?
    public var pros: [ArgumentDraft]
    public var cons: [ArgumentDraft]

    public init(
      id: String? = nil, title: String, text: String? = nil, author: String? = nil,
      created: Timestamp? = nil, updated: Timestamp? = nil, updatedBy: String? = nil,
      pros: [ArgumentDraft] = [], cons: [ArgumentDraft] = []
    ) {
      (self.id, self.title, self.text, self.author) = (id, title, text, author)
      (self.created, self.updated, self.updatedBy) = (created, updated, updatedBy)
      (self.pros, self.cons) = (pros, cons)
    }
  }

  public struct ObjectionDraft: Equatable, Sendable {
    /// Used if it is a number that no other objection has.
    public var id: String?
    public var text: String
    public var author: String?
    public var created: Timestamp?
    public var answer: RemarkDraft?
    /// nil while it is open.
    public var closing: ClosingDraft?

    public init(
      id: String? = nil, text: String, author: String? = nil, created: Timestamp? = nil,
      answer: RemarkDraft? = nil, closing: ClosingDraft? = nil
    ) {
      (self.id, self.text, self.author, self.created) = (id, text, author, created)
      (self.answer, self.closing) = (answer, closing)
    }
  }

  /// The answer to an objection.
  public struct RemarkDraft: Equatable, Sendable {
    public var text: String
    public var author: String?
    public var date: Timestamp?

    public init(text: String, author: String? = nil, date: Timestamp? = nil) {
      (self.text, self.author, self.date) = (text, author, date)
    }
  }

  /// The end of an objection.
  public struct ClosingDraft: Equatable, Sendable {
    public var kind: Objection.Closing.Kind
    public var author: String?
    public var date: Timestamp?

    public init(
      _ kind: Objection.Closing.Kind, author: String? = nil, date: Timestamp? = nil
    ) {
      (self.kind, self.author, self.date) = (kind, author, date)
    }
  }

  public struct TodoDraft: Equatable, Sendable {
    /// Used if it is a number that no other todo has.
    public var id: String?
    public var text: String
    public var isDone: Bool
    public var assignee: String?
    public var due: Day?
    public var author: String?
    public var created: Timestamp?
    public var updated: Timestamp?
    /// The user who made the last change.
    public var updatedBy: String?

    public init(
      id: String? = nil, text: String, isDone: Bool = false, assignee: String? = nil,
      due: Day? = nil, author: String? = nil, created: Timestamp? = nil,
      updated: Timestamp? = nil, updatedBy: String? = nil
    ) {
      (self.id, self.text, self.isDone, self.assignee, self.due) = (
        id, text, isDone, assignee, due
      )
      (self.author, self.created) = (author, created)
      (self.updated, self.updatedBy) = (updated, updatedBy)
    }
  }

  public struct PositionDraft: Equatable, Sendable {
    public var person: String
    /// nil for an abstention. An option is meant by its identifier in the draft.
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
    /// nil if the question was dropped. An option is meant by its identifier in the draft.
    public var outcome: Choice?
    /// The title that the option of the outcome had; nil for the present one.
    public var title: String?
    public var reason: String
    public var author: String?
    public var date: Timestamp?
    public var authority: Decision.Authority
    /// Of the board that was decided on; nil for the one that is imported.
    public var digest: String?
    /// The topic that replaces this one.
    public var successor: Topic.ID?

    public init(
      outcome: Choice?, title: String? = nil, reason: String, author: String? = nil,
      date: Timestamp? = nil, authority: Decision.Authority = .person, digest: String? = nil,
      successor: Topic.ID? = nil
    ) {
      self.outcome = outcome
      self.title = title
      self.successor = successor
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
    public var objectionsBlock: Bool
    public var decidersResolve: Bool

    public init(
      asked: [String] = [], quorum: Quorum? = nil, deadline: Timestamp? = nil,
      autoClose: Bool = false, objectionsBlock: Bool = false, decidersResolve: Bool = false
    ) {
      self.objectionsBlock = objectionsBlock
      self.decidersResolve = decidersResolve
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
      options: content.board.options.elements.map(OptionDraft.init),
      positions: content.board.positions.map { position in
        PositionDraft(
          person: position.person, choice: position.choice, sentence: position.sentence,
          date: position.date.known)
      },
      objections: content.board.objections.elements.map(ObjectionDraft.init),
      decision: topic.decision.map { decision in
        DecisionDraft(
          outcome: decision.outcome, title: decision.title, reason: decision.reason,
          author: decision.author, date: decision.date.known, authority: decision.authority,
          digest: decision.digest, successor: decision.successor)
      },
      rule: topic.rule.map { rule in
        RuleDraft(
          asked: rule.asked, quorum: rule.quorum, deadline: rule.deadline,
          autoClose: rule.autoClose, objectionsBlock: rule.objectionsBlock,
          decidersResolve: rule.decidersResolve)
      }, round: topic.round, todos: content.board.todos.elements.map(TodoDraft.init),
      posts: content.posts.map(PostDraft.init))
  }
}

extension TopicDraft.ArgumentDraft {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created, updated: argument.updated, updatedBy: argument.updatedBy,
      supporters: argument.supporters,
      comments: argument.comments.map { comment in
        TopicDraft.CommentDraft(
          text: comment.text, author: comment.author, created: comment.created.known)
      })
  }
}

extension TopicDraft.OptionDraft {
  fileprivate init(_ board: OptionBoard) {
    let option = board.option
    self.init(
      id: option.id, title: option.title, text: option.text, author: option.author,
      created: option.created, updated: option.updated, updatedBy: option.updatedBy,
      pros: board.pros.arguments.map(TopicDraft.ArgumentDraft.init),
      cons: board.cons.arguments.map(TopicDraft.ArgumentDraft.init))
  }
}

extension TopicDraft.ObjectionDraft {
  fileprivate init(_ objection: Objection) {
    self.init(
      id: objection.id, text: objection.text, author: objection.author,
      created: objection.created.known,
      answer: objection.answer.map { answer in
        TopicDraft.RemarkDraft(
          text: answer.text, author: answer.author, date: answer.date.known)
      },
      closing: objection.closing.map { closing in
        TopicDraft.ClosingDraft(closing.kind, author: closing.author, date: closing.date.known)
      })
  }
}

extension TopicDraft.TodoDraft {
  fileprivate init(_ todo: Todo) {
    self.init(
      id: todo.id, text: todo.text, isDone: todo.isDone, assignee: todo.assignee, due: todo.due,
      author: todo.author, created: todo.created.known, updated: todo.updated.known,
      updatedBy: todo.updatedBy)
  }
}

extension TopicDraft.PostDraft {
  fileprivate init(_ post: Post) {
    self.init(
      title: post.title, content: post.content, author: post.author, created: post.created,
      updated: post.updated, updatedBy: post.updatedBy)
  }
}
