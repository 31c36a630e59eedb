internal import BoxWire
internal import UVLoop

/// Turns the requests of one client into answers: it knows who the client is and what the client may
/// do, and has the client's session. It does not know how answers are sent.
@LoopActor
final class Dispatcher {
  let registry: Registry
  private let transport: any Transport
  /// The client, with its rights.
  private(set) var caller: Caller
  /// The registry's number for the rules from which the rights follow.
  private var rules: Int32
  /// Receives the changes of what the client subscribes to; nil until it subscribes, or has a session.
  private(set) var subscriber: Subscriber?
  /// The client's own scenes, from its first request that names `session` on; without them once the
  /// connection is closed.
  private(set) var session: Session?
  /// The `subscribe` requests that wait for a store, and what may not overtake them.
  var subscribes = SubscribeOrder()

  /// - Parameters:
  ///   - transport: says who the client is, and whether it is still there.
  ///   - socket: the inherited socket to which the client connected; nil for any other.
  init(_ registry: Registry, _ transport: any Transport, _ socket: SocketName?) {
    self.registry = registry
    self.transport = transport
    caller = Caller(transport.credentials(), socket)
    rules = registry.rules
    caller.rights = currentRights
  }

  /// What the client may do; nil for everything.
  var rights: Rights? { caller.rights }

  /// The number of patterns that the connection holds.
  var patternCount: Int {
    (subscriber?.patterns.count ?? 0) + (session?.boxes.patterns.count ?? 0)
  }

  /// What is left to do for the client beside its requests, by its own boxes or by the delivery.
  var rest: Rest {
    if session?.boxes.hasDue ?? false { return .now }
    return subscriber.map(registry.delivery.rest) ?? .nothing
  }

  /// Returns the client's subscriber; makes it at first.
  func subscriber(to output: any SubscriberOutput) -> Subscriber {
    let subscriber = subscriber ?? Subscriber(output: output)
    self.subscriber = subscriber
    return subscriber
  }

  /// Stops sending changes to the client.
  func endSubscription() {
    if let subscriber { registry.delivery.end(subscriber) }
    session?.boxes.unsubscribe(from: nil)
  }

  /// To be called once, when the connection is closed.
  func end() {
    endSubscription()
    if let session { registry.sessions.end(session) }
  }

  // MARK: Rights

  private var currentRights: Rights? {
    guard let rights = registry.rights else { return nil }
    return rights(caller) { [transport] in transport.groups() }
  }

  /// To be called when the caller's rights may have changed.
  func updateRights() {
    rules = registry.rules
    let current = currentRights
    guard current != rights else { return }
    caller.rights = current
    if let subscriber, registry.delivery.setRights(current, of: subscriber) {
      // There may be scenes that no client was allowed to request so far.
      registry.scenes.whenReady(Selection(subscriber.patterns, current)) {}
    }
    session?.setRights(current)
    subscriber?.output.requestFlush()
  }

  /// Checks the caller's rights. Every request is checked here before it is carried out, including a
  /// plain `set`, members of batches and unknown methods.
  ///
  /// - Throws: `RequestError` -32003 for what the caller may not do, decided by the request's text
  ///   alone.
  func admit(_ call: MethodCall) throws(RequestError) {
    followRules()
    if let rights { try call.check(rights) }
  }

  /// Admits a plain `set`, whose box is read only if rights are limited.
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
  ///
  /// - Returns: the revision of the box's last change.
  func perform(_ set: SetLine) throws(RequestError) -> Int {
    try admit(set)
    return try registry.shared.set(set.box, to: set.value)
  }

  /// Reads the parameters of a request.
  ///
  /// - Throws: as ``MethodCall/init(_:isInBatch:patterns:held:)``.
  func read(_ request: Request, isInBatch: Bool) throws(RequestError) -> MethodCall {
    try MethodCall(
      request, isInBatch: isInBatch, patterns: registry.limits.patterns, held: patternCount)
  }

  /// Carries out a call; `reply` is called once, now or later.
  ///
  /// - Parameters:
  ///   - output: takes what the client subscribes to.
  ///   - isAnswered: whether the client gets the outcome.
  func perform(
    _ call: MethodCall, output: any SubscriberOutput, isAnswered: Bool, _ reply: @escaping Reply
  ) {
    do throws(RequestError) {
      try admit(call)
      if isInVain(call, isAnswered) { return reply(.failure(.connectionEnded)) }
      if session == nil, call.namesSession {
        try beginSession(output)
        // It may begin with a login.
        try admit(call)
      }
      try carryOut(call, output, reply)
    } catch {
      reply(.failure(error))
    }
  }

  /// Whether a call changes nothing and its answer would not be read.
  private func isInVain(_ call: MethodCall, _ isAnswered: Bool) -> Bool {
    switch call {
    case .set, .delete, .intent: false
    case .subscribe, .unsubscribe, .ping: transport.isClosed
    case .get, .discover: !isAnswered || (call.isWide ? transport.isGone : transport.isClosed)
    }
  }

  private func beginSession(_ output: any SubscriberOutput) throws(RequestError) {
    session = try registry.sessions.make(registry, for: caller, subscriber(to: output))
    session?.loginChanged = { [unowned self] login in
      caller.login = login
      updateRights()
    }
    // By now its scenes can see who the client is.
    if let session { registry.sessions.begin(session) }
  }
}
