internal import Domain
internal import GRDB

// Reading and writing the history of topics, as rows.

extension Database {
  /// Appends records to a topic's history, and drops entries that are too old.
  func append(_ records: [HistoryRecord], to topic: Topic.ID) throws {
    let statement = try cachedStatement(sql: "SELECT max(number) FROM history WHERE topic = ?")
    var number = try Row.fetchOne(statement, arguments: [topic])?.number(0) ?? 0
    for record in records {
      number += 1
      try change(
        """
        INSERT INTO history (topic, number, date, author, event, undoes) VALUES (?, ?, ?, ?, ?, ?)
        """, topic, number, record.date.milliseconds, record.author,
        try EventRow(record.event).json, record.undoes)
    }
    guard number > Limits.historyEntries else { return }
    try change(
      "DELETE FROM history WHERE topic = ? AND number <= ?", topic, number - Limits.historyEntries)
  }

  /// Returns the newest entries, newest first. An entry that cannot be read is left out.
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) throws -> [HistoryEntry] {
    let rows = try Row.fetchAll(
      cachedStatement(
        sql: """
          SELECT number, date, author, event, undoes FROM history
          WHERE topic = ? AND number < ? ORDER BY number DESC LIMIT ?
          """), arguments: [topic, before ?? .max, limit])
    return try rows.compactMap { row in
      guard let event = EventRow(json: row[3])?.event else { return nil }
      let record = HistoryRecord(event, author: row[2], date: try row.date(1), undoes: row[4])
      return HistoryEntry(id: row[0], record: record)
    }
  }
}
