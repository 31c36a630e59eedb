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
    pause = Timer(after: .milliseconds(100)) { [weak self, gateway] in
      self?.pause = nil
      // First, so that nothing is missed that happens during the look. It fails if the directory is
      // gone; then there is nothing to be seen any longer.
      try? self?.watch()
      self?.look = LoopActor.task { await gateway.look() }
    }
  }
}
