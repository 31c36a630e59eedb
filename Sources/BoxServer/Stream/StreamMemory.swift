internal import BoxWire
internal import OperatingSystem
internal import UVLoop

/// Keeps the stream of changes in memory that outlives the process: epoch, revision, the ring, and of
/// each box the last revision and a hash of its value. ``StreamState`` reads it.
@LoopActor
final class StreamMemory {
  let memory: SharedMemory
  private let layout: StreamLayout
  private let ringStart: Int
  private let ringSize: Int
  private let key: (UInt64, UInt64)
  /// The place after the last record, committed or not.
  private var head = 0
  private var tail = 0
  private var end: Int
  private let blocksLimit: Int
  /// Blocks that are nobody's, by size.
  private var free: [Int: [Int]] = [:]
  /// Blocks of boxes that were released: the boxes still exist.
  private var released: [Path: Int] = [:]
  /// Whether no other run can continue it, for example because there was no room for a box.
  private(set) var isSuperseded = false
  /// The last revision that counts.
  private(set) var committed = 0

  /// - Parameters:
  ///   - key: of the hashes; nil for a new one.
  ///   - blocks: bytes for the boxes' blocks, a multiple of 16; by default, room for ten million boxes.
  ///   - bytes: of the members of changes that should have room.
  ///   - changes: that should have room.
  /// - Throws: `SystemCallError`.
  init(
    epoch: UInt64, key: (UInt64, UInt64)?, blocks: Int = 1 << 30, bytes: Int, changes: Int
  ) throws(SystemCallError) {
    let unit = StreamLayout.recordUnit
    let ring =
      (bytes + changes * 2 * StreamLayout.recordHeader) / unit * unit + StreamLayout.headerSize
    memory = try SharedMemory(
      name: "procon-stream", size: StreamLayout.size(blocks: blocks, ring: ring))
    layout = StreamLayout(memory)
    layout[.format] = StreamLayout.format
    layout[.epoch] = epoch
    self.key = key ?? (.random(in: .min ... .max), .random(in: .min ... .max))
    memory.bytes.storeBytes(
      of: self.key.0, toByteOffset: StreamLayout.Word.key.rawValue, as: UInt64.self)
    memory.bytes.storeBytes(
      of: self.key.1, toByteOffset: StreamLayout.Word.key.rawValue + 8, as: UInt64.self)
    layout[.blocksSize] = UInt64(blocks)
    layout[.ringSize] = UInt64(ring)
    end = layout.blocksStart
    layout[.blocksEnd] = UInt64(end)
    blocksLimit = layout.blocksStart + blocks
    ringStart = layout.ringStart
    ringSize = ring
  }

  /// Makes it valid: from now on, another run can continue it.
  func begin() {
    layout.release(StreamLayout.magic, .magic)
  }

  /// From now on, no other run can continue it.
  func supersede() {
    isSuperseded = true
    layout.release(1, .superseded)
  }

  func hash(_ member: [UInt8]) -> UInt64 {
    member.withUnsafeBytes { SipHash.hash($0, key: key) }
  }

  // MARK: The run

  /// Where the next run's revisions begin.
  var reserve: Int {
    get { Int(layout[.reserve]) }
    set { layout[.reserve] = UInt64(newValue) }
  }

  /// Since when rights are as they are, and a hash of the rules; 0 if it is unknown.
  var rights: (revision: Int, hash: UInt64) {
    get { (Int(bitPattern: UInt(layout[.rightsRevision])), layout[.rightsHash]) }
    set {
      layout.release(0, .rightsHash)
      layout.release(UInt64(bitPattern: Int64(newValue.revision)), .rightsRevision)
      layout.release(newValue.hash, .rightsHash)
    }
  }

  /// The revision of the newest change that has left the ring.
  var horizon: Int {
    get { Int(layout[.horizon]) }
    set { layout[.horizon] = UInt64(newValue) }
  }

  // MARK: Changes

  /// Records a change of a box, which counts once its revision is committed.
  ///
  /// - Parameter member: empty when it was removed.
  func append(_ member: [UInt8], of box: PublishedBox, revision: Int) {
    guard !isSuperseded, !box.isNowhere else { return }
    if box.block == 0 {
      guard let block = block(for: box.path) else { return supersede() }
      box.block = block
    }
    if member.isEmpty {
      append(
        BoxesLine.member(path: box.path, value: UnsafeRawBufferPointer(start: nil, count: 0)),
        of: box.block, revision, isRemoval: true)
    } else {
      append(member, of: box.block, revision, isRemoval: false)
    }
  }

