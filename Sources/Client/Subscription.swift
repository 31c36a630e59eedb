public import Loop
public import Wire

/// Holds a subscription to patterns of boxes, for as long as it is wanted, over as many
/// connections as that takes; ends on ``cancel()`` or release.
///
/// It feeds ``mirror`` and tells its observer what really changed. A connection that is lost is
/// made anew after a pause.
@LoopActor
public final class Subscription {
  /// Obtains a connection. It is told why the last one was lost, nil at first, so that it may start
  /// a daemon, or not.
  public typealias Connector = @LoopActor (_ previous: Loss?) async throws -> Connection

  /// What became of the subscription.
  public enum Event {
    /// A daemon greeted.
    case connected(Hello)
    /// Boxes changed, or are there for the first time; never empty.
    case changed(Boxes)
    /// The mirror is exactly the daemon's state at this revision. Comes after each resynchronising.
    case synced(revision: Int)
    /// The connection was lost; a new one is tried for after the pause, never when that is nil.
    case lost(Loss, pause: Duration?)
    /// No connection could be obtained; it is tried again after the pause, never when that is nil.
    case unreachable(any Error, pause: Duration?)
    /// The daemon does not take the subscription. The last event.
    case refused(RequestError)
  }

  public let patterns: [Pattern]
  /// The boxes that match the patterns.
  public private(set) var mirror = Mirror()

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
  ///   - pauses: between attempts; they begin anew when a daemon has synchronised the mirror.
  public init(
    _ patterns: [Pattern], pauses: Pauses = .lostDaemon, connector: @escaping Connector,
    observer: @escaping @LoopActor (Event) -> Void
  ) {
    self.patterns = patterns
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
    mirror.expectAnew()
    connection.observer = { [weak self] in self?.receive($0) }
    if isPaused { connection.pauseReading() }
    connection.send(Subscribe.method, Subscribe(patterns: patterns).parameters) { [weak self] in
      if case .failure(.refused(let error)) = $0 { self?.refuse(error) }
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
      tell(mirror.apply(synced))
      if !isCancelled { observer(.synced(revision: synced.revision)) }
    case .gap: mirror.expectAnew()
    case .lost(let loss):
      connection = nil
      // Whoever meant to go is not called back because a half-made connection broke, too.
      if previous?.isIntended != true { previous = loss }
      postpone(loss.retryAfter) { .lost(loss, pause: $0) }
    }
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
