internal import CLibuv
internal import DequeModule
internal import Glibc

/// Bytes that were written to a connection but not yet accepted by the kernel.
struct OutputQueue {
  private struct Entry {
    let piece: OutputPiece
    /// The number of its bytes that were accepted.
    var start: Int

    var count: Int { piece.bytes.count - start }
  }

  private var entries: Deque<Entry> = []
  private(set) var bytes = 0
  /// The number of bytes that nothing else holds.
  private(set) var ownBytes = 0

  var isEmpty: Bool { entries.isEmpty }
  /// The objects that hold the others.
  var holds: [AnyObject] { entries.compactMap(\.piece.hold) }

  /// A copy of all bytes.
  var unsent: [UInt8] {
    entries.reduce(into: []) { $0 += $1.piece.bytes[$1.start...] }
  }

  /// - Parameter start: the number of its bytes that were already accepted.
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

  /// Removes everything after the first LF.
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

  /// Removes the bytes that the kernel accepted.
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

  /// Calls `sendmsg(2)` for the first up to 16 pieces.
  ///
  /// - Returns: the number of bytes that the kernel accepted; -1 when it failed, with `errno`.
  func send(to descriptor: Int32) -> Int {
    var buffers: [iovec] = []
    return send(to: descriptor, min(entries.count, Self.mostPieces), &buffers)
  }

  /// Adds the buffers up to `end`, each of which is valid inside its own closure, and sends them.
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
