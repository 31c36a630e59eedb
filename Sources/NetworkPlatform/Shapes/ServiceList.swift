internal import BoxWire
internal import Domain

/// An element of a list that a service has in a topic or in an argument. Its identifier is a number,
/// counted within the list.
protocol ServiceElement: Identifiable, Sendable where ID == String {
  /// Of the members that are understood, except the identifier.
  static var names: Set<String> { get }
  /// The maximum number of elements of a list.
  static var limit: Int { get }
  /// Whether the list must have the greatest number that an identifier ever had.
  static var isCounted: Bool { get }

  init(_ object: JSONObject, id: String) throws(BadElement)
  /// Without the identifier.
  var members: [(name: String, value: JSONText?)] { get }
}

/// The objections or todos of a topic, or the comments on an argument, as a service has them.
struct ServiceList<Element: ServiceElement>: Sendable {
  private(set) var elements: [Element] = []
  private(set) var lastID = 0
  private(set) var pruned = Pruned()
  /// By identifier of the element.
  private var beside: [String: Beside] = [:]

  init(_ elements: [Element] = [], lastID: Int = 0) {
    (self.elements, self.lastID) = (elements, lastID)
  }

  /// Reads an array, or an object with `items`, and `lastID` if there is such a member; nil for anything
  /// else, which may mean something else to the service. What cannot be read is left out, and sent back.
  init?(_ json: JSONText?) {
    guard let json, let sent = json.listElements else { return nil }
    for (index, element) in sent.enumerated() {
      do throws(BadElement) {
        guard let object = JSONObject(element) else { throw .notObject }
        let own = try Beside(object, understood: Element.names).numbered()
        guard beside[own.id.segment] == nil else { throw .repeatedIdentifier }
        guard elements.count < Element.limit else { throw .tooMany }
        elements.append(try Element(object, id: own.id.segment))
        beside[own.id.segment] = own
      } catch {
        pruned.add(element, at: index, error)
      }
    }
    lastID = json.lastNumber
  }

  /// The list as it is sent or stored.
  ///
  /// - Parameter isCopy: whether it is stored here, with entity tags, instead of sent.
  func json(isCopy: Bool = false) -> JSONText {
    let items = elements.map { json(of: $0, isCopy: isCopy) }
    let list = JSONText(elements: items + pruned.elements)
    guard Element.isCounted else { return list }
    return JSONText([("lastID", JSONText(lastID)), ("items", list)])
  }

  private func json(of element: Element, isCopy: Bool) -> JSONText {
    let own = beside[element.id] ?? Beside(segment: element.id)
    return JSONText(
      [(own.identity.name, own.identity.value)] + element.members + own.members(isCopy: isCopy))
  }

  /// An element as it is sent on its own; nil if there is none with this identifier.
  func json(of id: String) -> JSONText? {
    elements.first { $0.id == id }.map { json(of: $0, isCopy: false) }
  }

  /// The entity tag of an element as a resource of its own; nil if it is not known.
  func etag(of id: String) -> String? { beside[id]?.etag }

  /// Returns the list with other elements, in which known ones keep what the service has of them.
  func with(_ elements: [Element], lastID: Int = 0) -> ServiceList {
    var list = self
    (list.elements, list.lastID) = (elements, lastID)
    let ids = Set(elements.map(\.id))
    list.beside = beside.filter { ids.contains($0.key) }
    return list
  }
}

extension Beside {
  /// Throws `BadElement.notNumber` unless the identifier is a number.
  func numbered() throws(BadElement) -> Beside {
    guard Option.isID(id.segment) else { throw .notNumber }
    return self
  }
}

extension JSONText {
  /// The greatest number that an identifier of a list ever had, as far as the list says, which includes
  /// elements that cannot be read; 0 or more.
  var lastNumber: Int {
    let last = JSONObject(self)?.integer("lastID").map(String.init)
    let present = (listElements ?? []).map { JSONObject($0)?.identity?.id?.segment }
    return ([last] + present).reduce(0) { greatest, id in
      max(greatest, id.flatMap { Option.isID($0) ? Int($0) : nil } ?? 0)
    }
  }
}

extension Objection: ServiceElement {
  static let names: Set = ["text", "author", "created", "createdAt", "answer", "closing"]
  static let limit = Limits.objections
  // They are never removed.
  static let isCounted = false

