internal import BoxWire
internal import Logging
internal import UVLoop

/// The owner of connections: flushes each before the loop sleeps, and drops those that have ended.
@LoopActor
protocol ConnectionHost: AnyObject {
  /// A client that reads nothing of what waits for it for this long, or at most twice as long, is
  /// sent `bye` with reason `slow` and closed; nil: never.
  var clientTimeout: Duration? { get }
  /// Memory that its connections share.
  var spare: SpareBuffer { get }
  /// Requests a flush of the connection before the loop sleeps.
  func willFlush(_ connection: ClientConnection)
  /// Called when the connection is closed.
  func end(_ connection: ClientConnection)
  /// Called when the connection holds more memory than before.
  func holdsMore(_ connection: ClientConnection)
}

/// What the parts of a connection report to it.
@LoopActor
protocol ConnectionObserver: AnyObject {
  /// Requests a flush, or a check, before the loop sleeps. Until then nothing may be sent that
  /// bypasses the writer.
  func needsFlush()
  /// Called when something waits for the client to read it.
  func isWaiting()
  /// Sends the client a last line and ends the connection.
  func end(with bye: Bye)
  /// Called when all requests of a client that is gone have been carried out.
  func isDone()
}

/// One client's connection, from greeting to last line: bytes go from the transport to the
/// ``RequestReader``, requests from there to the ``Dispatcher``, and answers through the ``Writer``
/// back to the transport.
@LoopActor
final class ClientConnection {
  private let registry: Registry
  private let writer: Writer
  private let dispatcher: Dispatcher
  private let reader: RequestReader
  private weak let host: (any ConnectionHost)?
  /// Whether the client will send nothing more.
  private var isAtEnd = false
  /// Whether it is closed and must be ignored.
  private var isOver = false
  /// The memory that it makes the daemon use; nil for none.
  private(set) var holding: Holding?
  /// Whether what is due to the subscriber is sent when its turn comes.
  private var isWaitingForTurn = false
  /// Set while something waits for the client to read it, if the wait is limited.
  private var stall: StallWatch?
  /// Runs while a last line waits for a client that does not read.
  private var grace: Timer?

  /// - Parameters:
  ///   - transport: a connected transport; it is closed with this connection.
  ///   - socket: the inherited socket to which the client connected; nil for any other.
  ///   - host: called when something is to be sent, by ``flush()``, before the loop sleeps, and
  ///     once the connection is closed.
  init(
    _ transport: any Transport, socket: SocketName? = nil, registry: Registry,
    host: any ConnectionHost
  ) {
    self.registry = registry
    self.host = host
    writer = Writer(transport, host.spare)
    dispatcher = Dispatcher(registry, writer, socket)
    reader = RequestReader(dispatcher, limit: registry.limits.line)
    writer.observer = self
    transport.handler = self
    writer.append(registry.greeting)
  }

  private var transport: any Transport { writer.transport }

  /// Sends what waits, then what is due. To be called before the loop sleeps.
  func flush() {
    let delivery = registry.delivery
    let subscriber = dispatcher.subscriber
    if let subscriber, writer.wantsMore, delivery.rest(of: subscriber) != .nothing {
      catchUp(subscriber)
    }
    dispatcher.session?.boxes.flush()
    writer.send()
    writer.beginFlush()
    // The rest is sent when the transport accepts bytes, after others have had their turn.
    if !isWaitingForTurn && dispatcher.rest == .now || reader.isPaused && reader.mayRead {
      transport.awaitDrain()
    }
    if let subscriber { delivery.setDrained(writer.isDrained && !isWaitingForTurn, subscriber) }
    if writer.backlog > 0 || holds { account() }
    closeIfDone()
  }

  /// Sends what is due to the subscriber: now, or in its turn if others have had much in this pass.
  private func catchUp(_ subscriber: Subscriber) {
    guard !isWaitingForTurn else { return }
    guard !registry.turns.isTight else {
      isWaitingForTurn = true
      return registry.turns.wait(self, user)
    }
    let start = MonotonicTime.now
    registry.delivery.resume(subscriber)
    registry.turns.charge(nanoseconds: MonotonicTime.now.nanoseconds - start.nanoseconds)
  }

  /// To be called when the client's rights may have changed.
  func updateRights() {
    guard !dispatcher.hasEnded else { return }
    dispatcher.updateRights()
  }

  // MARK: Memory

  var user: Turns.User { dispatcher.user }
  /// The number of bytes sent and received so far.
  var moved: Int { transport.takenBytes + reader.readBytes }
  /// Whether it has hardly moved in the last second, although it could.
  var isSlow: Bool { !isStalled && holding?.isSlow(moved) ?? false }
  var looksWithoutProgress: Int { holding?.looksWithoutProgress ?? 0 }
  /// Shared bytes that wait for this and other clients.
  var waitingShared: [SharedBytes] {
    transport.holds.compactMap { ($0 as? SharedBytesHold)?.shared }
  }

