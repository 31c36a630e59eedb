public import BoxWire
public import UVLoop

/// One connection to a daemon: sends requests, passes on events and answers, and reports its end.
///
/// It ends on ``close()`` or release. Requests may be sent at once, before the greeting has
/// arrived.
@LoopActor
public final class Connection {
  /// Maximum length of a line from a daemon, in bytes. The protocol limits a value and an answer to
  /// 8 MiB each. A later daemon may allow more, but a broken one must not use up the client's
  /// memory.
  public nonisolated static let longestLine = 64 << 20

  /// Maximum wait for the greeting, which even a busy daemon sends within milliseconds.
  public nonisolated static let patience = Duration.seconds(5)

  /// What a daemon sends that is not an answer, and the end of the connection.
  public enum Event: Equatable, Sendable {
    case hello(Hello)
    case snapshot(BoxValues)
    case change(BoxValues)
    case synced(Synced)
    case gap(Gap)
    /// The last event. Calls without an answer have failed before it.
    case lost(Disconnection)
  }

  /// Called with each event, in the order of the daemon's lines.
  public var observer: (@LoopActor (Event) -> Void)?

  /// Where equal lines of other connections are remembered; nil to read each line.
  package var parsedLines: ParsedLines?

  /// The daemon's greeting; nil until it has arrived.
  public private(set) var hello: Hello?
  /// Why the connection ended; nil until then.
  public private(set) var disconnection: Disconnection?

  private let pipe: PipeConnection
  private var awaiting: [CheckedContinuation<Void, Never>] = []
  private var lines: LineStream?
  private var calls = PendingCalls()

  /// Takes over a connection from which nothing has been read.
  public init(_ pipe: PipeConnection) {
    self.pipe = pipe
    lines = LineStream(
      pipe, limit: Self.longestLine,
      receive: { [weak self] line in self?.receive(line) },
      end: { [weak self] disconnection in self?.lose(disconnection) })
  }

  isolated deinit {
    close()
  }

  /// The process at the other end, as it was when it started to listen.
  ///
  /// - Throws: `LoopError` once the connection is lost.
  public func peerCredentials() throws(LoopError) -> PeerCredentials {
    try pipe.peerCredentials()
  }

  /// Waits for the daemon's greeting, or for the end of the connection. Closes the connection when
  /// the task is cancelled, or when no greeting is received and read within `time`.
  ///
  /// - Throws: the reason why the connection ended, even if it ended right after the greeting.
  @discardableResult
  public func greeting(within time: Duration = patience) async throws(Disconnection) -> Hello {
    let deadline = Timer(after: time) { [weak self] in
      if let self, hello == nil { lose(.silent) }
    }
    defer { deadline.cancel() }
    await withTaskCancellationHandler {
      // Checked inside: the loop may run something else before the body.
      await withCheckedContinuation { continuation in
        guard hello == nil, disconnection == nil else { return continuation.resume() }
        awaiting.append(continuation)
      }
    } onCancel: {
      LoopActor.task { self.close() }
    }
    guard let hello, disconnection == nil else { throw disconnection ?? .closed }
    return hello
  }

  /// Sends a request and waits for its answer, which may come later than those of other calls.
  ///
  /// - Parameter awaitsEffect: whether the events of all that the daemon has changed by then are to
  ///   arrive before the answer. The request is sent in a batch with a `ping`.
  /// - Returns: the result, as the daemon wrote it.
  /// - Throws: the reason why there is no result. If the task is cancelled, throws at once and
  ///   drops a later answer.
  public func call(
    _ method: String, _ parameters: Parameters = Parameters(), awaitsEffect: Bool = false
  ) async throws(CallError) -> JSONText {
    let id = calls.makeID()
    let outcome: Result<JSONText, CallError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        let request = Request(id: JSONText(id), method: method, parameters: parameters)
        let ping = { Request(id: JSONText(self.calls.makeID()), method: Ping.method) }
        let line = awaitsEffect ? Request.line(batch: [request, ping()]) : request.line
        lines?.write(expect(id, line) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      LoopActor.task {
        self.calls.abandon(id)?(.failure(.cancelled))
      }
    }
    return try outcome.get()
  }

