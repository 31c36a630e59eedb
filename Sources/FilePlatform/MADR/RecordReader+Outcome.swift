internal import Domain

// What was decided, by whom, when, and with what consequences.

extension RecordReader {
  mutating func readOutcome(
    _ sections: [RecordSection], _ consequences: [RecordSection]
  ) {
    var more: [RecordSection] = []
    var blocks: [RecordBlock] = []
    for section in sections {
      let parts = RecordSection.all(in: section.blocks, section.lines, to: 3)
      blocks += parts[0].blocks
      more += parts.dropFirst()
    }
    let chosen = readDecision(blocks, at: sections.first?.lines.lowerBound ?? 0)
    for section in more + consequences {
      switch section.name {
      case .consequences: readConsequences(section, nil, of: chosen)
      case .good: readConsequences(section, .pro, of: chosen)
      case .bad: readConsequences(section, .con, of: chosen)
      default: becomePost(section)
      }
    }
  }

  /// Reads the consequences, which are the arguments for an option that has no others.
  private mutating func readConsequences(
    _ section: RecordSection, _ side: Side?, of chosen: (index: Int, isBare: Bool)?
  ) {
    guard let chosen, chosen.isBare else {
      becomePost(section)
      return
    }
    var others: [RecordBlock] = []
    for block in section.blocks {
      if block.kind == .item, addArgument(block, side, to: chosen.index) { continue }
      others.append(block)
    }
    if others.count < section.blocks.count {
      let title = options[chosen.index].title
      note("the section \"\(section.heading)\" became arguments of \"\(title)\"")
    }
    becomePost(section, others, "the rest of the section \"\(section.heading)\"")
  }

  /// Returns the chosen option, and whether it has no arguments; nil if there is none.
  private mutating func readDecision(
    _ blocks: [RecordBlock], at line: Int
  ) -> (index: Int, isBare: Bool)? {
    let standing = RecordStanding(fields["status"]?.text ?? "")
    let date = takeDate()
    draft.created = date
    var sentences = blocks.filter { $0.kind == .paragraph || $0.kind == .item }
    var others = blocks.filter { $0.kind != .paragraph && $0.kind != .item }
    var outcome = RecordOutcome(Self.joined(sentences), among: options)
    if !Self.isReason(outcome.reason), let first = sentences.first, sentences.count > 1 {
      outcome = RecordOutcome(first.whole, among: options)
      others = blocks.filter { $0.lines != first.lines }
      sentences = [first]
    }
    let isSilent = sentences.isEmpty || Self.joined(sentences).string == RecordOutcome.open
    let choice = choice(&outcome, standing, isSilent)
    guard let choice else {
      let all = isSilent ? others : blocks
      addPost("Decision Outcome", [raw(all)], at: line)
      if !all.isEmpty { note("the topic is open, so its outcome became a post") }
      if standing == .open || standing == .accepted { fields.remove("status") }
      if standing.map({ $0 != .open }) ?? false {
        note("no chosen option was found, so the topic is open")
      }
      return nil
    }
    if standing?.isKept == true { fields.remove("status") }
    if outcome.reason.isEmpty {
      outcome.reason = "No reason was given."
      note("no reason was found for the decision")
    }
    addPost("Decision Outcome", [raw(others)], at: line)
    if !others.isEmpty { note("the rest of the outcome became a post") }
    draft.decision = TopicDraft.DecisionDraft(
      outcome: choice.outcome, reason: outcome.reason, author: takeAuthor(), date: date,
      successor: successor(standing))
    guard let index = choice.index else { return nil }
    let isAnswer = RecordTitle.areAnswers(options.options.map(\.title))
    return (index, isAnswer ? options.options.allSatisfy(\.isBare) : options[index].isBare)
  }

  /// Returns what was decided, and the option that was chosen; nil for an open topic.
  private mutating func choice(
    _ outcome: inout RecordOutcome, _ standing: RecordStanding?, _ isSilent: Bool
  ) -> (outcome: Choice?, index: Int?)? {
    if standing == .open { return nil }
    if outcome.isDropped { return (nil, nil) }
    if standing == .rejected {
      if let chosen = outcome.chosen, RecordTitle.key(chosen) == "no",
        RecordTitle.areAnswers(options.options.map(\.title)), let index = options.index(of: chosen)
      {
        return (.option(options[index].id ?? ""), index)
      }
      if isSilent { outcome.reason = "" } else { outcome.reason = outcome.whole }
      if let chosen = outcome.chosen {
        note(
          "the status is rejected, so \"\(chosen)\" is not the outcome, and the topic is dropped")
      }
      return (nil, nil)
    }
    guard let chosen = outcome.chosen, !isSilent else { return nil }
    if let index = options.index(of: chosen) {
      return (.option(options[index].id ?? ""), index)
    }
    let index = options.add(chosen)
    if index > 0 { note("the chosen option \"\(chosen)\" is not among the others; it was added") }
    return (.option(options[index].id ?? ""), index)
  }

  private static func joined(_ blocks: [RecordBlock]) -> Scalars {
    Array(blocks.map(\.whole).joined(separator: [" "]))[...]
  }

  private static func isReason(_ text: String) -> Bool {
    text.utf8.count <= Limits.reasonBytes && text.count <= Limits.reasonCharacters.upperBound
  }

  // MARK: Fields

  private mutating func takeDate() -> Timestamp? {
    guard let text = fields["date"]?.text else { return nil }
    let day = Timestamp(rfc3339: "\(text.prefix(10))T00:00:00Z")
    guard let date = text.utf8.count == 10 ? day : Timestamp(rfc3339: text) else { return nil }
    fields.remove("date")
    return date
  }

  /// The first of those who decided.
  private mutating func takeAuthor() -> String? {
    guard let names = fields["decision-makers", "deciders", "decision makers"]?.names,
      let first = names.first, Limits.isAuthor(first), !first.isEmpty
    else { return nil }
    fields.remove("decision-makers", "deciders", "decision makers")
    if names.count > 1 {
      note("left out: decision-makers but the first (\(names[1...].joined(separator: ", ")))")
    }
    return first
  }

  private mutating func successor(_ standing: RecordStanding?) -> Topic.ID? {
    guard case .superseded(let name) = standing else { return nil }
    guard let id = RecordStanding.topic(name) else {
      note("left out: the record that supersedes it (\(name))")
      return nil
    }
    if id != name { note("\(name), which supersedes it, became the topic \(id)") }
    return id
  }
}
