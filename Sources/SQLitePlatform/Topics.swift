internal import Domain

// Reading and writing topics, as rows.

extension Database {
  /// nil if there is no such topic, or if it cannot be read.
  func topic(_ id: Topic.ID) throws -> Topic? {
    try storedTopic(id)?.topic
  }

  /// nil if there is no such topic, or if it cannot be read.
  func storedTopic(_ id: Topic.ID) throws -> StoredTopic? {
    // The key of one in the trash is none that a client may name.
    guard Topic.isID(id) else { return nil }
    var topic: StoredTopic?
    try rows("\(Table.topic.selection) WHERE id = ? ORDER BY place", id) { row in
      topic = readable(row, .topic) { row throws(ColumnFault) in try row.storedTopic() }
      return topic == nil
    }
    return topic
  }

  /// Returns the identifiers of all topics, including those that cannot be read.
  func topicIDs() throws -> Set<Topic.ID> {
    var ids: Set<Topic.ID> = []
    try forEach("SELECT id FROM topic WHERE \(Table.topic.isNotRemoved)") { row in
      if let id = try? row.text(0, bytes: 0...ColumnLimits.key) { ids.insert(id) }
    }
    return ids
  }

  /// Returns the identifiers of the topics in which something may wait for people.
  func topicsWithPending() throws -> Set<Topic.ID> {
    var ids: Set<Topic.ID> = []
    for query in [
      "SELECT id FROM topic WHERE asked IS NOT NULL AND decided IS NULL",
      "SELECT DISTINCT topic FROM objection WHERE closing IS NULL AND answer IS NOT NULL",
      "SELECT DISTINCT topic FROM todo WHERE assignee IS NOT NULL AND done = 0",
    ] {
      try forEach(query) { row in if let id = row.topicID { ids.insert(id) } }
    }
    return ids.filter(Topic.isID)
  }

  /// Whether there are rows that belong to a topic. A topic that cannot be read, or that a program
  /// has removed, leaves some.
  func hasRows(of topic: Topic.ID) throws -> Bool {
    let found = belonging.map { "EXISTS (SELECT 1 FROM \($0.rawValue) WHERE topic = ?1)" }
    return try first("SELECT 1 WHERE \(found.joined(separator: " OR "))", topic) { _ in true }
      ?? false
  }

  var belonging: [Table] {
    [.side, .argument, .position, .option, .objection, .todo, .history, .post]
  }

  func insert(_ topic: Topic) throws {
    try change(
      one: .topic,
      """
      INSERT INTO topic (
        title, updated, updated_by, round, decided, decided_by, outcome, reason, digest, authority,
        asked, quorum, deadline, auto_close, objections_block, deciders_resolve, outcome_title,
        successor, id, created, newest_option, newest_todo)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
      """, values(of: topic) + [topic.id, topic.created.milliseconds])
  }

  /// - Parameters:
  ///   - option: the number of its newest option, there or not; nil to keep the stored one.
  ///   - todo: likewise.
  func update(_ topic: Topic, newest option: Int? = nil, _ todo: Int? = nil) throws {
    try change(
      one: .topic,
      """
      UPDATE topic SET title = ?, updated = ?, updated_by = ?, round = ?, decided = ?, decided_by = ?,
        outcome = ?, reason = ?, digest = ?, authority = ?, asked = ?, quorum = ?, deadline = ?,
        auto_close = ?, objections_block = ?, deciders_resolve = ?, outcome_title = ?,
        successor = ?, newest_option = ifnull(?, newest_option), newest_todo = ifnull(?, newest_todo)
      WHERE id = ?
      """, values(of: topic) + [option, todo, topic.id])
  }

  /// The values of the columns that can change, in the order of the statements.
  private func values(of topic: Topic) -> [(any Bindable)?] {
    let (decision, rule) = (topic.decision, topic.rule)
    return [
      topic.title, topic.updated.milliseconds, topic.updatedBy, topic.round,
      decision?.date.milliseconds, decision?.author, decision?.outcome?.rawValue, decision?.reason,
      decision?.digest, decision?.authority.rawValue, rule?.askedText, rule?.quorum?.text,
      rule?.deadline?.milliseconds, rule?.autoClose == true ? 1 : 0,
      rule?.objectionsBlock == true ? 1 : 0, rule?.decidersResolve == true ? 1 : 0,
      decision?.title, decision?.successor,
    ]
  }

  /// Deletes a topic with the rows that belong to it, which a foreign key deletes.
  func removeTopic(_ id: Topic.ID) throws {
    let followers = belonging.map { table in
      // A table that cannot be read only makes the change one of unknown extent.
      let count = try? first("SELECT count(*) FROM \(table.rawValue) WHERE topic = ?", id) {
        row throws(ColumnFault) in try row.number(0, in: 0...ColumnLimits.numbers.upperBound)
      }
      return count ?? 0
    }
    try change(one: .topic, "DELETE FROM topic WHERE id = ?", id)
    expectChanges(followers.reduce(0, +))
  }
}

/// A topic with what its row has for the board.
struct StoredTopic {
  let topic: Topic
  /// The number of its newest option, there or not.
  let newestOption: Int
  /// The number of its newest todo, there or not.
  let newestTodo: Int
}

extension Row {
  /// Of the columns of `Table.topic`.
  func storedTopic() throws(ColumnFault) -> StoredTopic {
    StoredTopic(
      topic: try topic(), newestOption: try number(20, in: 0...ColumnLimits.options.upperBound),
      newestTodo: try number(21, in: 0...ColumnLimits.numbers.upperBound))
  }

  private func topic() throws(ColumnFault) -> Topic {
    let id = try text(0, bytes: 1...ColumnLimits.key)
    guard Topic.isID(id) else { throw fault(0, "is not a segment of a path") }
    return Topic(
      id: id,
      title: try text(
        1, bytes: 1...Limits.titleBytes, characters: Limits.titleCharacters.upperBound),
      created: try date(2), updated: try date(3), updatedBy: try editor(4),
      decision: try decision(), rule: try rule(),
      round: try number(5, in: 1...ColumnLimits.numbers.upperBound))
  }
}
