internal import CSQLite
internal import Domain
internal import Glibc
internal import OperatingSystem
internal import Synchronization

/// The connection to one database, opened when it is first needed. All of it blocks, and must be
/// called by one piece of work at a time.
///
/// When a program has removed or replaced one of its files, or there is no room for those that
/// SQLite needs, the database can be read but not changed, which is reported as an obstacle.
final class SQLiteFile: Sendable {
  private let place: DatabasePlace
  private let reports: SQLiteReports
  private let connection = Mutex<Connection?>(nil)
  private let past = Mutex(Past())

  private struct Connection {
    let database: Database
    let files: DatabaseFiles
    /// Whether it only reads, since the disk was full when it was opened. It locks the database.
    let isReadOnly: Bool
    /// Whether the disk was full when it was opened, and still is.
    var isDiskFull: Bool
    /// Whether all changes are in the file of the database although its log was removed.
    var isSaved = false
    /// `PRAGMA data_version`, which changes when another connection has changed the database. nil
    /// until it was first read.
    var seen: Int?

    func close() {
      guard files.displaced != nil else { return database.close() }
      if files.canTakeLog { _ = database.emptyLog() }
      // The names may be those of files that other programs use.
      database.closeWithoutWriting()
      files.removeLog()
    }
  }

  /// The results of earlier attempts to connect.
  private struct Past {
    /// Whether there was an attempt.
    var isKnown = false
    /// The file that the last attempt could not open; nil if it could.
    var failed: DatabaseStamp?
    /// Whether the database was closed permanently.
    var isClosed = false
  }

  /// Counts the changes of the database that were made or noticed here.
  private let changes = Atomic(0)

  init(_ place: DatabasePlace, _ reports: SQLiteReports) {
    self.place = place
    self.reports = reports
  }

  var path: String { place.path }

  /// The number of changes so far that were noticed or made here.
  var changeCount: Int { changes.load(ordering: .relaxed) }

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
    var open = try taken(for: purpose, noticed)
    defer { connection.withLock { [open] in $0 = open } }
    try check(&open, for: purpose, noticed)
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

  /// Finds out whether the database can be changed.
  ///
  /// - Throws: `StoreError` if it cannot, and that is the purpose.
  private func check(
    _ open: inout Connection, for purpose: Purpose, _ noticed: () -> Void
  ) throws {
    guard let file = open.files.displaced else {
      open.isSaved = false
      if open.isDiskFull, !open.isReadOnly, hasRoom { open.isDiskFull = false }
      if open.isDiskFull {
        reports.report(
          obstacle: "\(path): the disk is full, so nothing can be changed until there is room")
        if purpose != .reading { throw StoreError.full }
      } else if reports.report(obstacle: nil) {
        // What is read again also clears the failures of changes.
        noticed()
      }
      return
    }
    // It is lost if the daemon is killed, as long as it is only in a file without a name.
    if !open.isSaved, open.files.canTakeLog { open.isSaved = open.database.emptyLog() }
    let wayOut = open.files.hasDatabase ? ", or until a reload or restart uses what is there" : ""
    let obstacle =
      "\(file) was removed or replaced, so nothing can be changed until it is back\(wayOut)"
    reports.report(obstacle: obstacle)
    if purpose == .writing { throw StoreError.unavailable(reason: obstacle) }
  }

  /// Gives up the open database if its files were removed or replaced, and there is one to be opened
  /// instead.
  func reopen() {
    connection.withLock { connection in
      guard let open = connection, open.files.displaced != nil, open.files.hasDatabase else {
        return
      }
      open.close()
      connection = nil
      reports.report(obstacle: nil)
    }
  }

  /// Returns the connection, which may have to be opened.
  private func taken(for purpose: Purpose, _ noticed: () -> Void) throws -> Connection {
    let known = connection.withLock { $0.take() }
    if let known {
      if !known.isReadOnly || purpose == .reading || !hasRoom { return known }
      known.close()
    }
    guard !past.withLock({ $0.isClosed }) else {
      throw StoreError.unavailable(reason: "\(path) is closed")
    }
    do {
      let open = try open()
      let isOther = past.withLock { past in
        defer { past = Past(isKnown: true) }
        return past.isKnown
      }
      if isOther {
        countChange()
        noticed()
      }
      return open
    } catch {
      past.withLock { $0 = Past(isKnown: true, failed: DatabaseStamp(place)) }
      throw error
    }
  }

  /// Whether the disk has room for the index of the log, which has 32 KiB at first, and a change.
  private var hasRoom: Bool {
    var disk = statvfs()
    // A database that does not exist yet can be created, or that fails.
    guard statvfs(path, &disk) == 0 else { return true }
    return disk.f_bavail * disk.f_frsize >= 1 << 16
  }

  /// Checks whether another program has changed the database. A file that could not be opened is
  /// tried again only if it is a different one now.
  ///
  /// Throws `SQLITE_BUSY` while another program writes: it may take long from its first write to a
  /// file, which is when this is called, to the end of its transaction, which nothing reports.
  func check(_ noticed: () -> Void) throws {
    let (failed, isClosed) = past.withLock { ($0.failed, $0.isClosed) }
    if isClosed { return }
    if let failed, failed == DatabaseStamp(place) { return }
    try perform(.reading, noticed: noticed) { _ in }
    do {
      try perform(.looking, noticed: noticed) { _ in }
    } catch let error as DatabaseError where error.code == SQLITE_READONLY {
      // It is not known whether another program writes.
    }
  }

  private func open() throws -> Connection {
    let isDiskFull = !hasRoom
    let (database, isReadOnly) = try place.open()
    return Connection(
      database: database, files: DatabaseFiles(path: path, target: database.target),
      isReadOnly: isReadOnly, isDiskFull: isDiskFull || isReadOnly)
  }

  /// Closes the database permanently, with all changes in its one file.
  func close() {
    past.withLock { $0.isClosed = true }
    connection.withLock { connection in
      connection?.close()
      connection = nil
    }
  }
}

/// Attributes that show whether a database was written or replaced, or may be replaced now.
private struct DatabaseStamp: Equatable {
  /// nil if there is no such file.
  private let file: FileStamp?
  private let isMarked: Bool?

  init(_ place: DatabasePlace) {
    file = FileStamp(path: place.path)
    isMarked = place.mark?.isSet
  }
}

extension Database {
  fileprivate func whileNobodyWrites<Answer>(_ body: () throws -> Answer) throws -> Answer {
    setBusyTimeout(milliseconds: 0)
    defer { setBusyTimeout(milliseconds: DatabasePlace.busyMilliseconds) }
    try execute(Self.beginWriting)
    defer { try? execute("ROLLBACK") }
    return try body()
  }
}
