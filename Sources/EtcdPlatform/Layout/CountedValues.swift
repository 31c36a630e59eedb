internal import BoxWire
internal import Domain

// Options, objections and todos, as values and in events.

/// An element of a board that has a number within its topic, and a key with it.
protocol StoredElement: Counted {
  /// - Parameter id: from the key.
  init(_ object: StoredObject, id: String) throws(LayoutFault)
  /// Without its identifier.
  var members: Members { get }
  static func key(_ id: String) -> BoardKey
}

extension StoredElement {
  var value: [UInt8] { JSONText(members).bytes }

  /// Reads an element of an event, which has its identifier.
  init(named object: StoredObject) throws(LayoutFault) {
    try self.init(object, id: object.id())
  }

  var named: JSONText { JSONText([("id", JSONText(id))] + members) }
}

extension Option: StoredElement {
  init(_ object: StoredObject, id: String) throws(LayoutFault) {
    guard Option.isID(id) else {
      throw object.fault("id", "must be the identifier of an option")
    }
    self = try object.reading {
      try Option(
        id: id, title: object.text("title"), text: object.optionalText("text"),
        author: object.author(), created: object.created(), updated: object.updated(),
        updatedBy: object.editor())
    }
  }

  var members: Members {
    [("title", JSONText(title)), ("text", .text(text)), ("author", .unlessEmpty(author))]
      + JSONText.dates(created, updated, by: updatedBy)
  }

  static func key(_ id: String) -> BoardKey { .option(id) }
}

/// An option, and where its arguments are: the value of `options/O`.
struct StoredOption: Equatable, Sendable {
  let option: Option
  /// The name of its lists.
  let board: String

  init(_ option: Option, board: String) {
    (self.option, self.board) = (option, board)
  }

  init(_ value: [UInt8], id: Option.ID) throws(LayoutFault) {
    let object = try StoredObject(value)
    option = try Option(object, id: id)
    board = try object.name("board")
  }

  var value: [UInt8] { JSONText(option.members + [("board", JSONText(board))]).bytes }
}

extension OptionBoard {
  /// Reads an option of an event, with those of its arguments that are there.
  init(named object: StoredObject) throws(LayoutFault) {
    let option = try Option(named: object)
    let (pro, con) = (Column(.pro, of: option.id), Column(.con, of: option.id))
    var (pros, cons) = (ArgumentList(pro), ArgumentList(con))
    if let side = try object.optionalObject("pros") { pros = try ArgumentList(named: side, pro) }
    if let side = try object.optionalObject("cons") { cons = try ArgumentList(named: side, con) }
    self.init(option, pros: pros, cons: cons)
  }

  /// - Parameter lists: the name of the lists that have the arguments; nil to write them here.
  func named(lists: String?) -> JSONText {
    let arguments: Members =
      lists.map { [("board", JSONText($0))] } ?? [("pros", pros.named), ("cons", cons.named)]
    return JSONText([("id", JSONText(id))] + option.members + arguments)
  }
}

extension Objection: StoredElement {
  init(_ object: StoredObject, id: String) throws(LayoutFault) {
    self = try object.reading {
      try Objection(
        id: id, text: object.text("text"), author: object.person(), created: object.created(),
        answer: object.optionalObject("answer").map(Remark.init),
        closing: object.optionalObject("closing").map(Closing.init))
    }
  }

  var members: Members {
    [
      ("text", JSONText(text)), ("author", JSONText(author)), ("created", .date(created)),
      ("answer", answer?.json), ("closing", closing?.json),
    ]
  }

  static func key(_ id: String) -> BoardKey { .objection(id) }
}

extension Objection.Remark {
  fileprivate init(_ object: StoredObject) throws(LayoutFault) {
    self = try object.reading {
      try Objection.Remark(
        object.text("text"), author: object.person(), date: object.date("date"))
    }
  }

  fileprivate var json: JSONText {
    JSONText([("text", JSONText(text)), ("author", JSONText(author)), ("date", .date(date))])
  }
}

extension Objection.Closing {
  fileprivate init(_ object: StoredObject) throws(LayoutFault) {
    let kind = try object.optional("kind", "must be withdrawn or resolved") { Kind(rawValue: $0) }
    self = try object.reading {
      try Objection.Closing(
        object.required("kind", kind), by: object.person(), date: object.date("date"))
    }
  }

  fileprivate var json: JSONText {
    JSONText([
      ("kind", JSONText(kind.rawValue)), ("author", JSONText(author)), ("date", .date(date)),
    ])
  }
}

extension Todo: StoredElement {
  init(_ object: StoredObject, id: String) throws(LayoutFault) {
    self = try object.reading {
      try Todo(
        id: id, text: object.text("text"), isDone: object.flag("done"),
        assignee: object.optionalText("assignee"),
        due: object.optional("due", "must be a day such as 2026-12-01") { Day($0) },
        author: object.author(), created: object.created(), updated: object.updated(),
        updatedBy: object.editor())
    }
  }

  var members: Members {
    [
      ("text", JSONText(text)), ("done", .ifTrue(isDone)), ("assignee", .text(assignee)),
      ("due", .text(due?.text)), ("author", .unlessEmpty(author)),
    ] + JSONText.dates(created, updated, by: updatedBy)
  }

  static func key(_ id: String) -> BoardKey { .todo(id) }
}
