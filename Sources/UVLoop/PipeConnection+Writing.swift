internal import CLibuv
internal import Glibc

extension PipeConnection {
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
    // A copy, which does not keep what was taken already.
    queue.append(OutputPiece(Array(bytes[sent...])))
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

  /// Closes once what was written is sent: at once, or later, and then the handler is notified.
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

  /// The kernel takes bytes again.
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
      // Not from inside a write, whose caller does not expect to lose the connection there.
      breaking = Timer(after: .zero) { [weak self] in
        let isGone = code == EPIPE || code == ECONNRESET
        self?.readToEnd(thenBreak: isGone ? nil : LoopError(operation: "write", code: code))
      }
      return 0
    }
  }
}

/// `send(2)`, not isolated: an isolated closure would check at each call that it is on the loop.
private func sendBytes(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Int {
  bytes.withUnsafeBytes {
    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
  }
}
