internal import UVLoop

/// The loading of one scene: not begun, under way, or ended.
@LoopActor
final class SceneLoad {
  let scene: Scene
  private(set) var hasEnded = false
  private var hasStarted = false
  private var waits: [LoadWait] = []

  init(_ scene: Scene) {
    self.scene = scene
  }

  func start(_ tasks: TaskBag) {
    guard !hasStarted, let load = scene.load else { return }
    hasStarted = true
    tasks.start { [self] in
      await load()
      hasEnded = true
      let waits = waits
      self.waits = []
      for wait in waits { wait.ended() }
    }
  }

  func add(_ wait: LoadWait) {
    // Where loading hangs, others come and go.
    waits.removeAll(where: \.hasFinished)
    waits.append(wait)
  }
}

/// Waits until some scenes are loaded, but not for ever.
@LoopActor
final class LoadWait {
  private var body: (@LoopActor () -> Void)?
  private var missing = 0
  private var hasBegun = false
  private var deadline: Timer?

  var hasFinished: Bool { body == nil }

  init(_ body: @escaping @LoopActor () -> Void) {
    self.body = body
  }

  /// To be called before the load is started.
  func add(_ load: SceneLoad) {
    missing += 1
    load.add(self)
  }

  /// To be called once all are added.
  func begin(within limit: Duration) {
    hasBegun = true
    guard missing > 0 else { return finish() }
    // The timer and the loads keep this alive; `finish` lets go of the timer.
    deadline = Timer(after: limit) { self.finish() }
  }

  func ended() {
    missing -= 1
    if hasBegun && missing == 0 { finish() }
  }

  private func finish() {
    deadline = nil
    let body = self.body
    self.body = nil
    body?()
  }
}
