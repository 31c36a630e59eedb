internal import BoxWire

/// The text of a value while it is encoded.
///
/// The contents of a value are written at the end, one value inside the other; the members of an
/// object are sorted when it is complete, which takes no time if a type names them in order. A nested
/// container that a type has requested can be written to until then, so it is a separate output that
/// is inserted last.
///
/// Every token takes a few accesses to these properties: checking them for conflicts, of which
/// there are none, would take half of the time.
final class JSONOutput {
  /// The location of the innermost value: names and indices, from the outermost.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var path: [any CodingKey]
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var bytes: [UInt8] = []
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var frame = Frame(start: 0, firstMember: 0, firstInsertion: 0)
  /// The members of all open objects.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var members: [Member] = []
  /// In order of their places.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var insertions: [(place: Int, output: JSONOutput)] = []
  /// The sorted members of an object, before they replace those in `bytes`.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var sorted: [UInt8] = []

  /// The state of the innermost value. Its members and insertions are the last ones.
  private struct Frame {
    /// Where its text begins.
    let start: Int
    let firstMember: Int
    let firstInsertion: Int
    var kind: Kind?
    var count = 0
    /// Whether each member's name comes after that of the member before it.
    var isSorted = true
  }

  /// A name, a colon and a value.
  private struct Member: Comparable {
    let name: String
    /// Where its text begins.
    var start: Int
    /// Where its text ends.
    var end: Int

    static func < (left: Member, right: Member) -> Bool {
      left.name == right.name ? left.start < right.start : left.name < right.name
    }
  }

  enum Kind {
    case object, array, single
  }

  init(path: [any CodingKey] = []) {
    self.path = path
  }

  /// The number of elements or members of the innermost value.
  var count: Int { frame.count }

  /// What was written, without spare capacity, since boxes keep it.
  var text: [UInt8] { bytes.withUnsafeBytes { Array($0) } }

  /// Declares the kind of the innermost value. A type may do so more than once.
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
      guard scalar.isInJSON else { throw notInJSON(scalar, at: nil) }
      return write(scalar)
    }
    let outer = frame
    frame = Frame(
      start: bytes.count, firstMember: members.count, firstInsertion: insertions.count)
    try value.encode(to: JSONValueEncoder(output: self))
    end()
    frame = outer
  }

  /// Reserves the place of a nested container's value.
  ///
  /// - Returns: an output for it.
  func writeLater(at key: any CodingKey) -> JSONOutput {
    let output = JSONOutput(path: path + [key])
    insertions.append((bytes.count, output))
    return output
  }

  /// The error of a value that JSON cannot represent.
  func notInJSON(_ value: some JSONScalar, at key: (any CodingKey)?) -> EncodingError {
    let path = path + (key.map { [$0] } ?? [])
    return .invalidValue(
      value, EncodingError.Context(codingPath: path, debugDescription: "JSON has no \(value)"))
  }

  // MARK: Members and elements

  /// Begins a member of the innermost value.
  func beginMember(_ name: String) {
    if frame.count > 0 {
      bytes.append(UInt8(ascii: ","))
      if members[members.count - 1].name >= name { frame.isSorted = false }
    }
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

  /// Runs `body`. If it throws, nothing is written: a type may continue after an error in one of
  /// its members.
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
      if !frame.isSorted { sortMembers() }
      members.removeLast(members.count - frame.firstMember)
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

  /// Sorts the members of the innermost object; of equal names the last one wins.
  private func sortMembers() {
    let first = frame.firstMember
    // In place: sorting a slice would copy it.
    members.withUnsafeMutableBufferPointer { (members: inout UnsafeMutableBufferPointer<Member>) in
      var own = UnsafeMutableBufferPointer<Member>(rebasing: members[first...])
      own.sort(by: <)
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
  }
}
