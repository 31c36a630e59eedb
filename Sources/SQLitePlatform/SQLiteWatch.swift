package import UVLoop

/// Watches the files of a database, so that changes made there by another program are noticed about
/// a tenth of a second later. It is idle as long as nothing is written.
@LoopActor
package final class SQLiteWatch {
  private let gateway: SQLiteGateway
  private let directory: String
  private let name: String
  private let reportFailure: @LoopActor (LoopError) -> Void
  /// nil during a pause, and while the directory cannot be watched.
  private var watcher: FileWatcher?
  private var hasFailed = false
  private var pause: Timer?
  private var check: Task<Void, Never>?

  /// - Parameter failed: called when the system cannot watch the directory of the database, once
  ///   until it can. Watching is tried again every 10 seconds.
  package init(
    _ gateway: SQLiteGateway, path: String, failed: @escaping @LoopActor (LoopError) -> Void
  ) {
    self.gateway = gateway
    reportFailure = failed
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // The directory and not the files: these are created and removed.
    directory = slash.map { String(path[...$0]) } ?? "."
    if !watch() { check(after: .seconds(10)) }
  }

  isolated deinit {
    check?.cancel()
  }

  /// - Returns: whether the directory is watched.
  private func watch() -> Bool {
    do throws(LoopError) {
      if watcher == nil {
        watcher = try FileWatcher(directory) { [weak self] file in self?.changed(file) }
      }
      hasFailed = false
      return true
    } catch {
      if !hasFailed { reportFailure(error) }
      hasFailed = true
      return false
    }
  }

  /// The writes of this process are reported, too, several times for each change. So nothing is
  /// watched for a while after the first report, and the database is checked at the end of that.
  private func changed(_ file: String?) {
    guard file?.hasPrefix(name) ?? true else { return }
    watcher = nil
    check(after: .milliseconds(100))
  }

  private func check(after time: Duration) {
    pause = Timer(after: time) { [weak self, gateway] in
      guard let self else { return }
      pause = nil
      // Before the check, so that nothing is missed that happens during it.
      let isWatched = watch()
      check = LoopActor.task { [weak self] in
        let hasChecked = await gateway.check()
        guard let self, !Task.isCancelled, pause == nil else { return }
        if !isWatched {
          check(after: .seconds(10))
        } else if !hasChecked {
          // Something prevents the check, such as another program's transaction.
          check(after: .milliseconds(300))
        }
      }
    }
  }
}
