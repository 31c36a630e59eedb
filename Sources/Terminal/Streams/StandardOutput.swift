internal import Glibc
internal import OperatingSystem
package import UVLoop

/// A standard output that never makes the loop wait, and that leaves its open file, which other
/// processes may share, unchanged.
///
/// A pipe or terminal is reopened non-blocking, and libuv reports when it accepts more. What cannot
/// be reopened, such as a socket or another user's terminal, is written in ``BlockingWork``, with
/// its flags unchanged. Bytes that are not written yet are queued here: stop writing while it
/// ``isBlocked``. Regular files and the like, which are always ready, are written at once.
@LoopActor
package final class StandardOutput {
  package enum Event: Equatable {
    /// The queue is empty again.
    case drained
    /// Nothing can be written any longer. Reported even while nothing is being written.
    case ended(OutputError)
  }

  package let isTerminal: Bool
  package var observer: (@LoopActor (Event) -> Void)?

  private let descriptor: Int32
  private let owned: Int32?
  /// nil when the descriptor is always ready.
  private var watch: (any Watch)?
  private var queue: [UInt8] = []
  private var written = 0
  /// Writes the first bytes of the queue on another thread; nil when none are being written.
  private var work: Task<Void, Never>?
  private var failure: OutputError?
  private var reporting: Timer?
  /// Tasks that wait for the next event, by the number of their wait.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var waits = 0

  /// - Parameter descriptor: open for writing; it is not closed.
  package init(_ descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    owned = isTerminal || isPipe(descriptor) ? reopen(descriptor) : nil
    self.descriptor = owned ?? descriptor
    let ready: @LoopActor (Poll.Events) -> Void = { [unowned self] in self.ready($0) }
    // These fail for descriptors that are always ready.
    if let owned {
      watch = try? Poll(owned, .hangUp, ready)
    } else {
      watch = try? SharedPoll(descriptor, .hangUp, ready)
    }
  }

  isolated deinit {
    watch?.close()
    if let owned { close(owned) }
  }

  /// Whether bytes are queued.
  package var isBlocked: Bool { written < queue.count || work != nil }

  /// The size of the terminal; nil when the output is not a terminal or its size is unknown.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of a line: that of the terminal, or else the variable `COLUMNS`, or else 80.
  package var columns: Int {
    let columns = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    return terminalSize?.columns ?? columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Writes as many bytes as the reader accepts now, and queues the rest. On a terminal, text has the
  /// characters of the user's locale.
  package func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    let wasBlocked = isBlocked
    queue += isTerminal && ASCIIText.isNeeded ? ASCIIText.bytes(of: bytes) : bytes
    // While it is blocked, the loop continues when the reader has accepted something.
    if !wasBlocked { flush() }
  }

  /// Writes a line of JSON text from another source, and a line end. On a terminal, its control
  /// characters are escaped.
  package func write(line: [UInt8]) {
    guard isTerminal else { return write(line + [UInt8(ascii: "\n")]) }
    write(Array("\(String(decoding: line, as: UTF8.self).escapingControls)\n".utf8))
  }

  /// Replaces the queued bytes by `bytes`, for a program that is about to exit: ``settle(within:)``
  /// waits until they are written.
  package func writeLast(_ bytes: [UInt8]) {
    guard isBlocked else { return write(bytes) }
    queue = isTerminal && ASCIIText.isNeeded ? ASCIIText.bytes(of: bytes) : bytes
    written = 0
  }

  /// How long an exiting program waits for the reader of its output.
  package static let patience = Duration.seconds(1)

  /// Returns when the queue is empty.
  ///
  /// - Throws: the reason why it cannot become empty.
  package func settle() async throws(OutputError) {
    await waitForEvent(within: nil)
    if let failure { throw failure }
  }

  /// Returns when the queue is empty or cannot become empty, but after `limit` at the latest.
  package func settle(within limit: Duration) async {
    await waitForEvent(within: limit)
  }

  private func waitForEvent(within limit: Duration?) async {
    var timer: Timer?
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      guard isBlocked, failure == nil else { return continuation.resume() }
      waits += 1
      let wait = waits
      waiting[wait] = continuation
      timer = limit.map { limit in
        Timer(after: limit) { [unowned self] in waiting.removeValue(forKey: wait)?.resume() }
      }
    }
    timer?.cancel()
  }

  private func ready(_ events: Poll.Events) {
    if events.contains(.hangUp) { return end(.readerGone) }
    guard isBlocked, work == nil else { return }
    flush()
    if !isBlocked, failure == nil { report(.drained) }
  }

  private func flush() {
    if owned == nil, watch != nil { return writeAside() }
    while written < queue.count {
      let count = queue[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
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

  /// Writes the queue on one of libuv's threads, where it may block.
  private func writeAside() {
    let (bytes, descriptor) = (queue, descriptor)
    queue = []
    watch?.watch(.hangUp)
    work = LoopActor.task { [weak self] in
      let (count, code) = await BlockingWork.run { writeAll(bytes[...], to: descriptor) }
      self?.finishWork(rest: bytes[count...], code)
    }
  }

  private func finishWork(rest: ArraySlice<UInt8>, _ code: Int32) {
    work = nil
    guard failure == nil else { return }
    queue.insert(contentsOf: rest, at: 0)
    switch code {
    case 0: if isBlocked { flush() } else { report(.drained) }
    // Another process made the open file non-blocking.
    case EAGAIN: watch?.watch([.hangUp, .writable])
    default: fail(code)
    }
  }

  private func fail(_ code: Int32) {
    let isGone = code == EPIPE || code == ECONNRESET || (code == EIO && isTerminal)
    failure = isGone ? .readerGone : .failed(LoopError(operation: "write", code: code))
    // Not inside a write, whose caller does not expect to be ended there.
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
    let continuations = waiting.values
    waiting = [:]
    for continuation in continuations { continuation.resume() }
    observer?(event)
  }
}

/// Reports that an output accepts bytes again, or that its reader is gone.
@LoopActor
private protocol Watch {
  func watch(_ events: Poll.Events)
  func close()
}

extension Poll: Watch {}
extension SharedPoll: Watch {}

private func isPipe(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
}

/// Reopens a pipe or terminal, for this process alone; returns nil when that is not allowed, or
/// when the pipe has no reader.
private func reopen(_ descriptor: Int32) -> Int32? {
  let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  return opened >= 0 ? opened : nil
}

/// The reason why nothing can be written any longer.
package enum OutputError: Error, Equatable {
  /// The reader closed its end. Most programs then exit without a message.
  case readerGone
  /// The system refused to write.
  case failed(LoopError)
}
