internal import BoxWire
internal import Domain
internal import Fetch

/// A topic as a service has it, with as much of its arguments as the service sends with it.
struct ServiceTopic: Sendable {
  /// What is known of one side.
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
  var beside: Beside

  /// A topic that the service does not have yet.
  init(_ topic: Topic) {
    self.topic = topic
    (pros, cons) = (.unknown, .unknown)
    beside = Beside(segment: topic.id)
  }

  /// Reads a topic: `title`, and dates if there are any; `pros` and `cons` are figures, or lists. A service
  /// that keeps decisions sends `positions`, an array, and `decision` once there is one.
  ///
  /// - Parameter known: the identifier of the topic, if it need not have it; nil to read it.
  init(_ json: JSONText, as known: Identifier? = nil) throws(BadElement) {
    guard let object = JSONObject(json) else { throw .notObject }
    positions = PositionsDocument(object["positions"])
    let decision = Decision(object["decision"])
    let rule = DecisionRule(object["rule"])
    // Without positions, the same names may mean something else to the service.
    let own =
      positions == nil
      ? (decision == nil ? [] : ["decision"]) + (rule == nil ? [] : ["rule"])
      : ["positions", "decision", "rule", "round"]
    beside = try Beside(object, understood: Self.names.union(own), as: known)
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

  /// Of the lists that are in it.
  var faults: [ParserFailure] {
    (pros.list?.pruned.faults ?? []) + (cons.list?.pruned.faults ?? [])
  }

  /// The topic with those figures of its sides that are known.
  var overview: TopicOverview {
    TopicOverview(topic: topic, pros: pros.figures, cons: cons.figures)
  }

  /// The topic without the arguments, as it is sent or stored.
  func json(isCopy: Bool = false) -> JSONText {
    JSONText(members + sides(isCopy) + beside.members(isCopy: isCopy))
  }

  private var members: [(name: String, value: JSONText?)] {
    [
      (beside.identity.name, beside.identity.value), ("title", JSONText(topic.title)),
      ("created", topic.created.known.map { JSONText($0) }),
      ("updated", topic.updated.known.map { JSONText($0) }),
      ("updatedBy", topic.updatedBy.map { JSONText($0) }), ("positions", positions?.json),
      ("decision", topic.decision?.json ?? (positions == nil ? nil : .null)),
      ("rule", topic.rule?.json ?? (positions == nil ? nil : .null)),
      ("round", positions == nil ? nil : JSONText(topic.round)),
    ]
  }

  private func sides(_ isCopy: Bool) -> [(name: String, value: JSONText?)] {
    isCopy ? [("pros", pros.json), ("cons", cons.json)] : []
  }

  /// The topic with both lists, as it is sent.
  func json(_ pros: SideDocument, _ cons: SideDocument) -> JSONText {
    JSONText(
      members + [("pros", pros.json()), ("cons", cons.json())] + beside.members(isCopy: false))
  }
}

extension ServiceTopic.SideContent {
  init(_ json: JSONText?, _ side: Side) {
    if let json, let document = try? SideDocument(json, side) {
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

  fileprivate var json: JSONText? {
    switch self {
    case .unknown: nil
    case .figures(let figures):
      JSONText([
        ("count", JSONText(figures.count)), ("weight", JSONText(figures.weight)),
        ("updated", figures.updated.map { JSONText($0) }),
        ("updatedBy", figures.updatedBy.map { JSONText($0) }),
      ])
    case .list(let document): document.json(isCopy: true)
    }
  }
}
