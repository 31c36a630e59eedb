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
  package var besides: @LoopActor (Route.Entry, Mirror) -> [Pattern] = { _, _ in [] }
  /// nil until the first complete state.
  package private(set) var shown: ShownScene?

  private let connector: Connector
  private let reconnects: Bool
  package private(set) var connection: Connection?
  private var mirror = Mirror()
  /// The patterns of the connection.
  private var held: [Pattern] = []
  /// What the daemon refused to send, and why.
  private var refusal: (patterns: [Pattern], error: RequestError)?
  /// The last description, and what it describes.
  private var described: (entry: Route.Entry?, description: SceneDescription)?
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
      answer = try await connector.request(method, parameters, over: connection)
    } catch {
      if connection.disconnection == nil { try await settle() } else { noticeClosing() }
      throw error
    }
    // It may have changed what can be done.
    described = nil
    try await settle()
    return answer
  }

  // MARK: The connection

  private func open(after previous: Disconnection?) async throws(Failure) {
    let connection = try await connector.connect(after: previous)
    if let disconnection = connection.disconnection { throw .notSent(disconnection) }
    self.connection = connection
    mirror = Mirror()
    held = []
    described = nil
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
      described = nil
    case .lost(let disconnection): return lose(disconnection)
    }
    guard settling == nil, mirror.isSynced else { return }
    guard entry == shown?.entry, described != nil else { return beginToSettle() }
    shown?.mirror = mirror
    changed?()
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
    guard let entry else { return [Route.pattern] }
    let boxes = (entry.patterns + besides(entry, mirror)).without([Route.pattern])
    return [Route.pattern] + boxes
  }

  private var entry: Route.Entry? {
    mirror[Route.pattern.text].flatMap { Route($0).shown }
  }

  /// Returns once the shown scene is complete, and up to date with all that the daemon has done.
  private func settle() async throws(Failure) {
    if settling == nil { beginToSettle() }
    while let settling { await settling.value }
    try outcome.get()
  }

  private func beginToSettle() {
    settling = LoopActor.task { [weak self] in
      guard let self else { return }
      do throws(Failure) {
        try await reachComplete()
        outcome = .success(())
        settling = nil
        changed?()
      } catch {
        outcome = .failure(error)
        settling = nil
        // A lost connection is reported by itself.
        if connection?.disconnection == nil { failed?(error) } else { noticeClosing() }
      }
    }
  }

  private func reachComplete() async throws(Failure) {
    guard let connection else { return }
    while true {
      let (entry, wanted) = (entry, wanted)
      try await hold(wanted, connection)
      // Everything up to now has arrived before its answer.
      _ = try await connector.request(Ping.method, Ping().parameters, over: connection)
      guard entry == self.entry, wanted == self.wanted, mirror.isSynced else { continue }
      guard mirror[Route.pattern.text] != nil else { throw .noSession }
      if described == nil, entry == shown?.entry {
        // What can be done now takes longer to find out.
        shown?.mirror = mirror
        changed?()
      }
      let description = try await describe(entry, connection)
      guard entry == self.entry, mirror.isSynced, described != nil else { continue }
      shown = ShownScene(
        entry: entry, mirror: mirror, description: description, refusal: refusal?.error)
      return
    }
  }

  /// Makes these the patterns of the connection.
  private func hold(_ wanted: [Pattern], _ connection: Connection) async throws(Failure) {
    let (old, new) = (held.without(wanted), wanted.without(held))
    if refusal?.patterns != wanted { refusal = nil }
    if !old.isEmpty {
      held = held.without(old)
      _ = try await connector.request(
        Unsubscribe.method, Unsubscribe(patterns: old).parameters, over: connection)
      mirror.keep(only: wanted)
    }
    guard !new.isEmpty, refusal == nil else { return }
    do throws(Failure) {
      _ = try await connector.request(
        Subscribe.method, Subscribe(patterns: new).parameters, over: connection)
      held += new
    } catch {
      guard let refused = error.refusal else { throw error }
      refusal = (wanted, refused)
    }
  }

  private func describe(
    _ entry: Route.Entry?, _ connection: Connection
  ) async throws(Failure) -> SceneDescription {
    if let described, described.entry == entry { return described.description }
    let request = Discover(patterns: SceneDescription.patterns(of: entry))
    var document = JSONText(members: [])
    do throws(Failure) {
      document = try await connector.request(
        Discover.method, request.parameters, over: connection)
    } catch {
      // The scene can be shown without it.
      guard let refused = error.refusal else { throw error }
      refusal = refusal ?? (held, refused)
    }
    let description = SceneDescription(document, of: entry)
    described = (entry, description)
    return description
  }
}
