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
  /// Who is told what happens, held weakly; while it is nil, nothing is read.
  public weak var handler: (any StreamHandler)? {
    didSet { watch() }
  }

  /// Whether a peer that is gone is read to its end, also while reading is paused. What it sent
  /// before is as much as the kernel's buffer holds.
  public var readsToEnd = false
  /// Whether a peer that is gone is noticed only when reading goes on; what it sent before is then
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
  public private(set) var takenBytes = 0
  /// Whether nothing that was written waits here, and nobody waits for the kernel to take bytes.
  public var isDrained: Bool { queue.isEmpty && !awaitsDrain }
  /// Whether the peer is gone altogether, though what it sent may not be read yet.
  public var isGone: Bool { isClosed || isHungUp(descriptor) }
  /// Whether the peer will send nothing more.
  public private(set) var isAtEnd = false
  /// True after `close()`, and once the connection broke: then the descriptor is closed too.
  public private(set) var isClosed = false

  private let descriptor: Int32
  private var poll: PollHandle?
  private var queue = OutputQueue()
  private var isReading = true
  private var awaitsDrain = false
  private var endsWhenDrained = false
  private var closesWhenDrained = false
  private var isBroken = false
  /// Whether the peer is known to be gone while nothing is read.
  private var isEndDeferred = false
  private var breaking: Timer?

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
    watch()
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

  // MARK: Writing

  /// Its sending side; nil once it is closed.
  public var lane: PipeLane? { isClosed ? nil : PipeLane(descriptor: descriptor) }

  /// Sends all of `bytes`: what the kernel takes at once, the rest when it can.
  ///
  /// - Returns: ``unsentBytes`` afterwards.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Int {
    guard !isClosed, !isBroken, !bytes.isEmpty else { return unsentBytes }
    let sent = queue.isEmpty ? send(bytes[...]) : 0
    if sent == bytes.count { return 0 }
    guard !isBroken else { return unsentBytes }
    queue.append(OutputPiece(bytes), from: sent)
    watch()
    return unsentBytes
  }

  /// Sends all of the pieces, one behind the other.
  ///
  /// - Returns: ``unsentBytes`` afterwards.
  @discardableResult
  public func write(pieces: [OutputPiece]) -> Int {
    guard !isClosed, !isBroken else { return unsentBytes }
    let wasEmpty = queue.isEmpty
    for piece in pieces { queue.append(piece) }
    if wasEmpty { sendQueue() }
    watch()
    return unsentBytes
  }

  /// Sends all of the pieces, or none of them.
  ///
  /// - Returns: false when the kernel took nothing; `streamDidDrain` says when to try again.
  public func offer(pieces: [OutputPiece]) -> Bool {
    guard !isClosed, !isBroken else { return false }
    if queue.isEmpty {
      for piece in pieces { queue.append(piece) }
      let count = queue.bytes
      sendQueue()
      if queue.isEmpty { return true }
      if queue.bytes == count { queue.removeAll() }
    }
    awaitDrain()
    return !queue.isEmpty && !isBroken
  }

  /// Sends all of `bytes` or nothing.
  ///
  /// - Returns: false when nothing was taken; `streamDidDrain` says when to try again.
  package func offer(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty ? !isClosed && !isBroken : offer(bytes) { _ in bytes.count } > 0
  }

  /// Sends as many of `bytes`, at least one, as the kernel takes at once, and later what is missing
  /// up to the end of what must not be cut.
  ///
  /// - Parameters:
  ///   - sent: how many of them were sent already, by way of ``lane``.
  ///   - hold: kept while bytes up to the last wait; nil when they are for this connection only.
  ///   - end: the offset behind the piece that the byte before an offset belongs to.
  /// - Returns: the offset up to which all was sent or will be. When that is not all of them,
  ///   `streamDidDrain` says when to continue.
  public func offer(
    _ bytes: [UInt8], sent: Int = 0, hold: AnyObject? = nil, end: (Int) -> Int
  ) -> Int {
    guard !isClosed, !isBroken else { return 0 }
    let sent = queue.isEmpty ? sent + send(bytes[sent...]) : sent
    if sent == bytes.count { return sent }
    let end = sent > 0 ? end(sent) : 0
    if sent < end {
      // A short piece is copied, so that the long ones around it need not be kept.
      if end < bytes.count {
        queue.append(OutputPiece(Array(bytes[sent..<end])))
      } else {
        queue.append(OutputPiece(bytes, hold: hold), from: sent)
      }
    }
    awaitDrain()
    return end
  }

  /// Drops what the kernel has not taken, but for the rest of a line: up to the first LF, which
  /// is left even if nothing of that line was sent.
  ///
  /// - Returns: how many bytes are left.
  public func dropLines() -> Int {
    queue.cutAfterLine()
    return queue.bytes
  }

  /// Has `streamDidDrain` called when the kernel next takes bytes, other connections first.
  public func awaitDrain() {
    guard !isClosed, !isBroken else { return }
    awaitsDrain = true
    watch()
  }

  /// Closes once what was written is sent: at once, or later, and then the handler is told.
  public func closeWhenDrained() {
    closesWhenDrained = true
    isReading = false
    if queue.isEmpty { close() } else { watch() }
  }

  /// Shuts down the sending side, once what was written is sent. Nothing may be written after it.
  public func endWriting() {
    guard !isClosed else { return }
    endsWhenDrained = true
    if queue.isEmpty { shutDownSending() }
  }

  private func shutDownSending() {
    Glibc.shutdown(descriptor, Int32(SHUT_WR))
  }

  // MARK: Reading and closing

  /// Reads no more until ``resumeReading()``. What arrives waits in the kernel, and once the buffer
  /// there is full the peer waits. That a peer is gone altogether is told all the same; what it sent
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

  /// Closes at once; what was not sent is dropped. The handler is not told.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    poll?.close()
    poll = nil
    Glibc.close(descriptor)
    breaking = nil
    queue.removeAll()
  }

  private func watch() {
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
    guard let events = poll?.interpret(status, events) else { return }
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
  private func readToEnd(thenBreak error: LoopError?) {
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

  private func drain() {
    sendQueue()
    guard queue.isEmpty, !isBroken else { return }
    if closesWhenDrained { return breakOff(nil) }
    if endsWhenDrained { shutDownSending() }
    awaitsDrain = false
    watch()
    handler?.streamDidDrain()
  }

  private func sendQueue() {
    while !queue.isEmpty {
      guard let taken = taken(queue.send(to: descriptor)) else { continue }
      queue.drop(taken)
      if taken == 0 { return }
    }
  }

  /// How many bytes the kernel took: 0 when its buffer is full or the connection is broken.
  private func send(_ bytes: ArraySlice<UInt8>) -> Int {
    while true {
      if let taken = taken(sendBytes(bytes, descriptor)) { return taken }
    }
  }

  /// - Parameter sent: what `send(2)` or `sendmsg(2)` has returned.
  /// - Returns: how many bytes the kernel took; nil when it is to be tried again.
  private func taken(_ sent: Int) -> Int? {
    if sent >= 0 {
      takenBytes += sent
      return sent
    }
    switch errno {
    case EINTR: return nil
    case EAGAIN: return 0
    case let code:
      isBroken = true
      // Not from inside a write: whoever writes does not expect to lose the connection there.
      breaking = Timer(after: .zero) { [weak self] in
        let isGone = code == EPIPE || code == ECONNRESET
        self?.readToEnd(thenBreak: isGone ? nil : LoopError(operation: "write", code: code))
      }
      return 0
    }
  }

  private func breakOff(_ error: LoopError?) {
    guard !isClosed else { return }
    close()
    handler?.streamDidBreak(error)
  }
}

private let onReady: uv_poll_cb = { handle, status, events in
  let owner = owner(PipeConnection.self, handle?.pointee.data)
  LoopActor.assumeIsolated { owner?.ready(status, Poll.Events(rawValue: events)) }
}

/// `send(2)`, not isolated: an isolated closure would check at each call that it is on the loop.
private func sendBytes(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Int {
  bytes.withUnsafeBytes {
    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
  }
}

/// What every connection reads into, one after the other.
@LoopActor
private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)
