internal import BoxWire
internal import Domain
internal import Fetch

/// The arguments of a column of a topic, as a service has them.
struct SideDocument: Sendable {
  var list: ArgumentList
  /// By identifier of the argument.
  var beside: [Argument.ID: Beside] = [:]
  private(set) var pruned = Pruned()
  /// The entity tag of the list as a resource of its own; nil if it is not known.
  var etag: String?

  init(_ list: ArgumentList) {
    self.list = list
  }

  /// Reads an array of arguments, or an object with `items`, and `updated`, `lastID` and `etag` if
  /// there are such members.
  init(_ json: JSONText, _ column: Column) throws(BadBody) {
    guard let elements = json.listElements else { throw .notList }
    var (arguments, texts): ([Argument], Set<String>) = ([], [])
    var beside: [Argument.ID: Beside] = [:]
    for (index, element) in elements.enumerated() {
      do throws(BadElement) {
        let (argument, own) = try Self.argument(element, column)
        guard beside[argument.id] == nil else { throw .repeatedIdentifier }
        guard arguments.count < Limits.argumentsPerSide else { throw .tooMany }
        guard texts.insert(argument.text.lowercased()).inserted else { throw .repeatedText }
        beside[argument.id] = own
        arguments.append(argument)
      } catch {
        pruned.add(element, at: index, error)
      }
    }
    let object = JSONObject(json)
    let newest = arguments.newest
    let updated = object?.date("updated", "updatedAt")
    list = ArgumentList(
      column, arguments: arguments, lastID: max(0, object?.integer("lastID") ?? 0),
      updated: updated ?? newest?.updated,
      updatedBy: updated == nil ? newest?.updatedBy : object?.editor)
    self.beside = beside
    etag = object?["etag"]?.string
  }

  init(body: [UInt8], _ column: Column) throws(BadBody) {
    try self.init(JSONText(body: body), column)
  }

  /// Of the arguments, then of their comments.
  var faults: [ParserFailure] {
    pruned.faults
      + list.arguments.flatMap { beside[$0.id]?.comments?.pruned.faults ?? [] }
  }

  /// Reads one argument: `text`, and `weight`, `author`, `supporters`, `comments` and dates if there are
  /// such members.
  static func argument(
    _ json: JSONText, _ column: Column
  ) throws(BadElement) -> (Argument, Beside) {
    guard let object = JSONObject(json) else { throw .notObject }
    // Anything else means something else to the service.
    let supporters = object["supporters"]?.elements.flatMap { elements in
      try? Argument.rightSupporters(elements.compactMap(\.string))
    }
    let comments = ServiceList<Comment>(object["comments"])
    let own = (supporters == nil ? [] : ["supporters"]) + (comments == nil ? [] : ["comments"])
    var beside = try Beside(object, understood: names.union(own))
    beside.hasSupporters = supporters != nil
    beside.comments = comments
    guard let text = object["text"]?.string else { throw .noText }
    let weight = object["weight"] == nil ? Limits.defaultWeight : object.integer("weight")
    guard let weight, Limits.weight.contains(weight) else { throw .weight }
    let author = object.text("author") ?? ""
    guard Limits.isAuthor(author) else { throw .author }
    let dates = Dates(object)
    do throws(BoardError) {
      let argument = try Argument(
        id: beside.id.segment, side: column, text: text, weight: weight, author: author,
        created: dates.created, updated: dates.updated, updatedBy: object.editor,
        supporters: supporters ?? [], comments: comments?.elements ?? [])
      return (argument, beside)
    } catch {
      throw .text
    }
  }

  private static let names = Set(["text", "weight", "author"]).union(Dates.names)

  /// The list with everything that the service had sent, including what is left out here.
  ///
  /// - Parameter isCopy: whether it is stored here, with its entity tags, instead of sent.
  func json(isCopy: Bool = false) -> JSONText {
    let items = list.arguments.map { json(of: $0, isCopy: isCopy) } + pruned.elements
    return JSONText([
      ("updated", list.updated.map { JSONText($0) }),
      ("updatedBy", list.updatedBy.map { JSONText($0) }), ("lastID", JSONText(list.lastID)),
      ("etag", isCopy ? etag.map { JSONText($0) } : nil), ("items", JSONText(elements: items)),
    ])
  }

  /// One argument, as it is sent.
  func json(of argument: Argument, isCopy: Bool = false) -> JSONText {
    let own = beside[argument.id] ?? Beside(segment: argument.id)
    let members: [(name: String, value: JSONText?)] = [
      (own.identity.name, own.identity.value), ("text", JSONText(argument.text)),
      ("weight", JSONText(argument.weight)), ("author", JSONText(argument.author)),
      ("created", argument.created.known.map { JSONText($0) }),
      ("updated", argument.updated.known.map { JSONText($0) }),
      ("updatedBy", argument.updatedBy.map { JSONText($0) }),
      (
        "supporters",
        own.hasSupporters || !argument.supporters.isEmpty
          ? JSONText(elements: argument.supporters.map { JSONText($0) }) : nil
      ),
      (
        "comments",
        own.comments != nil || !argument.comments.isEmpty
          ? (own.comments ?? ServiceList()).with(argument.comments).json(isCopy: isCopy) : nil
      ),
    ]
    return JSONText(members + own.members(isCopy: isCopy))
  }

  /// Returns the document with another list, in which known arguments keep what the service has of
  /// them.
  func with(_ list: ArgumentList) -> SideDocument {
    var document = self
    document.list = list
    let ids = Set(list.arguments.map(\.id))
    document.beside = beside.filter { ids.contains($0.key) }
    document.etag = nil
    return document
  }
}

/// When something was created and last changed.
struct Dates {
  let created: Timestamp
  let updated: Timestamp

  init(_ object: JSONObject) {
    created = object.date("created", "createdAt") ?? .unknown
    updated = max(created, object.date("updated", "updatedAt") ?? created)
  }

  static let names: Set = ["created", "createdAt", "updated", "updatedAt", "updatedBy"]
}
