internal import DequeModule
internal import UVLoop

/// Scenes that are made on demand, in the order in which they may be released: each some time after
/// a client last named it, if it is not busy then.
@LoopActor
final class IdleScenes {
  private struct Entry {
    let scene: MountedScene
    let due: MonotonicTime
  }

  private let retention: Duration
  /// Called for each scene that is to be released.
  var release: (@LoopActor (MountedScene) -> Void)?
  private var queue: Deque<Entry> = []
  private var timer: Timer?

  init(retention: Duration) {
    self.retention = retention
  }

  /// To be called when a scene is made, and when it may have nothing to do any more.
  func add(_ scene: MountedScene) {
    guard !scene.isQueued else { return }
    scene.isQueued = true
    queue.append(Entry(scene: scene, due: scene.lastUse + retention))
    if timer == nil { wait() }
  }

  private func wait() {
    guard let due = queue.first?.due else {
      timer = nil
      return
    }
    timer = Timer(after: MonotonicTime.now.duration(to: due)) { [weak self] in self?.sweep() }
  }

  private func sweep() {
    let now = MonotonicTime.now
    let end = now + ServerLimits.slice
    // In slices, between which others get their turn.
    while let entry = queue.first, entry.due <= now, .now < end {
      queue.removeFirst()
      entry.scene.isQueued = false
      // A busy one is added again when it is no longer.
      if entry.scene.isBusy { continue }
      if entry.scene.lastUse + retention > now { add(entry.scene) } else { release?(entry.scene) }
    }
    wait()
  }
}
