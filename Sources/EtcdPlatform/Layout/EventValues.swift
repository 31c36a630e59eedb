internal import BoxWire
internal import Domain

// What was changed in a topic, with the kinds and members that the columns of a SQLite store have. Other
// than there, dates are texts, and posts do not name their topic, which may get another identifier.

extension TopicEvent {
  /// - Parameter topic: the one that was changed.
  init(_ object: StoredObject, of topic: Topic.ID) throws(ValueFault) {
    let kind = try object.text("kind")
    let event: TopicEvent? =
      if let event = try Self.ofTopic(kind, object) {
        event
      } else if let event = try Self.ofDecision(kind, object) {
        event
      } else if let event = try Self.ofArgument(kind, object) {
        event
      } else if let event = try Self.ofComment(kind, object) {
        event
      } else if let event = try Self.ofOption(kind, object) {
        event
      } else if let event = try Self.ofTodo(kind, object) {
        event
      } else {
        try Self.ofPost(kind, object, topic)
      }
    guard let event else { throw object.fault("kind", "is not one of this layout: \(kind)") }
    self = event
  }

  /// - Parameter lists: the name of the lists that have the arguments of a removed option; nil to write
  ///   them here.
  func json(lists: String? = nil) -> JSONText { JSONText(members(lists)) }

  private func members(_ lists: String?) -> Members {
    switch self {
    case .created, .renamed, .removed, .restored: topicMembers
    case .objectionChanged, .positionTaken, .positionWithdrawn, .ruleChanged, .decided, .reopened,
      .superseded:
      decisionMembers
    case .argumentAdded, .argumentChanged, .argumentMoved, .argumentRemoved, .argumentSupported:
      argumentMembers
    case .commentAdded, .commentRemoved: commentMembers
    case .optionAdded, .optionChanged, .optionMoved, .optionRemoved, .converted:
      optionMembers(lists)
    case .todoAdded, .todoChanged, .todoMoved, .todoRemoved: todoMembers
    case .postWritten, .postEdited, .postRemoved: postMembers
    }
  }
}

// MARK: The topic

extension TopicEvent {
  private static func ofTopic(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "created": .created(title: try object.title("title"))
    case "renamed": .renamed(from: try object.title("oldTitle"), to: try object.title("title"))
    case "topicRemoved": .removed(title: try object.title("title"))
    case "topicRestored": .restored(title: try object.title("title"))
    default: nil
    }
  }

  private var topicMembers: Members {
    switch self {
    case .created(let title): [("kind", "created"), ("title", JSONText(title))]
    case .renamed(let old, let new):
      [("kind", "renamed"), ("oldTitle", JSONText(old)), ("title", JSONText(new))]
    case .removed(let title): [("kind", "topicRemoved"), ("title", JSONText(title))]
    case .restored(let title): [("kind", "topicRestored"), ("title", JSONText(title))]
    default: preconditionFailure("not a change of a topic")
    }
  }
}

// MARK: The decision

