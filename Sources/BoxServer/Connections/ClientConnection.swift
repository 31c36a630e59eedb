internal import BoxWire
internal import Logging
internal import UVLoop

/// One client's connection, from greeting to last line, and the owner of everything that the client
/// has: bytes go from the transport to the ``RequestReader``, its lines as requests to the
/// ``Dispatcher`` of the ``ServedClient``, and the answers through the ``Writer`` back to the transport.
/// These parts do not know the connection, and reader, writer and client do not know each other.
@LoopActor
final class ClientConnection {
  private let registry: Registry
  private let writer: Writer
  private let reader: RequestReader
  private let client: ServedClient
  private weak var host: (any ConnectionHost)?

  private var phase = Phase.open
  /// The memory that it makes the daemon use.
  private(set) var memory = MemoryAccount()
  /// Whether a flush before the loop sleeps was requested.
  private var isFlushRequested = false
  /// Set while something waits for the client to read it, if the wait is limited.
  private var stall: StallWatch?
  /// Runs while a last line waits for a client that does not read.
  private var grace: Timer?
  /// Whether requests that arrive are only kept, because another process takes the connection over, or
  /// because this one has not completely taken it over yet.
  private var holdsRequests = false

  /// - Parameters:
  ///   - transport: a connected transport; it is closed with this connection.
  ///   - socket: the inherited socket to which the client connected; nil for any other.
  ///   - greets: whether the client is greeted.
  ///   - host: flushes it before the loop sleeps, and drops it once it is closed.
  init(
    _ transport: any Transport, socket: SocketName? = nil, registry: Registry, greets: Bool = true,
    host: any ConnectionHost
  ) {
    self.registry = registry
    self.host = host
    writer = Writer(transport, host.spare)
    reader = RequestReader(transport, limit: registry.limits.line)
    client = ServedClient(registry, transport, socket)
    transport.handler = self
    client.userChanged = { [unowned self] in self.host?.moved(self, from: $0) }
    client.forwardingEnded = { [unowned self] in end(with: Bye(.logout)) }
    if greets { append(registry.greeting) }
  }

  var transport: any Transport { writer.transport }
  var user: Turns.User { client.caller.user }
  private var dispatcher: Dispatcher { Dispatcher(client: client) }
  private var turns: Turns { registry.turns }

  /// To be called when the client's rights may have changed.
  func updateRights() {
    if !hasEnded { client.updateRights() }
  }

  // MARK: Reading

  /// Whether the next request may be read: few bytes wait for the client, and few enough requests
  /// are in progress.
  private var mayRead: Bool {
    reader.isOpen && !memory.isStalled && !holdsRequests
      && writer.backlog <= ServerLimits.waitingAnswers
      && client.hasRoom
  }

  /// Continues to read, if it has stopped and may do so.
  ///
  /// - Parameter end: when the client's turn ends; nil if it has none.
  private func resumeReading(until end: MonotonicTime? = nil) {
    guard reader.state == .paused, mayRead else { return }
    if let end { turns.current = TimeSlice(turnUntil: end) }
    // The connection may close once nothing waits here.
    requestFlush()
    didRead(reader.readOn { receive($0) })
  }

  /// Ends the slice. A client that sends one small request at a time is not held up: the slice may
  /// be over because the system did other work.
  private func didRead(_ outcome: RequestReader.Outcome) {
    switch outcome {
    case .nothing: break
    case .mustWait(let isMuch): waitForTurn(isMuch: isMuch)
    case .tooLong:
      append(Response(id: .null, .failure(.lineTooLong(reader.limit))).line)
      end(with: Bye(.limit))
    }
    let slice = turns.endSlice()
    guard slice.isOver, reader.isOpen else { return }
    if reader.holds || !slice.costsLittle { waitForTurn() } else if mayRead { reader.resume() }
  }

  private func waitForTurn(isMuch: Bool = false) {
    guard reader.wait() else { return }
    let turn: Turns.Turn = { [self] end in
      reader.endWait()
      resumeReading(until: end)
      if phase == .gone, reader.state != .waiting { abort() }
    }
    if isMuch { turns.waitWithMuch(user, turn) } else { turns.wait(user, turn) }
  }

  /// Carries out a line, unless it has to wait.
  private func receive(_ line: UnsafeRawBufferPointer) -> RequestReader.Next {
    // Publishes what was assigned before this request.
    registry.log.endTurn()
    let mustBeShort = turns.isTight && !turns.current.isTurn
    if mustBeShort, line.count > TimeSlice.longLine { return .putBack(isMuch: false) }
    if let set = SetLine(line), registry.storedBoxes(at: set.box) == nil {
      // The most frequent request, which takes hardly any time; only its answers may be too many.
      perform(set)
      if turns.current.addSet(), !turns.isTight {
        return writer.backlog <= ServerLimits.waitingAnswers ? .more : .pause
      }
    } else {
      let exchange = Exchange(line, dispatcher)
      if exchange.cost == .much, mustBeShort || turns.isHeld { return .putBack(isMuch: true) }
      turns.current.begin(turns.slice, exchange.cost)
      exchange.begin(dispatcher, bytes: line.count, self)
      registry.log.endTurn()
    }
    // Sending the changes so far may take so long that it should be done before more are made.
    turns.current.begin(turns.slice)
    registry.delivery.note()
    turns.current.check(isBusy: registry.delivery.isBusy)
    return mayRead && !turns.current.isOver ? .more : .pause
  }

  private func perform(_ set: SetLine) {
    do throws(RequestError) {
      let revision = try dispatcher.perform(set)
      if let id = set.id { write { $0.appendResponse(id: id, revision: revision) } }
    } catch {
      if let id = set.id { append(Response(id: JSONText(valid: Array(id)), .failure(error)).line) }
    }
  }

