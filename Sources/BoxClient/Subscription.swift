public import BoxWire
public import UVLoop

/// A subscription to patterns of boxes, as an asynchronous sequence of its events. It spans as many
/// connections as necessary.
///
/// ```swift
/// for try await event in subscription {
///   if case .changed(let boxes) = event { print(boxes.json) }
/// }
/// ```
///
/// Each event is what actually changed, and ``mirror`` is the resulting state. A lost connection is
/// restored after a pause. The subscription resumes if the daemon still knows the changes since
/// then; otherwise the daemon sends everything again.
///
/// The subscription works only while an event is awaited; awaiting the first one connects. While
/// the program handles an event, the following ones stay with the daemon, which then sends only the
/// newest values, or in mode `every` keeps all of them as long as it can. At most two reads of 64
/// KiB and an incomplete line are held here, and all that a daemon sent before it exited.
///
/// It has one consumer at a time; when a loop exits early, another one may continue where it
/// stopped. It ends, and closes its connection, on ``cancel()``, when the task that waits for an
/// event is cancelled, or on release.
@LoopActor
public final class Subscription {
  /// Makes a connection. The parameter is the reason why the last one was lost, nil at first; it
  /// decides whether the connector may start a daemon.
  public typealias Connector = @LoopActor (_ previous: Disconnection?) async throws -> Connection

  public let patterns: [Pattern]
  public let mode: Subscribe.Mode
  /// Minimum time between two changes, in whole milliseconds, up to a minute.
  public let interval: Duration
  /// The boxes that match the patterns, as the last event left them.
  public private(set) var mirror: Mirror

  /// What the program asked to continue from.
  private let since: Subscribe.Position?
  /// How many revisions to begin with.
  private let replay: Int?
  private let connector: Connector
  private var backoff: Backoff
  private var previous: Disconnection?
  private var connecting: Task<Void, Never>?
  private var connection: Connection?
  /// The time of the next attempt to connect; nil for at once.
  private var retry: MonotonicTime?
  private var waiting: Timer?

  /// The events of the last line that the consumer has not yet taken.
  private var events: [Event] = []
  private var consumer: CheckedContinuation<Void, Never>?
  private var isAwaited = false
  private var isOver = false
  /// Why it ended; nil once this is thrown.
  private var failure: SubscriptionError?

  /// - Parameters:
  ///   - patterns: 1 to 64, unless the daemon is configured otherwise.
  ///   - interval: whole milliseconds, up to a minute; the daemon refuses all but zero with
  ///     ``BoxWire/Subscribe/Mode/every``.
  ///   - since: the state that the program already has; nil to begin with a snapshot.
  ///   - replay: how many of the last revisions of the boxes to begin with, only with
  ///     ``BoxWire/Subscribe/Mode/every`` and without `since`; nil to begin with a snapshot.
  ///   - backoff: the pauses between attempts; they start again when the mirror is synchronized.
  public nonisolated init(
    _ patterns: [Pattern], mode: Subscribe.Mode = .latest, interval: Duration = .zero,
    since: Subscribe.Position? = nil, replay: Int? = nil, backoff: Backoff = .lostDaemon,
    connector: @escaping Connector
  ) {
    self.patterns = patterns
    self.mode = mode
    self.interval = interval
    self.since = since
    self.replay = replay
    mirror = Mirror(mode: mode, since: since, isReplay: replay != nil)
    self.backoff = backoff
    self.connector = connector
  }

  isolated deinit {
    cancel()
  }

  /// Ends it at once: a consumer that waits for an event gets nil.
  public func cancel() {
    end(nil)
    events = []
  }

  /// Waits for the next event.
  ///
  /// - Returns: nil once the subscription has ended, as when the task is cancelled.
  /// - Throws: the reason why it ended, once.
  /// - Precondition: no other consumer waits for an event, unless it has ended.
  public func next() async throws(SubscriptionError) -> Event? {
    precondition(!isAwaited || isOver, "a subscription has one consumer at a time")
    if Task.isCancelled { cancel() }
    if events.isEmpty { proceed() }
    if !isReady { await readiness() }
    if !events.isEmpty { return events.removeFirst() }
    if let failure {
      self.failure = nil
      throw failure
    }
    return nil
  }

  /// Waits until the mirror is exactly the daemon's state again.
  func nextState() async throws(SubscriptionError) -> Mirror? {
    while let event = try await next() {
      switch event {
      case .changed where mirror.isSynced && events.isEmpty, .synced: return mirror
      default: continue
      }
    }
    return nil
  }

  private var isReady: Bool { !events.isEmpty || isOver }

  private func readiness() async {
    isAwaited = true
    defer { isAwaited = false }
    await withTaskCancellationHandler {
      // Checked inside: the loop may run something else before the body.
      await withCheckedContinuation { continuation in
        if isReady { continuation.resume() } else { consumer = continuation }
      }
    } onCancel: {
      LoopActor.task { self.cancel() }
    }
  }

