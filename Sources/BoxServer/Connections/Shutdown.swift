internal import BoxWire
internal import UVLoop

/// The shutdown of a listener, in order: started requests are answered, all clients are sent `bye`,
/// everything is flushed; all within a time limit.
@LoopActor
final class Shutdown {
  private enum Stage {
    case answering
    case closing
    case done
  }

  private let registry: Registry
  private let connections: @LoopActor () -> [ClientConnection]
  private let isEmpty: @LoopActor () -> Bool
  private let done: @LoopActor () -> Void
  private var stage = Stage.answering
  private var deadline: Timer?

  init(
    registry: Registry, connections: @escaping @LoopActor () -> [ClientConnection],
    isEmpty: @escaping @LoopActor () -> Bool, done: @escaping @LoopActor () -> Void
  ) {
    self.registry = registry
    self.connections = connections
    self.isEmpty = isEmpty
    self.done = done
  }

  func begin(within limit: Duration) {
    deadline = Timer(after: limit) { [weak self] in self?.expire() }
  }

  /// To be called when something was answered, sent or closed.
  func advance() {
    if stage == .answering, registry.tasks.isIdle { sayGoodbye() }
    if stage == .closing, isEmpty() { finish() }
  }

  private func sayGoodbye() {
    stage = .closing
    registry.log.endTurn()
    // Answers first: a line for all goes only to clients for which nothing else waits.
    for connection in connections() { connection.flush() }
    registry.delivery.flush()
    let bye = Bye(.shutdown, retryAfter: ServerLimits.retryAfterShutdown)
    for connection in connections() { connection.end(with: bye) }
  }

  private func expire() {
    if stage == .answering { sayGoodbye() }
    for connection in connections() { connection.abort() }
    finish()
  }

  private func finish() {
    guard stage != .done else { return }
    stage = .done
    deadline = nil
    done()
  }
}