extension TopicEvent {
  private static func ofDecision(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "objectionChanged":
      .objectionChanged(
        from: try object.optionalObject("oldObjection").map { object throws(ValueFault) in
          try Objection(named: object)
        }, to: try Objection(named: object.object("objection")))
    case "positionTaken":
      .positionTaken(
        try Position(object.object("position")),
        insteadOf: try object.optionalObject("oldPosition").map { object throws(ValueFault) in
          try Position(object)
        })
    case "positionWithdrawn": .positionWithdrawn(try Position(object.object("position")))
    case "ruleChanged": .ruleChanged(from: try object.rule("oldRule"), to: try object.rule("rule"))
    case "decided": .decided(try Decision(object.object("decision")))
    case "reopened": .reopened(try Decision(object.object("decision")))
    case "superseded":
      .superseded(
        by: try object.optionalTopic("successor"),
        insteadOf: try object.optionalTopic("oldSuccessor"))
    default: nil
    }
  }

  private var decisionMembers: Members {
    switch self {
    case .objectionChanged(let old, let new):
      [("kind", "objectionChanged"), ("oldObjection", old?.named), ("objection", new.named)]
    case .positionTaken(let position, let old):
      [("kind", "positionTaken"), ("position", position.json), ("oldPosition", old?.json)]
    case .positionWithdrawn(let position):
      [("kind", "positionWithdrawn"), ("position", position.json)]
    case .ruleChanged(let old, let new):
      [("kind", "ruleChanged"), ("oldRule", old?.json), ("rule", new?.json)]
    case .decided(let decision): [("kind", "decided"), ("decision", decision.json)]
    case .reopened(let decision): [("kind", "reopened"), ("decision", decision.json)]
    case .superseded(let successor, let old):
      [("kind", "superseded"), ("successor", .text(successor)), ("oldSuccessor", .text(old))]
    default: preconditionFailure("not a change of a decision")
    }
  }
}

// MARK: Arguments

extension TopicEvent {
  private static func ofArgument(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "added": .argumentAdded(try object.argument(), at: try object.index())
    case "changed": .argumentChanged(from: try object.argument("old"), to: try object.argument())
    case "moved":
      .argumentMoved(
        from: try object.argument("old"), at: try object.index(), to: try object.argument(),
        place: try object.index("newIndex"))
    case "removed": .argumentRemoved(try object.argument(), at: try object.index())
    case "supported": .argumentSupported(try object.argument(), try object.flag("isSupporting"))
    default: nil
    }
  }

  private var argumentMembers: Members {
    switch self {
    case .argumentAdded(let argument, let index):
      [("kind", "added"), ("argument", argument.named), ("index", JSONText(index))]
    case .argumentChanged(let old, let new):
      [("kind", "changed"), ("old", old.named), ("argument", new.named)]
    case .argumentMoved(let old, let index, let new, let place):
      [
        ("kind", "moved"), ("old", old.named), ("index", JSONText(index)), ("argument", new.named),
        ("newIndex", JSONText(place)),
      ]
    case .argumentRemoved(let argument, let index):
      [("kind", "removed"), ("argument", argument.named), ("index", JSONText(index))]
    case .argumentSupported(let argument, let isSupporting):
      [
        ("kind", "supported"), ("argument", argument.named),
        ("isSupporting", JSONText(isSupporting)),
      ]
    default: preconditionFailure("not a change of an argument")
    }
  }

  private static func ofComment(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "commentAdded":
      .commentAdded(
        try Comment(object.object("comment")), on: try object.argument(), at: try object.index())
    case "commentRemoved":
      .commentRemoved(
        try Comment(object.object("comment")), on: try object.argument(), at: try object.index())
    default: nil
    }
  }

  private var commentMembers: Members {
    switch self {
    case .commentAdded(let comment, let argument, let index):
      [
        ("kind", "commentAdded"), ("comment", comment.json), ("argument", argument.named),
        ("index", JSONText(index)),
      ]
    case .commentRemoved(let comment, let argument, let index):
      [
        ("kind", "commentRemoved"), ("comment", comment.json), ("argument", argument.named),
        ("index", JSONText(index)),
      ]
    default: preconditionFailure("not a change of a comment")
    }
  }
}

// MARK: Options