  /// Whether it holds a part of a request and is being read from.
  var mayBeStalled: Bool {
    guard let holding, !holding.isExempt else { return false }
    return !isStalled && holding.unfinished > 0
  }

  /// Whether reading from it has stopped because too much memory is in use.
  var isStalled: Bool {
    get { reader.isStalled }
    set {
      holding?.startOver()
      reader.isStalled = newValue
    }
  }

  /// Closes it because of the memory that it uses: at once if it is in the middle of a long line.
  func evict(_ bye: Bye) {
    reader.stop()
    guard transport.dropLines() <= ServerLimits.waitingAnswers / 4 else { return abort() }
    end(with: bye)
    account()
    grace = Timer(after: ServerLimits.shutdown) { [weak self] in self?.abort() }
  }

  /// Whether its requests use, or used, memory of the daemon.
  private var holds: Bool {
    holding != nil || reader.heldBytes > 0 || dispatcher.heldBytes > 0
  }

  /// Accounts for the memory that it makes the daemon use.
  private func account() {
    let unsent = transport.isClosed ? 0 : writer.ownBacklog
    let unfinished = isOver ? 0 : reader.heldBytes + dispatcher.heldBytes
    let before = (unsent: holding?.unsent ?? 0, unfinished: holding?.unfinished ?? 0)
    registry.log.memory.unsent += unsent - before.unsent
    registry.log.memory.unfinished += unfinished - before.unfinished
    guard unsent > 0 || unfinished > 0 else {
      holding = nil
      return
    }
    let holding = holding ?? Holding()
    self.holding = holding
    holding.unsent = unsent
    holding.unfinished = unfinished
    if unfinished > before.unfinished { host?.holdsMore(self) }
  }

  // MARK: Closing

  /// Closes it, whether or not everything has been sent.
  func abort() {
    transport.close()
    finish()
  }

  /// A client that sends nothing more gets the answers to its requests, and nothing else.
  private func closeIfDone() {
    guard isAtEnd, !reader.isPaused, !dispatcher.hasEnded else { return }
    guard dispatcher.isIdle, writer.backlog == 0, dispatcher.rest != .now, !isWaitingForTurn else {
      return
    }
    abort()
  }

  private func endSlow() {
    stall = nil
    end(with: Bye(.slow))
    // The rest of a line that was partly sent goes first, if there is time for it.
    grace = Timer(after: ServerLimits.shutdown) { [weak self] in self?.abort() }
  }

  private func finish() {
    isOver = true
    stall = nil
    grace = nil
    reader.stop()
    account()
    // About a kilobyte, and the same for each pattern.
    registry.log.memory.freed += (1 + dispatcher.patternCount) << 10
    dispatcher.end()
    host?.end(self)
  }
}

extension ClientConnection: TurnTaker {
  func takeTurn(until end: MonotonicTime) {
    isWaitingForTurn = false
    guard !transport.isClosed else { return }
    if let subscriber = dispatcher.subscriber { registry.delivery.resume(subscriber) }
    writer.requestFlush()
  }
}

extension ClientConnection: ConnectionObserver {
  func needsFlush() {
    if let subscriber = dispatcher.subscriber { registry.delivery.setDrained(false, subscriber) }
    host?.willFlush(self)
  }

  func isWaiting() {
    account()
    guard stall == nil, let limit = host?.clientTimeout else { return }
    stall = StallWatch(transport, limit: limit) { [weak self] in self?.endSlow() }
  }

  /// Says goodbye, and closes when everything has been sent.
  func end(with bye: Bye) {
    guard !writer.isEnding else { return }
    dispatcher.endSubscription()
    writer.end(with: bye)
    if transport.isClosed { finish() }
  }

  func isDone() {
    abort()
  }
}

extension ClientConnection: StreamHandler {
  var streamReadLimit: Int { reader.readLimit }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    reader.read(bytes)
    if holds { account() }
  }

  func streamDidDrain() {
    stall = nil
    writer.didDrain()
    reader.resume()
    writer.requestFlush()
  }

  func streamDidReachEnd() {
    isAtEnd = true
    writer.requestFlush()
  }

  func streamDidBreak(_ error: LoopError?) {
    if let error { registry.logger.debug("connection lost: \(error)") }
    guard reader.isWaiting else { return abort() }
    // What it sent before is carried out in its turn. Nothing is sent to it: by then its descriptor
    // may belong to another connection.
    dispatcher.endSubscription()
    account()
  }
}
