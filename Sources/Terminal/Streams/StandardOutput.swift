internal import Glibc
package import UVLoop

/// A standard output that never blocks the loop, and whose flags stay as they are for the other
/// processes that share it.
///
/// Bytes that the reader does not take yet are queued; a caller should stop writing while the output
/// ``isBlocked``. Regular files, which are always ready, are written at once.
@LoopActor
package final class StandardOutput {
  package enum Event: Equatable {
    /// The queue is empty again.
    case drained
    /// Nothing can be written any more. Reported also while nothing is being written.
    case ended(OutputError)
  }

  /// A writable pipe takes this many bytes without blocking (PIPE_BUF in pipe(7)).
  private static let portion = 4096

  package let isTerminal: Bool
  package var observer: (@LoopActor (Event) -> Void)?

  private let descriptor: Int32
  private let owned: Int32?
  private var watch: Poll?
  private var queue: [UInt8] = []
  private var written = 0
  private var failure: OutputError?
  private var reporting: Timer?
  private var settling: CheckedContinuation<Void, Never>?

  /// - Parameter descriptor: open for writing; it is not closed.
  package init(_ descriptor: Int32) {
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

  /// Whether bytes are queued.
  package var isBlocked: Bool { written < queue.count }

  /// The size of the terminal; nil when the output is not a terminal or its size is unknown.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of a line: that of the terminal, else the variable `COLUMNS`, else 80.
  package var columns: Int {
    let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    return terminalSize?.columns ?? columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Writes as many bytes as the reader takes now, and queues the rest.
  package func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    let wasBlocked = isBlocked
    queue += bytes
    // While it is blocked, the loop reports when writing can continue.
    if !wasBlocked { flush() }
  }

  /// Writes a line of JSON text that comes from elsewhere, and a line end. On a terminal, its control
  /// characters are escaped.
  package func write(line: [UInt8]) {
    guard isTerminal else { return write(line + [UInt8(ascii: "\n")]) }
    write(Array("\(String(decoding: line, as: UTF8.self).escapingControls)\n".utf8))
  }

  /// Drops the queue and writes `bytes`, waiting for the reader for at most a second.
  package func writeLast(_ bytes: [UInt8]) {
    queue = bytes
    written = 0
    for _ in 0..<10 where failure == nil {
      flush()
      guard isBlocked else { return }
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&entry, 1, 100)
    }
  }

  /// Returns when the queue is empty.
  ///
  /// - Throws: the reason why it cannot become empty.
  package func settle() async throws(OutputError) {
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      if isBlocked, failure == nil { settling = continuation } else { continuation.resume() }
    }
    if let failure { throw failure }
  }

  private func ready(_ events: Poll.Events) {
    if events.contains(.hangUp) { return end(.readerGone) }
    guard isBlocked else { return }
    flush()
    if !isBlocked, failure == nil { report(.drained) }
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

  /// True also when the write is going to fail: its error then gives the reason.
  private func canWrite() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) != 0
  }

  private func fail(_ code: Int32) {
    let isGone = code == EPIPE || code == ECONNRESET || (code == EIO && isTerminal)
    failure = isGone ? .readerGone : .failed(LoopError(operation: "write", code: code))
    // Not from inside a write, whose caller does not expect to be ended there.
    reporting = Timer(after: .zero) { [unowned self] in end(failure ?? .readerGone) }
  }

  private func end(_ failure: OutputError) {
    self.failure = failure
    queue = []
    written = 0
    watch?.close()
    report(.ended(failure))
  }

  private func report(_ event: Event) {
    settling?.resume()
    settling = nil
    observer?(event)
  }
}

/// A second descriptor of the terminal, non-blocking without effect on other processes: a writable
/// terminal may still not take a whole portion. nil when the terminal cannot be opened again.
private func reopenTerminal(_ descriptor: Int32) -> Int32? {
  let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  return opened >= 0 ? opened : nil
}
