internal import Client
internal import Loop
internal import Wire

/// Carries out `subscribe`: brings subscription, view and output together until one of them ends.
@LoopActor
final class SubscriptionRun {
  private let session: Session
  private let view: any SubscriptionView
  private let once: Bool
  private var subscription: Subscription?
  private var wasConnected = false
  /// Why the connection was lost, which was told; nil once it is regained.
  private var loss: Loss?
  private var outcome: Result<Void, Failure>?
  private var waiting: CheckedContinuation<Void, Never>?

  /// When the state is wanted once, a daemon that keeps going away is tried for so long.
  private static let patience = Pauses(
    first: .milliseconds(50), longest: .seconds(1), total: .seconds(10))

  /// - Parameters:
  ///   - interval: in milliseconds, as the protocol allows it.
  ///   - once: whether it ends when the present state is shown.
  init(
    _ patterns: [Pattern], mode: Subscribe.Mode, interval: Int, of session: Session,
    in view: any SubscriptionView, once: Bool
  ) {
    self.session = session
    self.view = view
    self.once = once
    let finder = session.finder
    subscription = Subscription(
      patterns, mode: mode, interval: interval, pauses: once ? Self.patience : .lostDaemon,
      connector: { try await finder.connect(after: $0) },
      observer: { [unowned self] in receive($0) })
    session.output.observer = { [unowned self] in receive($0) }
  }

  /// Returns when it is over.
  ///
  /// - Throws: what ended it, other than that the state was to be shown once.
  func end() async throws(Failure) {
    // Looked at inside: the task may be put back into the loop's queue before the body runs.
    await withCheckedContinuation { continuation in
      if outcome == nil { waiting = continuation } else { continuation.resume() }
    }
    try outcome?.get()
  }

  /// Ends it at once; nothing when it is over already.
  func finish(_ outcome: Result<Void, Failure>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    subscription?.cancel()
    view.end()
    waiting?.resume()
  }

  private func receive(_ event: Subscription.Event) {
    guard let mirror = subscription?.mirror else { return }
    switch event {
    case .connected: wasConnected = true
    case .changed(let boxes):
      view.change(boxes, mirror)
      if session.output.isBlocked { subscription?.pauseReading() }
    case .missed(let missed): StandardError.say(missed.sentence)
    case .synced:
      loss = nil
      view.sync(mirror)
      if session.output.isBlocked { subscription?.pauseReading() }
      if once { finish(.success(())) }
    case .lost(.otherVersion(let version), _): finish(.failure(.unusable(.otherVersion(version))))
    case .lost(let loss, let pause): lose(loss, isFinal: pause == nil)
    case .unreachable(let error, let pause): miss(error, isFinal: pause == nil)
    case .refused(let error): finish(.failure(.refused(error)))
    }
  }

  private func receive(_ event: Output.Event) {
    switch event {
    case .drained: subscription?.resumeReading()
    case .ended(let failure): finish(.failure(failure))
    }
  }

  private func lose(_ loss: Loss, isFinal: Bool) {
    if isFinal { return finish(.failure(.lost(loss))) }
    guard self.loss == nil else { return }
    self.loss = loss
    if let mirror = subscription?.mirror { view.lose(mirror) }
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
    case .unusable, .noDaemon: true
    default: false
    }
  }
}
