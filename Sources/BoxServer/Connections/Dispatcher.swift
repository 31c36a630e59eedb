internal import BoxWire
internal import UVLoop

/// The middle of a connection: carries out requests for one caller, and has the writer answer them
/// in order.
@LoopActor
final class Dispatcher {
  let registry: Registry
  let writer: Writer
  private let transport: any Transport
  private var knownCaller: Caller?
  /// What the connection is to the delivery, from its first pattern on.
  private(set) var subscriber: Subscriber?
  /// Requests that were started and are not answered yet.
  private var unanswered = 0
  /// Batches that pause for the sake of others. What follows them has to wait.
  private var waitingBatches = 0

  init(_ registry: Registry, _ writer: Writer, _ transport: any Transport) {
    self.registry = registry
    self.writer = writer
    self.transport = transport
  }

  /// The client; looked up once.
  var caller: Caller {
    if let knownCaller { return knownCaller }
    let caller = Caller(credentials: transport.credentials())
    knownCaller = caller
    return caller
  }

  var hasEnded: Bool { writer.isEnding || transport.isClosed }
  var isIdle: Bool { unanswered == 0 }

  /// Whether few enough requests are in progress to start another one.
  var mayTakeMore: Bool {
    unanswered <= ServerLimits.unanswered && waitingBatches == 0
      && subscriber?.snapshots.count ?? 0 <= ServerLimits.snapshots
  }

  /// The subscriber that this connection is from its first pattern on.
  func becomeSubscriber() -> Subscriber {
    if let subscriber { return subscriber }
    let new = Subscriber(output: writer)
    subscriber = new
    return new
  }

  /// Publishes what was assigned before the next request.
  func endTurn() {
    registry.log.endTurn()
  }

  // MARK: The door

  /// The one door: every request passes here before it is carried out, the plain `set`, members of
  /// batches and unknown methods included.
  ///
  /// - Throws: `RequestError` of the policy that refuses it. Without a policy everything is allowed.
  private func admit(
    _ method: String, _ subject: @autoclosure () -> Access.Subject
  ) throws(RequestError) {
    guard registry.hasPolicy, let policy = registry.policy else { return }
    try policy(Access(caller: caller, method: method, subject: subject()))
  }

  // MARK: Requests

  /// Carries out a plain `set`.
  func perform(_ set: SetLine) {
    do throws(RequestError) {
      try admit(SetBox.method, .path(set.box))
      let revision = try registry.shared.set(set.box, to: set.value)
      if let id = set.id { writer.appendResponse(id: id, revision: revision) }
    } catch {
      guard let id = set.id else { return }
      writer.append(Response(id: JSONText(valid: Array(id)), .failure(error)))
    }
  }

  /// Carries out a line, or answers why it cannot be.
  func perform(_ line: Result<RequestLine, RequestError>) {
    switch line {
    case .failure(let error), .success(.single(.failure(let error))):
      writer.append(Response(id: .null, .failure(error)))
    case .success(.single(.success(let request))): perform(request)
    case .success(.batch(let requests)): perform(requests)
    }
    endTurn()
  }

  private func perform(_ request: Request) {
    unanswered += 1
    perform(request, isInBatch: false) { [self] outcome in
      unanswered -= 1
      if let id = request.id { writer.append(Response(id: id, outcome)) }
      writer.requestFlush()
    }
  }

  private func perform(_ requests: [Result<Request, RequestError>]) {
    unanswered += requests.count
    let batch = Batch(
      requests,
      perform: { [self] request, reply in
        perform(request, isInBatch: true, reply)
        endTurn()
      },
      willWait: { [self] isWaiting in
        waitingBatches += isWaiting ? 1 : -1
        writer.requestFlush()
      },
      finish: { [self] responses in
        unanswered -= requests.count
        if let line = Response.line(batch: responses) { writer.append(line) }
        writer.requestFlush()
      })
    batch.run()
  }

  /// Has a request carried out; `reply` is called once, now or later.
  private func perform(_ request: Request, isInBatch: Bool, _ reply: @escaping Reply) {
    do throws(RequestError) {
      let call = try MethodCall(
        request, isInBatch: isInBatch, patterns: registry.limits.patterns,
        held: subscriber?.patterns.count ?? 0)
      try admit(request.method, call.subject(of: request.method))
      try carryOut(call, request.method, reply)
    } catch {
      reply(.failure(error))
    }
  }
}
