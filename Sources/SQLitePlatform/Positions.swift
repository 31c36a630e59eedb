internal import Domain

// Reading and writing positions, decisions and their rules, as rows.

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
      let date = position.date.milliseconds
      if old != nil {
        try change(
          one: .position,
          "UPDATE position SET choice = ?, sentence = ?, taken = ? WHERE topic = ? AND person = ?",
          position.name, position.sentence, date, topic, position.person)
      } else {
        // Not beside a row that is left out.
        try change(
          one: .position,
          """
          INSERT INTO position (topic, person, choice, sentence, taken)
          SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (
            SELECT 1 FROM position WHERE topic = ?1 AND person = ?2)
          """, topic, position.person, position.name, position.sentence, date)
      }
    }
    for person in rest.keys {
      try change(
        one: .position, "DELETE FROM position WHERE topic = ? AND person = ?", topic, person)
    }
  }
}

extension Row {
  /// Of the columns of `Table.position`.
  func position() throws(ColumnFault) -> Position {
    _ = try text(0, bytes: 1...ColumnLimits.key)
    let person = try name(1)
    let choiceName = try text(2, bytes: 1...ColumnLimits.key)
    guard Position.isName(choiceName) else {
      throw fault(2, "is neither 'yes' nor 'no' nor 'abstain' nor the number of an option")
    }
    let sentence = isNull(3) ? nil : try text(3, bytes: 1...ColumnLimits.text)
    let date = try date(4)
    do throws(BoardError) {
      return try Position(
        person: person, choice: Choice(rawValue: choiceName), sentence: sentence, date: date)
    } catch {
      guard case .invalid(.sentence(let rule)) = error else { throw fault(1, "cannot be a name") }
      throw fault(3, rule.words)
    }
  }

  /// The name of a user, which is not empty.
  func name(_ column: Int32) throws(ColumnFault) -> String {
    try text(
      column, bytes: 1...Limits.authorBytes, characters: Limits.authorCharacters.upperBound)
  }

  /// Of the columns of `Table.topic`: nil if the topic is open.
  func decision() throws(ColumnFault) -> Decision? {
    guard !isNull(6) else { return nil }
    var outcome: Choice?
    if !isNull(8) {
      outcome = Choice(rawValue: try text(8, bytes: 1...ColumnLimits.key))
      guard outcome != nil else {
        throw fault(8, "is neither 'yes' nor 'no' nor the number of an option")
      }
    }
    let (date, author) = (try date(6), try name(7))
    let reason = try text(9, bytes: 1...ColumnLimits.text)
    let digest = isNull(10) ? nil : try text(10, bytes: 0...ColumnLimits.key)
    var authority = Decision.Authority.person
    if !isNull(11) {
      guard let found = Decision.Authority(rawValue: try text(11, bytes: 1...ColumnLimits.key))
      else {
        throw fault(11, "is neither 'person' nor 'override' nor 'rule'")
      }
      authority = found
    }
    let title =
      isNull(18)
      ? nil
      : try text(
        18, bytes: 1...Limits.titleBytes, characters: Limits.titleCharacters.upperBound)
    let successor = isNull(19) ? nil : try text(19, bytes: 1...ColumnLimits.key)
    guard successor.map({ Topic.isID($0) }) ?? true else {
      throw fault(19, "is not a segment of a path")
    }
    do throws(BoardError) {
      return try Decision(
        outcome, title: title, reason: reason, author: author, date: date, authority: authority,
        digest: digest, successor: successor)
    } catch {
      switch error {
      case .invalid(.reason(let rule)): throw fault(9, rule.words)
      case .invalid(.optionTitle(let rule)): throw fault(18, rule.words)
      default: throw fault(7, "cannot be a name")
      }
    }
  }

  /// Of the columns of `Table.topic`: nil if the topic has none.
  func rule() throws(ColumnFault) -> DecisionRule? {
    let autoClose = try number(15, in: 0...1) == 1
    let (blocks, deciders) = (try number(16, in: 0...1) == 1, try number(17, in: 0...1) == 1)
    let deadline = isNull(14) ? nil : try date(14)
    let asked = isNull(12) ? "" : try text(12, bytes: 1...ColumnLimits.asked)
    var quorum: Quorum?
    if !isNull(13) {
      quorum = Quorum(try text(13, bytes: 1...ColumnLimits.key))
      guard quorum != nil else { throw fault(13, "is neither a number nor a share such as '60%'") }
    }
    guard
      autoClose || deadline != nil || quorum != nil || !asked.isEmpty || blocks || deciders
    else { return nil }
    do throws(BoardError) {
      return try DecisionRule(
        asked: asked.split(separator: "\n").map(String.init), quorum: quorum, deadline: deadline,
        autoClose: autoClose, objectionsBlock: blocks, decidersResolve: deciders)
    } catch {
      switch error {
      case .invalid(.quorum), .invalid(.share): throw fault(13, "cannot be reached")
      case .invalid(.autoClose): throw fault(15, "needs a deadline")
      default: throw fault(12, "cannot be a list of users")
      }
    }
  }
}

extension DecisionRule {
  /// The people who are asked, one a line; nil if nobody is named.
  var askedText: String? { asked.isEmpty ? nil : asked.joined(separator: "\n") }
}
