/// `snapshot` and `change`: values of boxes at a revision.
public struct Boxes: Equatable, Sendable {
  public let revision: Int
  /// In the order of the line.
  public let values: [(path: String, value: JSONText)]
  /// Paths of boxes that are no more.
  public let removed: [String]

  public init(revision: Int, values: [(path: String, value: JSONText)], removed: [String] = []) {
    self.revision = revision
    self.values = values
    self.removed = removed
  }

  /// As `params`.
  public var json: JSONText {
    var members = [
      (name: "revision", value: JSONText(revision)),
      ("boxes", JSONText(members: values.map { ($0.path, $0.value) })),
    ]
    if !removed.isEmpty {
      members.append(("removed", JSONText(elements: removed.map { JSONText($0) })))
    }
    return JSONText(members: members)
  }

  /// nil when a member is missing or of another type.
  public init?(_ parameters: JSONText) {
    guard let revision = parameters["revision"]?.integer,
      let boxes = parameters["boxes"]?.members
    else { return nil }
    self.revision = revision
    values = boxes.map { ($0.name, $0.value) }
    guard let removed = parameters["removed"] else {
      self.removed = []
      return
    }
    guard let paths = removed.elements?.map(\.string), !paths.contains(nil) else { return nil }
    self.removed = paths.compactMap(\.self)
  }

  public static func == (left: Boxes, right: Boxes) -> Bool {
    left.revision == right.revision && left.removed == right.removed
      && left.values.elementsEqual(right.values, by: ==)
  }
}

/// Builds a `snapshot` or `change` line out of members that are encoded already.
public struct BoxesLine: ~Copyable {
  private var line: [UInt8]
  private var isEmpty = true

  /// - Parameter capacity: bytes that will be appended, about.
  public init(_ kind: Kind, revision: Int, capacity: Int) {
    line = []
    line.reserveCapacity(capacity + 96)
    line.append(literal: kind.opening)
    line.append(decimal: revision)
    line.append(literal: #","boxes":{"#)
  }

  public enum Kind: Sendable {
    case snapshot
    case change

    fileprivate var opening: StaticString {
      switch self {
      case .snapshot: #"{"jsonrpc":"2.0","method":"snapshot","params":{"revision":"#
      case .change: #"{"jsonrpc":"2.0","method":"change","params":{"revision":"#
      }
    }
  }

  /// - Parameter member: as ``member(path:value:)`` makes it.
  public mutating func append(member: [UInt8]) {
    if !isEmpty { line.append(UInt8(ascii: ",")) }
    isEmpty = false
    line += member
  }

  /// The line, LF included.
  public consuming func finish(removed: [Path] = []) -> [UInt8] {
    line.append(UInt8(ascii: "}"))
    if !removed.isEmpty {
      line.append(literal: #","removed":"#)
      line += JSONText(elements: removed.map { JSONText($0.text) }).bytes
    }
    line.append(literal: "}}\n")
    return line
  }

  /// The result of `get`.
  ///
  /// - Parameter members: as ``member(path:value:)`` makes them.
  public static func result(epoch: String, revision: Int, members: [[UInt8]]) -> JSONText {
    var json: [UInt8] = []
    json.reserveCapacity(members.reduce(96) { $0 + $1.count + 1 })
    json.append(literal: #"{"epoch":"#)
    json.appendJSON(epoch)
    json.append(literal: #","revision":"#)
    json.append(decimal: revision)
    json.append(literal: #","boxes":{"#)
    for (index, member) in members.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += member
    }
    json.append(literal: "}}")
    return JSONText(valid: json)
  }

  /// `"path":value`, the form in which a box's value is kept.
  public static func member(path: Path, value: JSONText) -> [UInt8] {
    var member: [UInt8] = []
    member.reserveCapacity(path.text.utf8.count + value.bytes.count + 3)
    member.appendJSON(path.text)
    member.append(UInt8(ascii: ":"))
    member += value.bytes
    return member
  }
}
