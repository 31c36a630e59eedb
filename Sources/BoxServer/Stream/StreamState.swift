internal import BoxWire
internal import OperatingSystem

/// What an earlier run has kept in a ``StreamMemory``.
struct StreamState {
  /// A box as that run had it.
  struct Box {
    let path: Path
    let revision: Int
    let value: RememberedValue
  }

  struct Change {
    let path: Path
    let revision: Int
    /// Empty when the box was removed.
    let member: [UInt8]
  }

  let layout: StreamLayout
  let epoch: UInt64
  let revision: Int
  /// Where this run's revisions begin if they do not continue.
  let reserve: Int
  let rights: (revision: Int, hash: UInt64)
  /// The revision of the newest change that is not among these.
  let horizon: Int
  let lost: Int
  /// All boxes and tombstones, in the order of their revisions.
  let boxes: [Box]
  /// In order.
  let changes: [Change]

  /// Why memory cannot be used.
  struct Invalid: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: ``Invalid`` unless everything in it is as a ``StreamMemory`` writes it.
  init(_ memory: SharedMemory) throws(Invalid) {
    layout = StreamLayout(memory)
    guard memory.bytes.count >= StreamLayout.headerSize, layout[.magic] == StreamLayout.magic else {
      throw Invalid(description: "it is not complete")
    }
    guard layout[.format] == StreamLayout.format else {
      throw Invalid(description: "its format is \(layout[.format])")
    }
    guard layout[.superseded] == 0 else { throw Invalid(description: "it is out of date") }
    let (blocksSize, ringSize) = (layout[.blocksSize], layout[.ringSize])
    guard blocksSize <= memory.bytes.count, ringSize <= memory.bytes.count,
      ringSize > 0, blocksSize % 16 == 0, ringSize % 16 == 0,
      StreamLayout.size(blocks: Int(blocksSize), ring: Int(ringSize)) == memory.bytes.count
    else { throw Invalid(description: "its sizes are wrong") }
    epoch = layout[.epoch]
    revision = try Self.number(layout[.commit])
    let (tail, head) = (try Self.number(layout[.tail]), try Self.number(layout[.head]))
    reserve = try Self.number(layout[.reserve])
    // Changes that are not committed may have taken the place of all others.
    horizon = min(try Self.number(layout[.horizon]), revision)
    lost = try Self.number(layout[.lost])
    rights = (
      Int(truncatingIfNeeded: Int64(bitPattern: layout[.rightsRevision])), layout[.rightsHash]
    )
    let ring = try Self.records(layout, from: tail, to: head, upTo: revision)
    changes = ring.map(\.change)
    var last: [Path: Int] = [:]
    for (index, record) in ring.enumerated() { last[record.change.path] = index }
    boxes = try Self.boxes(layout, revision, horizon: horizon) { last[$0].map { ring[$0].change } }
  }

  /// From now on, no run can continue it.
  static func supersede(_ memory: SharedMemory) {
    guard memory.bytes.count >= StreamLayout.headerSize else { return }
    StreamLayout(memory).release(1, .superseded)
  }

  private static func number(_ word: UInt64) throws(Invalid) -> Int {
    guard let number = Int(exactly: word), number < 1 << 60 else {
      throw Invalid(description: "a number is wrong")
    }
    return number
  }

  private static func records(
    _ layout: StreamLayout, from tail: Int, to head: Int, upTo last: Int
  ) throws(Invalid) -> [(place: UInt64, change: Change)] {
    let wrong = Invalid(description: "a record is wrong")
    let size = Int(layout[.ringSize])
    guard tail <= head, head - tail <= size, tail % StreamLayout.recordUnit == 0 else {
      throw wrong
    }
    var found: [(place: UInt64, change: Change)] = []
    var (place, revision) = (tail, 0)
    while place < head {
      let offset = place % size
      let record = UnsafeRawPointer(layout.start + layout.ringStart + offset)
      let length = record.load(as: UInt32.self)
      if length == StreamLayout.filler {
        place += size - offset
        continue
      }
      let end = StreamLayout.recordSize(Int(length))
      guard offset + end <= size, place + end <= head else { throw wrong }
      let next = try number(record.load(fromByteOffset: 8, as: UInt64.self))
      let member = UnsafeRawBufferPointer(
        start: record + StreamLayout.recordHeader, count: Int(length))
      guard next >= revision, let path = path(of: member) else { throw wrong }
      // What follows is not committed.
      if next > last { return found }
      revision = next
      let isRemoval = member.count == path.text.utf8.count + 3
      found.append(
        (
          UInt64(place),
          Change(path: path, revision: revision, member: isRemoval ? [] : Array(member))
        ))
      place += end
    }
    guard place == head else { throw wrong }
    return found
  }

  /// The path at the beginning of a member.
  private static func path(of member: UnsafeRawBufferPointer) -> Path? {
    guard member.first == UInt8(ascii: "\""),
      let end = member.dropFirst().firstIndex(of: UInt8(ascii: "\"")),
      end + 1 < member.count, member[end + 1] == UInt8(ascii: ":")
    else { return nil }
    return Path(String(decoding: member[1..<end], as: UTF8.self))
  }

  private static func boxes(
    _ layout: StreamLayout, _ revision: Int, horizon: Int,
    _ recorded: (Path) -> Change?
  ) throws(Invalid) -> [Box] {
    let wrong = Invalid(description: "a box is wrong")
    let end = try number(layout[.blocksEnd])
    guard end <= layout.ringStart else { throw wrong }
    var found: [Box] = []
    var paths: Set<Path> = []
    var block = layout.blocksStart
    while block < end {
      let word = layout[block, .size]
      let (size, length) = (Int(word & 0xffff_ffff) * StreamLayout.blockUnit, Int(word >> 32))
      guard size >= StreamLayout.blockHeader, block + size <= end,
        StreamLayout.blockHeader + length <= size
      else { throw wrong }
      defer { block += size }
      // Not anybody's, or not yet.
      guard length > 0, layout[block, .revision] != UInt64(Int64.max) else { continue }
      let text = UnsafeRawBufferPointer(
        start: layout.start + block + StreamLayout.blockHeader, count: length)
      guard let path = Path(String(decoding: text, as: UTF8.self)), paths.insert(path).inserted
      else { throw wrong }
      let last = try number(layout[block, .revision])
      if last > revision {
        // It was being changed.
        let isGone = recorded(path)?.member.isEmpty ?? false
        found.append(
          Box(path: path, revision: horizon, value: isGone ? .removed : .unknown))
        continue
      }
      switch StreamLayout.BlockState(rawValue: layout[block, .state]) {
      case .removed where last <= horizon: break
      case .removed: found.append(Box(path: path, revision: last, value: .removed))
      case .hashed:
        found.append(Box(path: path, revision: last, value: .hash(layout[block, .hash])))
      case .recorded:
        guard let change = recorded(path), !change.member.isEmpty else { throw wrong }
        found.append(Box(path: path, revision: last, value: .hash(layout.hash(change.member))))
      case nil: found.append(Box(path: path, revision: last, value: .unknown))
      }
    }
    return found.sorted { $0.revision < $1.revision }
  }
}

/// What is known of the value of a box in an earlier run.
enum RememberedValue: Equatable {
  /// A hash of its member, under the key of that run's memory.
  case hash(UInt64)
  case unknown
  case removed
}

extension StreamLayout {
  func hash(_ member: [UInt8]) -> UInt64 {
    member.withUnsafeBytes { SipHash.hash($0, key: key) }
  }
}
