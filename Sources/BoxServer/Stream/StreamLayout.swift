internal import OperatingSystem
internal import Synchronization

/// Where things are in the memory that keeps the stream, format 1. All numbers are in the byte order of
/// the machine.
///
/// A header; one block for each box, with its path and last revision; and a ring of records, one for
/// each change. Places in the ring are counted in bytes since its beginning, and never decrease.
///
/// What is written must be right if the process is killed between any two instructions. A revision
/// counts once it is committed: what belongs to a later one is ignored. Of two stores whose order
/// matters, the second has release ordering, or there is a fence between them.
struct StreamLayout {
  /// The beginning of the memory, which somebody else keeps.
  let start: UnsafeMutableRawPointer

  init(_ memory: SharedMemory) {
    start = memory.bytes.baseAddress!
  }

  static let magic: UInt64 = 0x6e6f_6372_6f70_0a1a
  static let format: UInt64 = 1
  static let headerSize = 4096
  /// Bytes of a block before the path, and its unit of size.
  static let blockHeader = 48
  static let blockUnit = 16
  /// Bytes of a record before the box's member, and its unit of size.
  static let recordHeader = 16
  static let recordUnit = 16
  /// The length of a record that only fills the end of the ring.
  static let filler = UInt32.max

  /// Words of the header, by their offsets in bytes.
  enum Word: Int {
    case magic = 0
    case format = 8
    case epoch = 16
    /// Two words: the key of the values' hashes.
    case key = 24
    case blocksSize = 40
    case ringSize = 48
    /// 1 once another memory has taken its place.
    case superseded = 56
    /// Where the next run's revisions begin, as in the state directory.
    case reserve = 64
    case rightsHash = 72
    case rightsRevision = 80
    /// The end of the last block.
    case blocksEnd = 88
    /// The place of the oldest record.
    case tail = 96
    /// The revision of the newest change that has left the ring.
    case horizon = 104
    /// Of boxes that nobody used, changes since this revision may be unknown.
    case lost = 112
    /// The place after the last record that is complete.
    case head = 120
    /// The last revision that counts.
    case commit = 128
  }

  /// Words of a block.
  enum BlockWord: Int {
    /// Two numbers of four bytes: the size in units, the length of the path (0: nobody's).
    case size = 0
    case revision = 8
    case hash = 16
    /// What is known of the value: one of ``BlockState``.
    case state = 24
    /// The place of the record of the last change.
    case record = 32
  }

  enum BlockState: UInt64 {
    /// The value's hash is in the block.
    case hashed = 1
    /// The value is in the record.
    case recorded = 2
    case removed = 3
  }

  subscript(word: Word) -> UInt64 {
    get { start.load(fromByteOffset: word.rawValue, as: UInt64.self) }
    nonmutating set { start.storeBytes(of: newValue, toByteOffset: word.rawValue, as: UInt64.self) }
  }

  subscript(block: Int, word: BlockWord) -> UInt64 {
    get { start.load(fromByteOffset: block + word.rawValue, as: UInt64.self) }
    nonmutating set {
      start.storeBytes(of: newValue, toByteOffset: block + word.rawValue, as: UInt64.self)
    }
  }

  /// Stores a word after everything that was stored before.
  func release(_ value: UInt64, _ word: Word) {
    release(value, at: word.rawValue)
  }

  func release(_ value: UInt64, _ block: Int, _ word: BlockWord) {
    release(value, at: block + word.rawValue)
  }

  private func release(_ value: UInt64, at offset: Int) {
    (start + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
      .pointee.store(value, ordering: .releasing)
  }

  /// What is stored from now on is stored after everything before. On x86, it binds the compiler only.
  func fence() {
    atomicMemoryFence(ordering: .acquiringAndReleasing)
  }

  /// Stores a record, which nobody reads yet.
  ///
  /// - Parameter offset: from the beginning of the memory.
  func store(_ member: [UInt8], of block: Int, _ revision: Int, at offset: Int) {
    storeHeader(UInt32(truncatingIfNeeded: member.count), of: block, revision, at: offset)
    member.withUnsafeBytes {
      (start + offset + Self.recordHeader).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }

  /// Stores the header of a record.
  func storeHeader(_ length: UInt32, of block: Int, _ revision: Int, at offset: Int) {
    let record = start + offset
    record.storeBytes(of: length, as: UInt32.self)
    record.storeBytes(of: UInt32(block / Self.blockUnit), toByteOffset: 4, as: UInt32.self)
    record.storeBytes(of: Int64(revision), toByteOffset: 8, as: Int64.self)
  }

  /// Stores the path of a block that is nobody's.
  func store(_ path: String, of block: Int) {
    var path = path
    path.withUTF8 {
      (start + block + Self.blockHeader).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }

  var key: (UInt64, UInt64) {
    (self[.key], start.load(fromByteOffset: Word.key.rawValue + 8, as: UInt64.self))
  }

  var blocksStart: Int { Self.headerSize }
  var ringStart: Int { Self.headerSize + Int(self[.blocksSize]) }

  static func size(blocks: Int, ring: Int) -> Int { headerSize + blocks + ring }

  /// The bytes of a block with a path.
  static func blockSize(path length: Int) -> Int {
    (blockHeader + length + blockUnit - 1) / blockUnit * blockUnit
  }

  /// The bytes of a record with a member.
  static func recordSize(_ length: Int) -> Int {
    (recordHeader + length + recordUnit - 1) / recordUnit * recordUnit
  }
}
