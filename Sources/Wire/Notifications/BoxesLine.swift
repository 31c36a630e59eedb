/// Builds a `snapshot` or `change` line out of members that are encoded already.
public struct BoxesLine: ~Copyable {
  private var line: [UInt8]
  private var isEmpty = true

  /// Begins the line.
  ///
  /// - Parameters:
  ///   - revision: of the values that follow.
  ///   - capacity: about how many bytes will be appended.
  public init(_ kind: Kind, revision: Int, capacity: Int) {
    var line: [UInt8] = []
    line.reserveCapacity(capacity + 96)
    self.init(kind, revision: revision, after: line)
  }

  /// Begins the line behind others.
  ///
  /// - Parameters:
  ///   - revision: of the values that follow.
  ///   - lines: what stands before it in the result.
  public init(_ kind: Kind, revision: Int, after lines: consuming [UInt8]) {
    line = lines
    line.append(literal: kind.opening)
    line.append(decimal: revision)
    line.append(literal: #","boxes":{"#)
  }

  /// Which notification the line is.
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

  /// Appends one box.
  ///
  /// - Parameter member: as ``member(path:value:)`` makes it.
  public mutating func append(member: [UInt8]) {
    if !isEmpty { line.append(UInt8(ascii: ",")) }
    isEmpty = false
    line += member
  }

  /// Ends the line.
  ///
  /// - Parameters:
  ///   - removed: boxes that are no more; when there are none, the member is left out.
  ///   - merged: how many revisions the line stands for; left out unless it is above 1.
  /// - Returns: the line to send, LF included, behind those that it was begun after.
  public consuming func finish(removed: [Path] = [], merged: Int? = nil) -> [UInt8] {
    line.append(UInt8(ascii: "}"))
    if !removed.isEmpty {
      line.append(literal: #","removed":"#)
      line += JSONText(elements: removed.map { JSONText($0.text) }).bytes
    }
    if let merged, merged > 1 {
      line.append(literal: #","merged":"#)
      line.append(decimal: merged)
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
