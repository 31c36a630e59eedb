internal import BoxWire

/// The text of a value while it is encoded.
///
/// What a value holds is written at the end, one value inside the other; the members of an object
/// are put in order when it is complete. A nested container that a type has asked for can be written
/// to until then, so it is an output of its own that is inserted at last.
///
/// Every token is a few accesses to these properties: checking them for conflicts, of which there
/// are none, would take half of the time.
final class JSONOutput {
  /// Where the innermost value is: names and indices, from the outermost.
  @exclusivity(unchecked) private(set) var path: [any CodingKey]
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var frame = Frame(start: 0, firstMember: 0, firstInsertion: 0)
  /// Those of all open objects.
  @exclusivity(unchecked) private var members: [Member] = []
  /// In order of their places.
  @exclusivity(unchecked) private var insertions: [(place: Int, output: JSONOutput)] = []
  /// The members of an object in order, before they replace what is in `bytes`.
  @exclusivity(unchecked) private var sorted: [UInt8] = []

  /// What is known of the innermost value. Its members and insertions are the last ones.
  private struct Frame {
    /// Where its text begins.
    let start: Int
    let firstMember: Int
    let firstInsertion: Int
    var kind: Kind?
    var count = 0
  }

  /// A name, a colon and a value.
  private struct Member {
    let name: String
    /// Where its text begins.
    var start: Int
    /// Where its text ends.
    var end: Int
  }

  enum Kind {
    case object, array, single
  }

  init(path: [any CodingKey] = []) {
    self.path = path
  }

  /// How many elements or members the innermost value has.
  var count: Int { frame.count }

  /// What is written, without the room for more: boxes keep it.
  var text: [UInt8] { bytes.withUnsafeBytes { Array($0) } }

  /// Says what the innermost value is. A type may say so more than once.
  func open(_ kind: Kind) {
    guard frame.kind == nil else {
      return precondition(
        frame.kind == kind && kind != .single, "a value is an object, an array or a single value")
    }
    frame.kind = kind
    switch kind {
    case .object: bytes.append(UInt8(ascii: "{"))
    case .array: bytes.append(UInt8(ascii: "["))
    case .single: break
    }
  }

  // MARK: Values

  /// Writes a value that is one token.
  func write(_ value: some JSONScalar) {
    value.append(to: &bytes)
  }

  func writeNull() {
    bytes.append(literal: "null")
  }

  /// Writes a value of any type.
  func write(_ value: some Encodable) throws {
    if let scalar = value as? any JSONScalar {
      try check(scalar, at: nil)
      return write(scalar)
    }
    let outer = frame
    frame = Frame(
      start: bytes.count, firstMember: members.count, firstInsertion: insertions.count)
    try value.encode(to: JSONValueEncoder(output: self))
    end()
    frame = outer
  }

  /// Writes the value of a nested container.
  ///
  /// - Returns: an output for it.
  func writeLater(at key: any CodingKey) -> JSONOutput {
    let output = JSONOutput(path: path + [key])
    insertions.append((bytes.count, output))
    return output
  }

  /// Throws for what JSON cannot hold.
  func check(_ value: some JSONScalar, at key: (any CodingKey)?) throws {
    guard !value.isInJSON else { return }
    let path = path + (key.map { [$0] } ?? [])
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: "JSON has no \(value)"))
  }

  // MARK: Members and elements

  /// Begins a member of the innermost value.
  func beginMember(_ name: String) {
    members.append(Member(name: name, start: bytes.count, end: 0))
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
    frame.count += 1
  }

  func endMember() {
    members[members.count - 1].end = bytes.count
  }

  /// Begins an element of the innermost value.
  func beginElement() {
    if frame.count > 0 { bytes.append(UInt8(ascii: ",")) }
    frame.count += 1
  }

  /// Carries out `body`. If it throws, nothing was written: a type may go on after an error in one
  /// of its members.
  func undoingErrors(at key: (any CodingKey)?, _ body: () throws -> Void) throws {
    let old = (frame, path.count, bytes.count, members.count, insertions.count)
    if let key { path.append(key) }
    defer { path.removeLast(path.count - old.1) }
    do {
      try body()
    } catch {
      frame = old.0
      bytes.removeLast(bytes.count - old.2)
      members.removeLast(members.count - old.3)
      insertions.removeLast(insertions.count - old.4)
      throw error
    }
  }

  // MARK: The end of a value

  private func end() {
    if insertions.count > frame.firstInsertion { insert() }
    switch frame.kind {
    case .object:
      sortMembers()
      bytes.append(UInt8(ascii: "}"))
    case .array: bytes.append(UInt8(ascii: "]"))
    case .single: break
    case nil: bytes.append(literal: "{}")
    }
  }

  private func insert() {
    for (place, output) in insertions[frame.firstInsertion...].reversed() {
      output.end()
      let text = output.bytes
      bytes.insert(contentsOf: text, at: place)
      for index in frame.firstMember..<members.count {
        if members[index].start >= place { members[index].start += text.count }
        if members[index].end >= place { members[index].end += text.count }
      }
    }
    insertions.removeLast(insertions.count - frame.firstInsertion)
  }

  /// Puts the members of the innermost object in order, with commas; of equal names the last counts.
  private func sortMembers() {
    let first = frame.firstMember
    members[first...].sort { left, right in
      left.name < right.name || left.start < right.start && left.name == right.name
    }
    sorted.removeAll(keepingCapacity: true)
    for index in first..<members.count {
      let member = members[index]
      if index + 1 < members.count, members[index + 1].name == member.name { continue }
      if !sorted.isEmpty { sorted.append(UInt8(ascii: ",")) }
      sorted.append(contentsOf: bytes[member.start..<member.end])
    }
    bytes.removeLast(bytes.count - frame.start - 1)
    bytes += sorted
    members.removeLast(members.count - first)
  }
}
