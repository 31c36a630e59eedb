internal import DequeModule
internal import UVLoop

/// Scenes that were created on demand, in the order in which they may be released: each some time
/// after a client last named it, if it is not busy then.
@LoopActor
final class IdleScenes {
  private struct Entry {
    let scene: MountedScene
    let due: MonotonicTime
  }

  private let retention: Duration
  /// Called for each scene to be released.
  var release: (@LoopActor (MountedScene) -> Void)?
  /// Called before memory is returned to the system, after many scenes were released.
  var willReturnMemory: (@LoopActor () -> Void)?
  private var queue: Deque<Entry> = []
  /// The number of scenes that were released since memory was last returned to the system.
  private var released = 0
  private var timer: Timer?

  init(retention: Duration) {
    self.retention = retention
  }

  /// To be called when a scene is created, and when it is no longer observed.
  func add(_ scene: MountedScene) {
    guard !scene.isQueued else { return }
    add(scene, due: scene.lastUse + retention)
    if timer == nil { wait() }
  }

  private func add(_ scene: MountedScene, due: MonotonicTime) {
    scene.isQueued = true
    queue.append(Entry(scene: scene, due: due))
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
    // In slices, so that other work gets its turn in between.
    while let entry = queue.first, entry.due <= now, .now < end {
      queue.removeFirst()
      let scene = entry.scene
      scene.isQueued = false
      if scene.isObserved { continue }
      if scene.isBusy {
        add(scene, due: now + max(retention, Self.shortestPause))
      } else if scene.lastUse + retention > now {
        add(scene, due: scene.lastUse + retention)
      } else {
        release?(scene)
        released += 1
      }
    }
    if queue.isEmpty || queue.first?.due ?? now > now { returnMemory() }
    wait()
  }

  /// The C library keeps freed memory that lies between memory in use. For a few scenes, returning
  /// it is not worth the time.
  private func returnMemory() {
    guard released >= 1000 else { return }
    released = 0
    queue = Deque(queue)
    willReturnMemory?()
    Heap.trim()
  }

  /// The time until a busy scene is checked again.
  private static let shortestPause = Duration.milliseconds(10)
}
