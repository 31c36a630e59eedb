internal import BoxWire
internal import Domain
internal import Fetch

/// What a service has of an element of a list beside what is shown. It is sent back with a change of
/// the element, so that nothing is lost.
struct Beside: Sendable {
  let id: Identifier
  /// The member that has the identifier, as it was sent.
  let identity: (name: String, value: JSONText)
  /// Whether the service has sent the identifier with the element itself.
  let isNamed: Bool
  /// The member that has the author, as it was sent; nil if it is not needed.
  var author: (name: String, value: JSONText)?
  /// The entity tag of the element as a resource of its own, with its quotation marks; nil if it is
  /// not known.
  var etag: String?
  /// Whether the service has sent the people who support it, if it is an argument.
  var hasSupporters = false
  /// The comments on it, if it is an argument; nil if the service has not sent any list of them.
  var comments: ServiceList<Comment>?
  /// The members that are not understood.
  var others: [(name: String, value: JSONText)] = []

  /// For something that the service has not named yet.
  ///
  /// - Parameter segment: an identifier of ours.
  init(segment: String) {
    id = Identifier(requested: segment)
    identity = ("id", JSONText(id.name))
    isNamed = false
  }

  /// - Parameters:
  ///   - names: of the members that are understood, except those that all objects have.
  ///   - known: the identifier, if the object need not have it; nil to read it.
  /// - Throws: `BadElement` if it has no identifier, or another one.
  init(
    _ object: JSONObject, understood names: Set<String>, as known: Identifier? = nil
  ) throws(BadElement) {
    let found = object.identity
    if let found, found.id == nil { throw .identifier }
    guard let id = found?.id ?? known else { throw .noIdentifier }
    if let known, id.segment != known.segment { throw .otherIdentifier }
    self.id = id
    identity = found?.member ?? ("id", JSONText(id.name))
    isNamed = found != nil
    etag = object["etag"]?.string
    others = object.others(than: names.union([identity.name, "etag"]))
  }

  /// The members of the element that only the service understands.
  ///
  /// - Parameter isCopy: whether they are stored here, with the entity tag, instead of sent.
  func members(isCopy: Bool) -> [(name: String, value: JSONText?)] {
    [("etag", isCopy ? etag.map { JSONText($0) } : nil)] + others
  }
}

/// Why an element is left out; the raw value is for people.
enum BadElement: String, Error {
  case notObject = "it is not an object"
  case noIdentifier = "it has no identifier"
  case identifier = "its identifier cannot be part of a path"
  case notNumber = "its identifier is not a number from 1 to 99999999"
  case otherIdentifier = "it has another identifier"
  case repeatedIdentifier = "another one has the same identifier"
  case noText = "it has no text"
  case text = "its text breaks a rule for texts"
  case weight = "its weight is not 1 to 5"
  case author = "its author is not a name"
  case repeatedText = "another one has the same text"
  case position = "it is not a position, or the person has another one"
  case answer = "its answer has no text or author, or breaks a rule"
  case closing = "its closing has no kind or author, or breaks a rule"
  case done = "its member \"done\" is neither true nor false"
  case completed = "its member \"completed\" is neither true nor false"
  case due = "its member \"due\" is not a day"
  case assignee = "its assignee is not a name"
  case noArguments = "its pros or cons are not a list"
  case noTitle = "it has no title"
  case title = "its title breaks a rule for titles"
  case repeatedTitle = "another one has the same title"
  case content = "its content breaks a rule for contents"
  case tooMany = "there are too many"
}

/// The elements of a list that are left out.
struct Pruned: Sendable {
  /// As they were sent, in order.
  private(set) var elements: [JSONText] = []
  /// Why they are, in the same order.
  private(set) var faults: [ParserFailure] = []

  /// - Parameter index: in the list that was sent, counted from 0.
  mutating func add(_ element: JSONText, at index: Int, _ reason: BadElement) {
    elements.append(element)
    faults.append(ParserFailure(element: index, reason: reason.rawValue))
  }
}

/// Why the body of an answer cannot be used.
enum BadBody: Error, CustomStringConvertible {
  case notJSON(JSONError)
  case notObject
  case notList
  case element(BadElement)

  var description: String {
    switch self {
    case .notJSON(let error): error.description
    case .notObject: "an object was expected"
    case .notList: "a list was expected"
    case .element(let reason): reason.rawValue
    }
  }
}

extension JSONText {
  /// Reads the body of an answer.
  init(body: [UInt8]) throws(BadBody) {
    do throws(JSONError) {
      try self.init(parsing: body)
    } catch {
      throw .notJSON(error)
    }
  }

  /// The elements of a list: an array, or an object with the member `items`.
  var listElements: [JSONText]? { elements ?? self["items"]?.elements }
}
