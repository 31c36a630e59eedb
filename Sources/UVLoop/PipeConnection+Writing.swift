internal import CLibuv
internal import Glibc

extension PipeConnection {
  /// The connection's sending side; nil once it is closed.
  public var lane: PipeLane? { isClosed ? nil : PipeLane(descriptor: descriptor) }

  /// Sends all of `bytes`: what the kernel accepts at once, the rest when it can.
  ///
  /// - Returns: ``unsentBytes`` afterwards.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Int {
    guard !isClosed, !isBroken, !bytes.isEmpty else { return unsentBytes }
    let sent = queue.isEmpty ? send(bytes[...]) : 0
    if sent == bytes.count { return 0 }
    guard !isBroken else { return unsentBytes }
    // A copy, which does not keep what was already accepted.
    queue.append(OutputPiece(Array(bytes[sent...])))
    watch()
    return unsentBytes
  }

  /// Sends all of the pieces in order.
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
  /// - Returns: false when the kernel accepted nothing; `streamDidDrain` says when to try again.
  public func offer(pieces: [OutputPiece]) -> Bool {
    guard !isClosed, !isBroken else { return false }
    guard queue.isEmpty else {
      awaitDrain()
      return false
    }
    for piece in pieces { queue.append(piece) }
    let count = queue.bytes
    sendQueue()
    if queue.isEmpty { return true }
    if queue.bytes == count { queue.removeAll() }
    awaitDrain()
    return !queue.isEmpty && !isBroken
  }

  /// Sends as many of `bytes`, at least one, as the kernel accepts at once, and later the rest up
  /// to the end of what must not be cut.
  ///
  /// - Parameters:
  ///   - sent: the number of bytes that were already sent through ``lane``.
  ///   - hold: kept while bytes up to the last one wait; nil when they are for this connection
  ///     only.
  ///   - end: returns the offset after the piece that contains the byte before an offset.
  /// - Returns: the offset up to which everything was or will be sent. If that is not the end,
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

  /// Drops what the kernel has not accepted, except the rest of a line: up to the first LF, which
  /// is kept even if nothing of that line was sent.
  ///
  /// - Returns: the number of bytes left.
  public func dropLines() -> Int {
    queue.cutAfterLine()
    return queue.bytes
  }

  /// Requests a call of `streamDidDrain` when the kernel next accepts bytes, after other
  /// connections.
  public func awaitDrain() {
    guard !isClosed, !isBroken else { return }
    awaitsDrain = true
    watch()
  }

  /// Closes once what was written is sent: at once, or later with a call of the handler.
  public func closeWhenDrained() {
    closesWhenDrained = true
    isReading = false
    if queue.isEmpty { close() } else { watch() }
  }

  /// Shuts down the sending side once what was written is sent. Nothing may be written after that.
  public func endWriting() {
    guard !isClosed else { return }
    endsWhenDrained = true
    if queue.isEmpty { shutDownSending() }
  }

  /// Handles that the kernel accepts bytes again.
  func drain() {
    sendQueue()
    guard queue.isEmpty, !isBroken else { return }
    if closesWhenDrained { return breakOff(nil) }
    if endsWhenDrained { shutDownSending() }
    awaitsDrain = false
    watch()
    handler?.streamDidDrain()
  }

  private func shutDownSending() {
    Glibc.shutdown(descriptor, Int32(SHUT_WR))
  }

  private func sendQueue() {
    while !queue.isEmpty {
      guard let taken = taken(queue.send(to: descriptor)) else { continue }
      queue.drop(taken)
      if taken == 0 { return }
    }
  }

  /// Returns the number of bytes accepted: 0 when the kernel's buffer is full or the connection
  /// broken.
  private func send(_ bytes: ArraySlice<UInt8>) -> Int {
    while true {
      if let taken = taken(sendBytes(bytes, descriptor)) { return taken }
    }
  }

  /// - Parameter sent: the result of `send(2)` or `sendmsg(2)`.
  /// - Returns: the number of bytes that the kernel accepted; nil to try again.
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
      // Not inside a write, whose caller does not expect to lose the connection there.
      breaking = Timer(after: .zero) { [weak self] in
        let isGone = code == EPIPE || code == ECONNRESET
        self?.readToEnd(thenBreak: isGone ? nil : LoopError(operation: "write", code: code))
      }
      return 0
    }
  }
}

/// `send(2)`, not isolated: an isolated closure would check on each call that it is on the loop.
private func sendBytes(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Int {
  bytes.withUnsafeBytes {
    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
  }
}
