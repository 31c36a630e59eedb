internal import CLibuv
internal import Glibc

/// One end of a connected Unix domain stream socket ("pipe" is libuv's word for it).
///
/// It calls `send` and `recv` itself, and libuv only watches its descriptor. libuv's own stream,
/// `uv_pipe_t`, would need less code, but this way it is possible to wait for a full socket with no
/// message queued, a peer that half-closed and then died is noticed, and `MSG_NOSIGNAL` prevents
/// SIGPIPE without changing the process's signals.
@LoopActor
public final class PipeConnection {
  /// Receives the connection's events; held weakly. While it is nil, nothing is read.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  public weak var handler: (any StreamHandler)? {
    didSet { watch() }
  }

  /// Whether everything is read from a peer that is gone, even while reading is paused. What it
  /// sent before is at most as much as the kernel's buffer holds.
  public var readsToEnd = false
  /// Whether the departure of a peer is noticed only when reading resumes; what it sent before is
  /// then read piece by piece.
  public var defersEnd = false {
    didSet {
      guard isEndDeferred, !defersEnd else { return }
      isEndDeferred = false
      watch()
    }
  }
  /// The number of bytes that were written here but not yet accepted by the kernel.
  public var unsentBytes: Int { queue.bytes }
  /// The number of these that are for this connection only.
  public var ownUnsentBytes: Int { queue.ownBytes }
  /// The objects that hold the others.
  public var holds: [AnyObject] { queue.holds }
  /// The number of bytes that the kernel accepted, apart from those sent through ``lane``: while
  /// this grows, the peer, or the kernel for it, is reading.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  public internal(set) var takenBytes = 0
  /// Whether nothing that was written waits here, and nothing waits for the kernel to accept bytes.
  public var isDrained: Bool { queue.isEmpty && !awaitsDrain }
  /// Whether the peer is gone completely, although what it sent may not have been read yet.
  public var isGone: Bool { isClosed || isHungUp(descriptor) }
  /// Whether the peer will send nothing more.
  public private(set) var isAtEnd = false
  /// True after `close()`, and once the connection broke: then the descriptor is closed too.
  public private(set) var isClosed = false

  let descriptor: Int32
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var poll: PollHandle?
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var queue = OutputQueue()
  var isReading = true
  var awaitsDrain = false
  var endsWhenDrained = false
  var closesWhenDrained = false
  var isBroken = false
  /// Whether the peer is known to be gone while nothing is read.
  private var isEndDeferred = false
  var breaking: Timer?

  /// Takes over a connected non-blocking socket, and starts to read once `handler` is set.
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
  /// - Throws: `LoopError`, such as ENOENT or ECONNREFUSED when no process listens, or EAGAIN when
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

  /// Returns the peer's credentials.
  ///
  /// - Throws: `LoopError` after `close()`.
  public func peerCredentials() throws(LoopError) -> PeerCredentials {
    guard !isClosed else { throw LoopError(operation: "peer credentials", code: EBADF) }
    return try PeerCredentials(descriptor: descriptor)
  }

  /// Returns the IDs of all groups of the peer's process, including its effective group.
  ///
  /// - Throws: `LoopError` after `close()`.
  public func peerGroups() throws(LoopError) -> [UInt32] {
    guard !isClosed else { throw LoopError(operation: "peer groups", code: EBADF) }
    return try PeerCredentials.groups(descriptor: descriptor)
  }

  /// Stops reading until ``resumeReading()``. What arrives waits in the kernel, and once the buffer
  /// there is full the peer waits. The departure of a peer is reported nevertheless; what it sent
  /// last is lost then, unless ``readsToEnd``.
  public func pauseReading() {
    isReading = false
    watch()
  }

  /// Resumes reading; what waited is handed over by the loop, not within this call.
  public func resumeReading() {
    isReading = true
    watch()
  }

  /// Closes at once and drops what was not sent. The handler is not notified.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    poll?.close()
    poll = nil
    Glibc.close(descriptor)
    breaking = nil
    queue.removeAll()
  }

  /// Gives up the socket without closing it, for another process. This connection is closed then.
  ///
  /// - Returns: the descriptor, which the caller closes, and what was written here but not yet accepted
  ///   by the kernel; nil if the peer has ended the connection, or it is about to be closed.
  public func detach() -> (descriptor: Int32, unsent: [UInt8])? {
    guard !isClosed, !isBroken, !isAtEnd, !isEndDeferred, !closesWhenDrained, !endsWhenDrained
    else { return nil }
    let unsent = queue.unsent
    isClosed = true
    poll?.close()
    poll = nil
    queue.removeAll()
    return (descriptor, unsent)
  }

  /// Updates the events that libuv watches for.
  func watch() {
    guard !isClosed else { return }
    var events: Poll.Events = isEndDeferred && !isReading ? [] : .hangUp
    if isReading && !isAtEnd && handler != nil { events.insert(.readable) }
    if awaitsDrain || !queue.isEmpty { events.insert(.writable) }
    poll?.watch(events)
  }

  /// Reads at once what has already arrived, without waiting for the loop to report readiness.
  package func readWhatIsThere() {
    guard isReading, !isAtEnd, !isClosed else { return }
    read()
    if isAtEnd { watch() }
  }

  /// Handles events, in the order that they require.
  fileprivate func ready(_ status: Int32, _ events: Poll.Events) {
    let isPlain = status == 0 && !events.contains(.hangUp)
    guard let events = isPlain ? events : poll?.interpret(status, events) else { return }
    if events.contains(.readable) {
      read()
      if isAtEnd, !isClosed {
        // The peer has either shut down its sending side or is gone completely.
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

  /// Reads what arrived before the end, unless it is not wanted, and breaks off.
  func readToEnd(thenBreak error: LoopError?) {
    while isReading || readsToEnd, !isAtEnd, !isClosed, read() {}
    breakOff(error)
  }

  /// - Returns: whether bytes arrived.
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

/// The buffer into which all connections read, one after the other.
@LoopActor
private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)

/// Receives the events of a connection.
@LoopActor
public protocol StreamHandler: AnyObject {
  /// Maximum number of bytes to read at a time; the connection reads at most 64 KiB.
  var streamReadLimit: Int { get }
  /// Bytes arrived. The buffer is shared by all connections: copy what is to be kept.
  func streamDidRead(_ bytes: UnsafeRawBufferPointer)
  /// The kernel accepts bytes again, and everything that was written before is on its way.
  func streamDidDrain()
  /// The peer will send nothing more; it may still read.
  func streamDidReachEnd()
  /// The connection was closed, but not by `close()`. `error` is nil when the peer simply closed
  /// it, or when everything was sent after `closeWhenDrained()`.
  func streamDidBreak(_ error: LoopError?)
}

extension StreamHandler {
  public var streamReadLimit: Int { .max }
}

/// Bytes to be sent, which may be shared with other connections.
public struct OutputPiece {
  public let bytes: [UInt8]
  /// Kept until the kernel has accepted all of the bytes; nil when they are for one connection
  /// only.
  public let hold: AnyObject?

  public init(_ bytes: [UInt8], hold: AnyObject? = nil) {
    self.bytes = bytes
    self.hold = hold
  }
}

/// The sending side of a connection, for writing the same bytes to very many connections: using it
/// accesses no object.
///
/// Use it only while the connection is open and drained; it cannot check that.
public struct PipeLane: Sendable {
  let descriptor: Int32

  /// Sends as many bytes as the kernel accepts at once.
  ///
  /// - Returns: the number of bytes; 0 also when the connection is broken. Pass the rest to
  ///   ``PipeConnection/offer(_:sent:hold:end:)``.
  public func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)))
  }
}
