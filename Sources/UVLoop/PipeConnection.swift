internal import CLibuv
internal import Glibc

/// One end of a connected Unix domain stream socket ("pipe" is libuv's word for it).
///
/// It calls `send` and `recv` itself and has libuv watch only its descriptor. libuv's own stream,
/// `uv_pipe_t`, would need less code, but this way a full socket can be waited for with no message
/// queued, a peer that half-closed and then died is noticed, and `MSG_NOSIGNAL` prevents SIGPIPE
/// without touching the process's signals.
@LoopActor
public final class PipeConnection {
  /// Handles what happens, held weakly; while it is nil, nothing is read.
  @exclusivity(unchecked) public weak var handler: (any StreamHandler)? {
    didSet { watch() }
  }

  /// Whether a peer that is gone is read to its end, also while reading is paused. What it sent
  /// before is as much as the kernel's buffer holds.
  public var readsToEnd = false
  /// Whether a peer that is gone is noticed only when reading resumes; what it sent before is then
  /// read piece by piece.
  public var defersEnd = false {
    didSet {
      guard isEndDeferred, !defersEnd else { return }
      isEndDeferred = false
      watch()
    }
  }
  /// Bytes that were written here and that the kernel has not taken yet.
  public var unsentBytes: Int { queue.bytes }
  /// Those of them that are for this connection only.
  public var ownUnsentBytes: Int { queue.ownBytes }
  /// What keeps the others of them.
  public var holds: [AnyObject] { queue.holds }
  /// Bytes that the kernel took, but for those sent by way of ``lane``: where this grows the peer, or
  /// the kernel for it, still takes something.
  @exclusivity(unchecked) public internal(set) var takenBytes = 0
  /// Whether nothing that was written waits here, and nobody waits for the kernel to take bytes.
  public var isDrained: Bool { queue.isEmpty && !awaitsDrain }
  /// Whether the peer is gone altogether, though what it sent may not be read yet.
  public var isGone: Bool { isClosed || isHungUp(descriptor) }
  /// Whether the peer will send nothing more.
  public private(set) var isAtEnd = false
  /// True after `close()`, and once the connection broke: then the descriptor is closed too.
  public private(set) var isClosed = false

  let descriptor: Int32
  @exclusivity(unchecked) private var poll: PollHandle?
  @exclusivity(unchecked) var queue = OutputQueue()
  var isReading = true
  var awaitsDrain = false
  var endsWhenDrained = false
  var closesWhenDrained = false
  var isBroken = false
  /// Whether the peer is known to be gone while nothing is read.
  private var isEndDeferred = false
  var breaking: Timer?

  /// Takes over a connected socket that does not block, and starts to read once `handler` is set.
  ///
  /// - Throws: `LoopError` when the loop cannot watch it; the descriptor is closed then.
  public init(descriptor: Int32) throws(LoopError) {
    self.descriptor = descriptor
    do throws(LoopError) {
      poll = try PollHandle(descriptor, owner: self, onReady)
    } catch {
      isClosed = true
      Glibc.close(descriptor)
      throw error
    }
  }

  /// Connects to the listener at `path`.
  ///
  /// - Throws: `LoopError`, among others ENOENT or ECONNREFUSED when nobody listens, EAGAIN when
  ///   the listener's backlog is full.
  public static func connect(to path: String) throws(LoopError) -> PipeConnection {
    let address = try UnixAddress(path: path)
    let descriptor = try makeUnixSocket()
    guard address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw LoopError(operation: "connect", code: code)
    }
    return try PipeConnection(descriptor: descriptor)
  }

  isolated deinit {
    close()
  }

  /// Who the peer is.
  ///
  /// - Throws: `LoopError` after `close()`.
  public func peerCredentials() throws(LoopError) -> PeerCredentials {
    guard !isClosed else { throw LoopError(operation: "peer credentials", code: EBADF) }
    return try PeerCredentials(descriptor: descriptor)
  }

  /// Reads no more until ``resumeReading()``. What arrives waits in the kernel, and once the buffer
  /// there is full the peer waits. That a peer is gone is reported all the same; what it sent
  /// last is lost then, unless ``readsToEnd``.
  public func pauseReading() {
    isReading = false
    watch()
  }

  /// Reads again; what waited is handed over by the loop, not within this call.
  public func resumeReading() {
    isReading = true
    watch()
  }

  /// Closes at once; what was not sent is dropped. The handler is not notified.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    poll?.close()
    poll = nil
    Glibc.close(descriptor)
    breaking = nil
    queue.removeAll()
  }

  /// Has libuv watch for what is wanted now.
  func watch() {
    guard !isClosed else { return }
    var events: Poll.Events = isEndDeferred && !isReading ? [] : .hangUp
    if isReading && !isAtEnd && handler != nil { events.insert(.readable) }
    if awaitsDrain || !queue.isEmpty { events.insert(.writable) }
    poll?.watch(events)
  }

  /// Reads at once what has arrived already, without waiting for the loop to report readiness.
  package func readWhatIsThere() {
    guard isReading, !isAtEnd, !isClosed else { return }
    read()
    if isAtEnd { watch() }
  }

  /// Handles what happened, in the order that this requires.
  fileprivate func ready(_ status: Int32, _ events: Poll.Events) {
    let isPlain = status == 0 && !events.contains(.hangUp)
    guard let events = isPlain ? events : poll?.interpret(status, events) else { return }
    if events.contains(.readable) {
      read()
      if isAtEnd, !isClosed {
        // The peer has either shut down its sending side or is gone altogether.
        if isHungUp(descriptor) { return breakOff(nil) }
        watch()
      }
    }
    if events.contains(.writable), !isClosed { drain() }
    if events.contains(.hangUp), !events.contains(.readable) || !isReading {
      guard defersEnd, !isReading, !isClosed else { return readToEnd(thenBreak: nil) }
      isEndDeferred = true
      watch()
    }
  }

  /// Reads what arrived before the end, unless nobody wants it, and breaks off.
  func readToEnd(thenBreak error: LoopError?) {
    while isReading || readsToEnd, !isAtEnd, !isClosed, read() {}
    breakOff(error)
  }

  /// - Returns: whether bytes came.
  @discardableResult
  private func read() -> Bool {
    guard let handler else {
      watch()
      return false
    }
    let size = min(readBuffer.count, handler.streamReadLimit)
    let count = recv(descriptor, readBuffer.baseAddress, size, 0)
    if count > 0 {
      handler.streamDidRead(UnsafeRawBufferPointer(rebasing: readBuffer[..<count]))
    } else if count == 0 {
      isAtEnd = true
      handler.streamDidReachEnd()
    } else if errno != EAGAIN && errno != EINTR {
      breakOff(errno == ECONNRESET ? nil : LoopError(operation: "read", code: errno))
    }
    return count > 0
  }

  func breakOff(_ error: LoopError?) {
    guard !isClosed else { return }
    close()
    handler?.streamDidBreak(error)
  }
}

private let onReady: uv_poll_cb = { handle, status, events in
  let event = (handle?.pointee.data, status, Poll.Events(rawValue: events))
  LoopActor.assumeIsolated(event) { data, status, events in
    owner(PipeConnection.self, data)?.ready(status, events)
  }
}

/// What every connection reads into, one after the other.
@LoopActor
private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