  init(_ object: JSONObject, id: String) throws(BadElement) {
    guard let text = object["text"]?.string else { throw .noText }
    let answer = try object["answer"].map { json throws(BadElement) in try Remark(json) }
    let closing = try object["closing"].map { json throws(BadElement) in try Closing(json) }
    do throws(BoardError) {
      try self.init(
        id: id, text: text, author: object.text("author") ?? "",
        created: object.date("created", "createdAt") ?? .unknown, answer: answer, closing: closing)
    } catch {
      throw error == .invalid(.author) ? .author : .text
    }
  }

  var members: [(name: String, value: JSONText?)] {
    [
      ("text", JSONText(text)), ("author", JSONText(author)),
      ("created", created.known.map { JSONText($0) }), ("answer", answer?.json),
      ("closing", closing?.json),
    ]
  }
}

extension Objection.Remark {
  fileprivate init(_ json: JSONText) throws(BadElement) {
    guard let object = JSONObject(json), let text = object["text"]?.string,
      let author = object.text("author"),
      let remark = try? Self(text, author: author, date: object.date("date") ?? .unknown)
    else { throw .answer }
    self = remark
  }

  fileprivate var json: JSONText {
    JSONText([
      ("text", JSONText(text)), ("author", JSONText(author)),
      ("date", date.known.map { JSONText($0) }),
    ])
  }
}

extension Objection.Closing {
  fileprivate init(_ json: JSONText) throws(BadElement) {
    guard let object = JSONObject(json), let kind = object.text("kind").flatMap(Kind.init),
      let author = object.text("author"),
      let closing = try? Self(kind, by: author, date: object.date("date") ?? .unknown)
    else { throw .closing }
    self = closing
  }

  fileprivate var json: JSONText {
    JSONText([
      ("kind", JSONText(kind.rawValue)), ("author", JSONText(author)),
      ("date", date.known.map { JSONText($0) }),
    ])
  }
}

extension Todo: ServiceElement {
  static let names = Set(["text", "done", "assignee", "due", "author"]).union(Dates.names)
  static let limit = Limits.todos
  static let isCounted = true

  init(_ object: JSONObject, id: String) throws(BadElement) {
    guard let text = object["text"]?.string else { throw .noText }
    guard let isDone = object["done"] == nil ? false : object["done"]?.boolean else { throw .done }
    let due = object["due"]?.string.flatMap { Day($0) }
    guard due != nil || object["due"] == nil else { throw .due }
    let assignee = object.text("assignee")
    guard assignee != nil || object["assignee"] == nil else { throw .assignee }
    let dates = Dates(object)
    do throws(BoardError) {
      try self.init(
        id: id, text: text, isDone: isDone, assignee: assignee, due: due,
        author: object.text("author") ?? "", created: dates.created, updated: dates.updated,
        updatedBy: object.editor)
    } catch {
      switch error {
      case .invalid(.author): throw .author
      case .invalid(.assignee): throw .assignee
      default: throw .text
      }
    }
  }

  var members: [(name: String, value: JSONText?)] {
    [
      ("text", JSONText(text)), ("done", JSONText(isDone)),
      ("assignee", assignee.map { JSONText($0) }), ("due", due.map { JSONText($0.text) }),
      ("author", JSONText(author)), ("created", created.known.map { JSONText($0) }),
      ("updated", updated.known.map { JSONText($0) }),
      ("updatedBy", updatedBy.map { JSONText($0) }),
    ]
  }
}

extension Comment: ServiceElement {
  static let names: Set = ["text", "author", "created", "createdAt"]
  static let limit = Limits.comments
  // The list itself suffices.
  static let isCounted = false

  init(_ object: JSONObject, id: String) throws(BadElement) {
    guard let text = object["text"]?.string else { throw .noText }
    do throws(BoardError) {
      try self.init(
        id: id, text: text, author: object.text("author") ?? "",
        created: object.date("created", "createdAt") ?? .unknown)
    } catch {
      throw error == .invalid(.author) ? .author : .text
    }
  }

  var members: [(name: String, value: JSONText?)] {
    [
      ("text", JSONText(text)), ("author", JSONText(author)),
      ("created", created.known.map { JSONText($0) }),
    ]
  }
}
