internal import BoxWire
internal import UVLoop

/// The client of one connection: who it is, what it may do, and what it has: its subscriber, its
/// session, and its requests in progress.
@LoopActor
final class ServedClient {
  let registry: Registry
  let transport: any Transport
  /// The client, with its rights.
  private(set) var caller: Caller
  /// The registry's number for the rules from which the rights follow.
  private var rules: Int32
  /// Receives the changes of what the client subscribes to; nil until it subscribes, or has a session.
  private(set) var subscriber: Subscriber?
  /// The client's own scenes, from its first request that names `session` on; without them once the
  /// connection is closed.
  private(set) var session: Session?
  /// Called with the user to whom the client has counted, when it has become another one.
  var userChanged: (@LoopActor (Turns.User) -> Void)?
  /// Called when the login of a client that a gateway forwards has ended: it must not go on with the
  /// rights of the gateway.
  var forwardingEnded: (@LoopActor () -> Void)?
  var inProgress = RequestsInProgress()
  /// Whether what is due to the subscriber is sent when the client has its turn.
  private var isWaitingToCatchUp = false
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

  /// Whether the client may make more requests: few are in progress, and few snapshots unsent.
  var hasRoom: Bool {
    inProgress.hasRoom && (subscriber?.snapshots.count ?? 0) <= ServerLimits.snapshots
  }

  /// Whether everything was answered and sent.
  var isIdle: Bool { inProgress.count == 0 && !isWaitingToCatchUp && !hasRest }

  // MARK: Subscription

  /// Whether something should be sent to the client now, and not only when the client has its turn.
  var hasDue: Bool { !isWaitingToCatchUp && hasRest }

  /// Whether something is left to do for the client beside its requests, by its own boxes or by the
  /// delivery.
  private var hasRest: Bool {
    if session?.boxes.hasDue ?? false { return true }
    return subscriber.map(registry.delivery.rest) == .now
  }

  /// Sends what is due, for as long as the output wants more.
  func sendDue(to output: any SubscriberOutput) {
    if let subscriber, output.wantsMore, registry.delivery.rest(of: subscriber) != .nothing {
      catchUp(subscriber, output)
    }
    session?.boxes.flush()
  }

  /// Sends what is due to the subscriber: now, or in its turn if others have had much in this pass.
  private func catchUp(_ subscriber: Subscriber, _ output: any SubscriberOutput) {
    guard !isWaitingToCatchUp else { return }
    guard !registry.turns.isTight else {
      isWaitingToCatchUp = true
      return registry.turns.wait(caller.user) { [self] _ in
        isWaitingToCatchUp = false
        guard !output.isClosed else { return }
        registry.delivery.resume(subscriber)
        output.requestFlush()
      }
    }
    let start = MonotonicTime.now
    registry.delivery.resume(subscriber)
    registry.turns.charge(nanoseconds: MonotonicTime.now.nanoseconds - start.nanoseconds)
  }

  /// Records whether everything that was written to the client has been accepted.
  func setDrained(_ isDrained: Bool) {
    guard let subscriber else { return }
    registry.delivery.setDrained(isDrained && !isWaitingToCatchUp, subscriber)
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
    // About a kilobyte, and the same for each pattern.
    registry.log.memory.freed += (1 + patternCount) << 10
    endSubscription()
    if let session { registry.sessions.end(session) }
  }

  // MARK: Handing over

  /// Whether all of its requests are answered.
  var isAtRest: Bool {
    inProgress.count == 0 && subscribes.isEmpty && session?.isAtRest ?? true
  }

  /// What the next process has to know about it.
  func handOver() -> HandedConnection {
    var state = HandedConnection()
    state.socket = caller.socket
    state.subscription = subscriber.flatMap(registry.delivery.handOver)
    state.session = session?.handOver()
    return state
  }

  /// Takes over what a client of another process has: first its session, then its subscription. Then it
  /// calls `done`, possibly before this returns.
  ///
  /// - Throws: `RequestError` -32004 if there are too many sessions.
  func goOn(
    with state: HandedConnection, _ output: any SubscriberOutput,
    _ done: @escaping @LoopActor () -> Void
  ) throws(RequestError) {
    guard let session = try restoredSession(state, output) else {
      return goOn(with: state.subscription, output, done)
    }
    // First, because the client may read what it reads because it has logged in.
    try session.session.restore(session.state) { [self] in
      goOn(with: state.subscription, output) {
        session.session.endRestoring()
        done()
      }
    }
  }

  private func restoredSession(
    _ state: HandedConnection, _ output: any SubscriberOutput
  ) throws(RequestError) -> (session: Session, state: HandedSession)? {
    guard let handed = state.session else { return nil }
    try beginSession(output)
    return session.map { ($0, handed) }
  }

  private func goOn(
    with handed: HandedSubscription?, _ output: any SubscriberOutput,
    _ done: @escaping @LoopActor () -> Void
  ) {
    guard let handed else { return done() }
    let before = rights
    registry.scenes.whenReady(Selection(handed.patterns, before)) { [self] in
      guard !output.hasEnded else { return }
      guard rights == before else { return goOn(with: handed, output, done) }
      registry.log.endTurn()
      let isKnown = registry.log.settle(handed.patterns, rights)
      registry.delivery.goOn(
        subscriber(to: output), handed, rights,
        isKnown: isKnown && handed.rights == rights?.fingerprint)
      done()
      output.requestFlush()
    }
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
      let selection = Selection(subscriber.patterns, current)
      registry.log.forgetValues(in: selection)
      registry.scenes.whenReady(selection) {}
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
  func admit(_ set: SetLine) throws(RequestError) {
    followRules()
    if let rights { try rights.check(.set, at: set.box) }
  }

  /// Connections are notified when rules change, but not those that are closed.
  private func followRules() {
    if rules != registry.rules { updateRights() }
  }

  // MARK: Session

  /// Makes the client's session, if this daemon has sessions.
  ///
  /// - Throws: `RequestError` -32004 if there are too many.
  func beginSession(_ output: any SubscriberOutput) throws(RequestError) {
    session = try registry.sessions.make(registry, for: caller, subscriber(to: output))
    session?.loginChanged = { [unowned self] login in
      caller.login = login
      if login == nil, caller.behind != nil { forwardingEnded?() } else { updateRights() }
    }
    session?.moved = { [unowned self] name in
      let before = caller.user
      caller.behind = name
      userChanged?(before)
    }
    // By now its scenes can see who the client is.
    if let session { registry.sessions.begin(session) }
  }
}
