internal import BoxWire
internal import Domain

// Options, objections and todos, as values and in events.

/// An element of a board that has a number within its topic, and a key with it.
protocol StoredElement: Counted {
  /// - Parameter id: from the key.
  init(_ object: StoredObject, id: String) throws(ValueFault)
  /// Without its identifier.
  var members: Members { get }
  static func key(_ id: String) -> BoardKey
  /// The maximum number of each topic.
  static var limit: Int { get }
}

extension StoredElement {
  /// Reads an element of an event, which has its identifier.
  init(named object: StoredObject) throws(ValueFault) {
    try self.init(object, id: object.id())
  }

  var named: JSONText { JSONText([("id", JSONText(id))] + members) }

  var value: [UInt8] { JSONText(members).bytes }
}

extension Option: StoredElement {
  init(_ object: StoredObject, id: String) throws(ValueFault) {
    guard Option.isID(id) else {
      throw object.fault("id", "must be the identifier of an option")
    }
    let (title, text) = (try object.text("title"), try object.optionalText("text"))
    let (author, created) = (try object.author(), try object.date("created"))
    let (updated, editor) = (try object.updated(created), try object.editor())
    self = try object.applying { () throws(BoardError) in
      try Option(
        id: id, title: title, text: text, author: author, created: created, updated: updated,
        updatedBy: editor)
    }
  }

  var members: Members {
    [("title", JSONText(title)), ("text", .text(text)), ("author", .unlessEmpty(author))]
      + JSONText.dates(created, updated, by: updatedBy)
  }

  static func key(_ id: String) -> BoardKey { .option(id) }
  static var limit: Int { Limits.options }
}

/// An option, and where its arguments are: the value of `options/O`.
struct StoredOption: Equatable, Sendable {
  let option: Option
  /// The name of its lists.
  let board: String

  init(_ option: Option, board: String) {
    (self.option, self.board) = (option, board)
  }

  init(_ value: [UInt8], id: Option.ID) throws(ValueFault) {
    let object = try StoredObject(value)
    option = try Option(object, id: id)
    board = try object.name("board")
  }

  var value: [UInt8] { JSONText(option.members + [("board", JSONText(board))]).bytes }
}

extension OptionBoard {
  /// Reads an option of an event with its arguments.
  init(named object: StoredObject) throws(ValueFault) {
    let option = try Option(named: object)
    let (pros, cons) = (try object.optionalObject("pros"), try object.optionalObject("cons"))
    var sides: [ArgumentList] = []
    for (side, list) in [(Side.pro, pros), (.con, cons)] {
      let column = Column(side, of: option.id)
      sides.append(
        try list.map { list throws(ValueFault) in
          try ArgumentList(named: list, column)
        } ?? ArgumentList(column))
    }
    self.init(option, pros: sides[0], cons: sides[1])
  }

  /// - Parameter lists: the name of the lists that have the arguments; nil to write them here.
  func named(lists: String?) -> JSONText {
    let arguments: Members =
      lists.map { [("board", JSONText($0))] } ?? [("pros", pros.named), ("cons", cons.named)]
    return JSONText([("id", JSONText(id))] + option.members + arguments)
  }
}

extension Objection: StoredElement {
  init(_ object: StoredObject, id: String) throws(ValueFault) {
    let (text, author) = (try object.text("text"), try object.person())
    let created = try object.date("created")
    let answer = try object.optionalObject("answer").map { object throws(ValueFault) in
      try Remark(object)
    }
    let closing = try object.optionalObject("closing").map { object throws(ValueFault) in
      try Closing(object)
    }
    self = try object.applying { () throws(BoardError) in
      try Objection(
        id: id, text: text, author: author, created: created, answer: answer, closing: closing)
    }
  }

  var members: Members {
    [
      ("text", JSONText(text)), ("author", JSONText(author)), ("created", .date(created)),
      ("answer", answer?.json), ("closing", closing?.json),
    ]
  }

  static func key(_ id: String) -> BoardKey { .objection(id) }
  static var limit: Int { Limits.objections }
}

extension Objection.Remark {
  fileprivate init(_ object: StoredObject) throws(ValueFault) {
    let (text, author) = (try object.text("text"), try object.person())
    let date = try object.date("date")
    self = try object.applying { () throws(BoardError) in
      try Objection.Remark(text, author: author, date: date)
    }
  }

  fileprivate var json: JSONText {
    JSONText([("text", JSONText(text)), ("author", JSONText(author)), ("date", .date(date))])
  }
}

extension Objection.Closing {
  fileprivate init(_ object: StoredObject) throws(ValueFault) {
    let kind: Kind = try object.oneCase("kind", "withdrawn or resolved")
    let (author, date) = (try object.person(), try object.date("date"))
    self = try object.applying { () throws(BoardError) in
      try Objection.Closing(kind, by: author, date: date)
    }
  }

  fileprivate var json: JSONText {
    JSONText([
      ("kind", JSONText(kind.rawValue)), ("author", JSONText(author)), ("date", .date(date)),
    ])
  }
}

extension Todo: StoredElement {
  init(_ object: StoredObject, id: String) throws(ValueFault) {
    let (text, isDone) = (try object.text("text"), try object.flag("done"))
    let (assignee, due) = (try object.optionalText("assignee"), try object.optionalText("due"))
    let day = due.flatMap { Day($0) }
    guard due == nil || day != nil else {
      throw object.fault("due", "must be a day such as 2026-12-01")
    }
    let (author, created) = (try object.author(), try object.date("created"))
    let (updated, editor) = (try object.updated(created), try object.editor())
    self = try object.applying { () throws(BoardError) in
      try Todo(
        id: id, text: text, isDone: isDone, assignee: assignee, due: day, author: author,
        created: created, updated: updated, updatedBy: editor)
    }
  }

  var members: Members {
    [
      ("text", JSONText(text)), ("done", .ifTrue(isDone)), ("assignee", .text(assignee)),
      ("due", .text(due?.text)), ("author", .unlessEmpty(author)),
    ] + JSONText.dates(created, updated, by: updatedBy)
  }

  static func key(_ id: String) -> BoardKey { .todo(id) }
  static var limit: Int { Limits.todos }
}
