internal import BoxWire
internal import Logging
internal import UVLoop

/// One connection: reads requests, has them carried out, and sends answers and changes in order.
@LoopActor
final class Session {
  let registry: Registry
  private let connection: PipeConnection
  private weak let listener: Listener?

  private(set) lazy var subscriber = Subscriber(output: self, publisher: registry.publisher)
  var caller: Caller { Caller(credentials: try? connection.peerCredentials()) }

  private var splitter: LineSplitter
  /// Lines that the connection was not given yet.
  private var output: [UInt8] = []
  private var isToFlush = false
  /// Whether changes may have passed by while the kernel took no bytes.
  var isBehind = false
  /// Requests that were begun and are not answered yet.
  private var unanswered = 0
  /// Batches that pause for the sake of others. What follows them has to wait.
  private var waitingBatches = 0
  private var isPaused = false
  /// When others are to get their turn, in the time of ``Uptime``; 0 until a request was carried out
  /// that may take long.
  private var sliceEnd: UInt64 = 0
  /// Until it comes, nothing is read.
  private var nextSlice: NextTurn?
  private var isClosing = false
  /// While something waits for the client to take it, if that is limited.
  var stall: StallWatch?
  /// Runs while a last word waits for a client that takes nothing.
  private var grace: Timer?
  /// Whether it ever asked for a pattern.
  private(set) var isSubscribed = false

  /// - Parameter listener: is told once something is to be sent before the loop sleeps, by
  ///   ``flush()``, and once the connection is closed.
  init(_ connection: PipeConnection, registry: Registry, listener: Listener) {
    self.connection = connection
    self.registry = registry
    self.listener = listener
    splitter = LineSplitter(limit: registry.limits.line)
    connection.handler = self
    append(registry.greeting)
  }

  var isEnded: Bool { connection.isClosed || isClosing }

  /// Whether nothing that it asked for is still to be answered or sent.
  var isIdle: Bool { unanswered == 0 && output.isEmpty && connection.unsentBytes == 0 }

  // MARK: Requests

