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

/// One client's connection, from greeting to last line, and the owner of everything that the client
/// has: bytes go from the transport to the ``RequestReader``, its lines as requests to the
/// ``Dispatcher``, and the answers through the ``Writer`` back to the transport. These parts do not
/// know the connection, nor each other.
@LoopActor
final class ClientConnection {
  let registry: Registry
  let writer: Writer
  let reader: RequestReader
  let dispatcher: Dispatcher
  private(set) weak var host: (any ConnectionHost)?

  private(set) var phase = Phase.open
  // Whether it is read from, and what is in progress: see `ClientConnection+Reading.swift`.
  var reading = Reading.on
  /// Whether reading has stopped because too much memory is in use.
  var isStalled = false {
    didSet { stalledChanged() }
  }
  /// nil until a request that may take long was carried out.
  var slice: Slice?
  /// The number of plain `set` lines since the clock was last read.
  var sets = 0
  /// The number of requests that were started but not yet answered.
  var unanswered = 0
  /// Bytes of these, and of answers that belong to a batch.
  var requestBytes = 0
  /// The number of batches that pause for the sake of other clients. What follows them has to wait.
  var waitingBatches = 0

  /// The memory that it makes the daemon use; nil for none.
  var holding: Holding?
  /// Whether a flush before the loop sleeps was requested.
  private var isFlushRequested = false
  /// Whether what is due to the subscriber is sent when its turn comes.
  private var isWaitingToCatchUp = false
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
    reader = RequestReader(limit: registry.limits.line)
    dispatcher = Dispatcher(registry, transport, socket)
    transport.handler = self
    append(registry.greeting)
  }

  // Of what there is for each connection, everything is held once only.
  var transport: any Transport { writer.transport }
  var subscriber: Subscriber? { dispatcher.subscriber }

  // MARK: Sending

  /// Sends what waits, then what is due. To be called before the loop sleeps.
  func flush() {
    guard phase != .closed else { return }
    let delivery = registry.delivery
    if let subscriber, wantsMore, delivery.rest(of: subscriber) != .nothing { catchUp(subscriber) }
    dispatcher.session?.boxes.flush()
    send()
    writer.beginPass()
    isFlushRequested = false
    // The rest is sent when the transport accepts bytes, after others have had their turn.
    if !isWaitingToCatchUp && dispatcher.rest == .now || reading == .paused && mayRead {
      transport.awaitDrain()
    }
    if let subscriber { delivery.setDrained(isDrained && !isWaitingToCatchUp, subscriber) }
    if writer.backlog > 0 || holds { account() }
    closeIfDone()
  }

  private func send() {
    if writer.send() { isWaiting() }
  }

  /// To be called when something waits for the client to read it.
  private func isWaiting() {
    account()
    guard stall == nil, let limit = host?.clientTimeout else { return }
    stall = StallWatch(transport, limit: limit) { [weak self] in self?.endSlow() }
  }

  /// Sends what is due to the subscriber: now, or in its turn if others have had much in this pass.
  private func catchUp(_ subscriber: Subscriber) {
    guard !isWaitingToCatchUp else { return }
    guard !registry.turns.isTight else {
      isWaitingToCatchUp = true
      return registry.turns.wait(user) { [self] _ in
        isWaitingToCatchUp = false
        guard phase != .closed else { return }
        registry.delivery.resume(subscriber)
        requestFlush()
      }
    }
    let start = MonotonicTime.now
    registry.delivery.resume(subscriber)
    registry.turns.charge(nanoseconds: MonotonicTime.now.nanoseconds - start.nanoseconds)
  }

  /// Appends the answer to a plain `set`, without allocating memory.
  func appendResponse(id: UnsafeRawBufferPointer, revision: Int) {
    guard !hasEnded else { return }
    requestFlush()
    if writer.appendResponse(id: id, revision: revision) { isWaiting() }
  }

  // MARK: Rights

  var user: Turns.User { dispatcher.caller.user }

  /// To be called when the client's rights may have changed.
  func updateRights() {
    guard !hasEnded else { return }
    dispatcher.updateRights()
  }

  // MARK: Closing

  /// Says goodbye, and closes when everything has been sent.
  func end(with bye: Bye) {
    if phase == .gone { return abort() }
    guard phase < .gone else { return }
    dispatcher.endSubscription()
    append(bye.line)
    send()
    guard phase.end() else { return }
    reader.stop()
    transport.closeWhenDrained()
    if transport.isClosed { finish() }
  }

  /// Says goodbye, and closes although not everything has been sent if that takes too long.
  func end(with bye: Bye, within limit: Duration) {
    end(with: bye)
    guard phase == .ending else { return }
    account()
    grace = Timer(after: limit) { [weak self] in self?.abort() }
  }

  private func endSlow() {
    stall = nil
    // The rest of a line that was partly sent goes first, if there is time for it.
    end(with: Bye(.slow), within: ServerLimits.shutdown)
  }

  /// Closes it, whether or not everything has been sent.
  func abort() {
    transport.close()
    finish()
  }

  /// A client that sends nothing more gets the answers to its requests, and nothing else.
  private func closeIfDone() {
    guard phase == .halfClosed, reading == .on, unanswered == 0 else { return }
    guard writer.backlog == 0, dispatcher.rest != .now, !isWaitingToCatchUp else { return }
    abort()
  }

  private func finish() {
    guard phase.close() else { return }
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

extension ClientConnection: SubscriberOutput {
  var hasEnded: Bool { phase >= .gone }
  var isDrained: Bool { writer.isDrained }
  var wantsMore: Bool { !hasEnded && writer.wantsMore }
  var lane: PipeLane? { transport.lane }

  func requestFlush() {
    guard !isFlushRequested else { return }
    isFlushRequested = true
    if let subscriber { registry.delivery.setDrained(false, subscriber) }
    host?.willFlush(self)
  }

  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int {
    let end = writer.offer(lines, sent: sent, shared: shared, end: end)
    if !transport.isDrained { isWaiting() }
    return end
  }

  func offer(pieces: [OutputPiece]) -> Bool {
    let isTaken = writer.offer(pieces: pieces)
    if !transport.isDrained { isWaiting() }
    return isTaken
  }

  func append(_ line: [UInt8]) {
    guard !hasEnded else { return }
    requestFlush()
    if writer.append(line) { isWaiting() }
  }

  func append(_ pieces: [OutputPiece]) {
    guard !hasEnded else { return }
    requestFlush()
    if writer.append(pieces) { isWaiting() }
  }
}

extension ClientConnection: StreamHandler {
  var streamReadLimit: Int { readLimit }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    read(bytes)
    if holds { account() }
  }

  func streamDidDrain() {
    stall = nil
    writer.didDrain()
    resumeReading()
    requestFlush()
  }

  func streamDidReachEnd() {
    phase.reachEnd()
    requestFlush()
  }

  func streamDidBreak(_ error: LoopError?) {
    if let error { registry.logger.debug("connection lost: \(error)") }
    // What it sent before is carried out in its turn. Nothing is sent to it: by then its descriptor
    // may belong to another connection.
    guard reading == .waiting, phase.loseClient() else { return abort() }
    dispatcher.endSubscription()
    account()
  }
}
