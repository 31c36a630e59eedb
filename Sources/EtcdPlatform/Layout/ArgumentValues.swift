internal import BoxWire
internal import Domain

// Arguments and their order, as values and in events.

extension Argument {
  /// - Parameters:
  ///   - id: from the key, as the column is.
  init(_ object: StoredObject, id: Argument.ID, _ column: Column) throws(LayoutFault) {
    self = try object.reading {
      try Argument(
        id: id, side: column, text: object.text("text"),
        weight: object.optionalNumber("weight", in: Limits.weight) ?? Limits.defaultWeight,
        author: object.author(), created: object.created(), updated: object.updated(),
        updatedBy: object.editor(),
        supporters: Argument.rightSupporters(object.texts("supporters")),
        comments: object.comments())
    }
  }

  var value: [UInt8] { JSONText(members).bytes }

  /// Without its identifier and its column.
  private var members: Members {
    [
      ("text", JSONText(text)), ("weight", JSONText(weight)), ("author", .unlessEmpty(author)),
    ] + JSONText.dates(created, updated, by: updatedBy) + [
      ("supporters", .unlessEmpty(supporters)), ("comments", .unlessEmpty(comments.map(\.json))),
    ]
  }

  /// Reads an argument of an event, which has its identifier and its column.
  init(named object: StoredObject) throws(LayoutFault) {
    let option = try object.optional("option", "must be the identifier of an option") {
      Option.isID($0) ? $0 : nil
    }
    let side = try object.required(
      "side", object.optional("side", "must be pro or con") { Side(rawValue: $0) })
    try self.init(object, id: object.id(), Column(side, of: option))
  }

  var named: JSONText {
    let place: Members = [
      ("id", JSONText(id)), ("option", .text(column.option)), ("side", JSONText(side.rawValue)),
    ]
    return JSONText(place + members)
  }
}

extension Comment {
  init(_ object: StoredObject) throws(LayoutFault) {
    self = try object.reading {
      try Comment(
        id: object.id(), text: object.text("text"), author: object.author(),
        created: object.created())
    }
  }

  var json: JSONText {
    JSONText([
      ("id", JSONText(id)), ("text", JSONText(text)), ("author", .unlessEmpty(author)),
      ("created", .date(created)),
    ])
  }
}

extension StoredObject {
  fileprivate func comments() throws(LayoutFault) -> [Comment] {
    let objects = try objects("comments")
    guard objects.count <= Limits.comments else {
      throw fault("comments", "has more than \(Limits.comments) comments")
    }
    var (comments, ids): ([Comment], Set<Comment.ID>) = ([], [])
    for object in objects {
      let comment = try Comment(object)
      guard ids.insert(comment.id).inserted else {
        throw object.fault("id", "is that of another comment")
      }
      comments.append(comment)
    }
    return comments
  }
}

/// What the arguments of a side have in common: the value of `boards/K/pro`.
struct SideHead: Equatable, Sendable {
  /// One without a key is ignored. Those that have a key and are not named here follow, in order of their
  /// numbers.
  private(set) var order: [Argument.ID] = []
  /// The number of the newest argument, there or not.
  let newest: Int
  /// nil if the side has never changed.
  let updated: Timestamp?
  let updatedBy: String?

  static let empty = SideHead(ArgumentList(.pro))

  init(_ list: ArgumentList) {
    order = list.arguments.map(\.id)
    (newest, updated, updatedBy) = (list.lastID, list.updated, list.updatedBy)
  }

  init(_ value: [UInt8]) throws(LayoutFault) {
    let object = try StoredObject(value)
    try self.init(object)
    order = try object.texts("order")
  }

  /// The value; nil for a side that never had an argument, which has no key.
  var value: [UInt8]? {
    self == .empty ? nil : JSONText([("order", .unlessEmpty(order))] + members).bytes
  }

  /// Reads what an event has of a side.
  fileprivate init(_ object: StoredObject) throws(LayoutFault) {
    newest = try object.optionalNumber("newest") ?? 0
    (updated, updatedBy) = (try object.optionalDate("updated"), try object.editor())
  }

  fileprivate var members: Members {
    [
      ("newest", .unlessZero(newest)), ("updated", updated.map { JSONText($0) }),
      ("updatedBy", .text(updatedBy)),
    ]
  }
}

extension Limits {
  /// The numbers of a store: from each of them, counting can go on.
  static let storedNumbers = 0...999_999_999_999_999
}

extension ArgumentList {
  /// Reads a side of an option of an event, all of whose arguments are needed.
  init(named object: StoredObject, _ column: Column) throws(LayoutFault) {
    let head = try SideHead(object)
    var (arguments, ids): ([Argument], Set<Argument.ID>) = ([], [])
    for object in try object.objects("arguments") {
      let argument = try Argument(named: object)
      guard argument.column == column else { throw object.fault("side", "is not that of the list") }
      guard ids.insert(argument.id).inserted else {
        throw object.fault("id", "is that of another argument")
      }
      arguments.append(argument)
    }
    self.init(
      column, arguments: arguments, lastID: head.newest, updated: head.updated,
      updatedBy: head.updatedBy)
  }

  var named: JSONText {
    JSONText(SideHead(self).members + [("arguments", .unlessEmpty(arguments.map(\.named)))])
  }
}
