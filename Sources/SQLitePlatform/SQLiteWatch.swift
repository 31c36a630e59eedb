package import UVLoop

/// Watches the files of a database, so that what another program changes there is noticed soon: about
/// a tenth of a second later. Nothing happens as long as nobody writes.
@LoopActor
package final class SQLiteWatch {
  private let gateway: SQLiteGateway
  private let directory: String
  private let name: String
  /// nil during a pause.
  private var watcher: FileWatcher?
  private var pause: Timer?
  private var look: Task<Void, Never>?

  /// - Throws: `LoopError` if the system cannot watch the database's directory.
  package init(_ gateway: SQLiteGateway, path: String) throws(LoopError) {
    self.gateway = gateway
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // The directory and not the files: these come and go.
    directory = slash.map { String(path[...$0]) } ?? "."
    try watch()
  }

  isolated deinit {
    look?.cancel()
  }

  private func watch() throws(LoopError) {
    watcher = try FileWatcher(directory) { [weak self] file in self?.changed(file) }
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
      // First, so that nothing is missed that happens during the look.
      if watcher == nil { try? watch() }
      look = LoopActor.task { [weak self] in
        let hasLooked = await gateway.look()
        guard let self, !Task.isCancelled, pause == nil else { return }
        // Something is in the way, such as another program's lock.
        if !hasLooked || watcher == nil { look(after: .seconds(1)) }
      }
    }
  }
}
