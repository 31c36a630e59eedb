internal import BoxWire
internal import Domain

// What was changed in a topic, with the kinds and members that the columns of a SQLite store have. Other
// than there, dates are texts, and posts do not name their topic, which may get another identifier.

extension TopicEvent {
  /// - Parameter topic: the one that was changed.
  init(_ object: StoredObject, of topic: Topic.ID) throws(LayoutFault) {
    let kind = try object.text("kind")
    let event: TopicEvent? =
      if let event = try Self.ofTopic(kind, object) {
        event
      } else if let event = try Self.ofArgument(kind, object) {
        event
      } else if let event = try Self.ofElement(kind, object) {
        event
      } else {
        try Self.ofPerson(kind, object, topic)
      }
    guard let event else { throw object.fault("kind", "is not one of this layout: \(kind)") }
    self = event
  }

  private static func ofTopic(
    _ kind: String, _ object: StoredObject
  ) throws(LayoutFault) -> TopicEvent? {
    switch kind {
    case "created": .created(title: try object.title("title"))
    case "renamed": .renamed(from: try object.title("oldTitle"), to: try object.title("title"))
    case "topicRemoved": .removed(title: try object.title("title"))
    case "topicRestored": .restored(title: try object.title("title"))
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

  private static func ofArgument(
    _ kind: String, _ object: StoredObject
  ) throws(LayoutFault) -> TopicEvent? {
    switch kind {
    case "added": .argumentAdded(try object.argument(), at: try object.index())
    case "changed": .argumentChanged(from: try object.argument("old"), to: try object.argument())
    case "moved":
      .argumentMoved(
        from: try object.argument("old"), at: try object.index(), to: try object.argument(),
        place: try object.index("newIndex"))
    case "removed": .argumentRemoved(try object.argument(), at: try object.index())
    case "supported": .argumentSupported(try object.argument(), try object.flag("isSupporting"))
    case "commentAdded":
      .commentAdded(
        try Comment(object.object("comment")), on: try object.argument(), at: try object.index())
    case "commentRemoved":
      .commentRemoved(
        try Comment(object.object("comment")), on: try object.argument(), at: try object.index())
    default: nil
    }
  }

  /// Of an option, an objection or a todo.
  private static func ofElement(
    _ kind: String, _ object: StoredObject
  ) throws(LayoutFault) -> TopicEvent? {
    switch kind {
    case "optionAdded": .optionAdded(try object.element("option"), at: try object.index())
    case "optionChanged":
      .optionChanged(from: try object.element("oldOption"), to: try object.element("option"))
    case "optionMoved":
      .optionMoved(
        try object.element("option"), from: try object.index(), to: try object.index("newIndex"))
    case "optionRemoved":
      .optionRemoved(try OptionBoard(named: object.object("option")), at: try object.index())
    case "converted": .converted(try object.element("option"))
    case "objectionChanged":
      .objectionChanged(
        from: try object.optionalObject("oldObjection").map(Objection.init(named:)),
        to: try object.element("objection"))
    case "todoAdded": .todoAdded(try object.element("todo"), at: try object.index())
    case "todoChanged":
      .todoChanged(from: try object.element("oldTodo"), to: try object.element("todo"))
    case "todoMoved":
      .todoMoved(
        try object.element("todo"), from: try object.index(), to: try object.index("newIndex"))
    case "todoRemoved": .todoRemoved(try object.element("todo"), at: try object.index())
    default: nil
    }
  }

  /// Of a position or a post.
  private static func ofPerson(
    _ kind: String, _ object: StoredObject, _ topic: Topic.ID
  ) throws(LayoutFault) -> TopicEvent? {
    switch kind {
    case "positionTaken":
      .positionTaken(
        try Position(object.object("position")),
        insteadOf: try object.optionalObject("oldPosition").map(Position.init))
    case "positionWithdrawn": .positionWithdrawn(try Position(object.object("position")))
    case "postWritten": .postWritten(try object.post("post", of: topic))
    case "postEdited":
      .postEdited(
        from: try object.post("oldPost", of: topic), to: try object.post("post", of: topic))
    case "postRemoved": .postRemoved(try object.post("post", of: topic))
    default: nil
    }
  }

  /// - Parameter lists: the name of the lists that have the arguments of a removed option; nil to write
  ///   them here.
  func json(lists: String? = nil) -> JSONText {
    switch self {
    case .created(let title): change("created", ("title", JSONText(title)))
    case .renamed(let old, let new):
      change("renamed", ("oldTitle", JSONText(old)), ("title", JSONText(new)))
    case .removed(let title): change("topicRemoved", ("title", JSONText(title)))
    case .restored(let title): change("topicRestored", ("title", JSONText(title)))
    case .argumentAdded(let argument, let index):
      change("added", ("argument", argument.named), at: index)
    case .argumentChanged(let old, let new):
      change("changed", ("old", old.named), ("argument", new.named))
    case .argumentMoved(let old, let index, let new, let place):
      change("moved", ("old", old.named), ("argument", new.named), at: index, to: place)
    case .argumentRemoved(let argument, let index):
      change("removed", ("argument", argument.named), at: index)
    case .argumentSupported(let argument, let isSupporting):
      change(
        "supported", ("argument", argument.named), ("isSupporting", JSONText(isSupporting)))
    case .commentAdded(let comment, let argument, let index):
      change("commentAdded", ("comment", comment.json), ("argument", argument.named), at: index)
    case .commentRemoved(let comment, let argument, let index):
      change("commentRemoved", ("comment", comment.json), ("argument", argument.named), at: index)
    case .optionAdded(let option, let index):
      change("optionAdded", ("option", option.named), at: index)
    case .optionChanged(let old, let new):
      change("optionChanged", ("oldOption", old.named), ("option", new.named))
    case .optionMoved(let option, let index, let place):
      change("optionMoved", ("option", option.named), at: index, to: place)
    case .optionRemoved(let board, let index):
      change("optionRemoved", ("option", board.named(lists: lists)), at: index)
    case .converted(let option): change("converted", ("option", option.named))
    case .objectionChanged(let old, let new):
      change("objectionChanged", ("oldObjection", old?.named), ("objection", new.named))
    case .todoAdded(let todo, let index): change("todoAdded", ("todo", todo.named), at: index)
    case .todoChanged(let old, let new):
      change("todoChanged", ("oldTodo", old.named), ("todo", new.named))
    case .todoMoved(let todo, let index, let place):
      change("todoMoved", ("todo", todo.named), at: index, to: place)
    case .todoRemoved(let todo, let index): change("todoRemoved", ("todo", todo.named), at: index)
    case .positionTaken(let position, let old):
      change("positionTaken", ("position", position.json), ("oldPosition", old?.json))
    case .positionWithdrawn(let position):
      change("positionWithdrawn", ("position", position.json))
    case .ruleChanged(let old, let new):
      change("ruleChanged", ("oldRule", old?.json), ("rule", new?.json))
    case .decided(let decision): change("decided", ("decision", decision.json))
    case .reopened(let decision): change("reopened", ("decision", decision.json))
    case .superseded(let successor, let old):
      change("superseded", ("successor", .text(successor)), ("oldSuccessor", .text(old)))
    case .postWritten(let post): change("postWritten", ("post", post.named))
    case .postEdited(let old, let new):
      change("postEdited", ("oldPost", old.named), ("post", new.named))
    case .postRemoved(let post): change("postRemoved", ("post", post.named))
    }
  }

  private func change(
    _ kind: String, _ members: (String, JSONText?)..., at index: Int? = nil, to place: Int? = nil
  ) -> JSONText {
    let places: Members = [
      ("index", index.map { JSONText($0) }), ("newIndex", place.map { JSONText($0) }),
    ]
    return JSONText([("kind", JSONText(kind))] + members.map { ($0, $1) } + places)
  }
}

extension StoredObject {
  fileprivate func argument(_ name: String = "argument") throws(LayoutFault) -> Argument {
    try Argument(named: object(name))
  }

  fileprivate func element<Element: StoredElement>(_ name: String) throws(LayoutFault) -> Element {
    try Element(named: object(name))
  }

  fileprivate func rule(_ name: String) throws(LayoutFault) -> DecisionRule? {
    try optionalObject(name).map(DecisionRule.init)
  }

  fileprivate func post(_ name: String, of topic: Topic.ID) throws(LayoutFault) -> Post {
    try Post(named: object(name), of: topic)
  }

  /// Counted from 0.
  fileprivate func index(_ name: String = "index") throws(LayoutFault) -> Int {
    try number(name, in: Limits.storedNumbers)
  }
}
