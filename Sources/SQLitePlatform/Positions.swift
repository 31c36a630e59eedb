internal import Domain

// Reading and writing positions and decisions, as rows.

extension Database {
  /// Returns the positions on a topic in the order in which they were taken, without those that cannot be
  /// read, and whether these are all.
  func positions(on topic: Topic.ID) throws -> (positions: [Position], areWhole: Bool) {
    var (positions, areWhole): ([Position], Bool) = ([], true)
    var people: Set<String> = []
    try forEach("\(Table.position.selection) WHERE topic = ? ORDER BY taken, person", topic) {
      row in
      let position = readable(row, .position) { row throws(ColumnFault) in try row.position() }
      guard let position else {
        areWhole = false
        return
      }
      guard people.insert(position.person).inserted else {
        areWhole = false
        return leaveOut(row, .position, "the person occurs more than once")
      }
      positions.append(position)
    }
    return (positions, areWhole)
  }

  /// Writes the rows in which positions differ from the stored ones.
  func store(_ after: [Position], insteadOf before: [Position], on topic: Topic.ID) throws {
    var rest = Dictionary(before.map { ($0.person, $0) }) { first, _ in first }
    for position in after {
      let old = rest.removeValue(forKey: position.person)
      if position == old { continue }
      let (choice, date) = (Self.name(of: position.choice), position.date.milliseconds)
      if old != nil {
        try change(
          one: .position,
          "UPDATE position SET choice = ?, sentence = ?, taken = ? WHERE topic = ? AND person = ?",
          choice, position.sentence, date, topic, position.person)
      } else {
        // Not beside a row that is left out.
        try change(
          one: .position,
          """
          INSERT INTO position (topic, person, choice, sentence, taken)
          SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
            SELECT 1 FROM position WHERE topic = ?1 AND person = ?2)
          """, topic, position.person, choice, position.sentence, date)
      }
    }
    for person in rest.keys {
      try change(
        one: .position, "DELETE FROM position WHERE topic = ? AND person = ?", topic, person)
    }
  }

  /// The name of a choice in a column.
  static func name(of choice: Choice?) -> String { choice?.rawValue ?? abstention }

  /// In place of the choice of a person who abstains.
  static let abstention = "abstain"
}

extension Row {
  /// Of the columns of `Table.position`.
  func position() throws(ColumnFault) -> Position {
    _ = try text(0, bytes: 1...ColumnLimits.key)
    let person = try name(1)
    let choiceName = try text(2, bytes: 1...ColumnLimits.key)
    let choice = Choice(rawValue: choiceName)
    guard choice != nil || choiceName == Database.abstention else {
      throw fault(2, "is neither 'yes' nor 'no' nor 'abstain'")
    }
    let sentence = isNull(3) ? nil : try text(3, bytes: 1...ColumnLimits.text)
    let date = try date(4)
    do throws(BoardError) {
      return try Position(person: person, choice: choice, sentence: sentence, date: date)
    } catch {
      guard case .invalid(.sentence(let rule)) = error else { throw fault(1, "cannot be a name") }
      throw fault(3, rule.words)
    }
  }

  /// The name of a user, which is not empty.
  private func name(_ column: Int32) throws(ColumnFault) -> String {
    try text(
      column, bytes: 1...Limits.authorBytes, characters: Limits.authorCharacters.upperBound)
  }

  /// Of the columns of `Table.topic`: nil if the topic is open.
  func decision() throws(ColumnFault) -> Decision? {
    guard !isNull(6) else { return nil }
    var outcome: Choice?
    if !isNull(8) {
      outcome = Choice(rawValue: try text(8, bytes: 1...ColumnLimits.key))
      guard outcome != nil else { throw fault(8, "is neither 'yes' nor 'no'") }
    }
    let (date, author) = (try date(6), try name(7))
    let reason = try text(9, bytes: 1...ColumnLimits.text)
    let digest = isNull(10) ? nil : try text(10, bytes: 0...ColumnLimits.key)
    do throws(BoardError) {
      return try Decision(outcome, reason: reason, author: author, date: date, digest: digest)
    } catch {
      guard case .invalid(.reason(let rule)) = error else { throw fault(7, "cannot be a name") }
      throw fault(9, rule.words)
    }
  }
}
