internal import BoxWire
internal import Domain

/// Which layout a mount has: the value of `layout`.
struct LayoutVersion: Equatable, Sendable {
  let version: Int

  /// The one that is described here.
  static let current = LayoutVersion(version: 1)

  init(version: Int) {
    self.version = version
  }

  init(_ value: [UInt8]) throws(LayoutFault) {
    version = try StoredObject(value).number("version", in: 1...Limits.storedNumbers.upperBound)
  }

  var value: [UInt8] { JSONText([("version", JSONText(version))]).bytes }
}

/// Where the contents of a topic are: the value of `topics/T`.
struct TopicPlace: Equatable, Sendable {
  /// The name of its contents.
  var data: String
  /// Orders topics: it is greater than that of all topics that were created before.
  var place: Int
  /// The name of the import that has written it: there is no such topic before the import is complete. nil
  /// for a topic that was not one of many.
  var source: String?

  init(data: String, place: Int, source: String? = nil) {
    (self.data, self.place, self.source) = (data, place, source)
  }

  init(_ value: [UInt8]) throws(LayoutFault) {
    let object = try StoredObject(value)
    data = try object.name("data")
    place = try object.optionalNumber("place") ?? 0
    source = try object.optionalName("import")
  }

  var value: [UInt8] {
    JSONText([
      ("data", JSONText(data)), ("place", JSONText(place)), ("import", .text(source)),
    ]).bytes
  }
}

/// What a topic has beside its lists: the value of `topic`. Its identifier is in the key of its place, so
/// that a topic that is restored can get another one.
struct TopicValue: Equatable, Sendable {
  private let title: String
  private let created: Timestamp
  private let updated: Timestamp
  private let updatedBy: String?
  private let round: Int
  private let decision: Decision?
  private let rule: DecisionRule?
  /// The name of the lists of the topic's own board.
  let board: String
  /// As ``SideHead/order``.
  let options: [Option.ID]
  /// The number of the newest option, there or not.
  let newestOption: Int
  /// As ``SideHead/order``; empty for the order of their numbers, so that a new one does not change this
  /// value.
  let objections: [Objection.ID]
  /// The number of the newest objection if that is not there; else 0, because none is ever removed.
  let newestObjection: Int
  /// As ``SideHead/order``.
  let todos: [Todo.ID]
  /// The number of the newest todo, there or not.
  let newestTodo: Int

  init(_ whole: Board, board: String) {
    let topic = whole.topic
    (title, created) = (topic.title, topic.created)
    (updated, updatedBy) = (topic.updated, topic.updatedBy)
    (round, decision, rule, self.board) = (topic.round, topic.decision, topic.rule, board)
    (options, newestOption) = (whole.options.elements.map(\.id), whole.options.lastID)
    (todos, newestTodo) = (whole.todos.elements.map(\.id), whole.todos.lastID)
    let raised = whole.objections.elements.map(\.id)
    objections = raised == raised.byNumber ? [] : raised
    newestObjection =
      raised.contains(String(whole.objections.lastID)) ? 0 : whole.objections.lastID
  }

  init(_ value: [UInt8]) throws(LayoutFault) {
    let object = try StoredObject(value)
    (title, created) = (try object.title("title"), try object.created())
    (updated, updatedBy) = (try object.updated(), try object.editor())
    round = try object.optionalNumber("round", in: 1...Limits.rounds) ?? 1
    decision = try object.optionalObject("decision").map(Decision.init)
    let rule = try object.optionalObject("rule").map(DecisionRule.init)
    self.rule = rule.flatMap { $0.isEmpty ? nil : $0 }
    board = try object.name("board")
    options = try object.texts("options")
    newestOption = try object.optionalNumber("newestOption") ?? 0
    objections = try object.texts("objections")
    newestObjection = try object.optionalNumber("newestObjection") ?? 0
    todos = try object.texts("todos")
    newestTodo = try object.optionalNumber("newestTodo") ?? 0
  }

  var value: [UInt8] {
    let members: Members =
      [("title", JSONText(title))] + JSONText.dates(created, updated, by: updatedBy) + [
        ("round", JSONText(round)), ("decision", decision?.json), ("rule", rule?.json),
        ("board", JSONText(board)), ("options", .unlessEmpty(options)),
        ("newestOption", .unlessZero(newestOption)), ("objections", .unlessEmpty(objections)),
        ("newestObjection", .unlessZero(newestObjection)),
        ("todos", .unlessEmpty(todos)), ("newestTodo", .unlessZero(newestTodo)),
      ]
    return JSONText(members).bytes
  }

  func topic(as id: Topic.ID) -> Topic {
    Topic(
      id: id, title: title, created: created, updated: updated, updatedBy: updatedBy,
      decision: decision, rule: rule, round: round)
  }
}

extension Sequence<String> {
  /// Numbers in their order.
  var byNumber: [String] { sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } }
}
