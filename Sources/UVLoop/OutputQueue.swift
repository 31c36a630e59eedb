internal import CLibuv
internal import DequeModule
internal import Glibc

/// What was written to a connection and the kernel has not taken yet.
struct OutputQueue {
  private struct Entry {
    let piece: OutputPiece
    /// How many of its bytes were taken.
    var start: Int

    var count: Int { piece.bytes.count - start }
  }

  private var entries: Deque<Entry> = []
  private(set) var bytes = 0
  /// Those that nothing else holds.
  private(set) var ownBytes = 0

  var isEmpty: Bool { entries.isEmpty }
  /// What holds the others.
  var holds: [AnyObject] { entries.compactMap(\.piece.hold) }

  /// - Parameter start: how many of its bytes were taken already.
  mutating func append(_ piece: OutputPiece, from start: Int = 0) {
    let entry = Entry(piece: piece, start: start)
    guard entry.count > 0 else { return }
    entries.append(entry)
    count(entry, entry.count)
  }

  mutating func removeAll() {
    entries = []
    bytes = 0
    ownBytes = 0
  }

  /// Takes out everything behind the first LF.
  mutating func cutAfterLine() {
    for (index, entry) in entries.enumerated() {
      guard let end = entry.piece.bytes[entry.start...].firstIndex(of: UInt8(ascii: "\n")) else {
        continue
      }
      let before = entries.prefix(index)
      removeAll()
      for entry in before { append(entry.piece, from: entry.start) }
      return append(OutputPiece(Array(entry.piece.bytes[entry.start...end])))
    }
  }

  /// Takes out what the kernel took.
  mutating func drop(_ taken: Int) {
    var taken = taken
    while taken > 0, let first = entries.first {
      let part = min(taken, first.count)
      count(first, -part)
      taken -= part
      if part == first.count { entries.removeFirst() } else { entries[0].start += part }
    }
    if entries.isEmpty { entries = [] }
  }

  private mutating func count(_ entry: Entry, _ change: Int) {
    bytes += change
    if entry.piece.hold == nil { ownBytes += change }
  }

  /// `sendmsg(2)` of what comes first: up to 16 pieces.
  ///
  /// - Returns: how many bytes the kernel took; -1 when it failed, with `errno`.
  func send(to descriptor: Int32) -> Int {
    var buffers: [iovec] = []
    return send(to: descriptor, min(entries.count, Self.mostPieces), &buffers)
  }

  /// Adds the buffers up to `end`, each of which is valid in a closure of its own, and sends them.
  private func send(to descriptor: Int32, _ end: Int, _ buffers: inout [iovec]) -> Int {
    guard buffers.count < end else {
      return buffers.withUnsafeMutableBufferPointer { buffers in
        var message = msghdr()
        message.msg_iov = buffers.baseAddress
        message.msg_iovlen = buffers.count
        return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
      }
    }
    let entry = entries[buffers.count]
    return entry.piece.bytes.withUnsafeBytes { bytes in
      let rest = UnsafeMutableRawBufferPointer(mutating: bytes)[entry.start...]
      buffers.append(
        iovec(
          iov_base: UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, iov_len: rest.count))
      return send(to: descriptor, end, &buffers)
    }
  }

  private static let mostPieces = 16
}