  /// Has one line carried out.
  ///
  /// - Returns: whether more should be read now.
  private func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    registry.publisher.endTurn()
    if let set = SetLine(line) { perform(set) } else { carryOut(line) }
    if output.count > ServerLimits.output { send() }
    return mayRead
  }

  private func carryOut(_ line: UnsafeRawBufferPointer) {
    if sliceEnd == 0 { sliceEnd = Uptime.now + ServerLimits.slice }
    do {
      switch try RequestLine(line) {
      case .single(let request): perform(request)
      case .batch(let requests): perform(requests)
      }
    } catch {
      answer(Response(id: .null, .failure(error)))
    }
    registry.publisher.endTurn()
    if Uptime.now >= sliceEnd { nextSlice = NextTurn { [weak self] in self?.unpause() } }
  }

  /// What comes most, and takes no time: it is answered without any memory of its own.
  private func perform(_ set: SetLine) {
    do throws(RequestError) {
      let revision = try registry.shared.set(set.box, to: set.value)
      guard let id = set.id else { return }
      willAppend()
      output.appendResponse(id: id, revision: revision)
    } catch {
      if let id = set.id { answer(Response(id: JSONText(valid: Array(id)), .failure(error))) }
    }
  }

  private func perform(_ request: Result<Request, RequestError>) {
    switch request {
    case .failure(let error): answer(Response(id: .null, .failure(error)))
    case .success(let request):
      unanswered += 1
      perform(request, isInBatch: false) { [self] outcome in
        unanswered -= 1
        if let id = request.id { answer(Response(id: id, outcome)) }
        scheduleFlush()
      }
    }
  }

  private func perform(_ requests: [Result<Request, RequestError>]) {
    unanswered += requests.count
    let batch = Batch(
      requests,
      perform: { [self] request, reply in
        perform(request, isInBatch: true, reply)
        registry.publisher.endTurn()
      },
      willWait: { [self] isWaiting in
        waitingBatches += isWaiting ? 1 : -1
        scheduleFlush()
      },
      finish: { [self] responses in
        unanswered -= requests.count
        if let line = Response.line(batch: responses) { append(line) }
        scheduleFlush()
      })
    batch.run()
  }

  private func answer(_ response: Response) {
    append(response.line)
  }

  /// The subscriber that this connection is from its first pattern on.
  func becomeSubscriber() -> Subscriber {
    isSubscribed = true
    return subscriber
  }

  // MARK: Sending

  /// Sends what waits, and goes on with what is due. To be called before the loop sleeps.
  func flush() {
    if isSubscribed, isBehind || subscriber.hasMore { subscriber.resume() }
    isBehind = false
    send()
    isToFlush = false
    // What is left is done when the kernel takes bytes, after others had their turn.
    if isSubscribed && subscriber.hasMore || isPaused && mayRead { connection.awaitDrain() }
    if isSubscribed { subscriber.isReady = isDrained }
    closeIfDone()
  }

  private func send() {
    guard !output.isEmpty else { return }
    connection.write(output)
    watchStall()
    // The memory is for whoever is next: most connections have nothing to send most of the time.
    output.removeAll(keepingCapacity: true)
    if registry.spareOutput.capacity == 0, output.capacity <= ServerLimits.waitingAnswers {
      swap(&output, &registry.spareOutput)
    }
    output = []
  }

  private func willAppend() {
    if isSubscribed { subscriber.isReady = false }
    if output.isEmpty { swap(&output, &registry.spareOutput) }
    scheduleFlush()
  }

  func scheduleFlush() {
    guard !isToFlush else { return }
    isToFlush = true
    listener?.willFlush(self)
  }

  // MARK: Reading

  /// Whether so little is begun for this client, and waits for it, that more may be begun.
  private var mayRead: Bool {
    !isClosing && nextSlice?.hasCome ?? true
      && output.count + connection.unsentBytes <= ServerLimits.waitingAnswers
      && unanswered <= ServerLimits.unanswered && waitingBatches == 0
      && (!isSubscribed || subscriber.snapshotCount <= ServerLimits.snapshots)
  }

  func read(_ bytes: UnsafeRawBufferPointer) {
    sliceEnd = 0
    var rest = bytes
    // A line that was begun, or lines that were left, go first; what follows is read where it lies.
    if splitter.pendingBytes > 0 {
      let head = LineSplitter.endOfLine(in: rest) ?? rest.count
      let outcome = splitter.feed(UnsafeRawBufferPointer(rebasing: rest[..<head])) { receive($0) }
      rest = UnsafeRawBufferPointer(rebasing: rest[head...])
      if outcome == .tooLong { return refuseLine() }
      if outcome == .stopped || splitter.pendingBytes > 0 {
        splitter.keep(rest)
        return outcome == .stopped ? pause() : ()
      }
    }
    while true {
      switch splitter.next(in: &rest) {
      case .line(let line):
        guard !receive(line) else { continue }
        splitter.keep(rest)
        return pause()
      case .rest: return splitter.keep(rest)
      case .tooLong: return refuseLine()
      }
    }
  }

  private func refuseLine() {
    let error = RequestError(
      .lineTooLong, "a line has at most \(splitter.limit) bytes", .limit("line"))
    answer(Response(id: .null, .failure(error)))
    close(Bye(.limit))
  }

  private func pause() {
    isPaused = true
    connection.pauseReading()
  }

  func unpause() {
    guard isPaused, mayRead else { return }
    isPaused = false
    read(UnsafeRawBufferPointer(start: nil, count: 0))
    if !isPaused { connection.resumeReading() }
  }

  // MARK: Closing

  /// Says goodbye, and closes when everything is sent.
  func close(_ bye: Bye) {
    guard !isClosing else { return }
    if isSubscribed { subscriber.end() }
    append(bye.line)
    send()
    isClosing = true
    connection.closeWhenDrained()
    if connection.isClosed { end() }
  }

  private func watchStall() {
    guard stall == nil, !connection.isDrained, let limit = listener?.clientTimeout else { return }
    stall = StallWatch(connection, limit: limit) { [weak self] in self?.closeSlow() }
  }

  private func closeSlow() {
    stall = nil
    close(Bye(.slow))
    // A line that was begun goes before it, as far as there is time for that.
    grace = Timer(after: ServerLimits.shutdown) { [weak self] in self?.abort() }
  }

  /// Closes whether everything is sent or not.
  func abort() {
    connection.close()
    end()
  }

  /// A client that sends nothing more gets what it asked for, and nothing else.
  private func closeIfDone() {
    guard connection.isAtEnd, !isPaused, !isEnded, isIdle else { return }
    guard !isSubscribed || !subscriber.hasMore else { return }
    abort()
  }

  private func end() {
    isClosing = true
    stall = nil
    grace = nil
    nextSlice = nil
    if isSubscribed { subscriber.end() }
    listener?.end(self)
  }
}

extension Session: SubscriberOutput {
  var isDrained: Bool { output.isEmpty && connection.isDrained }

  var wantsMore: Bool {
    !isClosing && connection.unsentBytes == 0 && output.count < ServerLimits.output
  }

  var lane: PipeLane { connection.lane }

  func offer(_ lines: [UInt8], sent: Int, end: (Int) -> Int) -> Int {
    let end = connection.offer(lines, sent: sent, end: end)
    watchStall()
    return end
  }

  func append(_ line: [UInt8]) {
    guard !connection.isClosed else { return }
    willAppend()
    output += line
  }
}
