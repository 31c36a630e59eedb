internal import Domain

// What was removed, as rows.
//
// The rows of a topic in the trash stay in their tables, with all that they have, and get a key that
// no topic can have. A post, and what is known without reading a topic, is in the table of the trash.

extension Database {
  /// Returns the entries, newest first, without those that cannot be read.
  func trash() throws -> [TrashEntry] {
    var entries: [TrashEntry] = []
    // A removed post of a removed topic belongs to that one.
    try forEach(
      "\(Table.trash.selection) WHERE \(Table.trash.isNotRemoved) ORDER BY removed DESC, rowid DESC"
    ) { row in
      if let entry = readable(row, .trash, { row throws(ColumnFault) in try row.trashEntry() }) {
        entries.append(entry)
      }
    }
    return entries
  }

  // MARK: Removing

  /// Puts a topic with the rows that belong to it into the trash.
  func remove(_ topic: Topic, _ removal: Removal) throws {
    let bytes = try? self.bytes(of: topic.id)
    try rename(topic.id, to: Table.removedTopic(removal.id))
    try appendToFeed(
      HistoryRecord(.removed(title: topic.title), author: removal.author, date: removal.date),
      of: topic.id)
    try insert(
      TrashEntry(.topic(topic.id, title: topic.title), removal, bytes: bytes ?? 0), content: nil)
    try makeRoomInTrash()
  }

  /// Puts a post into the trash, whose row has been deleted.
  func remove(_ post: Post, _ removal: Removal) throws {
    let entry = TrashEntry(
      .post(post.id, of: post.topic, title: post.title), removal,
      bytes: post.title.utf8.count + post.content.utf8.count)
    try insert(entry, content: JSONValue(.postRemoved(post)))
    try makeRoomInTrash()
  }

  private func insert(_ entry: TrashEntry, content: JSONValue?) throws {
    try change(
      """
      INSERT INTO trash (topic, id, post, title, author, removed, bytes, content)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.item.topic, entry.id, entry.item.post, entry.item.title, entry.removal.author,
        entry.removal.date.milliseconds, entry.bytes, content?.text,
      ])
  }

  private func makeRoomInTrash() throws {
    try erase(TrashLimits.standard.excess(of: trash()))
  }

  /// The bytes of the texts of a topic with everything that belongs to it.
  private func bytes(of topic: Topic.ID) throws -> Int {
    let texts: [(Table, String)] = [
      (.argument, "text"), (.argument, "comments"), (.option, "title"), (.option, "text"),
      (.objection, "text"), (.objection, "answer"), (.todo, "text"), (.history, "event"),
      (.post, "content"),
    ]
    return try texts.reduce(0) { sum, text in
      let bytes = try first(
        """
        SELECT coalesce(sum(length(CAST(\(text.1) AS BLOB))), 0) FROM \(text.0.rawValue)
        WHERE topic = ?
        """, topic
      ) { row throws(ColumnFault) in try row.number(0, in: 0...ColumnLimits.numbers.upperBound) }
      return sum + (bytes ?? 0)
    }
  }

  /// Gives the rows of a topic another key, also those in the trash.
  private func rename(_ old: Topic.ID, to new: Topic.ID) throws {
    // The rows refer to each other until the end of the transaction.
    try execute("PRAGMA defer_foreign_keys = ON")
    for table in belonging {
      try change("UPDATE \(table.rawValue) SET topic = ? WHERE topic = ?", [new, old])
    }
    // Not an earlier topic with this identifier.
    try change(
      "UPDATE trash SET topic = ? WHERE topic = ? AND post IS NOT NULL", [new, old])
    try change(one: .topic, "UPDATE topic SET id = ? WHERE id = ?", new, old)
  }

  // MARK: Restoring

  /// Puts a topic back. Throws `TrashError`.
  ///
  /// - Returns: its identifier.
  func restoreTopic(_ entry: TrashEntry) throws -> Topic.ID {
    let wanted = entry.item.topic
    var taken = try topicIDs()
    var id = wanted
    repeat {
      do throws(TopicError) {
        id = try Topic.restoredID(wanted, title: entry.item.title, taken: taken)
      } catch {
        throw TrashError.topic(error)
      }
      // Rows that are left out must not become part of it.
    } while try hasRows(of: id) && taken.insert(id).inserted
    try forget(entry.id)
    try rename(Table.removedTopic(entry.id), to: id)
    if id != wanted {
      // A change of a post names the topic.
      try change(
        """
        UPDATE history SET event = json_replace(event, '$.post.topic', ?1, '$.oldPost.topic', ?1)
        WHERE topic = ?1 AND json_valid(event)
        """, [id])
      try change(
        """
        UPDATE trash SET content = json_replace(content, '$.post.topic', ?1)
        WHERE topic = ?1 AND post IS NOT NULL AND json_valid(content)
        """, [id])
    }
    return id
  }

  /// Returns the post of an entry. Throws `StoreError.damaged` if it cannot be read.
  func removedPost(_ entry: TrashEntry) throws -> Post {
    let json = try first("SELECT content FROM trash WHERE id = ?", entry.id) { row in
      try? row.text(0, bytes: 1...ColumnLimits.event)
    }
    guard let json = json ?? nil,
      case .postRemoved(let post)? = event(json, of: entry.item.topic)
    else { throw StoreError.damaged(place: "the row of the table trash with id '\(entry.id)'") }
    return post
  }

  /// Forgets a removal that was undone in another way.
  func forgetRemoval(of post: Post) throws {
    try change("DELETE FROM trash WHERE topic = ? AND post = ?", [post.topic, post.id])
  }

  // MARK: Erasing

  func erase(_ ids: Set<TrashEntry.ID>) throws {
    for id in ids {
      let key = Table.removedTopic(id)
      try forget(id)
      try change("DELETE FROM trash WHERE topic = ?", [key])
      if try first("SELECT 1 FROM topic WHERE id = ?", key, read: { _ in true }) == true {
        try removeTopic(key)
      }
    }
  }

  private func forget(_ id: TrashEntry.ID) throws {
    try change("DELETE FROM trash WHERE id = ?", [id])
  }
}

extension Table {
  /// The key of the rows of a topic in the trash: it has a character that no topic's has.
  static func removedTopic(_ id: TrashEntry.ID) -> String { "trash/\(id)" }

  /// The condition for rows that do not belong to a topic in the trash.
  var isNotRemoved: String {
    "(\(self == .topic ? "id" : "topic") GLOB '\(Self.removedTopic("*"))') IS NOT TRUE"
  }
}

extension Row {
  /// Of the columns of `Table.trash`.
  func trashEntry() throws(ColumnFault) -> TrashEntry {
    let topic = try text(0, bytes: 1...ColumnLimits.key)
    guard Topic.isID(topic) else { throw fault(0, "is not a segment of a path") }
    let title = try text(3, bytes: 1...Limits.postTitleBytes)
    let post = isNull(2) ? nil : try text(2, bytes: 1...ColumnLimits.key)
    let removal = Removal(
      id: try text(1, bytes: 1...ColumnLimits.key), author: try author(4), date: try date(5))
    return TrashEntry(
      post.map { .post($0, of: topic, title: title) } ?? .topic(topic, title: title), removal,
      bytes: try number(6, in: 0...ColumnLimits.numbers.upperBound))
  }
}
