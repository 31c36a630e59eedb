internal import Domain

// Reading and writing the history of topics, as rows.

extension Database {
  /// Appends records to a topic's history, and drops entries that are too old.
  func append(_ records: [HistoryRecord], to topic: Topic.ID) throws {
    var number = try lastEntry(of: topic)
    for record in records {
      number += 1
      let event = JSONValue(record.event).text
      try appendToFeed(record, of: topic, event: record.event.isBrief ? event : nil)
      try change(
        """
        INSERT INTO history (topic, number, date, author, undoes, event)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [topic, number, record.date.milliseconds, record.author, record.undoes, event])
    }
    guard number > Limits.historyEntries else { return }
    try change(
      "DELETE FROM history WHERE topic = ? AND number <= ?",
      [topic, number - Limits.historyEntries])
  }

  /// Appends a change of a topic to the feed and, if it is one of its existence, its title or its decision,
  /// to the history of the store. Drops entries that are too old, many at a time.
  ///
  /// - Parameter event: the brief event as JSON; nil to make it.
  func appendToFeed(
    _ record: HistoryRecord, of topic: Topic.ID, event: String? = nil
  ) throws {
    let event = event ?? JSONValue(record.event.brief).text
    try append(record, event, of: topic, to: .feed, atMost: Limits.feedEntries)
    if record.event.concernsWholeTopic {
      try append(record, event, of: topic, to: .topicHistory, atMost: Limits.storeHistoryEntries)
    }
  }

  private func append(
    _ record: HistoryRecord, _ event: String, of topic: Topic.ID, to table: Table, atMost most: Int
  ) throws {
    // Another number neither counts on nor drops entries.
    let identifiers = ColumnLimits.identifiers
    let numbered = """
      \(table.rawValue) WHERE typeof(number) = 'integer'
      AND number BETWEEN \(identifiers.lowerBound) AND \(identifiers.upperBound)
      """
    try change(
      """
      INSERT INTO \(table.rawValue) (number, topic, date, author, event)
      SELECT ifnull(max(number), 0) + 1, ?, ?, ?, ? FROM \(numbered)
      """,
      [topic, record.date.milliseconds, record.author, event])
    guard lastRow.isMultiple(of: Self.dropped) else { return }
    try change(
      "DELETE FROM \(table.rawValue) WHERE number <= (SELECT max(number) FROM \(numbered)) - ?",
      [most])
  }

  /// So many entries too many are dropped together, because looking for them takes time.
  private static let dropped: Int64 = 64

  /// Returns the greatest number that can be counted on from; 0 without entries.
  private func lastEntry(of topic: Topic.ID) throws -> Int {
    var last = 0
    try rows("SELECT number FROM history WHERE topic = ? ORDER BY number DESC", topic) { row in
      guard let number = try? row.number(0, in: ColumnLimits.identifiers) else { return true }
      last = number
      return false
    }
    return last
  }

  /// Returns the newest entries, newest first, without those that cannot be read.
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try rows(
      "\(Table.history.selection) WHERE topic = ? AND number < ? ORDER BY number DESC", topic,
      before ?? .max
    ) { row in
      if let entry = readable(
        row, .history, { row throws(ColumnFault) in try entry(row, in: .history) })
      {
        if entry.id != entries.last?.id {
          entries.append(entry)
        } else {
          leaveOut(row, .history, "the number occurs more than once")
        }
      }
      return entries.count < limit
    }
    return entries
  }

  /// Returns the newest entries of the history of the store or of the feed, newest first, without those
  /// that cannot be read.
  ///
  /// - Parameter table: `.topicHistory` or `.feed`.
  func history(
    in table: Table, before: HistoryEntry.ID?, limit: Int
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try rows("\(table.selection) WHERE number < ? ORDER BY number DESC", before ?? .max) { row in
      let found = readable(row, table) { row throws(ColumnFault) in try entry(row, in: table) }
      if let found { entries.append(found) }
      return entries.count < limit
    }
    return entries
  }

  /// Reads the columns of `Table.history`, `Table.topicHistory` or `Table.feed`.
  func entry(_ row: Row, in table: Table) throws(ColumnFault) -> HistoryEntry {
    let topic = try row.text(0, bytes: 1...ColumnLimits.key)
    let number = try row.number(1, in: ColumnLimits.identifiers)
    let (date, author) = (try row.date(2), try row.author(3))
    let undoes =
      table != .history || row.isNull(5)
      ? nil : try row.number(5, in: ColumnLimits.identifiers)
    guard let event = event(try row.text(4, bytes: 1...ColumnLimits.event), of: topic),
      table == .feed
        || (table == .topicHistory ? event.concernsWholeTopic : !event.isOfStoreOnly)
    else {
      throw row.fault(4, "is not a change of the topic")
    }
    return HistoryEntry(
      id: number, topic: topic,
      record: HistoryRecord(event, author: author, date: date, undoes: undoes))
  }
}
