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
  private var mounts: [(setting: MountSetting, mount: Mount)] = []
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
    for (_, mount) in kept { mount.expiry.time = trashTime }
    let known = kept.map(\.setting)
    mounts = kept
    for (_, mount) in kept { mount.reopen() }
    for setting in settings where !known.contains(setting) {
      let store = MountedStore(
        setting, in: directory, secrets, after: closing, registry.logger)
      let source = CopySource { [weak self] in self?.topics(under: $0) }
      let mount = Mount(
        setting.root, store, trashTime: trashTime, users: users, source: source,
        registry: registry)
      mounts.append((setting, mount))
      mount.begin()
      shown.add(mount.shown)
    }
  }

  private func topics(under root: String) -> TopicsViewModel? {
    mounts.first { $0.setting.root == root }?.mount.shown.topics
  }

  /// Closes all stores.
  func close() async {
    await closing?.value
    for (_, mount) in mounts { await mount.close() }
  }
}

extension Array {
  /// Returns the elements that satisfy the condition, and the others.
  fileprivate func partitioned(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
