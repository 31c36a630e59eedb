public import BoxWire
public import UVLoop

/// One connection to a daemon: sends requests, hands over what comes, and says when it is lost.
///
/// It ends on ``close()`` or release. Requests may be sent at once; the greeting need not be waited
/// for.
@LoopActor
public final class Connection {
  /// Longest line of a daemon's that is read, in bytes. The protocol bounds one value by 8 MiB and
  /// an answer by 8 MiB; a later daemon may be more generous, and this bounds what a broken one
  /// can make a client hold.
  public nonisolated static let longestLine = 64 << 20

  /// How long a greeting is waited for. A daemon greets before anything else; one that is only
  /// busy does so within milliseconds, and nobody waits much longer for a sign of life.
  public nonisolated static let patience = Duration.seconds(5)

  /// What comes without having been asked for.
  public enum Event: Equatable, Sendable {
    case hello(Hello)
    case snapshot(Boxes)
    case change(Boxes)
    case synced(Synced)
    case gap(Gap)
    /// The last event. Calls that had no answer have failed before it.
    case lost(Disconnection)
  }

  /// Is told of each event, in the order of the daemon's lines.
  public var observer: (@LoopActor (Event) -> Void)?

  /// The daemon's greeting; nil until it came.
  public private(set) var hello: Hello?
  /// Why it is no more; nil while it stands.
  public private(set) var loss: Disconnection?

  private let pipe: PipeConnection
  private var awaiting: [CheckedContinuation<Void, Never>] = []
  private var lines: LineStream?
  private var calls = PendingCalls()

  /// Takes over a connection on which nothing was read yet.
  public init(_ pipe: PipeConnection) {
    self.pipe = pipe
    lines = LineStream(
      pipe, limit: Self.longestLine,
      receive: { [weak self] line in self?.receive(line) },
      end: { [weak self] loss in self?.lose(loss) })
  }

  isolated deinit {
    close()
  }

  /// Who serves at the other end, as the kernel saw it when that began to listen.
  ///
  /// - Throws: `LoopError` once the connection is lost.
  public func peerCredentials() throws(LoopError) -> PeerCredentials {
    try pipe.peerCredentials()
  }

  /// Waits for the daemon's greeting, or for the end of the connection. Cancelling the task closes
  /// the connection, and so does a greeting that does not come, or is not read, within `time`.
  ///
  /// - Throws: why it is no more, also when that came right after the greeting.
  @discardableResult
  public func greeting(within time: Duration = patience) async throws(Disconnection) -> Hello {
    let deadline = Timer(after: time) { [weak self] in
      if let self, hello == nil { lose(.silent) }
    }
    defer { deadline.cancel() }
    await withTaskCancellationHandler {
      // Looked at inside: the task may be put back into the loop's queue before the body runs.
      await withCheckedContinuation { continuation in
        guard hello == nil, loss == nil else { return continuation.resume() }
        awaiting.append(continuation)
      }
    } onCancel: {
      LoopActor.task { self.close() }
    }
    guard let hello, loss == nil else { throw loss ?? .closed }
    return hello
  }

  /// Sends a request and waits for its answer, which may come later than those of other calls.
  ///
  /// - Returns: the result, as the daemon wrote it.
  /// - Throws: why there is none. When the task is cancelled, that is so at once; what the daemon
  ///   answers is left out then.
  public func call(
    _ method: String, _ parameters: Parameters = Parameters()
  ) async throws(CallError) -> JSONText {
    let id = calls.makeID()
    let outcome: Result<JSONText, CallError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        send(id, method, parameters) { continuation.resume(returning: $0) }
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
  /// - Parameter answer: is told the outcome once, in its place among the events; at once when the
  ///   request cannot be sent.
  public func send(
    _ method: String, _ parameters: Parameters = Parameters(),
    answer: @escaping @LoopActor (Result<JSONText, CallError>) -> Void
  ) {
    send(calls.makeID(), method, parameters, answer)
  }

  private func send(
    _ id: Int, _ method: String, _ parameters: Parameters, _ answer: @escaping PendingCalls.Answer
  ) {
    if let loss { return answer(.failure(.lost(loss))) }
    let line = Request(id: JSONText(id), method: method, parameters: parameters).line
    let limit = hello?.limits.line ?? ProtocolLimits.line
    guard line.count - 1 <= limit else {
      let message = "the request has \(line.count - 1) bytes; at most \(limit) are allowed"
      return answer(.failure(.refused(RequestError(.lineTooLong, message))))
    }
    calls.add(id, answer)
    lines?.write(line)
  }

  /// Hands over nothing, neither events nor answers, until ``resumeReading()``, so that the daemon
  /// must keep what it sends. At most two reads of 64 KiB are held here, and a line that is not
  /// whole.
  package func pauseReading() {
    lines?.pauseReading()
  }

  /// Hands over what is held, within this call, and reads again.
  package func resumeReading() {
    lines?.resumeReading()
  }

  /// Bytes that were read and not handed over.
  package var heldBytes: Int { lines?.heldBytes ?? 0 }

  /// Closes it. Calls without an answer fail; the observer is not told.
  public func close() {
    observer = nil
    lose(.closed)
  }

  private func receive(_ line: UnsafeRawBufferPointer) {
    do throws(JSONError) {
      let line = try ServerLine(line)
      guard hello != nil || line.mayComeFirst else { return lose(.noGreeting) }
      switch line {
      case .hello(let hello): greet(hello)
      case .snapshot(let boxes): observer?(.snapshot(boxes))
      case .change(let boxes): observer?(.change(boxes))
      case .synced(let synced): observer?(.synced(synced))
      case .gap(let gap): observer?(.gap(gap))
      case .bye(let bye): lose(.bye(bye))
      case .response(let response):
        calls.remove(for: response)?(response.outcome.mapError(CallError.refused))
      case .unknown: break
      }
    } catch {
      lose(.notJSON(error))
    }
  }

  private func greet(_ hello: Hello) {
    guard hello.version == Hello.version else { return lose(.otherVersion(hello.version)) }
    self.hello = hello
    endAwaiting()
    observer?(.hello(hello))
  }

  private func lose(_ loss: Disconnection) {
    guard self.loss == nil else { return }
    self.loss = loss
    lines?.close()
    endAwaiting()
    let observer = self.observer
    self.observer = nil
    for answer in calls.removeAll() { answer(.failure(.lost(loss))) }
    observer?(.lost(loss))
  }

  private func endAwaiting() {
    for continuation in awaiting { continuation.resume() }
    awaiting = []
  }
}

extension ServerLine {
  /// Whether a daemon may begin with it: it greets, or sends away whom it has no room for.
  fileprivate var mayComeFirst: Bool {
    switch self {
    case .hello, .bye: true
    default: false
    }
  }
}
