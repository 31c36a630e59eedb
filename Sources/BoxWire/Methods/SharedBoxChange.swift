/// What `set` or `delete` does to one box.
public protocol SharedBoxChange: Equatable, Sendable {
  static var method: String { get }
  var box: Path { get }

  /// - Throws: `RequestError` -32602 naming the member.
  init(_ parameters: Parameters) throws(RequestError)
  /// The members to send; ``init(_:)`` reads them back.
  var parameters: Parameters { get }
}

/// The parameters of `set` or `delete`: the change of one box, or several in one revision.
public enum SharedBoxChanges<Change: SharedBoxChange>: Equatable, Sendable {
  case one(Change)
  /// 1 to ``ProtocolLimits/changes``, each of another box: all of them are made, or none.
  case together([Change])

  /// One change as such, others together.
  ///
  /// - Parameter changes: 1 to ``ProtocolLimits/changes``, each of another box, or the daemon
  ///   refuses.
  public init(_ changes: [Change]) {
    self = changes.count == 1 ? .one(changes[0]) : .together(changes)
  }

  /// - Throws: `RequestError` -32602 naming the member, -32004 for too many changes.
  public init(_ parameters: Parameters) throws(RequestError) {
    guard let value = parameters[changesName] else {
      self = .one(try Change(parameters))
      return
    }
    if parameters["box"] != nil {
      throw .invalid(member: changesName, "give box or changes, not both")
    }
    try parameters.allowOnly([changesName])
    guard let elements = value.elements, !elements.isEmpty else {
      throw .invalid(member: changesName, "changes must be an array of at least one change")
    }
    guard elements.count <= ProtocolLimits.changes else {
      throw .limit(
        changesName, "there are at most \(ProtocolLimits.changes) changes, not \(elements.count)")
    }
    var changes: [Change] = []
    var positions: [Path: Int] = [:]
    for (index, element) in elements.enumerated() {
      do throws(RequestError) {
        let change = try Change(object: element)
        if let other = positions.updateValue(index, forKey: change.box) {
          throw .invalid(member: "box", "\(change.box.text.excerpt) is also in changes[\(other)]")
        }
        changes.append(change)
      } catch {
        throw error.ofChange(at: index)
      }
    }
    self = .together(changes)
  }

  /// In the order in which they were given.
  package var all: [Change] {
    switch self {
    case .one(let change): [change]
    case .together(let changes): changes
    }
  }

  /// Calls `body` with each change in order.
  ///
  /// - Throws: the first error of `body`, which names the change if there may be several.
  package func eachChange(
    _ body: (Change) throws(RequestError) -> Void
  ) throws(RequestError) {
    switch self {
    case .one(let change): try body(change)
    case .together(let changes):
      for (index, change) in changes.enumerated() {
        do throws(RequestError) {
          try body(change)
        } catch {
          throw error.ofChange(at: index)
        }
      }
    }
  }

  /// The members to send; ``init(_:)`` reads them back.
  public var parameters: Parameters {
    switch self {
    case .one(let change): change.parameters
    case .together(let changes):
      Parameters([
        .init(name: changesName, value: JSONText(elements: changes.map(\.parameters.json)))
      ])
    }
  }
}

private let changesName = "changes"

extension SharedBoxChange {
  fileprivate init(object: JSONText) throws(RequestError) {
    guard let members = object.members else {
      throw RequestError(.invalidParameters, "a change is an object")
    }
    try self.init(Parameters(members.map { Parameters.Member(name: $0.name, value: $0.value) }))
  }
}

extension [MemberDescription] {
  /// The parameters of a method that takes these members of one change, or several changes.
  static func either(_ members: [MemberDescription]) -> [MemberDescription] {
    let schema = JSONSchema.array(of: .object(members, isClosed: true))
      .count(1...ProtocolLimits.changes)
    let changes = MemberDescription(
      changesName, schema, isRequired: false,
      "Several changes, in one revision, all or none of them; instead of the other parameters.")
    return members.map(\.optional) + [changes]
  }
}
