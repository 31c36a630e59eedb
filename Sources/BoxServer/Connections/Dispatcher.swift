internal import BoxWire
internal import UVLoop

/// The middle part of a connection: carries out requests for one caller, and passes the answers to
/// the writer in order.
@LoopActor
final class Dispatcher {
  let registry: Registry
  let writer: Writer
  private let credentials: PeerCredentials?
  /// nil for a socket that the listener has made.
  private let socket: SocketName?
  /// What the client may do; nil for everything.
  private(set) var rights: Rights?
  /// The registry's number for the rules from which `rights` follow.
  private var rules: Int32
  /// Whether the connection is closed. A batch is carried out to its end nevertheless.
  private var isOver = false
  /// The connection's subscriber in the delivery, from its first pattern on.
  private(set) var subscriber: Subscriber?
  /// The client's own scenes, from its first request that names `session` on; without them once the
  /// connection is closed.
  private(set) var session: Session?
  /// The number of requests that were started but not yet answered.
  private var unanswered = 0
  /// Bytes of these, and of answers that belong to a batch.
  private(set) var heldBytes = 0
  /// The number of batches that pause for the sake of other clients. What follows them has to wait.
  private var waitingBatches = 0
  /// The `subscribe` requests that wait for a store, and what may not overtake them.
  var subscribes = SubscribeOrder()

  init(_ registry: Registry, _ writer: Writer, _ socket: SocketName?) {
    self.registry = registry
    self.writer = writer
    self.socket = socket
    credentials = writer.transport.credentials()
    rules = registry.rules
    rights = currentRights
  }

  private var transport: any Transport { writer.transport }

  /// The client.
  var caller: Caller {
    var caller = Caller(credentials: credentials, socket: socket?.text, login: session?.login)
    caller.rights = rights
    return caller
  }

  /// The user whose turns its requests take.
  var user: Turns.User { credentials?.userID ?? Turns.daemon }

  private var currentRights: Rights? {
    guard let rights = registry.rights else { return nil }
    return rights(caller) { [transport] in transport.groups() }
  }

  /// To be called when the caller's rights may have changed.
  func updateRights() {
    rules = registry.rules
    let current = currentRights
    guard current != rights else { return }
    rights = current
    if let subscriber, registry.delivery.setRights(current, of: subscriber) {
      // There may be scenes that no client was allowed to request so far.
      registry.scenes.whenReady(Selection(subscriber.patterns, current)) {}
    }
    session?.setRights(current)
    writer.requestFlush()
  }

  var hasEnded: Bool { writer.isEnding || transport.isClosed }
  var isIdle: Bool { unanswered == 0 }

  /// Whether few enough requests are in progress to start another one.
  var mayTakeMore: Bool {
    unanswered <= ServerLimits.unanswered && waitingBatches == 0
      && subscriber?.snapshots.count ?? 0 <= ServerLimits.snapshots
  }

  /// The number of patterns that the connection holds.
  var patternCount: Int {
    (subscriber?.patterns.count ?? 0) + (session?.boxes.patterns.count ?? 0)
  }

  /// What is left to do for the client beside its requests, by its own boxes or by the delivery.
  var rest: Rest {
    if session?.boxes.hasDue ?? false { return .now }
    return subscriber.map(registry.delivery.rest) ?? .nothing
  }

  /// To be called when the connection is closed.
  func end() {
    guard !isOver else { return }
    isOver = true
    endSubscription()
    if let session { registry.sessions.end(session) }
  }

  /// Stops sending changes to the client.
  func endSubscription() {
    if let subscriber { registry.delivery.end(subscriber) }
    session?.boxes.unsubscribe(from: nil)
  }

  /// Returns the connection's subscriber; creates it at the first pattern.
  func becomeSubscriber() -> Subscriber {
    if let subscriber { return subscriber }
    let new = Subscriber(output: writer)
    subscriber = new
    return new
  }

  /// The expected time to carry out a line.
  enum Cost {
    /// Almost none.
    case little
    /// Unknown, as for an intent.
    case some
    /// Long: it examines many boxes, or consists of many requests.
    case much
  }

  static func cost(of line: Result<RequestLine, RequestError>) -> Cost {
    switch line {
    case .failure, .success(.single(.failure)): return .some
    case .success(.batch): return .much
    case .success(.single(.success(let request))):
      switch request.method {
      case Ping.method: return .little
      case SetBox.method, DeleteBox.method:
        let parameters = try? request.parameters()
        return parameters?.hasSeveralChanges == true ? .much : .little
      case Subscribe.method, Get.method, Discover.method: return .much
      default: return .some
      }
    }
  }

  /// Finds the subscribers to which the changes so far are to be sent.
  ///
  /// - Returns: whether sending them takes so long that it should be done before more changes are
  ///   made.
  func findReaders() -> Bool {
    registry.delivery.note()
    return registry.delivery.isBusy
  }

