internal import Domain

// Determining the decision and the positions that a document has.

extension DocumentContents {
  /// Returns the decision, its rule, and the number of times that people were asked for one.
  func decision(
    _ document: Document, _ names: OptionNames
  ) throws(DocumentFault) -> (decision: Decision?, rule: DecisionRule?, round: Int) {
    var fields = DecisionFields()
    for (index, line) in document.fields { try fields.add(line, document.parts[index].number) }
    let round = try fields.round() ?? 1
    let rule = try fields.rule().map { draft throws(DocumentFault) in
      do throws(BoardError) {
        return try DecisionRule(
          asked: draft.asked, quorum: draft.quorum, deadline: draft.deadline,
          autoClose: draft.autoClose,
          objectionsBlock: draft.objectionsBlock, decidersResolve: draft.decidersResolve)
      } catch {
        throw DocumentFault(line: fields.ruleNumber, reason: error.ruleReason)
      }
    }
    guard let draft = try fields.decision(names) else { return (nil, rule, round) }
    let old = previous?.board.topic.decision
    do throws(BoardError) {
      let decision = try Decision(
        draft.outcome, title: draft.title, reason: draft.reason,
        author: draft.author ?? old?.author ?? file.owner,
        date: draft.date ?? old?.date ?? file.modified, authority: draft.authority,
        digest: draft.digest, successor: draft.successor)
      return (decision, rule, round)
    } catch {
      throw DocumentFault(line: fields.number, reason: "the decision \(error.reason)")
    }
  }

  /// Returns the positions in order of their dates.
  func positions(
    _ document: Document, _ names: OptionNames
  ) throws(DocumentFault) -> [Position] {
    let lines = document.positions
    guard lines.count <= Limits.positions else {
      throw DocumentFault(
        line: document.parts[lines[Limits.positions].index].number,
        reason: "a topic has at most \(Limits.positions) positions")
    }
    var numbers: [String: Int] = [:]
    var positions: [Position] = []
    for (index, line) in lines {
      let number = document.parts[index].number
      if let first = numbers.updateValue(number, forKey: line.person) {
        throw DocumentFault(
          line: number,
          reason: "a person has a second position; the first is on line \(first)")
      }
      let (choice, words) = try line.meaning(names, number)
      let sentence = try words.map { bytes throws(DocumentFault) in
        try text(bytes, number)
      }
      let old = previous?.board.position(of: line.person)
      let isSame = old.map { $0.choice == choice && $0.sentence == sentence } ?? false
      // A position that was changed by hand is not as old as its comment says.
      let written = old != nil && line.date == old?.date && !isSame ? nil : line.date
      let date = written ?? (isSame ? old?.date : nil) ?? file.modified
      do throws(BoardError) {
        positions.append(
          try Position(person: line.person, choice: choice, sentence: sentence, date: date))
      } catch {
        throw DocumentFault(line: number, reason: "the position \(error.reason)")
      }
    }
    return positions.inOrder
  }
}
