internal import Glibc

/// Builds a `snapshot` or `change` line from encoded members.
package struct BoxesLine: ~Copyable {
  private var line: [UInt8]
  private var isEmpty = true

  /// Begins the line.
  ///
  /// - Parameters:
  ///   - revision: the revision of the values that follow.
  ///   - capacity: the approximate number of bytes that will be appended.
  package init(_ kind: Kind, revision: Int, capacity: Int) {
    line = []
    line.reserveCapacity(capacity + 96)
    line.begin(kind, revision: revision)
  }

  /// Which notification the line is.
  package enum Kind: Sendable {
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
  /// - Parameter member: from ``member(path:value:)``.
  package mutating func append(member: [UInt8]) {
    if !isEmpty { line.append(UInt8(ascii: ",")) }
    isEmpty = false
    line += member
  }

  /// Ends the line.
  ///
  /// - Parameters:
  ///   - removed: removed boxes; the member is left out when there are none.
  ///   - merged: the number of revisions that the line combines; left out unless it is above 1.
  /// - Returns: the line to send, LF included.
  package consuming func finish(removed: [Path] = [], merged: Int? = nil) -> [UInt8] {
    line.endBoxes(removed: removed, merged: merged)
    return line
  }

  /// The result of `get`.
  ///
  /// - Parameter members: from ``member(path:value:)``.
  package static func result(epoch: String, revision: Int, members: [[UInt8]]) -> JSONText {
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
  package static func member(path: Path, value: JSONText) -> [UInt8] {
    value.bytes.withUnsafeBytes { member(path: path, value: $0) }
  }

  /// Whether the value in a member equals this text, which is valid and compact.
  ///
  /// - Parameter start: the number of bytes of the member before the value.
  package static func value(
    of member: [UInt8], from start: Int, is value: UnsafeRawBufferPointer
  ) -> Bool {
    guard member.count == start + value.count else { return false }
    return member.withUnsafeBytes {
      memcmp($0.baseAddress! + start, value.baseAddress!, value.count) == 0
    }
  }

  /// Returns the member for a value whose text, valid and compact, is stored elsewhere.
  package static func member(path: Path, value: UnsafeRawBufferPointer) -> [UInt8] {
    var member: [UInt8] = []
    member.reserveCapacity(path.text.utf8.count + value.count + 3)
    // Paths never need escapes.
    member.append(UInt8(ascii: "\""))
    var text = path.text
    text.withUTF8 { member.append(contentsOf: $0) }
    member.append(UInt8(ascii: "\""))
    member.append(UInt8(ascii: ":"))
    member.append(contentsOf: value)
    return member
  }
}

extension [UInt8] {
  /// Appends a `snapshot` or `change` line up to its members, which are separated by commas.
  package mutating func begin(_ kind: BoxesLine.Kind, revision: Int) {
    append(literal: kind.opening)
    append(decimal: revision)
    append(literal: #","boxes":{"#)
  }

  /// Appends the part after the members of a `snapshot` or `change` line, LF included.
  package mutating func endBoxes(removed: [Path] = [], merged: Int? = nil) {
    append(UInt8(ascii: "}"))
    if !removed.isEmpty {
      append(literal: #","removed":"#)
      self += JSONText(elements: removed.map { JSONText($0.text) }).bytes
    }
    if let merged, merged > 1 {
      append(literal: #","merged":"#)
      append(decimal: merged)
    }
    append(literal: "}}\n")
  }
}
