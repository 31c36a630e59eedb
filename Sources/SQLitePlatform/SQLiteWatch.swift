package import UVLoop

/// Watches the files of a database, so that what another program changes there is noticed soon: about
/// a tenth of a second later. Nothing happens as long as nobody writes.
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
  private var look: Task<Void, Never>?

  /// - Parameter failed: called when the system cannot watch the directory of the database, once until
  ///   it can. It is tried again every 10 seconds.
  package init(
    _ gateway: SQLiteGateway, path: String, failed: @escaping @LoopActor (LoopError) -> Void
  ) {
    self.gateway = gateway
    reportFailure = failed
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // The directory and not the files: these come and go.
    directory = slash.map { String(path[...$0]) } ?? "."
    if !watch() { look(after: .seconds(10)) }
  }

  isolated deinit {
    look?.cancel()
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

  /// What this process writes is reported, too, several times for each change. So there is a pause
  /// after the first report, in which nothing is watched, and a look at its end.
  private func changed(_ file: String?) {
    guard file?.hasPrefix(name) ?? true else { return }
    watcher = nil
    look(after: .milliseconds(100))
  }

  private func look(after time: Duration) {
    pause = Timer(after: time) { [weak self, gateway] in
      guard let self else { return }
      pause = nil
      // Before the look, so that nothing is missed that happens during it.
      let isWatched = watch()
      look = LoopActor.task { [weak self] in
        let hasLooked = await gateway.look()
        guard let self, !Task.isCancelled, pause == nil else { return }
        if !isWatched {
          look(after: .seconds(10))
        } else if !hasLooked {
          // Something is in the way, such as another program's lock.
          look(after: .seconds(1))
        }
      }
    }
  }
}
