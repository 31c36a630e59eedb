package import BoxWire
package import UVLoop

/// Follows the route of a session over one connection: holds the boxes of the scene that is shown,
/// and no others.
@LoopActor
package final class SceneFollower<Connector: SessionConnector> {
  package typealias Failure = Connector.Failure

  /// Called when the shown scene has changed; its state is complete.
  package var changed: (@LoopActor () -> Void)?
  /// Called when the connection is lost, and after each attempt to restore it that failed, with the
  /// pause before the next attempt. The next connection is a new session.
  package var interrupted: (@LoopActor (_ pause: Duration) -> Void)?
  /// Called once when following has failed.
  package var failed: (@LoopActor (Failure) -> Void)?
  /// Returns patterns of boxes that a client needs besides those of the scene that is shown.
  package var besides: @LoopActor (SessionRoute.Entry, Mirror) -> [Pattern] = { _, _ in [] }
  /// Whether the scene with which the route starts is followed, too, while another one is shown.
  package var followsStart = false { didSet { if followsStart != oldValue { follow() } } }
  /// nil until the first complete state.
  package private(set) var shown: ShownScene?
  /// The scene with which the route starts, if it is followed; nil while it is the one that is shown.
  package private(set) var first: ShownScene?

  private let connector: Connector
  private let reconnects: Bool
  package private(set) var connection: Connection?
  private var mirror = Mirror()
  /// The patterns of the connection.
  private var held: [Pattern] = []
  /// What the daemon refused to send, and why.
  private var refusal: (patterns: [Pattern], error: RequestError)?
  /// The descriptions of the scenes that are followed, with what they describe.
  private var described: [(entry: SessionRoute.Entry?, description: SceneDescription)] = []
  private var settling: Task<Void, Never>?
  private var outcome: Result<Void, Failure> = .success(())
  private var reconnecting: Task<Void, Never>?

  /// - Parameter reconnects: whether to begin a new session when the connection is lost.
  package init(_ connector: Connector, reconnects: Bool) {
    self.connector = connector
    self.reconnects = reconnects
  }

  /// Connects, and returns once ``shown`` is complete.
  package func start() async throws(Failure) {
    try await open(after: nil)
  }

  /// Calls an intent, and returns once its effect is in ``shown``, also after a refusal.
  package func call(_ method: String, _ parameters: Parameters) async throws(Failure) -> JSONText {
    guard let connection else { throw .notSent(.closed) }
    let answer: JSONText
    do throws(Failure) {
      answer = try await connector.perform(method, parameters, over: connection)
    } catch {
      if connection.disconnection == nil { try await settle() } else { noticeClosing() }
      throw error
    }
    // A client that holds no boxes but those of its session gets no `gap`.
    if Self.changeRights.contains(method) { described = [] }
    try await settle()
    return answer
  }

  /// The intents that change what the client may do.
  private static var changeRights: Set<String> { ["session.login", "session.logout"] }

  // MARK: The connection

  private func open(after previous: Disconnection?) async throws(Failure) {
    let connection = try await connector.connect(after: previous)
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    self.connection = connection
    mirror = Mirror()
    held = []
    described = []
    connection.observer = { [weak self] in self?.receive($0) }
    try await settle()
  }

  private func receive(_ event: Connection.Event) {
    switch event {
    case .hello: return
    case .snapshot(let boxes): _ = mirror.apply(snapshot: boxes)
    case .change(let boxes): _ = mirror.apply(boxes)
    case .synced(let synced): _ = mirror.apply(synced)
    case .gap:
      mirror.expectAnew()
      // Its rights may have changed, and with them what can be done.
      described = []
    case .lost(let disconnection): return lose(disconnection)
    }
    follow()
  }

  /// Shows what has changed, or requests what is missing for that.
  private func follow() {
    guard settling == nil, mirror.isSynced else { return }
    if isSettled { show() } else { beginToSettle() }
  }

  private func lose(_ disconnection: Disconnection) {
    guard reconnects else {
      failed?(.connectionLost(disconnection))
      return
    }
    guard reconnecting == nil else { return }
    reconnecting = LoopActor.task { [weak self] in
      await self?.reconnect(after: disconnection)
      self?.reconnecting = nil
    }
  }

  private func reconnect(after disconnection: Disconnection) async {
    var disconnection = disconnection
    var backoff = Backoff.lostDaemon
    while let pause = backoff.next(atLeast: disconnection.retryAfter) {
      interrupted?(pause)
      await Pause.wait(for: pause)
      do throws(Failure) {
        try await open(after: disconnection)
        if connection?.disconnection == nil { return }
      } catch {
        if error.isFinal {
          failed?(error)
          return
        }
      }
      // It may be lost again, even right behind the last answer.
      disconnection = connection?.disconnection ?? disconnection
    }
  }

  /// A connection that was closed here, because an answer was late, is not reported as lost.
  private func noticeClosing() {
    if reconnects, shown != nil, connection?.disconnection == .closed { lose(.closed) }
  }

  // MARK: Settling

  /// The patterns that the connection should have.
  private var wanted: [Pattern] {
    entries.compactMap(\.self).reduce(into: [SessionRoute.pattern]) { patterns, entry in
      patterns += (entry.patterns + besides(entry, mirror)).without(patterns)
    }
  }

  private var route: SessionRoute? { mirror[SessionRoute.pattern.text].map { SessionRoute($0) } }

  /// What is followed: the scene that is shown, and perhaps that with which the route starts.
  private var entries: [SessionRoute.Entry?] {
    let shown = route?.shown
    guard followsStart, let first = route?.stack.first, first != shown else { return [shown] }
    return [shown, first]
  }

  /// Whether nothing is missing for a complete state of the scene.
  private var isSettled: Bool {
    let wanted = wanted
    return mirror.isSynced && entries.allSatisfy(describes) && held.without(wanted).isEmpty
      && (wanted.without(held).isEmpty || refusal?.patterns == wanted)
  }

  private func describes(_ entry: SessionRoute.Entry?) -> Bool {
    described.contains { $0.entry == entry }
  }

  /// Returns once the shown scene is complete, and up to date with all that has arrived.
  private func settle() async throws(Failure) {
    if settling == nil {
      guard !isSettled else { return }
      beginToSettle()
    }
    while let settling { await settling.value }
    try outcome.get()
  }

  private func beginToSettle() {
    settling = LoopActor.task { [weak self] in
      guard let self else { return }
      do throws(Failure) {
        repeat { try await requestMissing() } while !isSettled
        outcome = .success(())
        settling = nil
        show()
      } catch {
        outcome = .failure(error)
        settling = nil
        // A lost connection is reported by itself.
        if connection?.disconnection == nil { failed?(error) } else { noticeClosing() }
      }
    }
  }

  private func show() {
    let scenes = entries.map(scene)
    guard let shown = scenes[0] else { return }
    (self.shown, first) = (shown, scenes.count > 1 ? scenes[1] : nil)
    changed?()
  }

  /// The state of a scene; nil until it is described.
  private func scene(_ entry: SessionRoute.Entry?) -> ShownScene? {
    described.first { $0.entry == entry }.map {
      ShownScene(
        entry: entry, mirror: mirror, description: $0.description, refusal: refusal?.error)
    }
  }

  /// Requests in one write what is missing, and waits until it has arrived.
  private func requestMissing() async throws(Failure) {
    guard let connection else { return }
    let (entries, wanted) = (entries, wanted)
    if refusal?.patterns != wanted { refusal = nil }
    let (old, new) = (held.without(wanted), refusal == nil ? wanted.without(held) : [])
    held = held.without(old)
    var requests: [SessionRequest] = []
    if !old.isEmpty { requests.append(unsubscribe(from: old, keeping: held)) }
    if !new.isEmpty { requests.append(subscribe(to: new, of: wanted)) }
    if route != nil {
      described.removeAll { !entries.contains($0.entry) }
      requests += entries.filter { !describes($0) }.map { discover($0, of: wanted) }
    }
    if !new.isEmpty || requests.isEmpty {
      // Everything up to now arrives before its answer.
      requests.append(
        SessionRequest(method: Ping.method, parameters: Ping().parameters) {
          outcome throws(CallError) in _ = try outcome.get()
        })
    }
    try await connector.request(requests, over: connection)
    if mirror.isSynced, mirror[SessionRoute.pattern.text] == nil { throw .noSession }
  }

  private func unsubscribe(from old: [Pattern], keeping rest: [Pattern]) -> SessionRequest {
    SessionRequest(method: Unsubscribe.method, parameters: Unsubscribe(patterns: old).parameters) {
      [weak self] outcome throws(CallError) in
      _ = try outcome.get()
      self?.mirror.removeAll(except: rest)
    }
  }

  private func subscribe(to new: [Pattern], of wanted: [Pattern]) -> SessionRequest {
    SessionRequest(method: Subscribe.method, parameters: Subscribe(patterns: new).parameters) {
      [weak self] outcome throws(CallError) in
      guard case .failure(.refused(let error)) = outcome, !new.contains(SessionRoute.pattern) else {
        _ = try outcome.get()
        self?.held += new
        return
      }
      self?.refusal = (wanted, error)
    }
  }

  private func discover(_ entry: SessionRoute.Entry?, of wanted: [Pattern]) -> SessionRequest {
    let patterns = SceneDescription.patterns(of: entry)
    let parameters = Discover(patterns: patterns).parameters
    return SessionRequest(method: Discover.method, parameters: parameters) {
      [weak self] outcome throws(CallError) in
      var document = JSONText(members: [])
      if case .failure(.refused(let error)) = outcome {
        // The scene can be shown without it.
        self?.refusal = self?.refusal ?? (wanted, error)
      } else {
        document = try outcome.get()
      }
      self?.described.append((entry, SceneDescription(document, of: entry)))
    }
  }
}