  private func append(_ member: [UInt8], of block: Int, _ revision: Int, isRemoval: Bool) {
    let size = StreamLayout.recordSize(member.count)
    // First of all, so that whatever follows counts only with the commit.
    layout.release(UInt64(revision), block, .revision)
    layout.fence()
    guard size <= ringSize / 2 else { return skip(member, of: block, revision) }
    var offset = head % ringSize
    let room = ringSize - offset
    if room < size {
      makeRoom(upTo: head + room)
      layout.storeHeader(StreamLayout.filler, of: 0, 0, at: ringStart + offset)
      head += room
      offset = 0
    }
    makeRoom(upTo: head + size)
    layout.store(member, of: block, revision, at: ringStart + offset)
    layout[block, .record] = UInt64(head)
    let state: StreamLayout.BlockState = isRemoval ? .removed : .recorded
    layout.release(state.rawValue, block, .state)
    head += size
    layout.release(UInt64(head), .head)
  }

  /// Leaves out a change that has no room, with all before it.
  private func skip(_ member: [UInt8], of block: Int, _ revision: Int) {
    makeRoom(upTo: head + ringSize)
    keepHash(of: block, hash(member))
    layout.release(UInt64(revision), .horizon)
    layout.release(UInt64(head), .tail)
  }

  /// Drops the oldest records, so that the ring has room up to a place, for what is stored next.
  private func makeRoom(upTo place: Int) {
    while place - tail > ringSize, tail < head {
      let offset = tail % ringSize
      let record = UnsafeRawPointer(layout.start + ringStart + offset)
      let length = record.load(as: UInt32.self)
      var next = tail + ringSize - offset
      if length != StreamLayout.filler {
        let block = Int(record.load(fromByteOffset: 4, as: UInt32.self)) * StreamLayout.blockUnit
        // Otherwise the box has changed again, or the block is another box's.
        if layout[block, .record] == UInt64(tail),
          layout[block, .state] == StreamLayout.BlockState.recorded.rawValue
        {
          let member = UnsafeRawBufferPointer(
            start: record + StreamLayout.recordHeader, count: Int(length))
          keepHash(of: block, SipHash.hash(member, key: key))
        }
        layout.release(record.load(fromByteOffset: 8, as: UInt64.self), .horizon)
        next = tail + StreamLayout.recordSize(Int(length))
      }
      tail = next
      layout.release(UInt64(tail), .tail)
      layout.fence()
    }
  }

  private func keepHash(of block: Int, _ hash: UInt64) {
    layout[block, .hash] = hash
    layout.release(StreamLayout.BlockState.hashed.rawValue, block, .state)
  }

  /// Makes everything count up to a revision. To be called before the revision is sent to a client, and
  /// between two revisions only.
  func commit(_ revision: Int) {
    guard revision != committed else { return }
    committed = revision
    layout.release(UInt64(revision), .commit)
  }

  // MARK: Boxes

  /// Records a remembered box whose last change is not in the ring.
  func add(_ box: PublishedBox) {
    guard let block = block(for: box.path) else { return supersede() }
    box.block = block
    layout[block, .revision] = UInt64(box.revision)
    if case .hash(let hash) = box.remembered { keepHash(of: block, hash) }
  }

  /// Keeps what is known of a box that exists, but is not held any longer, for its next change.
  func release(_ box: PublishedBox) {
    guard box.block > 0 else { return }
    released[box.path] = box.block
    box.block = 0
  }

  /// The boxes that were released are not remembered any longer, nor what happened to them.
  func forgetReleased(at revision: Int) {
    layout.release(UInt64(revision), .lost)
    for block in released.values { clear(block) }
    released = [:]
  }

  /// What changed before is not known of boxes that were released.
  var lost: Int {
    get { Int(layout[.lost]) }
    set { layout[.lost] = UInt64(newValue) }
  }

  /// Whatever value the box has next is a change.
  func forgetValue(of box: PublishedBox) {
    guard box.block > 0 else { return }
    layout.release(0, box.block, .state)
  }

  /// Forgets a box that does not exist.
  func forget(_ box: PublishedBox) {
    guard box.block > 0 else { return }
    clear(box.block)
    box.block = 0
  }

  private func clear(_ block: Int) {
    let size = layout[block, .size]
    layout.release(size & 0xffff_ffff, block, .size)
    layout.fence()
    free[Int(size & 0xffff_ffff) * StreamLayout.blockUnit, default: []].append(block)
  }

  private func block(for path: Path) -> Int? {
    if let block = released.removeValue(forKey: path) { return block }
    let length = path.text.utf8.count
    let size = StreamLayout.blockSize(path: length)
    let units = UInt64(size / StreamLayout.blockUnit)
    let block: Int
    if let last = free[size]?.popLast() {
      block = last
    } else {
      guard end + size <= blocksLimit else { return nil }
      block = end
      layout[block, .size] = units
      end += size
      layout.release(UInt64(end), .blocksEnd)
    }
    layout[block, .revision] = UInt64(Int64.max)
    layout[block, .state] = 0
    layout[block, .record] = UInt64.max
    layout.store(path.text, of: block)
    layout.release(units | UInt64(length) << 32, block, .size)
    return block
  }
}