  // MARK: Sending

  /// Sends what waits, then what is due. To be called before the loop sleeps.
  func flush() {
    guard phase != .closed else { return }
    client.sendDue(to: self)
    if writer.send() { isWaiting() }
    writer.beginPass()
    isFlushRequested = false
    // The rest is sent when the transport accepts bytes, after others have had their turn.
    if client.hasDue || reader.state == .paused && mayRead { transport.awaitDrain() }
    client.setDrained(isDrained)
    if writer.backlog > 0 || holds { account() }
    // A client that sends nothing more gets the answers to its requests, and nothing else.
    if phase == .halfClosed, reader.state == .reading, client.isIdle, writer.backlog == 0 {
      abort()
    }
  }

  /// Has the writer collect something, which it may send at once.
  ///
  /// - Parameter collect: returns whether something waits for the client.
  private func write(_ collect: (Writer) -> Bool) {
    guard !hasEnded else { return }
    requestFlush()
    if collect(writer) { isWaiting() }
  }

  /// To be called when something waits for the client to read it.
  private func isWaiting() {
    account()
    guard stall == nil, let limit = host?.clientTimeout else { return }
    stall = StallWatch(transport, limit: limit) { [weak self] in self?.endSlow() }
  }

  // MARK: Handing over

  /// Keeps requests that arrive, until it is handed over or continues here.
  func holdRequests() {
    holdsRequests = true
    reader.pause()
  }

  /// Carries out the requests that were kept, and all others.
  func goOn() {
    holdsRequests = false
    resumeReading()
  }

  /// Leaves the client to another process.
  ///
  /// - Returns: its state, and its descriptor, which the caller closes; nil if it has to stay here.
  func handOver() -> (state: HandedConnection, descriptor: Int32)? {
    flush()
    guard phase == .open, client.isAtRest else { return nil }
    var state = client.handOver()
    state.unread = reader.unread
    guard let (descriptor, unsent) = transport.detach() else { return nil }
    state.unsent = unsent
    finish()
    return (state, descriptor)
  }

  /// Takes over a client of another process.
  func goOn(with state: HandedConnection) {
    holdsRequests = true
    reader.begin(with: state.unread)
    if !state.unsent.isEmpty { append(state.unsent) }
    do throws(RequestError) {
      try client.goOn(with: state, self) { [weak self] in self?.goOn() }
    } catch {
      refuse(after: [], Bye(.limit, retryAfter: ServerLimits.retryAfterRefusal))
    }
  }

  /// Says goodbye to a client of another process.
  ///
  /// - Parameter unsent: what waits for the client.
  func refuse(after unsent: [UInt8], _ bye: Bye) {
    if !unsent.isEmpty { append(unsent) }
    end(with: bye, within: ServerLimits.shutdown)
  }

  // MARK: Memory

  /// The number of bytes sent and received so far.
  var moved: Int { transport.takenBytes + reader.readBytes }

  /// Whether its requests use, or used, memory of the daemon.
  private var holds: Bool {
    memory.holding != nil || reader.heldBytes > 0 || client.inProgress.bytes > 0
  }

  /// Accounts for the memory that it makes the daemon use.
  private func account() {
    let unsent = transport.isClosed ? 0 : writer.ownBacklog
    let unfinished = phase == .closed ? 0 : reader.heldBytes + client.inProgress.bytes
    let holdsMore = memory.set(unsent: unsent, unfinished: unfinished, in: registry.log.memory)
    if holdsMore { host?.holdsMore(self) }
  }

  /// Stops reading because too much memory is in use, or continues.
  func setStalled(_ isStalled: Bool) {
    memory.setStalled(isStalled)
    if isStalled { reader.pause() } else { resumeReading() }
  }

  /// Closes it because of the memory that it uses: at once if it is in the middle of a long line.
  func evict(_ bye: Bye) {
    guard transport.dropLines() <= ServerLimits.waitingAnswers / 4 else { return abort() }
    end(with: bye, within: ServerLimits.shutdown)
  }

  // MARK: Closing

  /// Says goodbye, and closes when everything has been sent.
  func end(with bye: Bye) {
    if phase == .gone { return abort() }
    guard phase < .gone else { return }
    client.endSubscription()
    append(bye.line)
    if writer.send() { isWaiting() }
    guard phase.end() else { return }
    reader.stop()
    transport.closeWhenDrained()
    if transport.isClosed { finish() }
  }

  /// Says goodbye, and closes although not everything has been sent if that takes too long.
  private func end(with bye: Bye, within limit: Duration) {
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

  private func finish() {
    guard phase.close() else { return }
    stall = nil
    grace = nil
    reader.stop()
    account()
    client.end()
    host?.end(self)
  }
}

extension ClientConnection: SubscriberOutput {
  var hasEnded: Bool { phase >= .gone }
  var isClosed: Bool { phase == .closed }
  var isDrained: Bool { writer.isDrained }
  var wantsMore: Bool { !hasEnded && writer.wantsMore }
  var lane: PipeLane? { transport.lane }

  func requestFlush() {
    guard !isFlushRequested else { return }
    isFlushRequested = true
    client.setDrained(false)
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

  func append(_ line: [UInt8]) { write { $0.append(line) } }
  func append(_ pieces: [OutputPiece]) { write { $0.append(pieces) } }
}

extension ClientConnection: StreamHandler {
  var streamReadLimit: Int { reader.readLimit(isTight: turns.isTight || turns.isCrowded) }

  func streamDidRead(_ bytes: UnsafeRawBufferPointer) {
    didRead(reader.read(bytes, isTight: turns.isTight) { receive($0) })
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
    guard reader.state == .waiting, phase.loseClient() else { return abort() }
    client.endSubscription()
    account()
  }
}
