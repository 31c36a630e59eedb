internal import Glibc
internal import OperatingSystem
internal import Synchronization
internal import UVLoop

/// Writes log lines without ever making the loop wait for a reader.
///
/// A regular file accepts each line at once. Anything else may block, and its open file is shared
/// with other processes, so it is written in `BlockingWork`. Lines that arrive during a write are
/// queued up to ``longestQueue``; beyond that they are counted and dropped, and the count is
/// reported as soon as there is room.
final class LogOutput: TextOutputStream, Sendable {
  /// In bytes: some 2,000 lines, four times the capacity of a pipe.
  static let longestQueue = 256 << 10

  private struct State {
    var queue: [UInt8] = []
    var dropped = 0
    var isWriting = false
  }

  private let descriptor: Int32
  private let isFile: Bool
  private let reportDropped: @Sendable (Int) -> Void
  private let state = Mutex(State())
  @LoopActor private var whenWritten: (@LoopActor (Bool) -> Void)?
  @LoopActor private var deadline: Timer?

  /// - Parameters:
  ///   - descriptor: open for writing; it is not closed.
  ///   - reportDropped: writes a line that reports how many lines were dropped.
  init(_ descriptor: Int32, reportDropped: @escaping @Sendable (Int) -> Void) {
    self.descriptor = descriptor
    self.reportDropped = reportDropped
    var status = stat()
    isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Writes a line, or queues it.
  ///
  /// - Parameter line: ends with a line feed. Other control characters are shown as escapes.
  func write(_ line: String) {
    let text = String(String.UnicodeScalarView(line.unicodeScalars.dropLast()))
    let bytes = Array("\(text.showingControls)\n".utf8)
    if isFile { return writeLog(bytes, to: descriptor) }
    let mustStart = state.withLock { state in
      guard state.queue.count + bytes.count <= Self.longestQueue else {
        state.dropped += 1
        return false
      }
      state.queue += bytes
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if mustStart { LoopActor.task { [self] in await writeQueue() } }
  }

  /// Writes what is queued and waits until it is written. Must not be called on the loop.
  func flush() {
    while case let bytes = takeQueue(), !bytes.isEmpty { writeLog(bytes, to: descriptor) }
  }

  /// Calls `done` once everything is written, or after `limit`; its parameter says whether
  /// everything was.
  @LoopActor
  func finish(within limit: Duration, _ done: @escaping @LoopActor (_ isWritten: Bool) -> Void) {
    guard state.withLock({ $0.isWriting }) else { return done(true) }
    whenWritten = done
    deadline = Timer(after: limit) { [self] in end(isWritten: false) }
  }

  @LoopActor
  private func writeQueue() async {
    while case let bytes = takeQueue(), !bytes.isEmpty {
      await BlockingWork.run { [descriptor] in writeLog(bytes, to: descriptor) }
    }
    end(isWritten: true)
  }

  /// Empties the queue. The report of dropped lines is the next line in it.
  private func takeQueue() -> [UInt8] {
    let (bytes, dropped) = state.withLock { state in
      defer {
        state.isWriting = !state.queue.isEmpty
        state.queue = []
        state.dropped = 0
      }
      return (state.queue, state.dropped)
    }
    if dropped > 0 { reportDropped(dropped) }
    return bytes
  }

  @LoopActor
  private func end(isWritten: Bool) {
    deadline = nil
    whenWritten?(isWritten)
    whenWritten = nil
  }
}

/// Writes all of `bytes`, even when another process that shares the open file has made it
/// non-blocking. What cannot be written is lost: there is no other place to report it.
private func writeLog(_ bytes: [UInt8], to descriptor: Int32) {
  var rest = bytes[...]
  while case (let count, let code) = writeAll(rest, to: descriptor), code == EAGAIN {
    rest = rest.dropFirst(count)
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&entry, 1, -1)
  }
}
