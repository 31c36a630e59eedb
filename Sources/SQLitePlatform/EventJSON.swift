internal import Domain

// A change of a topic, as JSON in a column. What came with options is only written where there is
// some of it, so that the rest has the form that it always had.

extension JSONValue {
  init(_ event: TopicEvent) {
    switch event {
    case .created(let title): self.init(["kind": .text("created"), "title": .text(title)])
    case .renamed(let old, let new):
      self.init(["kind": .text("renamed"), "oldTitle": .text(old), "title": .text(new)])
    case .removed(let title): self.init(["kind": .text("topicRemoved"), "title": .text(title)])
    case .restored(let title): self.init(["kind": .text("topicRestored"), "title": .text(title)])
    case .argumentAdded, .argumentChanged, .argumentMoved, .argumentRemoved, .argumentSupported,
      .commentAdded, .commentRemoved:
      self.init(ofArgument: event)
    case .optionAdded, .optionChanged, .optionMoved, .optionRemoved, .converted:
      self.init(ofOption: event)
    case .todoAdded, .todoChanged, .todoMoved, .todoRemoved: self.init(ofTodo: event)
    case .objectionChanged(let old, let new):
      self.init([
        "kind": .text("objectionChanged"), "oldObjection": old.map { JSONValue($0) } ?? .null,
        "objection": JSONValue(new),
      ])
    case .positionTaken(let position, let old):
      self.init([
        "kind": .text("positionTaken"), "position": JSONValue(position),
        "oldPosition": old.map { JSONValue($0) } ?? .null,
      ])
    case .positionWithdrawn(let position):
      self.init(["kind": .text("positionWithdrawn"), "position": JSONValue(position)])
    case .ruleChanged(let old, let new):
      self.init([
        "kind": .text("ruleChanged"), "oldRule": old.map { JSONValue($0) } ?? .null,
        "rule": new.map { JSONValue($0) } ?? .null,
      ])
    case .decided(let decision):
      self.init(["kind": .text("decided"), "decision": JSONValue(decision)])
    case .reopened(let decision):
      self.init(["kind": .text("reopened"), "decision": JSONValue(decision)])
    case .superseded(let successor, let old):
      self.init([
        "kind": .text("superseded"), "successor": .optional(successor),
        "oldSuccessor": .optional(old),
      ])
    case .postWritten(let post):
      self.init(["kind": .text("postWritten"), "post": JSONValue(post)])
    case .postEdited(let old, let new):
      self.init([
        "kind": .text("postEdited"), "oldPost": JSONValue(old), "post": JSONValue(new),
      ])
    case .postRemoved(let post):
      self.init(["kind": .text("postRemoved"), "post": JSONValue(post)])
    }
  }

  private init(ofArgument event: TopicEvent) {
    switch event {
    case .argumentAdded(let argument, let index):
      self.init([
        "kind": .text("added"), "argument": JSONValue(argument), "index": .number(index),
      ])
    case .argumentChanged(let old, let new):
      self.init([
        "kind": .text("changed"), "old": JSONValue(old), "argument": JSONValue(new),
      ])
    case .argumentMoved(let old, let index, let new, let newIndex):
      self.init([
        "kind": .text("moved"), "old": JSONValue(old), "index": .number(index),
        "argument": JSONValue(new), "newIndex": .number(newIndex),
      ])
    case .argumentRemoved(let argument, let index):
      self.init([
        "kind": .text("removed"), "argument": JSONValue(argument), "index": .number(index),
      ])
    case .argumentSupported(let argument, let isSupporting):
      self.init([
        "kind": .text("supported"), "argument": JSONValue(argument),
        "isSupporting": .number(isSupporting ? 1 : 0),
      ])
    case .commentAdded(let comment, let argument, let index):
      self.init([
        "kind": .text("commentAdded"), "comment": JSONValue(comment),
        "argument": JSONValue(argument), "index": .number(index),
      ])
    case .commentRemoved(let comment, let argument, let index):
      self.init([
        "kind": .text("commentRemoved"), "comment": JSONValue(comment),
        "argument": JSONValue(argument), "index": .number(index),
      ])
    default: preconditionFailure("not a change of an argument")
    }
  }

  private init(ofOption event: TopicEvent) {
    switch event {
    case .optionAdded(let option, let index):
      self.init([
        "kind": .text("optionAdded"), "option": JSONValue(option), "index": .number(index),
      ])
    case .optionChanged(let old, let new):
      self.init([
        "kind": .text("optionChanged"), "oldOption": JSONValue(old), "option": JSONValue(new),
      ])
    case .optionMoved(let option, let index, let newIndex):
      self.init([
        "kind": .text("optionMoved"), "option": JSONValue(option), "index": .number(index),
        "newIndex": .number(newIndex),
      ])
    case .optionRemoved(let board, let index):
      self.init([
        "kind": .text("optionRemoved"), "option": JSONValue(board.option, board),
        "index": .number(index),
      ])
    case .converted(let option):
      self.init(["kind": .text("converted"), "option": JSONValue(option)])
    default: preconditionFailure("not a change of an option")
    }
  }

