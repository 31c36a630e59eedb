internal import UVLoop

/// Owns tasks: each until it ends, all until the owner is released.
@LoopActor
final class TaskBag {
  private var running: [Int: Task<Void, Never>] = [:]
  private var started = 0

  isolated deinit {
    for task in running.values { task.cancel() }
  }

  var isIdle: Bool { running.isEmpty }

  /// Starts a task. Before this returns, its body runs up to the first point where it has to wait.
  ///
  /// - Returns: the task, for cancelling; nil if it has already ended.
  @discardableResult
  func start(_ body: @escaping @LoopActor () async -> Void) -> Task<Void, Never>? {
    started += 1
    let number = started
    var hasEnded = false
    let task = LoopActor.immediateTask { [weak self] in
      await body()
      hasEnded = true
      self?.end(number)
    }
    guard !hasEnded else { return nil }
    running[number] = task
    return task
  }

  private func end(_ number: Int) {
    running[number] = nil
    // Many have just ended, and no others are running.
    if running.isEmpty, running.capacity > Self.usual { running = [:] }
  }

  /// Maximum number of tasks that usually run at the same time.
  private static let usual = 1000
}
