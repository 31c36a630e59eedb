internal import Glibc
internal import OperatingSystem

/// The files of an open database. SQLite keeps using them when a program gives their names to other
/// files, and so does not notice that nobody else will find what it writes.
struct DatabaseFiles {
  private let database: NamedFile
  private let log: NamedFile
  /// The shared memory that holds the index of the log.
  private let index: NamedFile

  /// - Parameters:
  ///   - path: the path by which the database was opened.
  ///   - target: that of the file itself, without symbolic links.
  init(path: String, target: String) {
    database = NamedFile(path)
    log = NamedFile("\(target)-wal")
    index = NamedFile("\(target)-shm")
  }

  /// The path of a file whose name is gone or is that of another file; nil if there is none.
  var displaced: String? {
    [database, log, index].first { $0.place != .here }?.path
  }

  /// Whether there is a database that can be opened, perhaps another one.
  var hasDatabase: Bool { database.place != .gone }

  /// Whether the database can be given the changes that are only in its log. With another log, a
  /// program may be writing to it that does not know of them.
  var canTakeLog: Bool {
    database.place != .here || (log.place != .other && index.place != .other)
  }

  /// Removes what would be applied to another database under this name.
  func removeLog() {
    guard database.place == .other else { return }
    for file in [log, index] where file.place == .here { file.remove() }
  }
}

/// A file with the name by which it was opened.
private struct NamedFile {
  let path: String
  /// nil if there was no such file.
  private let identity: FileIdentity?

  enum Place {
    /// The name is that of the file.
    case here
    case gone
    /// It is the name of another file.
    case other
  }

  init(_ path: String) {
    self.path = path
    identity = FileIdentity(path: path, followsLinks: true)
  }

  var place: Place {
    guard let identity else { return .here }
    guard let found = FileIdentity(path: path, followsLinks: true) else { return .gone }
    return found == identity ? .here : .other
  }

  func remove() {
    unlink(path)
  }
}