extension TopicEvent {
  private static func ofOption(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "optionAdded": .optionAdded(try object.option(), at: try object.index())
    case "optionChanged":
      .optionChanged(from: try object.option("oldOption"), to: try object.option())
    case "optionMoved":
      .optionMoved(
        try object.option(), from: try object.index(), to: try object.index("newIndex"))
    case "optionRemoved":
      .optionRemoved(try OptionBoard(named: object.object("option")), at: try object.index())
    case "converted": .converted(try object.option())
    default: nil
    }
  }

  private func optionMembers(_ lists: String?) -> Members {
    switch self {
    case .optionAdded(let option, let index):
      [("kind", "optionAdded"), ("option", option.named), ("index", JSONText(index))]
    case .optionChanged(let old, let new):
      [("kind", "optionChanged"), ("oldOption", old.named), ("option", new.named)]
    case .optionMoved(let option, let index, let newIndex):
      [
        ("kind", "optionMoved"), ("option", option.named), ("index", JSONText(index)),
        ("newIndex", JSONText(newIndex)),
      ]
    case .optionRemoved(let board, let index):
      [
        ("kind", "optionRemoved"), ("option", board.named(lists: lists)),
        ("index", JSONText(index)),
      ]
    case .converted(let option): [("kind", "converted"), ("option", option.named)]
    default: preconditionFailure("not a change of an option")
    }
  }
}

// MARK: Todos

extension TopicEvent {
  private static func ofTodo(
    _ kind: String, _ object: StoredObject
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "todoAdded": .todoAdded(try object.todo(), at: try object.index())
    case "todoChanged": .todoChanged(from: try object.todo("oldTodo"), to: try object.todo())
    case "todoMoved":
      .todoMoved(try object.todo(), from: try object.index(), to: try object.index("newIndex"))
    case "todoRemoved": .todoRemoved(try object.todo(), at: try object.index())
    default: nil
    }
  }

  private var todoMembers: Members {
    switch self {
    case .todoAdded(let todo, let index):
      [("kind", "todoAdded"), ("todo", todo.named), ("index", JSONText(index))]
    case .todoChanged(let old, let new):
      [("kind", "todoChanged"), ("oldTodo", old.named), ("todo", new.named)]
    case .todoMoved(let todo, let index, let newIndex):
      [
        ("kind", "todoMoved"), ("todo", todo.named), ("index", JSONText(index)),
        ("newIndex", JSONText(newIndex)),
      ]
    case .todoRemoved(let todo, let index):
      [("kind", "todoRemoved"), ("todo", todo.named), ("index", JSONText(index))]
    default: preconditionFailure("not a change of a todo")
    }
  }
}

// MARK: Posts

extension TopicEvent {
  private static func ofPost(
    _ kind: String, _ object: StoredObject, _ topic: Topic.ID
  ) throws(ValueFault) -> TopicEvent? {
    switch kind {
    case "postWritten": .postWritten(try Post(named: object.object("post"), of: topic))
    case "postEdited":
      .postEdited(
        from: try Post(named: object.object("oldPost"), of: topic),
        to: try Post(named: object.object("post"), of: topic))
    case "postRemoved": .postRemoved(try Post(named: object.object("post"), of: topic))
    default: nil
    }
  }

  private var postMembers: Members {
    switch self {
    case .postWritten(let post): [("kind", "postWritten"), ("post", post.named)]
    case .postEdited(let old, let new):
      [("kind", "postEdited"), ("oldPost", old.named), ("post", new.named)]
    case .postRemoved(let post): [("kind", "postRemoved"), ("post", post.named)]
    default: preconditionFailure("not a change of a post")
    }
  }
}

extension StoredObject {
  fileprivate func argument(_ name: String = "argument") throws(ValueFault) -> Argument {
    try Argument(named: object(name))
  }

  fileprivate func option(_ name: String = "option") throws(ValueFault) -> Option {
    try Option(named: object(name))
  }

  fileprivate func todo(_ name: String = "todo") throws(ValueFault) -> Todo {
    try Todo(named: object(name))
  }

  fileprivate func rule(_ name: String) throws(ValueFault) -> DecisionRule? {
    try optionalObject(name).map { object throws(ValueFault) in try DecisionRule(object) }
  }

  /// Counted from 0.
  fileprivate func index(_ name: String = "index") throws(ValueFault) -> Int {
    try number(name, in: Limits.storedNumbers)
  }
}
