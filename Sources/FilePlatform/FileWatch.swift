internal import OperatingSystem
package import UVLoop

/// Watches a directory of documents, so that changes by other programs are noticed once these have
/// stopped writing. It is idle as long as nothing is written.
@LoopActor
package final class FileWatch {
  private let gateway: FileGateway
  private let path: String
  private let reportFailure: @LoopActor (LoopError) -> Void
  /// nil while the directory cannot be watched.
  private var watcher: FileWatcher?
  /// The identity of the watched directory; another one may take its place.
  private var identity: FileIdentity?
  private var hasFailed = false
  /// Whether the gateway has checked once, and created the directory if necessary.
  private var hasChecked = false
  /// The files that have changed since the last check; nil for any.
  private var names: Set<String>?
  private var pause: Timer?
  private var check: Task<Void, Never>?

  /// - Parameter failed: called when the system cannot watch the directory, once until it can.
  ///   Watching is tried again every 10 seconds.
  package init(
    _ gateway: FileGateway, path: String, failed: @escaping @LoopActor (LoopError) -> Void
  ) {
    self.gateway = gateway
    self.path = path
    reportFailure = failed
    check(after: .zero)
  }

  isolated deinit {
    check?.cancel()
  }

  private var isWatched: Bool { watcher != nil }

  private func watch() {
    let found = FileIdentity(path: path, followsLinks: true)
    if isWatched, identity == found { return }
    names = nil
    do throws(LoopError) {
      watcher = nil
      watcher = try FileWatcher(path) { [weak self] file in self?.changed(file) }
      identity = found
      hasFailed = false
    } catch {
      if !hasFailed { reportFailure(error) }
      hasFailed = true
    }
  }

  private func changed(_ file: String?) {
    if let file { names?.insert(file) } else { names = nil }
    if pause == nil, check == nil { check(after: .milliseconds(100)) }
  }

  private func check(after time: Duration) {
    pause = Timer(after: time) { [weak self] in
      guard let self else { return }
      pause = nil
      let mayWatch = hasChecked
      if mayWatch { watch() }
      hasChecked = true
      let seen = names
      names = []
      check = LoopActor.task { [weak self, gateway] in
        let result = await gateway.check(seen)
        guard let self, !Task.isCancelled else { return }
        check = nil
        if mayWatch { next(after: result, seen) } else { self.check(after: .zero) }
      }
    }
  }

  private func next(after result: FileGateway.CheckResult, _ seen: Set<String>?) {
    switch result {
    case .wait(let time):
      if let seen { names?.formUnion(seen) } else { names = nil }
      // Other files may change before this one is calm.
      self.check(after: min(time, .milliseconds(300)))
    case .failed:
      names = nil
      self.check(after: .seconds(10))
    case .calm where !isWatched:
      names = nil
      self.check(after: .seconds(10))
    case .calm:
      if names?.isEmpty != true { self.check(after: .milliseconds(100)) }
    }
  }
}
