internal import Application
internal import BoxServer
internal import Logging
internal import UVLoop

/// The mounts of a daemon, according to its configuration.
@LoopActor
final class Mounts {
  private let directory: StateDirectory
  private let registry: Registry
  private let users: UserNames
  /// What the headers of services get from files.
  let secrets = SecretValues()
  /// The mounts as sessions show them.
  let shown = TopicMounts()
  private var mounts: [(setting: MountSetting, mount: AnyMount)] = []
  /// Closes the stores of removed mounts in order; nil if there were none.
  private var closing: Task<Void, Never>?

  init(_ directory: StateDirectory, _ users: UserNames, _ registry: Registry) {
    self.directory = directory
    self.users = users
    self.registry = registry
  }

  /// Begins new mounts, and ends those that are no longer configured. The others are left unchanged,
  /// unless a program has removed or replaced files of their stores.
  ///
  /// - Parameter trashTime: how long what was removed can be restored.
  func adopt(_ settings: [MountSetting], trashTime: Duration) {
    let (kept, gone) = mounts.partitioned { settings.contains($0.setting) }
    for (setting, mount) in gone {
      shown.remove(setting.root)
      mount.end()
      closing = LoopActor.task { [closing] in
        await closing?.value
        await mount.close()
      }
    }
    for case .topics(let mount) in kept.map(\.mount) {
      mount.expiry.time = trashTime
      mount.reopen()
    }
    let known = kept.map(\.setting)
    mounts = kept
    for setting in settings where !known.contains(setting) {
      mounts.append((setting, begin(setting, trashTime: trashTime)))
    }
  }

  private func begin(_ setting: MountSetting, trashTime: Duration) -> AnyMount {
    switch setting.kind {
    case .topics(let source):
      let store = MountedStore(
        source, under: setting.root, in: directory, secrets, after: closing, registry.logger)
      let source = CopySource { [weak self] in self?.topics(under: $0) }
      let mount = Mount(
        setting.root, store, trashTime: trashTime, users: users, source: source,
        registry: registry)
      mount.begin()
      shown.add(mount.shown)
      return .topics(mount)
    case .boxes(let cluster):
      let mount = BoxMount(setting.root, cluster, in: directory, secrets, registry)
      mount.begin()
      return .boxes(mount)
    }
  }

  private func topics(under root: String) -> TopicsViewModel? {
    guard case .topics(let mount)? = mounts.first(where: { $0.setting.root == root })?.mount
    else { return nil }
    return mount.shown.topics
  }

  /// Closes all stores.
  func close() async {
    await closing?.value
    for (_, mount) in mounts { await mount.close() }
  }
}

/// What is mounted under a root.
@LoopActor
private enum AnyMount {
  case topics(Mount)
  case boxes(BoxMount)

  /// Withdraws it from clients.
  func end() {
    switch self {
    case .topics(let mount): mount.end()
    case .boxes(let mount): mount.end()
    }
  }

  /// Closes its store, which must not be used after that.
  func close() async {
    switch self {
    case .topics(let mount): await mount.close()
    case .boxes(let mount): mount.close()
    }
  }
}

extension Array {
  /// Returns the elements that satisfy the condition, and the others.
  fileprivate func partitioned(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