  private init(ofTodo event: TopicEvent) {
    switch event {
    case .todoAdded(let todo, let index):
      self.init([
        "kind": .text("todoAdded"), "todo": JSONValue(todo), "index": .number(index),
      ])
    case .todoChanged(let old, let new):
      self.init([
        "kind": .text("todoChanged"), "oldTodo": JSONValue(old), "todo": JSONValue(new),
      ])
    case .todoMoved(let todo, let index, let newIndex):
      self.init([
        "kind": .text("todoMoved"), "todo": JSONValue(todo), "index": .number(index),
        "newIndex": .number(newIndex),
      ])
    case .todoRemoved(let todo, let index):
      self.init([
        "kind": .text("todoRemoved"), "todo": JSONValue(todo), "index": .number(index),
      ])
    default: preconditionFailure("not a change of a todo")
    }
  }

  private init(_ argument: Argument) {
    self.init([
      "id": .text(argument.id), "option": argument.column.option.map { .text($0) },
      "side": .text(argument.side.rawValue), "text": .text(argument.text),
      "weight": .number(argument.weight), "author": .text(argument.author),
      "created": .number(argument.created.milliseconds),
      "updated": .number(argument.updated.milliseconds),
      "updatedBy": .optional(argument.updatedBy), "supporters": .optional(argument.supportersText),
      "comments": argument.comments.isEmpty ? nil : JSONValue(argument.comments),
    ])
  }

  init(_ comments: [Comment]) {
    self = .array(comments.map { JSONValue($0) })
  }

  private init(_ comment: Comment) {
    self.init([
      "id": .text(comment.id), "text": .text(comment.text), "author": .text(comment.author),
      "created": .number(comment.created.milliseconds),
    ])
  }

  /// - Parameter board: the arguments of the option; nil to leave them out.
  private init(_ option: Option, _ board: OptionBoard? = nil) {
    self.init([
      "id": .text(option.id), "title": .text(option.title), "text": .optional(option.text),
      "author": .text(option.author), "created": .number(option.created.milliseconds),
      "updated": .number(option.updated.milliseconds), "updatedBy": .optional(option.updatedBy),
      "pros": board.map { JSONValue($0.pros) }, "cons": board.map { JSONValue($0.cons) },
    ])
  }

  private init(_ list: ArgumentList) {
    self.init([
      "newest": .number(list.lastID),
      "updated": list.updated.map { .number($0.milliseconds) } ?? .null,
      "updatedBy": .optional(list.updatedBy),
      "arguments": .array(list.arguments.map { JSONValue($0) }),
    ])
  }

  private init(_ objection: Objection) {
    self.init([
      "id": .text(objection.id), "text": .text(objection.text), "author": .text(objection.author),
      "created": .number(objection.created.milliseconds),
      "answer": objection.answer.map { answer in
        JSONValue([
          "text": .text(answer.text), "author": .text(answer.author),
          "date": .number(answer.date.milliseconds),
        ])
      },
      "closing": objection.closing.map { closing in
        JSONValue([
          "kind": .text(closing.kind.rawValue), "author": .text(closing.author),
          "date": .number(closing.date.milliseconds),
        ])
      },
    ])
  }

  private init(_ todo: Todo) {
    self.init([
      "id": .text(todo.id), "text": .text(todo.text), "done": .number(todo.isDone ? 1 : 0),
      "assignee": .optional(todo.assignee), "due": .optional(todo.due?.text),
      "author": .text(todo.author), "created": .number(todo.created.milliseconds),
      "updated": .number(todo.updated.milliseconds), "updatedBy": .optional(todo.updatedBy),
    ])
  }

  private init(_ position: Position) {
    self.init([
      "person": .text(position.person), "choice": .text(position.name),
      "sentence": .optional(position.sentence), "taken": .number(position.date.milliseconds),
    ])
  }

  private init(_ decision: Decision) {
    self.init([
      "outcome": .optional(decision.outcome?.rawValue), "title": decision.title.map { .text($0) },
      "reason": .text(decision.reason), "author": .text(decision.author),
      "date": .number(decision.date.milliseconds), "authority": .text(decision.authority.rawValue),
      "digest": .optional(decision.digest), "successor": decision.successor.map { .text($0) },
    ])
  }

  private init(_ rule: DecisionRule) {
    self.init([
      "asked": .optional(rule.askedText), "quorum": .optional(rule.quorum?.text),
      "deadline": rule.deadline.map { .number($0.milliseconds) } ?? .null,
      "autoClose": .number(rule.autoClose ? 1 : 0),
      "objectionsBlock": rule.objectionsBlock ? .number(1) : nil,
      "decidersResolve": rule.decidersResolve ? .number(1) : nil,
    ])
  }

  private init(_ post: Post) {
    self.init([
      "id": .text(post.id), "topic": .text(post.topic), "title": .text(post.title),
      "content": .text(post.content), "author": .text(post.author),
      "created": .number(post.created.milliseconds), "updated": .number(post.updated.milliseconds),
      "updatedBy": .optional(post.updatedBy),
    ])
  }
}
