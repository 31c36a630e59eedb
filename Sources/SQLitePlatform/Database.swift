internal import CSQLite
internal import Domain
internal import UVLoop

/// A connection to a database, with the statements that it has prepared.
///
/// Safe although unchecked: `SQLiteFile` gives it to one piece of work at a time.
final class Database: @unchecked Sendable {
  /// The rows that were found to be unreadable since they were last taken.
  var faults = RowFaults()
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var isClosed = false
  /// The number of rows that ``change(_:_:)`` has changed, and those that follow from it.
  private var ownChanges: Int64 = 0

  /// How a database is opened.
  enum Access {
    /// It is created if it does not exist.
    case creating
    /// It must exist.
    case changing
    /// Its file is read as it is: nothing is locked, written or created, and what is only in the
    /// write-ahead log is not seen.
    case inspecting
  }

  init(_ path: String, _ access: Access = .creating) throws {
    var handle: OpaquePointer?
    let (name, flags) =
      switch access {
      case .creating: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .changing: (path, SQLITE_OPEN_READWRITE)
      case .inspecting: (Self.uri(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(code, handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  private static func uri(_ path: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return "file:\(path.unicodeScalars.map { escapes[$0] ?? String($0) }.joined())"
  }

  deinit {
    close()
  }

  /// Closes the connection: the last one puts all changes into the file. It must not be used after
  /// that.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    statements = [:]
    sqlite3_close_v2(handle)
  }

  // MARK: Files

  /// The path of its file, without symbolic links.
  var target: String {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
  }

  /// Puts all changes into the file, and empties the write-ahead log.
  ///
  /// - Returns: whether that was possible.
  func emptyLog() -> Bool {
    let isBusy = try? first("PRAGMA wal_checkpoint(TRUNCATE)") { row in
      try row.number(0, in: ColumnLimits.numbers)
    }
    return isBusy == 0
  }

  /// Closes the connection and leaves the files as they are. It must not be used after that.
  func closeWithoutWriting() {
    sqlite3_leave_log(handle)
    close()
  }

  // MARK: Statements

  /// Executes statements that need no values and return no rows of interest.
  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Calls `body` with each row of a result, which is valid only during the call, until it returns
  /// false.
  func rows(
    _ sql: String, _ values: (any Bindable)?..., while body: (Row) throws -> Bool
  ) throws {
    try withStatement(sql, values) { statement in
      while try step(statement) {
        guard try body(Row(statement)) else { return }
      }
    }
  }

  /// Calls `body` with all rows of a result.
  func forEach(
    _ sql: String, _ values: (any Bindable)?..., body: (Row) throws -> Void
  ) throws {
    try withStatement(sql, values) { statement in
      while try step(statement) { try body(Row(statement)) }
    }
  }

  /// Returns what `read` makes of the first row of a result; nil if there is none.
  func first<Value>(
    _ sql: String, _ values: (any Bindable)?..., read: (Row) throws -> Value
  ) throws -> Value? {
    try withStatement(sql, values) { try step($0) ? read(Row($0)) : nil }
  }

  /// Executes a statement that changes rows.
  ///
  /// - Returns: the number of rows that it has changed, without those that triggers and foreign keys
  ///   have changed.
  /// - Throws: `StoreError.damaged` for a number that could not be read again.
  @discardableResult
  func change(_ sql: String, _ values: [(any Bindable)?]) throws -> Int {
    for case let value? in values where !value.isReadable {
      throw StoreError.damaged(place: "the number \(value) is too large")
    }
    return try withStatement(sql, values) { statement in
      while try step(statement) {}
      let count = sqlite3_changes64(handle)
      ownChanges += count
      return Int(count)
    }
  }

  /// Executes a statement that changes one row.
  ///
  /// - Throws: also `StoreError.damaged` if it has changed another number of rows: a key occurs more
  ///   than once, or a trigger has ignored the change.
  func change(one table: Table, _ sql: String, _ values: (any Bindable)?...) throws {
    try change(one: table, sql, values)
  }

  func change(one table: Table, _ sql: String, _ values: [(any Bindable)?]) throws {
    let count = try change(sql, values)
    guard count == 1 else {
      throw StoreError.damaged(
        place: "the table \(table.rawValue), where a change of one row has changed \(count)")
    }
  }

  /// The number of rows that something else than ``change(_:_:)`` has changed on this connection,
  /// such as a trigger.
  var otherChanges: Int64 { sqlite3_total_changes64(handle) - ownChanges }

  /// The number of the row that was inserted last, in a table whose rows have one.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Counts rows as changed by ``change(_:_:)``, since a foreign key has changed them for it.
  func expectChanges(_ count: Int) {
    ownChanges += Int64(count)
  }

  private func withStatement<Answer>(
    _ sql: String, _ values: [(any Bindable)?], _ body: (Statement) throws -> Answer
  ) throws -> Answer {
    let statement = try prepared(sql)
    defer { statement.reset() }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      try check(value?.bind(to: statement, at: place) ?? SQLITE_OK)
    }
    return try body(statement)
  }

  /// Returns the statement, which is kept: there are few different ones.
  private func prepared(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else { preconditionFailure("a statement without SQL") }
    let new = Statement(statement)
    statements[sql] = new
    return new
  }

  /// - Returns: whether there is a row.
  private func step(_ statement: Statement) throws -> Bool {
    let code = sqlite3_step(statement.handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw DatabaseError(code, handle) }
    return false
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw DatabaseError(code, handle) }
  }

  func takeFaults() -> RowFaults {
    defer { faults = RowFaults() }
    return faults
  }

  // MARK: Transactions

  /// Runs `body` in a transaction that only reads, and in which nothing changes.
  func reading<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try execute("BEGIN DEFERRED")
    // Not COMMIT, which fails if something damaged was read.
    defer { try? execute("ROLLBACK") }
    return try body()
  }

  /// Runs `body` in a transaction that excludes others that write. It is rolled back if `body`
  /// throws.
  func writing<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try execute(Self.beginWriting)
    do {
      let answer = try body()
      try execute("COMMIT")
      return answer
    } catch {
      // A full disk may have ended it.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  static let beginWriting = "BEGIN IMMEDIATE"

  /// Runs `body` in a part of a transaction, which is rolled back if it throws.
  func savepoint(_ body: () throws -> Void) throws {
    try execute("SAVEPOINT part")
    do {
      try body()
      try execute("RELEASE part")
    } catch {
      if isInTransaction { try? execute("ROLLBACK TO part; RELEASE part") }
      throw error
    }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Sets how long a transaction waits for those of other connections.
  func setBusyTimeout(milliseconds: Int32) {
    sqlite3_busy_timeout(handle, milliseconds)
  }
}

/// An error of SQLite.
struct DatabaseError: Error {
  /// One of the primary result codes, such as `SQLITE_FULL`.
  let code: Int32
  let message: String

  /// - Parameter handle: the connection on which it has just occurred; nil if there is none.
  init(_ code: Int32, _ handle: OpaquePointer?) {
    let primary = code & 0xFF
    // No room for a file that SQLite needs in addition to the database has another code.
    let isDiskFull =
      [SQLITE_IOERR, SQLITE_CANTOPEN].contains(primary)
      && LoopError.isDiskFull(handle.map { sqlite3_system_errno($0) } ?? 0)
    self.code = isDiskFull ? SQLITE_FULL : primary
    let words: UnsafePointer<CChar>? = handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    message = words.map { String(cString: $0) } ?? "error \(code) of SQLite"
  }
}
