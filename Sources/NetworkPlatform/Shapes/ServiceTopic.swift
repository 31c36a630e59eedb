internal import BoxWire
internal import Domain
internal import Fetch

/// A topic as a service has it, with as much of its arguments as the service sends with it.
struct ServiceTopic: Sendable {
  /// What is known of one column.
  enum SideContent: Sendable {
    case unknown
    case figures(SideFigures)
    case list(SideDocument)
  }

  var topic: Topic
  var pros: SideContent
  var cons: SideContent
  /// nil if the service does not send any: then it keeps neither positions nor decisions.
  var positions: PositionsDocument?
  /// nil if the service does not send any: then it does not keep them.
  var options: OptionsDocument?
  /// nil if the service does not send any: then it keeps neither objections nor comments.
  var objections: ServiceList<Objection>?
  /// nil if the service does not send any: then it does not keep them.
  var todos: ServiceList<Todo>?
  /// The name of the service for the topic that replaces this one, if it is known.
  var successor: Identifier?
  var beside: Beside

  /// A topic that the service does not have yet.
  init(_ topic: Topic) {
    self.topic = topic
    (pros, cons) = (.unknown, .unknown)
    beside = Beside(segment: topic.id)
  }

  /// Reads a topic: `title`, and dates if there are any; `pros` and `cons` are figures, or lists. A service
  /// that keeps decisions sends `positions`, an array, and `decision` once there is one; one that keeps
  /// options, objections or todos sends lists with these names.
  ///
  /// - Parameter known: the identifier of the topic, if it need not have it; nil to read it.
  init(_ json: JSONText, as known: Identifier? = nil) throws(BadElement) {
    guard let object = JSONObject(json) else { throw .notObject }
    positions = PositionsDocument(object["positions"])
    options = OptionsDocument(object["options"], isWhole: known != nil)
    objections = ServiceList(object["objections"])
    todos = ServiceList(object["todos"])
    let decision = Decision(object["decision"])
    successor = decision == nil ? nil : Decision.successor(object["decision"])
    let rule = DecisionRule(object["rule"])
    // Without positions, the same names may mean something else to the service.
    let own =
      positions == nil
      ? (decision == nil ? [] : ["decision"]) + (rule == nil ? [] : ["rule"])
      : ["positions", "decision", "rule", "round"]
    let lists =
      (options == nil ? [] : ["options"]) + (objections == nil ? [] : ["objections"])
      + (todos == nil ? [] : ["todos"])
    beside = try Beside(object, understood: Self.names.union(own + lists), as: known)
    guard let title = object["title"]?.string else { throw .noTitle }
    let dates = Dates(object)
    do throws(TopicError) {
      topic = Topic(
        id: beside.id.segment, title: try Topic.rightTitle(title), created: dates.created,
        updated: dates.updated, updatedBy: object.editor, decision: decision, rule: rule,
        round: max(1, positions == nil ? 1 : object.integer("round") ?? 1))
    } catch {
      throw .title
    }
    pros = SideContent(object["pros"], .pro)
    cons = SideContent(object["cons"], .con)
  }

  init(body: [UInt8], as known: Identifier) throws(BadBody) {
    let json = try JSONText(body: body)
    do throws(BadElement) {
      try self.init(json, as: known)
    } catch {
      throw error == .notObject ? .notObject : .element(error)
    }
  }

  private static let names = Set(["title", "pros", "cons"]).union(Dates.names)

  subscript(side: Side) -> SideContent { side == .pro ? pros : cons }

  /// Whether the service has sent a list.
  func has(_ member: BoardMember) -> Bool {
    switch member {
    case .positions: positions != nil
    case .options: options != nil
    case .objections: objections != nil
    case .todos: todos != nil
    }
  }

  /// Of the lists that are in it.
  var faults: [ParserFailure] {
    let sides = [pros, cons].compactMap(\.list) + (options?.sides ?? [])
    return ownFaults + sides.flatMap(\.faults)
  }

  /// Of its options, objections and todos themselves.
  var ownFaults: [ParserFailure] {
    [options?.pruned, objections?.pruned, todos?.pruned].flatMap { $0?.faults ?? [] }
  }

  /// The topic with those figures of its sides that are known.
  var overview: TopicOverview {
    TopicOverview(
      topic: topic, pros: figures(.pro), cons: figures(.con),
      options: options?.elements.map(\.option.id) ?? [])
  }

  private func figures(_ side: Side) -> SideFigures? {
    options.map { $0.figures(side, with: self[side].figures) } ?? self[side].figures
  }

  /// The topic as it is stored here.
  var copy: JSONText {
    let lists = [
      ("options", options?.json(isCopy: true)), ("pros", pros.json(isCopy: true)),
      ("cons", cons.json(isCopy: true)),
    ]
    return JSONText(members(isCopy: true) + lists + beside.members(isCopy: true))
  }

  /// The topic without its arguments and options, as it is sent.
  var json: JSONText { json(sides: nil, hasOptions: false) }

  /// The topic as it is sent.
  ///
  /// - Parameters:
  ///   - sides: the arguments of its own board; nil to leave them out.
  ///   - hasOptions: whether its options are in it, if the service has any.
  func json(sides: (pros: SideDocument, cons: SideDocument)?, hasOptions: Bool) -> JSONText {
    let lists = [
      ("options", hasOptions ? options?.json() : nil), ("pros", sides?.pros.json()),
      ("cons", sides?.cons.json()),
    ]
    return JSONText(members(isCopy: false) + lists + beside.members(isCopy: false))
  }

  private func members(isCopy: Bool) -> [(name: String, value: JSONText?)] {
    [
      (beside.identity.name, beside.identity.value), ("title", JSONText(topic.title)),
      ("created", topic.created.known.map { JSONText($0) }),
      ("updated", topic.updated.known.map { JSONText($0) }),
      ("updatedBy", topic.updatedBy.map { JSONText($0) }), ("positions", positions?.json),
      ("decision", topic.decision?.json(successor) ?? (positions == nil ? nil : .null)),
      ("rule", topic.rule?.json ?? (positions == nil ? nil : .null)),
      ("round", positions == nil ? nil : JSONText(topic.round)),
      ("objections", objections?.json(isCopy: isCopy)), ("todos", todos?.json(isCopy: isCopy)),
    ]
  }
}

extension ServiceTopic.SideContent {
  init(_ json: JSONText?, _ column: Column) {
    if let json, let document = try? SideDocument(json, column) {
      self = .list(document)
    } else if let object = json.flatMap(JSONObject.init), let count = object.integer("count") {
      self = .figures(
        SideFigures(
          count: max(0, count), weight: max(0, object.integer("weight") ?? count),
          updated: object.date("updated", "updatedAt"), updatedBy: object.editor))
    } else {
      self = .unknown
    }
  }

  /// nil if they are not known.
  var figures: SideFigures? {
    switch self {
    case .unknown: nil
    case .figures(let figures): figures
    case .list(let document): document.list.figures
    }
  }

  /// nil if only figures are known, at most.
  var list: SideDocument? {
    if case .list(let document) = self { document } else { nil }
  }

  /// As it is sent or stored; nil if nothing is known.
  func json(isCopy: Bool) -> JSONText? {
    switch self {
    case .unknown: nil
    case .figures(let figures):
      JSONText([
        ("count", JSONText(figures.count)), ("weight", JSONText(figures.weight)),
        ("updated", figures.updated.map { JSONText($0) }),
        ("updatedBy", figures.updatedBy.map { JSONText($0) }),
      ])
    case .list(let document): document.json(isCopy: isCopy)
    }
  }
}
