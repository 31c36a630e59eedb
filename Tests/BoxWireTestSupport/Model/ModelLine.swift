package import BoxWire
internal import Glibc

/// A line from the server, with boxes and values as numbers.
package struct ModelLine {
  package enum Kind {
    case snapshot(Boxes)
    case change(Boxes)
    /// Boxes of the session.
    case own(OwnValues)
    case synced(revision: Int)
    case gap(from: Int, to: Int)
    case response(id: Int, JSONText)
  }

  package struct Boxes {
    package let revision: Int
    package let values: [(box: Int, value: Int)]
    package let removed: [Int]
    package let merged: Int?

    /// The boxes in the line, as a bit mask.
    var mask: UInt64 {
      values.reduce(0) { $0 | 1 << UInt64($1.box) } | removed.reduce(0) { $0 | 1 << UInt64($1) }
    }
  }

  package struct OwnValues {
    package let isSnapshot: Bool
    package let revision: Int
    package let values: [(box: Int, value: Int)]
  }

  /// What `get` returns.
  struct Answer {
    let values: [(box: Int, value: Int)]
    let own: [(box: Int, value: Int)]

    init(_ result: JSONText, _ history: BoxHistory) throws {
      guard let members = result["boxes"]?.members else {
        throw ModelFailure("no boxes: \(result)")
      }
      values = try ModelLine.values(members, history)
      own = try ModelLine.ownValues(members, history)
    }
  }

  package let kind: Kind
  /// Its length in bytes.
  let size: Int
  /// As returned by ``text(of:)``.
  let text: String

  /// The line with each filling replaced by its length, which is faster to parse and easier to
  /// read.
  static func text(of line: [UInt8]) -> String {
    String(decoding: withoutFillings(line), as: UTF8.self)
  }

  /// - Parameters:
  ///   - text: the line, as returned by ``text(of:)``.
  ///   - size: the length of the line in bytes.
  /// - Throws: `ModelFailure` for a line that this server should not send.
  init(_ text: String, size: Int, _ history: BoxHistory) throws {
    self.size = size
    self.text = text
    let line = try JSONText(parsing: text.utf8, depth: ProtocolLimits.serverDepth)
    if let id = line["id"]?.integer {
      kind = .response(id: id, line)
      return
    }
    guard let parameters = line["params"] else { throw ModelFailure("no parameters: \(text)") }
    let method = line["method"]?.string
    if let own = try Self.ownValues(parameters, isSnapshot: method == "snapshot", history) {
      kind = .own(own)
      return
    }
    switch method {
    case "snapshot": kind = .snapshot(try Self.boxes(parameters, history))
    case "change": kind = .change(try Self.boxes(parameters, history))
    case "synced":
      guard let synced = Synced(parameters) else { throw ModelFailure(text) }
      kind = .synced(revision: synced.revision)
    case "gap":
      guard let gap = Gap(parameters) else { throw ModelFailure(text) }
      kind = .gap(from: gap.from, to: gap.to)
    default: throw ModelFailure("unexpected: \(text)")
    }
  }

  /// - Returns: nil if it is about other boxes than those of the session.
  private static func ownValues(
    _ parameters: JSONText, isSnapshot: Bool, _ history: BoxHistory
  ) throws -> OwnValues? {
    guard let members = parameters["boxes"]?.members,
      members.contains(where: { OwnModel.isOwn($0.name) })
    else { return nil }
    let values = try Self.ownValues(members, history)
    guard values.count == members.count, parameters["removed"] == nil, parameters["merged"] == nil,
      let revision = parameters["revision"]?.integer
    else { throw ModelFailure("not only about the session: \(parameters)") }
    return OwnValues(isSnapshot: isSnapshot, revision: revision, values: values)
  }

  typealias Member = (name: String, value: JSONText)

  /// The values of the session's boxes among the members of an object.
  static func ownValues(
    _ members: [Member], _ history: BoxHistory
  ) throws -> [(box: Int, value: Int)] {
    let own = members.filter { OwnModel.isOwn($0.name) }
    guard Set(own.map(\.name)).count == own.count else { throw ModelFailure("twice: \(own)") }
    return try own.map { member in
      guard let box = ModelStage.ownPaths.firstIndex(of: member.name) else {
        throw ModelFailure("no such box: \(member.name)")
      }
      return (box, try value(of: member.value, history))
    }
  }

  /// The values of all other boxes among the members of an object.
  static func values(
    _ members: [Member], _ history: BoxHistory
  ) throws -> [(box: Int, value: Int)] {
    try members.filter { !OwnModel.isOwn($0.name) }.map { member in
      guard let box = history.box(at: member.name) else {
        throw ModelFailure("no such box: \(member.name)")
      }
      return (box, try value(of: member.value, history))
    }
  }

  private static func value(of text: JSONText, _ history: BoxHistory) throws -> Int {
    guard let parts = text.elements, parts.count == 2, let value = parts[0].integer,
      let filling = parts[1].string.map({ Int($0) ?? 0 }), history.filling(of: value) == filling
    else { throw ModelFailure("no such value: \(text)") }
    return value
  }

  private static func boxes(_ parameters: JSONText, _ history: BoxHistory) throws -> Boxes {
    guard let revision = parameters["revision"]?.integer,
      let members = parameters["boxes"]?.members
    else { throw ModelFailure("no boxes: \(parameters)") }
    let removed = parameters["removed"]?.elements?.map(\.string) ?? []
    // A JSON reader does not notice duplicate names.
    let names = parameters.bytes.split(separator: UInt8(ascii: "\"")).count {
      $0.starts(with: "shared".utf8) || $0.starts(with: "stage".utf8)
    }
    guard names == Set(members.map(\.name) + removed.compactMap(\.self)).count else {
      throw ModelFailure("a box is named twice: \(parameters)")
    }
    return Boxes(
      revision: revision,
      values: try values(members, history),
      removed: try removed.map { path in
        guard let box = history.box(at: path ?? "") else {
          throw ModelFailure("no such box: \(path ?? "")")
        }
        return box
      },
      merged: parameters["merged"]?.integer)
  }
}

/// A violation of the model.
package struct ModelFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

private func withoutFillings(_ line: [UInt8]) -> [UInt8] {
  var short: [UInt8] = []
  var start = 0
  line.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress else { return }
    while let found = memchr(base + start, 0x7E, bytes.count - start) {
      let filling = UnsafeRawPointer(found) - base
      let end = memchr(found, 0x22, bytes.count - filling).map { UnsafeRawPointer($0) - base }
      short += bytes[start..<filling]
      short += String((end ?? bytes.count) - filling).utf8
      start = end ?? bytes.count
    }
    short += bytes[start...]
  }
  return short
}