  /// Publishes what was assigned before the next request.
  func endTurn() {
    registry.log.endTurn()
  }

  // MARK: Admission

  /// Checks the caller's rights. Every request is checked here before it is carried out, including a
  /// plain `set`, members of batches and unknown methods.
  ///
  /// - Throws: `RequestError` -32003 for what the caller may not do, decided by the request's text
  ///   alone.
  func admit(_ call: MethodCall) throws(RequestError) {
    followRules()
    if let rights { try call.check(rights) }
  }

  /// The same for a plain `set`, whose box is read only if rights are limited.
  private func admit(_ set: SetLine) throws(RequestError) {
    followRules()
    if let rights { try rights.check(.set, at: set.box) }
  }

  /// Connections are notified when rules change, but not those that are closed.
  private func followRules() {
    if rules != registry.rules { updateRights() }
  }

  // MARK: Requests

  /// Carries out a plain `set`.
  func perform(_ set: SetLine) {
    do throws(RequestError) {
      try admit(set)
      let revision = try registry.shared.set(set.box, to: set.value)
      if let id = set.id { writer.appendResponse(id: id, revision: revision) }
    } catch {
      guard let id = set.id else { return }
      writer.append(Response(id: JSONText(valid: Array(id)), .failure(error)))
    }
  }

  /// Carries out a line, or answers with the reason why that is impossible.
  ///
  /// - Parameter bytes: the size of the line, which is held until it is answered.
  func perform(_ line: Result<RequestLine, RequestError>, bytes: Int) {
    switch line {
    case .failure(let error), .success(.single(.failure(let error))):
      writer.append(Response(id: .null, .failure(error)))
    case .success(.single(.success(let request))): perform(request, bytes)
    case .success(.batch(let requests)): perform(requests, bytes)
    }
    endTurn()
  }

  private func perform(_ request: Request, _ bytes: Int) {
    unanswered += 1
    heldBytes += bytes
    perform(request, isInBatch: false) { [self] outcome in
      unanswered -= 1
      heldBytes -= bytes
      if let id = request.id { answer(id, outcome) }
      writer.requestFlush()
    }
  }

  private func answer(_ id: JSONText, _ outcome: Result<ResultValue, RequestError>) {
    switch outcome {
    case .success(.text(let text)): writer.append(Response(id: id, .success(text)))
    case .success(.shared(let shared)): writer.append(id: id, shared)
    case .failure(let error): writer.append(Response(id: id, .failure(error)))
    }
  }

  private func perform(_ requests: [Result<Request, RequestError>], _ bytes: Int) {
    unanswered += requests.count
    heldBytes += bytes
    // The bytes of answers that wait for others.
    var answers = 0
    let batch = Batch(
      requests, turns: registry.turns, user: user,
      perform: { [self] request, reply in
        perform(request, isInBatch: true) { outcome in
          if case .success(let value) = outcome {
            answers += value.json.bytes.count
            self.heldBytes += value.json.bytes.count
          }
          reply(outcome)
        }
        endTurn()
      },
      willWait: { [self] isWaiting in
        waitingBatches += isWaiting ? 1 : -1
        writer.requestFlush()
      },
      finish: { [self] responses in
        unanswered -= requests.count
        heldBytes -= bytes + answers
        if let line = Response.line(batch: responses) { writer.append(line) }
        writer.requestFlush()
      })
    batch.run()
  }

  /// Whether a call changes nothing and its answer would not be read.
  private func isInVain(_ call: MethodCall, _ request: Request) -> Bool {
    switch call {
    case .set, .delete, .intent: false
    case .subscribe, .unsubscribe, .ping: transport.isClosed
    case .get, .discover: request.id == nil || (call.isWide ? transport.isGone : transport.isClosed)
    }
  }

  /// Carries out a request; `reply` is called once, now or later.
  private func perform(_ request: Request, isInBatch: Bool, _ reply: @escaping Reply) {
    do throws(RequestError) {
      let call = try MethodCall(
        request, isInBatch: isInBatch, patterns: registry.limits.patterns, held: patternCount)
      try admit(call)
      if isInVain(call, request) { return reply(.failure(.connectionEnded)) }
      if session == nil, call.namesSession {
        try beginSession()
        // It may begin with a login.
        try admit(call)
      }
      try carryOut(call, request.method, reply)
    } catch {
      reply(.failure(error))
    }
  }

  private func beginSession() throws(RequestError) {
    guard !isOver else { throw .connectionEnded }
    session = try registry.sessions.make(registry, self)
    // By now its scenes can see who the client is.
    if let session { registry.sessions.begin(session) }
  }
}

extension Dispatcher: SessionHost {
  var output: any SubscriberOutput { writer }

  func needsFlush() {
    writer.requestFlush()
  }

  func loginChanged() {
    updateRights()
  }
}
