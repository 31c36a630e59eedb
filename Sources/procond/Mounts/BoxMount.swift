internal import Application
internal import BoxServer
internal import BoxWire
internal import Boxes
internal import Domain
internal import EtcdPlatform
internal import Logging
internal import UVLoop

/// The boxes of a cluster under a root, such as `fleet`, which clients of all daemons of the cluster set.
@LoopActor
final class BoxMount {
  private let root: String
  private let registry: Registry
  private let boxes: EtcdBoxes
  private let scene: Scene
  private let content = Box(Content())
  private var stored: StoredBoxes?
  /// Since when and why what is shown may be out of date; nil if it is not.
  private var obstacle: String?
  /// Why the values of keys are not shown.
  private var faults: [String: String] = [:]

  /// The last segment of the one box under the root that clients cannot set.
  private static let alert = "isErrorFree"

  /// - Parameter root: one segment of a path, under which there must be nothing else.
  init(
    _ root: String, _ setting: EtcdMountSetting, in directory: StateDirectory,
    _ secrets: SecretValues, _ registry: Registry
  ) {
    (self.root, self.registry) = (root, registry)
    boxes = EtcdBoxes(
      setting.cluster(of: root, in: directory, secrets, registry.logger),
      prefix: setting.cluster.prefix, now: { .now },
      isName: { $0 != Self.alert && Path("\(root).\($0)") != nil })
    scene = Scene(root)
    scene.publish(
      Output(content), as: Self.alert, description: "Whether the cluster can be reached.")
  }

  /// Publishes the boxes, and starts to follow the cluster.
  func begin() {
    registry.add(scene)
    stored = registry.add(self, under: root)
    boxes.report = { [weak self] in self?.follow($0) }
    registry.load(root) { [weak self, boxes] in
      do throws(StoreError) {
        try await boxes.load()
      } catch {
        self?.follow(.obstacle(error.message))
        throw error
      }
    }
  }

  /// Withdraws the boxes from clients.
  func end() {
    boxes.report = { _ in }
    registry.stopLoading(root)
    registry.remove(scene)
    if let stored { registry.remove(stored) }
    stored = nil
  }

  /// Ends all requests.
  func close() {
    boxes.close()
  }

  private func follow(_ news: EtcdBoxNews) {
    switch news {
    case .all(let boxes):
      stored?.adopt(boxes.compactMap(stored))
    case .step(let boxes, let revision):
      stored?.follow(boxes.compactMap(stored), of: revision)
    case .obstacle(let new):
      if let new, new != obstacle { registry.logger.warning("\(root): \(new)") }
      if new == nil, obstacle != nil {
        registry.logger.notice("\(root): what is shown is up to date again")
      }
      obstacle = new
      showState()
    case .faults(let new):
      for (key, reason) in new.sorted(by: { $0.key < $1.key }) where faults[key] != reason {
        registry.logger.warning("\(root): \(key) \(reason)")
      }
      faults = new
      showState()
    }
  }

  private func stored(_ box: EtcdBox) -> StoredBox? {
    Path("\(root).\(box.name)").map { StoredBox(path: $0, value: box.value) }
  }

  private func showState() {
    let fault = faults.min { $0.key < $1.key }.map { key, reason in
      faults.count == 1 ? "\(key) \(reason)" : "\(key) \(reason), and \(faults.count - 1) more"
    }
    let message = obstacle ?? fault
    let new = Content(status: message == nil, message: message)
    if content.value != new { content.value = new }
  }
}

extension BoxMount: BoxStore {
  func make(_ changes: [StoredBoxChange]) async throws(BoxStoreError) -> Int {
    do throws(EtcdBoxesError) {
      return try await boxes.make(
        changes.map { change in
          EtcdBoxChange(
            name: String(change.path.text.dropFirst(root.count + 1)), value: change.value,
            expected: EtcdBoxChange.Expected(change.expected), timeToLive: change.timeToLive)
        })
    } catch {
      throw switch error {
      case .changed: .changed
      case .tooMany(let sentence): .refused(.limit("changes", sentence))
      case .tooLarge(let sentence): .refused(.limit("bytes", sentence))
      case .store(let error): .refused(error.requestError)
      }
    }
  }
}

extension EtcdBoxChange.Expected {
  fileprivate init(_ expected: StoredBoxChange.Expected) {
    self =
      switch expected {
      case .anything: .anything
      case .present: .present
      case .asReported: .asReported
      }
  }
}
