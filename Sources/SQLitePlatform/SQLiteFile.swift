internal import CSQLite
internal import Domain
internal import Glibc
internal import Synchronization
internal import UVLoop

/// The connection to one database, opened when it is first needed. All of it blocks, and must be
/// called by one piece of work at a time.
final class SQLiteFile: Sendable {
  let path: String
  private let migrations: Migrations
  private let connection = Mutex<Connection?>(nil)
  private let past = Mutex(Past())

  private struct Connection {
    let database: Database
    /// The file that was opened; a program may put another one in its place.
    let identity: FileIdentity?
    /// `PRAGMA data_version`, which changes when another connection has changed the database. nil
    /// until it was first read.
    var seen: Int?
  }

  /// The results of earlier attempts to connect.
  private struct Past {
    /// Whether there was an attempt.
    var isKnown = false
    /// The file that the last attempt could not open; nil if it could.
    var failed: FileStamp?
    /// Whether the database was closed permanently.
    var isClosed = false
  }

  /// Counts the changes of the database that were made or noticed here.
  private let changes = Atomic(0)

  /// How long a transaction waits for those of other programs.
  fileprivate static let busyMilliseconds: Int32 = 2000

  init(_ path: String, _ migrations: Migrations) {
    self.path = path
    self.migrations = migrations
  }

  /// The number of changes so far that were noticed or made here.
  var version: Int { changes.load(ordering: .relaxed) }

  /// Counts a change that was made here.
  func countChange() {
    changes.add(1, ordering: .relaxed)
  }

  /// What a transaction is for.
  enum Purpose {
    case reading
    /// Changes are rolled back if the body throws.
    case writing
    /// To see all that other programs have begun to write. Throws `SQLITE_BUSY` while one of them
    /// writes. Nothing is written, and nobody is waited for.
    case looking
  }

  /// Runs `body` in one transaction.
  ///
  /// - Parameters:
  ///   - noticed: called first if another program has changed the database.
  func perform<Answer>(
    _ purpose: Purpose, noticed: () -> Void, _ body: (Database) throws -> Answer
  ) throws -> Answer {
    var open = try taken(noticed)
    defer { connection.withLock { [open] in $0 = open } }
    let database = open.database
    func work() throws -> Answer {
      let found = try database.first("PRAGMA data_version") { row in
        try row.number(0, in: ColumnLimits.numbers)
      }
      if let seen = open.seen, found != seen {
        self.countChange()
        noticed()
      }
      open.seen = found
      return try body(database)
    }
    return switch purpose {
    case .reading: try database.reading(work)
    case .writing: try database.writing(work)
    case .looking: try database.whileNobodyWrites(work)
    }
  }

  private var identity: FileIdentity? { FileIdentity(path: path, followsLinks: true) }

  /// Returns the connection, a new one if there is none to the current file.
  private func taken(_ noticed: () -> Void) throws -> Connection {
    if let known = connection.withLock({ $0.take() }) {
      if known.identity == identity { return known }
      known.database.close()
      // SQLite keeps these files if the database was moved, and would apply them to the new one.
      for ending in ["-wal", "-shm"] where identity != nil { unlink(path + ending) }
    }
    guard !past.withLock({ $0.isClosed }) else {
      throw StoreError.unavailable(reason: "\(path) is closed")
    }
    do {
      let database = try open()
      let isOther = past.withLock { past in
        defer { past = Past(isKnown: true) }
        return past.isKnown
      }
      if isOther {
        countChange()
        noticed()
      }
      return Connection(database: database, identity: identity, seen: nil)
    } catch {
      past.withLock { $0 = Past(isKnown: true, failed: FileStamp(path)) }
      throw error
    }
  }

  /// Checks whether another program has changed the database. A file that could not be opened is
  /// tried again only if it is a different one now.
  ///
  /// Throws `SQLITE_BUSY` while another program writes: it may take long from its first write to a
  /// file, which is when this is called, to the end of its transaction, which nothing reports.
  func look(_ noticed: () -> Void) throws {
    let (failed, isClosed) = past.withLock { ($0.failed, $0.isClosed) }
    if isClosed { return }
    if let failed, failed == FileStamp(path) { return }
    try perform(.reading, noticed: noticed) { _ in }
    do {
      try perform(.looking, noticed: noticed) { _ in }
    } catch let error as DatabaseError where error.code == SQLITE_READONLY {
      // It is not known whether another program writes.
    }
  }

  private func open() throws -> Database {
    let database = try Database(path)
    do {
      database.setBusyTimeout(milliseconds: Self.busyMilliseconds)
      try database.execute("PRAGMA foreign_keys = ON")
      let mode = try database.first("PRAGMA journal_mode = WAL") { row in
        try row.text(0, bytes: 0...ColumnLimits.key)
      }
      guard mode == "wal" else {
        throw StoreError.unavailable(reason: "\(path) cannot have a write-ahead log")
      }
      let isNewer = try database.reading {
        try migrations.isSuperseded(in: database)
      }
      guard !isNewer else {
        throw StoreError.unavailable(
          reason: "\(path) was written by a newer procon, which this one cannot read")
      }
      // Otherwise WAL syncs only at checkpoints, and the last changes could be lost in a power cut.
      try database.execute("PRAGMA synchronous = FULL")
      // In KiB, a quarter of the default: what is read again is in the system's cache.
      try database.execute("PRAGMA cache_size = -500")
      try migrations.run(in: database)
    } catch let error as DatabaseError where error.code != SQLITE_BUSY {
      throw diagnosis(of: database) ?? error
    }
    return database
  }

  /// Returns what is wrong with a database that cannot be opened; nil if its structure is sound.
  private func diagnosis(of database: Database) -> StoreError? {
    let fault = try? database.first("PRAGMA integrity_check(1)") { row in
      try row.text(0, bytes: 0...ColumnLimits.text)
    }
    guard let fault, fault != "ok" else { return nil }
    return .damaged(place: "\(path): \(fault)")
  }

  /// Closes the database permanently, with all changes in its one file.
  func close() {
    past.withLock { $0.isClosed = true }
    connection.withLock { connection in
      connection?.database.close()
      connection = nil
    }
  }
}

/// Attributes that show whether a file was written or replaced.
private struct FileStamp: Equatable {
  private let identity: FileIdentity?
  private let size: off_t
  private let seconds: time_t
  private let nanoseconds: Int

  init(_ path: String) {
    identity = FileIdentity(path: path, followsLinks: true)
    var status = stat()
    _ = stat(path, &status)
    size = status.st_size
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}

extension Database {
  fileprivate func whileNobodyWrites<Answer>(_ body: () throws -> Answer) throws -> Answer {
    setBusyTimeout(milliseconds: 0)
    defer { setBusyTimeout(milliseconds: SQLiteFile.busyMilliseconds) }
    try execute(Self.beginWriting)
    defer { try? execute("ROLLBACK") }
    return try body()
  }
}
