public import Loop
public import Wire

/// Holds a subscription to patterns of boxes, for as long as it is wanted, over as many
/// connections as that takes; ends on ``cancel()`` or release.
///
/// It feeds ``mirror`` and tells its observer what really changed. A connection that is lost is
/// made anew after a pause, and the subscription goes on from where it was, if the daemon still
/// knows what happened since; otherwise it is sent everything anew.
@LoopActor
public final class Subscription {
  /// Obtains a connection. It is told why the last one was lost, nil at first, so that it may start
  /// a daemon, or not.
  public typealias Connector = @LoopActor (_ previous: Loss?) async throws -> Connection

  public let patterns: [Pattern]
  public let mode: Subscribe.Mode
  /// At least so many milliseconds lie between two changes, 0 to 60,000.
  public let interval: Int
  /// The boxes that match the patterns.
  public private(set) var mirror: Mirror

  private let connector: Connector
  private let observer: @LoopActor (Event) -> Void
  private var pauses: Pauses
  private var previous: Loss?
  private var isPaused = false
  private var isCancelled = false
  private var connecting: Task<Void, Never>?
  private var connection: Connection?
  private var waiting: Timer?

  /// Begins to connect once the caller's turn is over.
  ///
  /// - Parameters:
  ///   - patterns: 1 to 64.
  ///   - interval: 0 to 60,000 milliseconds, and with ``Wire/Subscribe/Mode/every`` only 0, or the
  ///     daemon refuses.
  ///   - pauses: between attempts; they begin anew when a daemon has synchronised the mirror.
  public init(
    _ patterns: [Pattern], mode: Subscribe.Mode = .latest, interval: Int = 0,
    pauses: Pauses = .lostDaemon, connector: @escaping Connector,
    observer: @escaping @LoopActor (Event) -> Void
  ) {
    self.patterns = patterns
    self.mode = mode
    self.interval = interval
    mirror = Mirror(mode: mode)
    self.pauses = pauses
    self.connector = connector
    self.observer = observer
    connect()
  }

  isolated deinit {
    cancel()
  }

  /// Ends it at once. The observer is told nothing more.
  public func cancel() {
    isCancelled = true
    connecting?.cancel()
    connecting = nil
    connection?.close()
    connection = nil
    waiting = nil
  }

  /// Leaves unread what the daemon sends from now on, so that it must keep it. Lines that were read
  /// already are still told.
  public func pauseReading() {
    isPaused = true
    connection?.pauseReading()
  }

  public func resumeReading() {
    isPaused = false
    connection?.resumeReading()
  }

  private func connect() {
    let connector = self.connector
    let previous = self.previous
    let attempt: @LoopActor () async -> Void = { [weak self] in
      do {
        let connection = try await connector(previous)
        // Why it did not come is the connection's loss.
        _ = try? await connection.greeting()
        self?.adopt(connection)
      } catch {
        self?.postpone(.zero) { .unreachable(error, pause: $0) }
      }
    }
    connecting = Task(executorPreference: LoopActor.taskExecutor, operation: attempt)
  }

  private func adopt(_ connection: Connection) {
    guard !isCancelled else { return connection.close() }
    connecting = nil
    if let hello = connection.hello { receive(.hello(hello)) }
    guard !isCancelled else { return connection.close() }
    if let loss = connection.loss { return receive(.lost(loss)) }
    self.connection = connection
    connection.observer = { [weak self] in self?.receive($0) }
    if isPaused { connection.pauseReading() }
    let isSameRun = mirror.isSynced && mirror.epoch == connection.hello?.epoch
    subscribe(since: isSameRun ? mirror.position : nil)
  }

  private func subscribe(since position: Subscribe.Position?) {
    if position == nil { mirror.expectAnew() }
    let request = Subscribe(
      patterns: patterns, mode: mode == .latest ? nil : mode,
      interval: interval == 0 ? nil : interval, since: position)
    connection?.send(Subscribe.method, request.parameters) { [weak self] in
      self?.receive($0, to: request)
    }
  }

  /// Takes the answer to `subscribe`, which comes before all that is sent because of it.
  private func receive(_ answer: Result<JSONText, CallError>, to request: Subscribe) {
    switch answer {
    case .success(let result):
      if request.since != nil, result["resumed"]?.boolean != true { mirror.expectAnew() }
    case .failure(.refused(let error)):
      // Not every daemon can resume.
      let isOld = request.since != nil && error.fact == .member("since")
      if isOld { subscribe(since: nil) } else { refuse(error) }
    case .failure(.lost): break
    }
  }

  private func receive(_ event: Connection.Event) {
    switch event {
    case .hello(let hello): observer(.connected(hello))
    case .snapshot(let boxes): tell(mirror.apply(snapshot: boxes))
    case .change(let boxes): tell(mirror.apply(boxes))
    case .synced(let synced):
      pauses.reset()
      previous = nil
      let missed = missed(until: synced)
      tell(mirror.apply(synced))
      if let missed, !isCancelled { observer(.missed(missed)) }
      if !isCancelled { observer(.synced(revision: synced.revision)) }
    case .gap: mirror.expectAnew()
    case .lost(let loss):
      connection = nil
      // Whoever meant to go is not called back because a half-made connection broke, too.
      if previous?.isIntended != true { previous = loss }
      postpone(loss.retryAfter) { .lost(loss, pause: $0) }
    }
  }

  /// - Parameter synced: not applied yet.
  private func missed(until synced: Synced) -> Missed? {
    guard mode == .every, !mirror.isSynced, let position = mirror.position else { return nil }
    guard position.epoch == synced.epoch else { return Missed(after: position.revision, upTo: nil) }
    guard position.revision < synced.revision else { return nil }
    return Missed(after: position.revision, upTo: synced.revision)
  }

  private func tell(_ boxes: Boxes) {
    if !boxes.isEmpty { observer(.changed(boxes)) }
  }

  private func postpone(_ least: Duration, _ event: (Duration?) -> Event) {
    guard !isCancelled else { return }
    connecting = nil
    let pause = pauses.next(atLeast: least)
    if let pause { waiting = Timer(after: pause) { [weak self] in self?.connect() } }
    observer(event(pause))
  }

  private func refuse(_ error: RequestError) {
    cancel()
    observer(.refused(error))
  }
}
