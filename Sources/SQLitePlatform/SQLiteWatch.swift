package import UVLoop

/// Watches the files of a database, so that what another program changes there is noticed soon: at
/// most a tenth of a second later. Nothing happens as long as nobody writes.
@LoopActor
package final class SQLiteWatch {
  private let gateway: SQLiteGateway
  private let name: String
  private var watcher: FileWatcher?
  private var pause: Timer?
  private var look: Task<Void, Never>?

  /// - Throws: `LoopError` if the system cannot watch the database's directory.
  package init(_ gateway: SQLiteGateway, path: String) throws(LoopError) {
    self.gateway = gateway
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // The directory and not the files: these come and go.
    watcher = try FileWatcher(slash.map { String(path[...$0]) } ?? ".") { [weak self] file in
      self?.changed(file)
    }
  }

  isolated deinit {
    look?.cancel()
  }

  /// What this process writes is reported, too. It is not worth a look each.
  private func changed(_ file: String?) {
    guard pause == nil, file?.hasPrefix(name) ?? true else { return }
    pause = Timer(after: .milliseconds(100)) { [weak self, gateway] in
      self?.pause = nil
      self?.look = LoopActor.task { await gateway.look() }
    }
  }
}
