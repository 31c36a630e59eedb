internal import CSQLite

extension Database {
  /// Gives a table another definition, with the same rows, triggers and indices.
  ///
  /// A program may have taken its rules from the old table. If there is a row that breaks one, the new
  /// table has none either, only defaults: such rows are left out when they are read, and kept.
  ///
  /// - Parameters:
  ///   - definition: what follows the name of the table in the statement that creates it.
  ///   - columns: those of the old table, which the new one has, too.
  ///   - defaults: of columns of the new one.
  func rebuild(
    _ table: Table, as definition: String, from columns: String, defaults: [String: String]
  ) throws {
    let (old, new) = (table.rawValue, "new_\(table.rawValue)")
    // Without those that SQLite makes itself for a key.
    var additions: [String] = []
    try forEach(
      """
      SELECT sql FROM sqlite_master
      WHERE tbl_name = ? COLLATE NOCASE AND type IN ('trigger', 'index') AND sql IS NOT NULL
      """, old
    ) { row in additions.append(try row.text(0, bytes: 0...ColumnLimits.event)) }
    let copying = "INSERT INTO \(new) (\(columns)) SELECT \(columns) FROM \(old)"
    try execute("CREATE TABLE \(new) \(definition)")
    do {
      try execute(copying)
    } catch let error as DatabaseError where error.code == SQLITE_CONSTRAINT {
      let plain = plainDefinition(of: table, defaults)
      try execute("DROP TABLE \(new); CREATE TABLE \(new) (\(plain)); \(copying)")
    }
    try execute("DROP TABLE \(old); ALTER TABLE \(new) RENAME TO \(old)")
    for addition in additions { try execute(addition) }
  }

  /// Returns the columns of a table without types and rules.
  private func plainDefinition(of table: Table, _ defaults: [String: String]) -> String {
    let columns = table.columns.split(separator: ", ").map { column in
      let value = defaults[String(column)]
      return value.map { "\(column) DEFAULT \($0)" } ?? String(column)
    }
    return columns.joined(separator: ", ")
      + ", FOREIGN KEY (topic) REFERENCES topic(id) ON DELETE CASCADE"
  }
}
