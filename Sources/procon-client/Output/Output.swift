internal import Glibc
internal import UVLoop

/// A standard output that never makes the loop wait, and is left as it is for others who share it.
///
/// What its reader does not take yet is queued here; whoever writes should stop while it
/// ``isBlocked``. Regular files and the like, which are always ready, are written at once.
@LoopActor
final class Output {
  /// What becomes of the output later.
  enum Event: Equatable {
    /// All that was written is on its way, after a time of being blocked.
    case drained
    /// Nothing can be written any more. Told also when nothing is being written.
    case ended(Failure)
  }

  /// A pipe that is writable takes this many bytes without blocking (PIPE_BUF in pipe(7)).
  static let portion = 4096

  let isTerminal: Bool
  var observer: (@LoopActor (Event) -> Void)?

  private let descriptor: Int32
  private let owned: Int32?
  private var watch: Poll?
  private var queue: [UInt8] = []
  private var written = 0
  private var failure: Failure?
  private var telling: Timer?
  private var settling: CheckedContinuation<Void, Never>?

  /// - Parameter descriptor: open for writing; it is not closed.
  init(_ descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    owned = isTerminal ? reopenTerminal(descriptor) : nil
    self.descriptor = owned ?? descriptor
    // Fails for what is always ready.
    watch = try? Poll(self.descriptor) { [unowned self] in ready($0) }
  }

  isolated deinit {
    watch?.close()
    if let owned { close(owned) }
  }

  /// Whether something that was written waits here.
  var isBlocked: Bool { written < queue.count }

  /// The size of the terminal; nil when it is none or does not know.
  var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// How wide lines may be: as the terminal is, else what the environment says, else 80.
  var columns: Int {
    let columns = Environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return terminalSize?.columns ?? columns ?? 80
  }

  /// Writes all of `bytes`: what the reader takes at once, the rest when it can.
  func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    let wasBlocked = isBlocked
    queue += bytes
    // Whoever was told to stop is told to go on by the loop, not by another write.
    if !wasBlocked { flush() }
  }

  /// Writes a line that comes from a daemon, and a line end. On a terminal, it is JSON whose
  /// control characters are escaped.
  func write(line: [UInt8]) {
    guard isTerminal else { return write(line + [UInt8(ascii: "\n")]) }
    write(Array("\(String(decoding: line, as: UTF8.self).escapingControls)\n".utf8))
  }

  /// Drops what waits here and writes `bytes`, at once if need be, for at most a second.
  func writeLast(_ bytes: [UInt8]) {
    queue = bytes
    written = 0
    for _ in 0..<10 where failure == nil {
      flush()
      guard isBlocked else { return }
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&entry, 1, 100)
    }
  }

  /// Returns once all that was written is on its way.
  ///
  /// - Throws: why that will not come.
  func settle() async throws(Failure) {
    // Looked at inside: the task may be put back into the loop's queue before the body runs.
    await withCheckedContinuation { continuation in
      if isBlocked, failure == nil { settling = continuation } else { continuation.resume() }
    }
    if let failure { throw failure }
  }

  private func ready(_ events: Poll.Events) {
    if events.contains(.hangUp) { return end(.readerGone) }
    guard isBlocked else { return }
    flush()
    if !isBlocked, failure == nil { tell(.drained) }
  }

  private func flush() {
    while written < queue.count {
      guard canWrite() else {
        watch?.watch([.hangUp, .writable])
        return
      }
      let count = queue[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, min($0.count, Self.portion))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN, let watch {
        watch.watch([.hangUp, .writable])
        return
      } else if errno != EINTR {
        return fail(errno)
      }
    }
    queue.removeAll(keepingCapacity: queue.capacity <= 1 << 20)
    written = 0
    watch?.watch(.hangUp)
  }

  /// True also when writing will fail, which then says why.
  private func canWrite() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  private func fail(_ code: Int32) {
    let isGone = code == EPIPE || code == ECONNRESET || (code == EIO && isTerminal)
    failure = isGone ? .readerGone : .output(LoopError(operation: "write", code: code))
    // Not from inside a write: whoever writes does not expect to be ended there.
    telling = Timer(after: .zero) { [unowned self] in end(failure ?? .readerGone) }
  }

  private func end(_ failure: Failure) {
    self.failure = failure
    queue = []
    written = 0
    watch?.close()
    tell(.ended(failure))
  }

  private func tell(_ event: Event) {
    settling?.resume()
    settling = nil
    observer?(event)
  }
}

/// The terminal opened anew, so that it can be made non-blocking without anybody else being the
/// wiser: a terminal that is writable may still not take a whole portion. nil when that is not
/// allowed.
private func reopenTerminal(_ descriptor: Int32) -> Int32? {
  let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  return opened >= 0 ? opened : nil
}
