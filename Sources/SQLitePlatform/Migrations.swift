internal import Domain

/// A step from an older form of a database to a newer one.
struct Migration: Sendable {
  /// Its name in the record of migrations.
  let identifier: String
  let run: @Sendable (Database) throws -> Void
}

/// The migrations that a database needs, in order, and its record of those that it has had: the
/// table `grdb_migrations`, named after GRDB, the library that has written the first databases.
struct Migrations: Sendable {
  let all: [Migration]
  /// Writes what a new database has.
  let fill: @Sendable (Database) throws -> Void

  /// Whether the database has had a migration that is not known here.
  func isSuperseded(in database: Database) throws -> Bool {
    !(try applied(in: database)).isSubset(of: all.map(\.identifier))
  }

  /// Whether the database has had none.
  func isNew(_ database: Database) throws -> Bool { try applied(in: database).isEmpty }

  /// Whether the database has had all.
  func isDone(in database: Database) throws -> Bool { try missing(in: database).isEmpty }

  /// Makes the migrations that are missing.
  func run(in database: Database) throws {
    // Without a lock, unless there is something to do: the file may be read-only.
    guard try !missing(in: database).isEmpty else { return }
    // Both are as they were after the transaction. A row whose topic does not exist can be copied, and
    // what refers to a table that is rebuilt refers to the new one.
    try database.execute("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
    defer { try? database.execute("PRAGMA foreign_keys = ON; PRAGMA legacy_alter_table = OFF") }
    try database.writing {
      try database.execute(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      let isNew = try isNew(database)
      for migration in try missing(in: database) {
        try migration.run(database)
        try database.change(
          "INSERT INTO grdb_migrations (identifier) VALUES (?)", [migration.identifier])
      }
      if isNew { try fill(database) }
    }
  }

  private func missing(in database: Database) throws -> [Migration] {
    let applied = try applied(in: database)
    return all.filter { !applied.contains($0.identifier) }
  }

  private func applied(in database: Database) throws -> Set<String> {
    let hasRecord = try database.first(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'"
    ) { _ in true }
    guard hasRecord == true else { return [] }
    var identifiers: Set<String> = []
    try database.forEach("SELECT identifier FROM grdb_migrations") { row in
      do throws(ColumnFault) {
        identifiers.insert(try row.text(0, bytes: 0...ColumnLimits.key))
      } catch {
        throw StoreError.damaged(
          place: "the table grdb_migrations, whose \(error.column) \(error.reason)")
      }
    }
    return identifiers
  }
}
