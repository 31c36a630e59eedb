internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

/// Carries out `subscribe`: brings subscription, view and output together until one of them ends.
@LoopActor
final class SubscriptionRun {
  private let session: Session
  private let view: any SubscriptionView
  private let once: Bool
  private let tellsAbsence: Bool
  private let subscription: Subscription
  private var wasConnected = false
  /// Why the connection was lost, which was told; nil once it is regained.
  private var loss: Disconnection?
  private var outcome: Result<Void, Failure>?
  private var draining: CheckedContinuation<Void, Never>?
  /// Tells of boxes that are not there; nil as long as it need not.
  private var telling: Task<Void, Never>?

  /// When the state is wanted once, a daemon that keeps going away is tried for so long.
  private static let patience = Backoff(
    first: .milliseconds(50), longest: .seconds(1), total: .seconds(10))

  /// - Parameters:
  ///   - interval: in milliseconds, as the protocol allows it.
  ///   - once: whether it ends when the present state is shown.
  ///   - tellsAbsence: whether it says that boxes which are named are not there, as a mistyped one
  ///     would be waited for in vain.
  init(
    _ patterns: [Pattern], mode: Subscribe.Mode, interval: Int, of session: Session,
    in view: any SubscriptionView, once: Bool, tellsAbsence: Bool = false
  ) {
    self.session = session
    self.view = view
    self.once = once
    self.tellsAbsence = tellsAbsence
    let finder = session.finder
    subscription = Subscription(
      patterns, mode: mode, interval: interval, backoff: once ? Self.patience : .lostDaemon,
      connector: { try await finder.connect(after: $0) })
    session.output.observer = { [weak self] in self?.receive($0) }
  }

  /// Returns when it is over.
  ///
  /// - Throws: what ended it, other than that the state was to be shown once.
  func end() async throws(Failure) {
    do throws(SubscriptionError) {
      while let event = try await subscription.next() {
        receive(event)
        if session.output.isBlocked { await drain() }
      }
    } catch {
      end(with: error)
    }
    try outcome?.get()
  }

  /// Ends it at once; nothing when it is over already.
  func finish(_ outcome: Result<Void, Failure>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    subscription.cancel()
    telling?.cancel()
    view.end()
    goOn()
  }

  /// Waits until the reader has taken what was written, or it is over. What follows is left with the
  /// daemon meanwhile.
  private func drain() async {
    // Looked at inside: the task may be put back into the loop's queue before the body runs.
    await withCheckedContinuation { continuation in
      let isWanted = outcome == nil && session.output.isBlocked
      if isWanted { draining = continuation } else { continuation.resume() }
    }
  }

  private func goOn() {
    draining?.resume()
    draining = nil
  }

  private func receive(_ event: StandardOutput.Event) {
    switch event {
    case .drained: goOn()
    case .ended(let error): finish(.failure(.output(error)))
    }
  }

  private func receive(_ event: Subscription.Event) {
    let mirror = subscription.mirror
    switch event {
    case .connected: wasConnected = true
    case .changed(let boxes): view.change(boxes, mirror)
    case .missed(let missed): StandardError.say(missed.sentence)
    case .synced:
      loss = nil
      view.sync(mirror)
      if tellsAbsence, telling == nil { tellAbsences(mirror) }
      if once { finish(.success(())) }
    case .lost(.otherVersion(let version), _):
      finish(.failure(.unconnected(.otherVersion(version))))
    case .lost(let loss, _): lose(loss)
    case .unreachable(let error, _): miss(error, isFinal: false)
    }
  }

  private func tellAbsences(_ mirror: Mirror) {
    let missing = subscription.patterns.compactMap(\.path).filter { mirror[$0.text] == nil }
    let session = self.session
    guard !once else {
      for path in missing { StandardError.say("there is no \(path)") }
      return
    }
    telling = LoopActor.task {
      for path in missing where !Task.isCancelled {
        await session.tellAbsence(of: path.text, path)
      }
    }
  }

  private func end(with error: SubscriptionError) {
    switch error {
    case .refused(let error): finish(.failure(.refused(error, method: Subscribe.method)))
    case .lost(let loss): finish(.failure(.lost(loss)))
    case .unreachable(let error): miss(error, isFinal: true)
    }
  }

  private func lose(_ loss: Disconnection) {
    guard self.loss == nil else { return }
    self.loss = loss
    view.lose(subscription.mirror)
    if !view.tellsLoss { StandardError.say("\(loss); trying again") }
  }

  /// Without a daemon at first there is nothing to wait for; one that was there may come back.
  private func miss(_ error: any Error, isFinal: Bool) {
    let failure = error as? Failure ?? .lost(.ended)
    guard wasConnected, let loss, !failure.isFinal else { return finish(.failure(failure)) }
    if isFinal { finish(.failure(.lost(loss))) }
  }
}

extension Failure {
  /// Whether waiting does not help: what listens is none of ours.
  fileprivate var isFinal: Bool {
    switch self {
    case .unconnected(.otherVersion), .unconnected(.noDaemon): true
    default: false
    }
  }
}