  /// Sends a request.
  ///
  /// - Parameter answer: called once with the outcome, in order with the events; at once when the
  ///   request cannot be sent.
  public func send(
    _ method: String, _ parameters: Parameters = Parameters(),
    answer: @escaping @LoopActor (Result<JSONText, CallError>) -> Void
  ) {
    send([(method, parameters, answer)])
  }

  /// Sends requests in one write. The answer of each is passed on as by ``send(_:_:answer:)``.
  package func send(
    _ requests: [(
      method: String, parameters: Parameters,
      answer: @LoopActor (Result<JSONText, CallError>) -> Void
    )]
  ) {
    let bytes = requests.flatMap { method, parameters, answer in
      let id = calls.makeID()
      let request = Request(id: JSONText(id), method: method, parameters: parameters)
      return expect(id, request.line, answer)
    }
    lines?.write(bytes)
  }

  /// Expects the answer to the request of this id, which is the only one, or the first, in its line.
  ///
  /// - Returns: the line; empty if it cannot be sent.
  private func expect(
    _ id: Int, _ line: [UInt8], _ answer: @escaping PendingCalls.Answer
  ) -> [UInt8] {
    if let disconnection {
      answer(.failure(.lost(disconnection)))
      return []
    }
    let limit = hello?.limits.line ?? ProtocolLimits.line
    guard line.count - 1 <= limit else {
      let message = "the request has \(line.count - 1) bytes; at most \(limit) are allowed"
      answer(.failure(.refused(RequestError(.lineTooLong, message))))
      return []
    }
    calls.add(id, answer)
    return line
  }

  /// Stops passing on events and answers until ``resumeReading()``. The daemon keeps what it would
  /// send; at most two reads of 64 KiB and an incomplete line are held here.
  package func pauseReading() {
    lines?.pauseReading()
  }

  /// Passes on what is held, within this call, and reads again.
  package func resumeReading() {
    lines?.resumeReading()
  }

  /// The number of bytes that were read but not yet passed on.
  package var heldBytes: Int { lines?.heldBytes ?? 0 }

  /// Closes the connection. Calls without an answer fail; the observer is not called.
  public func close() {
    observer = nil
    lose(.closed)
  }

  private func receive(_ line: UnsafeRawBufferPointer) {
    do throws(JSONError) {
      let line = if let parsedLines { try parsedLines.line(line) } else { try ServerLine(line) }
      guard hello != nil || line.mayComeFirst else { return lose(.noGreeting) }
      switch line {
      case .hello(let hello): greet(hello)
      case .snapshot(let boxes): observer?(.snapshot(boxes))
      case .change(let boxes): observer?(.change(boxes))
      case .synced(let synced): observer?(.synced(synced))
      case .gap(let gap): observer?(.gap(gap))
      case .bye(let bye): lose(.bye(bye))
      case .response(let response): answer(response)
      case .batch(let responses): responses.forEach(answer)
      case .unknown: break
      }
    } catch {
      lose(.notJSON(error))
    }
  }

  private func answer(_ response: Response) {
    calls.remove(for: response)?(response.outcome.mapError(CallError.refused))
  }

  private func greet(_ hello: Hello) {
    guard hello.version == Hello.version else { return lose(.otherVersion(hello.version)) }
    self.hello = hello
    endAwaiting()
    observer?(.hello(hello))
  }

  private func lose(_ disconnection: Disconnection) {
    guard self.disconnection == nil else { return }
    self.disconnection = disconnection
    lines?.close()
    endAwaiting()
    let observer = self.observer
    self.observer = nil
    for answer in calls.removeAll() { answer(.failure(.lost(disconnection))) }
    observer?(.lost(disconnection))
  }

  private func endAwaiting() {
    for continuation in awaiting { continuation.resume() }
    awaiting = []
  }
}

extension ServerLine {
  /// Whether it may be a daemon's first line: a greeting, or the goodbye of a daemon that is full.
  fileprivate var mayComeFirst: Bool {
    switch self {
    case .hello, .bye: true
    default: false
    }
  }
}
