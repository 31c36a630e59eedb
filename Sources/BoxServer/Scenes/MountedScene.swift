internal import BoxWire
internal import Boxes
internal import UVLoop

/// A scene that has been created: it owns its boxes, loading and calls in progress.
@LoopActor
final class MountedScene {
  let path: Path
  let face: SceneFace
  private let scene: BoundScene
  private let log: ChangeLog
  private var boxes: [PublishedBox] = []
  /// nil when there is nothing to load.
  let loading: Loading?
  private(set) var isObserved = false
  /// Intents that are in progress.
  private var calls: [ObjectIdentifier: IntentCall] = [:]
  /// When a client last named it.
  private(set) var lastUse = MonotonicTime.now
  /// Whether it is in the queue of scenes that may be released.
  var isQueued = false

  init(_ path: Path, _ scene: BoundScene, _ log: ChangeLog, _ tasks: TaskBag) {
    self.path = path
    self.scene = scene
    self.log = log
    face = scene.face
    loading = scene.load.map { Loading(tasks, isDue: scene.isDue ?? { false }, $0) }
    boxes.reserveCapacity(face.boxes.count)
    for (box, output) in zip(face.boxes, scene.outputs) {
      guard let place = Path("\(path).\(box.name)") else {
        preconditionFailure("\(path).\(box.name) is not a path")
      }
      output.attach(self, as: boxes.count)
      boxes.append(log.add(place, encode: output.encode))
    }
    loading?.ended = { [weak self, log] in
      if let self { log.settle(self.boxes) }
    }
  }

  /// The view model is released where its boxes live, on whichever thread this scene is released.
  isolated deinit {}

  /// Whether a call or loading is in progress.
  var isBusy: Bool { !calls.isEmpty || loading?.isActive ?? false }

  func use() {
    lastUse = .now
  }

  func matches(_ selection: Selection) -> Bool {
    for box in boxes where box.isIn(selection) { return true }
    return false
  }

  func refresh() {
    scene.refresh?()
  }

  func updateObserved(_ delivery: Delivery) {
    var isObserved = false
    for box in boxes where delivery.groups.isObserved(box.path) {
      isObserved = true
      break
    }
    guard isObserved != self.isObserved else { return }
    self.isObserved = isObserved
    scene.observe?(isObserved)
  }

  /// Carries out an intent; `reply` is called once.
  ///
  /// - Parameter intent: the index among `face.intents`.
  func perform(
    _ intent: Int, _ caller: Caller, _ parameters: Parameters, _ tasks: TaskBag,
    _ reply: @escaping @LoopActor (Result<Answer, any Error>) -> Void
  ) {
    let call = IntentCall(reply)
    calls[ObjectIdentifier(call)] = call
    call.start(tasks) { [scene] in
      try await scene.perform(intent, caller, parameters)
    } ended: {
      [weak self] in
      self?.use()
      self?.calls[ObjectIdentifier(call)] = nil
    }
  }

  /// Withdraws its boxes from clients, in the revision of this turn, and cancels calls in progress,
  /// which are answered when they end, or after `limit`.
  func withdraw(within limit: Duration) {
    end()
    log.withdraw(boxes)
    for call in calls.values { call.cancel(within: limit) }
  }

  /// Drops its boxes without notifying clients: they still exist, and are created again when
  /// needed.
  func release() {
    end()
    log.release(boxes)
  }

  private func end() {
    if isObserved {
      isObserved = false
      scene.observe?(false)
    }
    for output in scene.outputs { output.detach(self) }
    loading?.cancel()
  }
}

extension MountedScene: @LoopActor BoxObserver {
  func boxChanged(_ number: Int) {
    log.mark(boxes[number])
  }
}