  private func emit(_ event: Event) {
    events.append(event)
    connection?.pauseReading()
    wakeConsumer()
  }

  private func end(_ failure: SubscriptionError?) {
    guard !isOver else { return }
    isOver = true
    self.failure = failure
    connecting?.cancel()
    connecting = nil
    connection?.close()
    connection = nil
    waiting = nil
    wakeConsumer()
  }

  private func wakeConsumer() {
    consumer?.resume()
    consumer = nil
  }

  // MARK: Connections

  /// Starts what leads to the next event, unless that is already in progress.
  private func proceed() {
    guard !isOver, connecting == nil, waiting == nil else { return }
    if let connection { return connection.resumeReading() }
    let pause = retry.map { MonotonicTime.now.duration(to: $0) } ?? .zero
    guard pause > .zero else { return connect() }
    waiting = Timer(after: pause) { [weak self] in
      self?.waiting = nil
      self?.connect()
    }
  }

  private func connect() {
    let connector = self.connector
    let previous = self.previous
    connecting = LoopActor.task { [weak self] in
      do {
        let connection = try await connector(previous)
        // On failure, the connection's `disconnection` says why.
        _ = try? await connection.greeting()
        self?.adopt(connection)
      } catch {
        self?.miss(error)
      }
    }
  }

  private func adopt(_ connection: Connection) {
    guard !isOver else { return connection.close() }
    connecting = nil
    if let hello = connection.hello { emit(.connected(hello)) }
    if let disconnection = connection.disconnection { return lose(disconnection) }
    self.connection = connection
    connection.observer = { [weak self] in self?.receive($0) }
    connection.pauseReading()
    let isSameRun = mirror.isSynced && mirror.epoch == connection.hello?.epoch
    subscribe(since: isSameRun ? mirror.position : nil)
  }

  private func lose(_ disconnection: Disconnection) {
    connection = nil
    // If a daemon ended on purpose, a failed attempt to connect after that must not restart it.
    if previous?.isIntended != true { previous = disconnection }
    guard let pause = pause(atLeast: disconnection.retryAfter) else {
      return end(.lost(disconnection))
    }
    emit(.lost(disconnection, pause: pause))
  }

  private func miss(_ error: any Error) {
    guard !isOver else { return }
    connecting = nil
    guard let pause = pause(atLeast: .zero) else { return end(.unreachable(error)) }
    emit(.unreachable(error, pause: pause))
  }

  /// The pause before the next attempt, which starts now; nil when there are none left.
  private func pause(atLeast least: Duration) -> Duration? {
    let pause = backoff.next(atLeast: least)
    retry = pause.map { .now + $0 }
    return pause
  }

  // MARK: Lines

  private func subscribe(since position: Subscribe.Position?) {
    let replay = mirror.position == nil ? replay : nil
    if position == nil, replay == nil { mirror.expectAnew() }
    let request = Subscribe(
      patterns: patterns, mode: mode == .latest ? nil : mode,
      interval: interval == .zero ? nil : interval, since: position, replay: replay)
    connection?.send(Subscribe.method, request.parameters) { [weak self] in
      self?.receive($0, to: request)
    }
  }

  /// Handles the answer to `subscribe`, which arrives before all lines that follow from it.
  private func receive(_ answer: Result<JSONText, CallError>, to request: Subscribe) {
    switch answer {
    case .success(let result):
      if request.since != nil, result["resumed"]?.boolean != true { mirror.expectAnew() }
    case .failure(.refused(let error)):
      // Not every daemon can resume.
      let isOld = request.since != nil && error.fact == .member("since")
      if isOld { subscribe(since: nil) } else { end(.refused(error)) }
    case .failure(.lost), .failure(.cancelled): break
    }
  }

  private func receive(_ event: Connection.Event) {
    switch event {
    case .hello(let hello): emit(.connected(hello))
    case .snapshot(let boxes): emit(mirror.apply(snapshot: boxes))
    case .change(let boxes): emit(mirror.apply(boxes))
    case .synced(let synced): synchronise(synced)
    case .gap: mirror.expectAnew()
    case .lost(let disconnection): lose(disconnection)
    }
  }

  private func synchronise(_ synced: Synced) {
    backoff.reset()
    previous = nil
    let missed = missed(until: synced)
    emit(mirror.apply(synced))
    if let missed { emit(.missed(missed)) }
    emit(.synced(revision: synced.revision))
  }

  /// - Parameter synced: not applied yet.
  private func missed(until synced: Synced) -> Missed? {
    guard !mirror.isSynced, let position = mirror.position else { return nil }
    // In mode `latest`, only what the program asked for is promised.
    guard mode == .every || position == since else { return nil }
    guard position.epoch == synced.epoch else { return Missed(after: position.revision, upTo: nil) }
    // A revision of the future is none of this run.
    guard position.revision < synced.revision || position == since else { return nil }
    return Missed(after: position.revision, upTo: synced.revision)
  }

  private func emit(_ boxes: BoxValues) {
    if !boxes.isEmpty { emit(.changed(boxes)) }
  }
}
