internal import Domain

/// The fields of a decision in a document, while its lines are read. The rules have not been applied yet.
struct DecisionFields {
  private typealias Field = (line: FieldLine, number: Int)

  private var fields: [FieldLine.Name: Field] = [:]

  /// - Parameter number: that of the line.
  mutating func add(_ line: FieldLine, _ number: Int) throws(DocumentFault) {
    if let first = fields.updateValue((line, number), forKey: line.name) {
      throw DocumentFault(
        line: number,
        reason: "the decision has a second \(line.name.rawValue); the first is on line "
          + "\(first.number)")
    }
  }

  /// The number of the line with the reason, or another one of the decision.
  var number: Int { (fields[.reason] ?? fields[.status])?.number ?? 0 }

  /// Returns the number of times that people were asked for a decision; nil if it is left out.
  func round() throws(DocumentFault) -> Int? {
    try fields[.round].map { field throws(DocumentFault) in
      guard let round = field.line.value.string.flatMap({ Int($0) }),
        (1...Limits.rounds).contains(round)
      else {
        throw DocumentFault(line: field.number, reason: "the round must be a number from 1 on")
      }
      return round
    }
  }

  /// Returns the decision; nil for an open topic.
  func decision(_ names: OptionNames) throws(DocumentFault) -> TopicDraft.DecisionDraft? {
    guard let status = fields[.status] else { return nil }
    switch status.line.value.string.flatMap({ Status(rawValue: $0.lowercased()) }) {
    case .open: return nil
    case .decided: return try decision(status, try outcome(status, names))
    case .dropped: return try decision(status, (nil, nil))
    case .superseded where fields[.outcome] == nil && fields[.reason] == nil: return nil
    case .superseded:
      guard fields[.supersededBy] != nil else {
        throw DocumentFault(
          line: status.number,
          reason: "a superseded topic names the one that replaces it, such as "
            + "- Superseded by: other-topic")
      }
      let isDropped = fields[.outcome] == nil
      return try decision(status, isDropped ? (nil, nil) : try outcome(status, names))
    // Other records of decisions have other words for it.
    case nil where fields[.outcome] == nil && fields[.reason] == nil: return nil
    case nil:
      throw DocumentFault(
        line: status.number, reason: "the status must be open, decided, dropped or superseded")
    }
  }

  private typealias Outcome = (choice: Choice?, title: String?)

  private func outcome(
    _ status: Field, _ names: OptionNames
  ) throws(DocumentFault) -> Outcome {
    guard let field = fields[.outcome] else {
      throw DocumentFault(
        line: status.number, reason: "a decided topic needs an outcome, such as - Outcome: yes")
    }
    let name = try text(of: field)
    if let mark = field.line.mark, mark.isOf(field.line.value) {
      return (mark.choice, mark.choice?.isOption == true ? name : nil)
    }
    if let id = names.option(titled: name) { return (.option(id), names.title(of: id)) }
    switch Choice(rawValue: name.lowercased()) {
    case .yes: return (.yes, nil)
    case .no: return (.no, nil)
    case .option(let id) where names.option(numbered: id) != nil:
      return (.option(id), names.title(of: id))
    case .option, nil:
      throw DocumentFault(
        line: field.number,
        reason: names.options.isEmpty
          ? "the outcome must be yes or no" : "no option has the title of the outcome")
    }
  }

  /// The number of a line of the rule.
  var ruleNumber: Int {
    [.asked, .quorum, .deadline, .autoClose, .objectionsBlock, .decidersResolve].lazy.compactMap {
      fields[$0]?.number
    }.first ?? 0
  }

  /// Returns the rule; nil if there is none.
  func rule() throws(DocumentFault) -> TopicDraft.RuleDraft? {
    var rule = TopicDraft.RuleDraft()
    if let field = fields[.asked] {
      rule.asked = try field.line.value.split(separator: UInt8(ascii: ",")).map {
        word throws(DocumentFault) in
        guard let name = CommentWord.decoded(word.trimmed) else {
          throw DocumentFault(line: field.number, reason: "the names cannot be read")
        }
        return name
      }
    }
    if let field = fields[.quorum] {
      rule.quorum = field.line.value.string.flatMap { Quorum($0) }
      guard rule.quorum != nil else {
        throw DocumentFault(
          line: field.number, reason: "the quorum must be a number, or a share such as 60%")
      }
    }
    if let field = fields[.deadline] { rule.deadline = try date(of: field, "deadline") }
    rule.autoClose = try flag(.autoClose)
    rule.objectionsBlock = try flag(.objectionsBlock)
    rule.decidersResolve = try flag(.decidersResolve)
    return rule == TopicDraft.RuleDraft() ? nil : rule
  }

  /// Returns whether a field says yes.
  private func flag(_ name: FieldLine.Name) throws(DocumentFault) -> Bool {
    guard let field = fields[name] else { return false }
    guard let word = field.line.value.string?.lowercased(), ["yes", "no"].contains(word) else {
      throw DocumentFault(line: field.number, reason: "\(name.rawValue) must be yes or no")
    }
    return word == "yes"
  }

  private func date(of field: Field, _ name: String) throws(DocumentFault) -> Timestamp {
    guard let date = DocumentDate.date(field.line.value) else {
      throw DocumentFault(
        line: field.number, reason: "the \(name) must be like 2026-11-26 or 2026-11-26T17:00:00Z")
    }
    return date
  }

  private func decision(
    _ status: Field, _ outcome: Outcome
  ) throws(DocumentFault) -> TopicDraft.DecisionDraft {
    guard let reason = fields[.reason] else {
      throw DocumentFault(
        line: status.number, reason: "a decision needs a reason, such as - Reason: It never sleeps")
    }
    let date = try fields[.date].map { field throws(DocumentFault) in
      try self.date(of: field, "date")
    }
    let authority = try fields[.authority].map { field throws(DocumentFault) in
      let word = field.line.value.string?.lowercased() ?? ""
      guard let authority = Decision.Authority(rawValue: word) else {
        throw DocumentFault(
          line: field.number, reason: "the authority must be person, override or rule")
      }
      return authority
    }
    let successor = try fields[.supersededBy].map { field throws(DocumentFault) in
      let id = try text(of: field)
      guard Topic.isID(id) else {
        throw DocumentFault(
          line: field.number, reason: "a topic is superseded by the id of another one")
      }
      return id
    }
    return TopicDraft.DecisionDraft(
      outcome: outcome.choice, title: outcome.title, reason: try text(of: reason),
      author: try fields[.by].map(text(of:)),
      date: date, authority: authority ?? .person, digest: status.line.digest,
      successor: successor)
  }

  private func text(of field: Field) throws(DocumentFault) -> String {
    guard let text = field.line.value.string else {
      throw DocumentFault(line: field.number, reason: "the line is not UTF-8")
    }
    return text
  }
}
