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
  func decision() throws(DocumentFault) -> TopicDraft.DecisionDraft? {
    guard let status = fields[.status] else { return nil }
    switch status.line.value.string.flatMap({ Status(rawValue: $0.lowercased()) }) {
    case .open: return nil
    case .decided: return try decision(status, try outcome(status))
    case .dropped: return try decision(status, nil)
    // Other records of decisions have other words for it.
    case nil where fields[.outcome] == nil && fields[.reason] == nil: return nil
    case nil:
      throw DocumentFault(
        line: status.number, reason: "the status must be open, decided or dropped")
    }
  }

  private func outcome(_ status: Field) throws(DocumentFault) -> Choice {
    guard let field = fields[.outcome] else {
      throw DocumentFault(
        line: status.number, reason: "a decided topic needs an outcome, such as - Outcome: yes")
    }
    guard let choice = field.line.value.string.flatMap({ Choice(rawValue: $0.lowercased()) }) else {
      throw DocumentFault(line: field.number, reason: "the outcome must be yes or no")
    }
    return choice
  }

  /// The number of a line of the rule.
  var ruleNumber: Int {
    [.asked, .quorum, .deadline, .autoClose].lazy.compactMap { fields[$0]?.number }.first ?? 0
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
    if let field = fields[.autoClose] {
      guard let word = field.line.value.string?.lowercased(), ["yes", "no"].contains(word) else {
        throw DocumentFault(line: field.number, reason: "auto-close must be yes or no")
      }
      rule.autoClose = word == "yes"
    }
    return rule == TopicDraft.RuleDraft() ? nil : rule
  }

  private func date(of field: Field, _ name: String) throws(DocumentFault) -> Timestamp {
    guard let date = DocumentDate.date(field.line.value) else {
      throw DocumentFault(
        line: field.number, reason: "the \(name) must be like 2026-11-26 or 2026-11-26T17:00:00Z")
    }
    return date
  }

  private func decision(
    _ status: Field, _ outcome: Choice?
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
    return TopicDraft.DecisionDraft(
      outcome: outcome, reason: try text(of: reason), author: try fields[.by].map(text(of:)),
      date: date, authority: authority ?? .person, digest: status.line.digest)
  }

  private func text(of field: Field) throws(DocumentFault) -> String {
    guard let text = field.line.value.string else {
      throw DocumentFault(line: field.number, reason: "the line is not UTF-8")
    }
    return text
  }
}
