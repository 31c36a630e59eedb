internal import CSQLite
internal import Domain
internal import Glibc
internal import OperatingSystem

/// The place of a database, and what is expected there.
struct DatabasePlace: Sendable {
  let path: String
  let migrations: Migrations
  /// Says whether the database existed; nil to create one whenever there is none.
  let mark: DatabaseMark?

  /// How long a transaction waits for those of other programs.
  static let busyMilliseconds: Int32 = 2000

  /// Opens the database. May block.
  ///
  /// - Returns: also whether it can only be read, because the disk is full.
  /// - Throws: `StoreError` if there is something else, or what must be left as it is.
  func open() throws -> (Database, isReadOnly: Bool) {
    let isKept = mark?.isSet ?? false
    try refuseMissing(isKept: isKept)
    // Before it is opened for writing, which may change it: a newer procon may use it differently.
    if (try? migrations.isSuperseded(in: Database(path, .inspecting))) == true { throw superseded }
    let database: Database
    var isReadOnly = false
    do {
      database = try changeable(isKept ? .changing : .creating, isKept: isKept)
      mark?.set()
    } catch let error as DatabaseError where error.code == SQLITE_FULL {
      database = try readable() ?? { throw error }()
      isReadOnly = true
    }
    return (database, isReadOnly)
  }

  /// - Throws: `StoreError` if a new database would take the place of one that a program has moved.
  private func refuseMissing(isKept: Bool) throws {
    guard FileIdentity(path: path, followsLinks: true) == nil else { return }
    if isKept, let mark {
      throw StoreError.unavailable(
        reason: "\(path) is missing; put it back, or remove \(mark.path) to begin a new one")
    }
    var status = stat()
    if stat("\(path)-wal", &status) == 0, status.st_size > 0 {
      throw StoreError.unavailable(
        reason:
          "\(path) is missing, but its changes are in \(path)-wal; put it back, or remove that"
          + " file to begin a new one")
    }
  }

  private var superseded: StoreError {
    .unavailable(reason: "\(path) was written by a newer procon, which this one cannot read")
  }

  private func changeable(_ access: Database.Access, isKept: Bool) throws -> Database {
    let database = try Database(path, access)
    do {
      database.setBusyTimeout(milliseconds: Self.busyMilliseconds)
      try database.execute("PRAGMA foreign_keys = ON")
      try refuse(database, isKept: isKept)
      let mode = try database.first("PRAGMA journal_mode = WAL") { row in
        try row.text(0, bytes: 0...ColumnLimits.key)
      }
      guard mode == "wal" else {
        throw StoreError.unavailable(reason: "\(path) cannot have a write-ahead log")
      }
      // Otherwise WAL syncs only at checkpoints, and the last changes could be lost in a power cut.
      try database.execute("PRAGMA synchronous = FULL")
      // In KiB, a quarter of the default: what is read again is in the system's cache.
      try database.execute("PRAGMA cache_size = -500")
      try migrations.run(in: database)
    } catch let error as DatabaseError where ![SQLITE_BUSY, SQLITE_FULL].contains(error.code) {
      throw diagnosis(of: database) ?? error
    }
    return database
  }

  /// - Throws: `StoreError` if the database must be left as it is.
  private func refuse(_ database: Database, isKept: Bool) throws {
    let (isNewer, isEmpty) = try database.reading {
      (try migrations.isSuperseded(in: database), try migrations.isNew(database))
    }
    if isNewer {
      database.closeWithoutWriting()
      throw superseded
    }
    if isKept, isEmpty, let mark {
      throw StoreError.damaged(
        place:
          "\(path): it is empty; put the right one there, or remove \(mark.path) to begin a new"
          + " one")
    }
  }

  /// Opens a database without any other file, so that it can be read when the disk is full. No other
  /// program can use it then.
  ///
  /// - Returns: nil if it needs to be changed first.
  private func readable() throws -> Database? {
    let database = try Database(path, .changing)
    database.setBusyTimeout(milliseconds: Self.busyMilliseconds)
    // The index of the log is in the memory of the process then.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    return try database.reading { try migrations.isDone(in: database) } ? database : nil
  }

  /// Returns what is wrong with a database that cannot be opened; nil if its structure is sound.
  private func diagnosis(of database: Database) -> StoreError? {
    let fault = try? database.first("PRAGMA integrity_check(1)") { row in
      try row.text(0, bytes: 0...ColumnLimits.text)
    }
    guard let fault, fault != "ok" else { return nil }
    return .damaged(place: "\(path): \(fault)")
  }
}
