internal import Glibc
package import UVLoop

/// A standard output that never makes the loop wait, and whose open file, which other processes may
/// share, stays as it is.
///
/// A pipe or terminal is opened again, non-blocking, where that is allowed; a socket takes
/// `MSG_DONTWAIT`. What the reader does not take yet is queued here: stop writing while it
/// ``isBlocked``. Regular files and the like, which are always ready, are written at once.
@LoopActor
package final class StandardOutput {
  package enum Event: Equatable {
    /// The queue is empty again.
    case drained
    /// Nothing can be written any more. Reported also while nothing is being written.
    case ended(OutputError)
  }

  /// Bytes that a writable pipe takes without blocking (PIPE_BUF in pipe(7)): the most that is written
  /// at once to a pipe or terminal that may not be opened again, such as another user's.
  private static let portion = 4096

  package let isTerminal: Bool
  package var observer: (@LoopActor (Event) -> Void)?

  private let descriptor: Int32
  private let owned: Int32?
  private let isSocket: Bool
  private var watch: SharedPoll?
  private var queue: [UInt8] = []
  private var written = 0
  private var failure: OutputError?
  private var reporting: Timer?
  private var settling: CheckedContinuation<Void, Never>?

  /// - Parameter descriptor: open for writing; it is not closed.
  package init(_ descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    let kind = fileKind(descriptor)
    isSocket = kind == S_IFSOCK
    owned = isTerminal || kind == S_IFIFO ? reopen(descriptor) : nil
    self.descriptor = owned ?? descriptor
    // Fails for what is always ready.
    watch = try? SharedPoll(self.descriptor) { [unowned self] in ready($0) }
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
      let count = queue[written...].withUnsafeBytes { writeSome($0) }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN, let watch {
        return watch.watch([.hangUp, .writable])
      } else if errno != EINTR {
        return fail(errno)
      }
    }
    queue.removeAll(keepingCapacity: queue.capacity <= 1 << 20)
    written = 0
    watch?.watch(.hangUp)
  }

  /// As write(2), but never waits.
  private func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    if isSocket {
      return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    guard owned == nil, watch != nil else {
      return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    guard canWrite() else {
      errno = EAGAIN
      return -1
    }
    return Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Self.portion))
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

/// One of the S_IFMT constants of inode(7); nil when the descriptor is closed.
private func fileKind(_ descriptor: Int32) -> mode_t? {
  var status = stat()
  return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
}

/// The pipe or terminal opened again, for this process alone; nil when that is not allowed, or when
/// the pipe has no reader.
private func reopen(_ descriptor: Int32) -> Int32? {
  let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  return opened >= 0 ? opened : nil
}
