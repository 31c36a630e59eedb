internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// Connects a subscription, a view and the output until one of them ends.
@LoopActor
final class SubscriptionRun {
  private let context: CommandContext
  private let view: any SubscriptionView
  private let once: Bool
  private let warnsAboutMissing: Bool
  private let subscription: Subscription
  private var wasConnected = false
  private var isConnected = false
  /// The reported reason why the connection was lost; nil while it is up.
  private var disconnection: Disconnection?
  private var outcome: Result<Void, Failure>?
  private var draining: CheckedContinuation<Void, Never>?
  /// Warns about boxes that do not exist; nil before the first complete state.
  private var warning: Task<Void, Never>?

  /// How long a run that prints the state once retries while the daemon keeps closing the
  /// connection.
  private static let patience = Backoff(
    first: .milliseconds(50), longest: .seconds(1), total: .seconds(10))

  /// - Parameters:
  ///   - interval: minimum time between updates, in milliseconds.
  ///   - beginning: what is printed first.
  ///   - once: whether the run ends once the current state is shown.
  ///   - warnsAboutMissing: whether to warn about named boxes that do not exist. The client would
  ///     wait forever for a mistyped one.
  init(
    _ patterns: [Pattern], mode: Subscribe.Mode, interval: Duration,
    beginning: SubscriptionBeginning = .present, context: CommandContext,
    view: any SubscriptionView, once: Bool, warnsAboutMissing: Bool = false
  ) {
    self.context = context
    self.view = view
    self.once = once
    // Otherwise the current state is unknown.
    self.warnsAboutMissing = warnsAboutMissing && beginning == .present
    subscription = Subscription(
      patterns, mode: mode, interval: interval, since: beginning.since, replay: beginning.replay,
      backoff: once ? Self.patience : .lostDaemon,
      connector: { try await context.connect(after: $0) })
    context.output.observer = { [weak self] in self?.receive($0) }
  }

  /// Returns when the run has ended.
  ///
  /// - Throws: the failure that ended it.
  func run() async throws(Failure) {
    do throws(SubscriptionError) {
      while let event = try await next() {
        receive(event)
        if context.output.isBlocked { await drain() }
      }
    } catch {
      end(with: error)
    }
    try outcome?.get()
  }

  /// Waits for the next event: without a limit if the run follows changes, otherwise as long as for
  /// an answer. Connecting has its own limits.
  private func next() async throws(SubscriptionError) -> Subscription.Event? {
    guard once, isConnected else { return try await subscription.next() }
    let wait = context.wait(forAnswerTo: Subscribe.method) { [weak self] in
      guard let self else { return }
      finish(.failure(context.noAnswer(to: Subscribe.method)))
    }
    defer { wait.end() }
    return try await subscription.next()
  }

  /// Ends the run now, unless it has ended already.
  func finish(_ outcome: Result<Void, Failure>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    subscription.cancel()
    warning?.cancel()
    view.end()
    resumeReading()
  }

  /// Returns when the reader has read all output, or the run has ended. Until then no event is
  /// read, and later ones wait in the daemon.
  private func drain() async {
    // Checked inside: the loop may run something else before the body.
    await withCheckedContinuation { continuation in
      let isWanted = outcome == nil && context.output.isBlocked
      if isWanted { draining = continuation } else { continuation.resume() }
    }
  }

  private func resumeReading() {
    draining?.resume()
    draining = nil
  }

  private func receive(_ event: StandardOutput.Event) {
    switch event {
    case .drained: resumeReading()
    case .ended(let error): finish(.failure(.output(error)))
    }
  }

  private func receive(_ event: Subscription.Event) {
    let mirror = subscription.mirror
    switch event {
    case .connected(let hello):
      wasConnected = true
      isConnected = true
      view.greet(hello)
    case .changed(let boxes): view.change(boxes, mirror)
    case .missed(let missed): StandardError.report(missed.warning)
    case .synced:
      disconnection = nil
      view.sync(mirror)
      if warnsAboutMissing, warning == nil { warnAboutMissing(mirror) }
      if once { finish(.success(())) }
    case .lost(.otherVersion(let version), _):
      finish(.failure(.unconnected(.otherVersion(version))))
    case .lost(let disconnection, _): lose(disconnection)
    case .unreachable(let error, _): handle(error, isFinal: false)
    }
  }

  private func warnAboutMissing(_ mirror: Mirror) {
    let missing = subscription.patterns.compactMap(\.path).filter { mirror[$0.text] == nil }
    let context = self.context
    guard !once else {
      for path in missing { StandardError.report("there is no \(path.text.excerpt)") }
      return
    }
    warning = LoopActor.task {
      for path in missing where !Task.isCancelled {
        await context.warnAboutMissing(path.text, path)
      }
    }
  }

  private func end(with error: SubscriptionError) {
    switch error {
    case .refused(let error): finish(.failure(.refused(error, method: Subscribe.method)))
    case .lost(let disconnection): finish(.failure(.lost(disconnection)))
    case .unreachable(let error): handle(error, isFinal: true)
    }
  }

  private func lose(_ disconnection: Disconnection) {
    isConnected = false
    guard self.disconnection == nil else { return }
    self.disconnection = disconnection
    view.lose(subscription.mirror)
    if !view.showsConnectionLoss { StandardError.report("\(disconnection); trying again") }
  }

  /// Fails if no daemon was ever reached. A daemon that was reached may come back.
  private func handle(_ error: any Error, isFinal: Bool) {
    let failure = error as? Failure ?? .lost(.ended)
    guard wasConnected, let disconnection, !failure.isFinal else {
      return finish(.failure(failure))
    }
    if isFinal { finish(.failure(.lost(disconnection))) }
  }
}

extension Subscription.Missed {
  /// A warning for a user who sees only the values after these changes. It is unknown whether any
  /// of the changes concerned the boxes that are shown.
  fileprivate var warning: String {
    let changes =
      if let upTo {
        "changes between revision \(after) and \(upTo)"
      } else {
        "the daemon restarted: changes after revision \(after)"
      }
    return "\(changes) may have been missed; the newest values are shown"
  }
}
