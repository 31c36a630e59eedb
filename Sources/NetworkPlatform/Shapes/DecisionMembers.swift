internal import BoxWire
internal import Domain

/// The positions on a topic, as a service has them in the topic.
struct PositionsDocument: Sendable {
  /// In order of their dates.
  var positions: [Position] = []
  private var pruned = Pruned()

  init(_ positions: [Position]) {
    self.positions = positions
  }

  /// Reads an array; nil for anything else, which may mean something else to the service. What cannot be
  /// read is left out, and sent back.
  init?(_ json: JSONText?) {
    guard let elements = json?.elements else { return nil }
    var people: Set<String> = []
    for (index, element) in elements.enumerated() {
      guard positions.count < Limits.positions, let position = Position(element),
        people.insert(position.person).inserted
      else {
        pruned.add(element, at: index, .position)
        continue
      }
      positions.append(position)
    }
    positions = positions.inOrder
  }

  var json: JSONText { JSONText(elements: positions.map(\.json) + pruned.elements) }

  func with(_ positions: [Position]) -> PositionsDocument {
    var document = self
    document.positions = positions
    return document
  }
}

extension Position {
  /// nil for anything but an object with `person` and `position`; `sentence` and `date` may be missing.
  fileprivate init?(_ json: JSONText) {
    guard let object = JSONObject(json), let person = object["person"]?.string,
      let name = object.text("position")
    else { return nil }
    guard Position.isName(name) else { return nil }
    try? self.init(
      person: person, choice: Choice(rawValue: name), sentence: object["sentence"]?.string,
      date: object.date("date") ?? .unknown)
  }

  fileprivate var json: JSONText {
    JSONText([
      ("person", JSONText(person)), ("position", JSONText(self.name)),
      ("sentence", sentence.map { JSONText($0) }), ("date", date.known.map { JSONText($0) }),
    ])
  }
}

extension DecisionRule {
  /// nil for anything but an object with a member of a rule, all of which are right: it may mean something
  /// else to the service.
  convenience init?(_ json: JSONText?) {
    guard let object = json.flatMap(JSONObject.init) else { return nil }
    let asked = object["asked"]?.elements?.compactMap(\.string) ?? []
    let quorum = object.text("quorum").flatMap { Quorum($0) }
    let deadline = object.date("deadline")
    let isTrue = { (name: String) in object[name]?.boolean ?? false }
    let (objectionsBlock, decidersResolve) = (isTrue("objectionsBlock"), isTrue("decidersResolve"))
    guard
      !asked.isEmpty || quorum != nil || deadline != nil || objectionsBlock || decidersResolve
    else { return nil }
    try? self.init(
      asked: asked, quorum: quorum, deadline: deadline, autoClose: isTrue("autoClose"),
      objectionsBlock: objectionsBlock, decidersResolve: decidersResolve)
  }

  var json: JSONText {
    JSONText([
      ("asked", asked.isEmpty ? nil : JSONText(elements: asked.map { JSONText($0) })),
      ("quorum", quorum.map { JSONText($0.text) }), ("deadline", deadline.map { JSONText($0) }),
      ("autoClose", autoClose ? JSONText(true) : nil),
      ("objectionsBlock", objectionsBlock ? JSONText(true) : nil),
      ("decidersResolve", decidersResolve ? JSONText(true) : nil),
    ])
  }
}

extension Decision {
  /// nil for anything but an object with `status`, `outcome` if it is decided, `reason` and `author`: it may
  /// mean something else to the service.
  convenience init?(_ json: JSONText?) {
    guard let object = json.flatMap(JSONObject.init), let reason = object["reason"]?.string,
      let author = object["author"]?.string
    else { return nil }
    let outcome = object.text("outcome").flatMap { Choice(rawValue: $0) }
    guard object["status"]?.string == Self.status(outcome) else { return nil }
    try? self.init(
      outcome, title: object["title"]?.string, reason: reason, author: author,
      date: object.date("date") ?? .unknown,
      authority: object["authority"]?.string.flatMap { Authority(rawValue: $0) } ?? .person,
      digest: object["digest"]?.string, successor: Self.successor(json)?.segment)
  }

  /// The name of the service for the topic that replaces the decided one; nil if there is none.
  ///
  /// - Parameter json: a decision.
  static func successor(_ json: JSONText?) -> Identifier? {
    json.flatMap(JSONObject.init)?.text("successor").flatMap { Identifier($0) }
  }

  /// - Parameter successor: the name of the service for the topic that replaces the decided one; nil to
  ///   derive it from the identifier.
  func json(_ successor: Identifier?) -> JSONText {
    let name = self.successor.map { id in
      successor?.segment == id ? successor?.name ?? id : Identifier(requested: id).name
    }
    return JSONText([
      ("status", JSONText(Self.status(outcome))),
      ("outcome", outcome.map { JSONText($0.rawValue) }), ("title", title.map { JSONText($0) }),
      ("reason", JSONText(reason)),
      ("author", JSONText(author)), ("date", date.known.map { JSONText($0) }),
      ("authority", authority == .person ? nil : JSONText(authority.rawValue)),
      ("digest", digest.map { JSONText($0) }), ("successor", name.map { JSONText($0) }),
    ])
  }

  private static func status(_ outcome: Choice?) -> String {
    outcome == nil ? "dropped" : "decided"
  }
}
