internal import UVLoop

/// Owns tasks: each until it ends, all until the owner goes.
@LoopActor
final class TaskBag {
  private var running: [Int: Task<Void, Never>] = [:]
  private var started = 0

  isolated deinit {
    for task in running.values { task.cancel() }
  }

  var isIdle: Bool { running.isEmpty }

  /// Starts at once, before it returns, up to the first point where the body has to wait.
  func start(_ body: @escaping @LoopActor () async -> Void) {
    started += 1
    let number = started
    var hasEnded = false
    let task = Task.immediate { @LoopActor [weak self] in
      await body()
      hasEnded = true
      self?.end(number)
    }
    if !hasEnded { running[number] = task }
  }

  private func end(_ number: Int) {
    running[number] = nil
  }
}
