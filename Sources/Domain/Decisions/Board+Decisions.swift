extension Board {
  // MARK: Positions

  /// Takes a position, in place of the person's previous one. One that says the same stays as it is.
  ///
  /// - Parameters:
  ///   - choice: nil to abstain.
  ///   - sentence: why; nil to give no reason.
  /// - Throws: `BoardError`: `.decided`, `.invalid`, `.tooManyPositions`, or `.noOption`, `.noOptions` or
  ///   `.hasOptions` if it is not one of ``choices``.
  public mutating func takePosition(
    _ choice: Choice?, because sentence: String?, by person: String, at now: Timestamp
  ) throws(BoardError) -> Position {
    try refuseIfDecided()
    if let choice { try refuse(unless: choice) }
    let position = try Position(person: person, choice: choice, sentence: sentence, date: now)
    let old = self.position(of: person)
    if let old, old.isSame(as: position) { return old }
    guard old != nil || positions.count < Limits.positions else {
      throw .tooManyPositions(limit: Limits.positions)
    }
    put(position, insteadOf: old)
    record(.positionTaken(position, insteadOf: old), person, now)
    return position
  }

  /// Takes back a person's position. Throws `.decided`, or `.noPosition` if there is none.
  public mutating func withdrawPosition(
    of person: String, at now: Timestamp
  ) throws(BoardError) -> Position {
    try refuseIfDecided()
    guard let old = position(of: person) else { throw .noPosition }
    put(nil, insteadOf: old)
    record(.positionWithdrawn(old), person, now)
    return old
  }

  /// nil if the person has taken none.
  public func position(of person: String) -> Position? {
    positions.first { $0.person == person }
  }

  mutating func put(_ position: Position?, insteadOf old: Position?) {
    if let old { positions.removeAll { $0.person == old.person } }
    if let position { positions = (positions + [position]).inOrder }
  }

  // MARK: The decision

  /// Sets the rule for the decision; nil for none. The current rule changes nothing.
  ///
  /// - Throws: `BoardError`: `.decided`, or `.invalid` if its deadline has passed.
  public mutating func setRule(
    _ rule: DecisionRule?, by author: String, at now: Timestamp
  ) throws(BoardError) {
    try refuseIfDecided()
    guard rule != topic.rule else { return }
    if let rule, rule.isDue(at: now) { throw .invalid(.deadline) }
    let old = topic.rule
    topic.rule = rule
    record(.ruleChanged(from: old, to: rule), author, now)
  }

  /// Removes the positions, and the names of those who are asked, for readers who may not see them.
  mutating func hidePeople() {
    positions = []
    topic.rule = topic.rule?.withoutPeople
  }

  /// The positions that count: for something that can be decided, of the people who are asked.
  public var counted: [Position] {
    let choices = Set(choices)
    let possible = positions.filter { $0.choice.map { choices.contains($0) } ?? true }
    guard let rule = topic.rule, !rule.asked.isEmpty else { return possible }
    let asked = Set(rule.asked)
    return possible.filter { asked.contains($0.person) }
  }

  /// Whether what a person is for was changed after that.
  public func isChangedSince(_ position: Position) -> Bool {
    switch position.choice {
    case .yes, .no: topic.updated > position.date
    case .option(let id): options[id].map { $0.updated > position.date } ?? false
    case nil: false
    }
  }

  /// The people who are asked and have no position that counts, in the order in which they are named.
  public var awaited: [String] {
    let answered = Set(counted.map(\.person))
    return topic.rule?.asked.filter { !answered.contains($0) } ?? []
  }

  /// Decides the question, or drops it.
  ///
  /// - Parameters:
  ///   - outcome: nil to drop the question without an answer, which needs no quorum.
  ///   - isOverride: whether the rule does not count.
  /// - Throws: `BoardError`: `.decided`, `.quorum`, `.objections`, `.noOption`, `.noOptions`, `.hasOptions`
  ///   or `.oneOption`, or `.invalid` if the reason breaks a rule.
  public mutating func decide(
    _ outcome: Choice?, reason: String, isOverride: Bool = false, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Decision {
    try refuseIfDecided()
    if let outcome {
      try refuse(unless: outcome)
      if options.elements.count == 1 { throw .oneOption }
    }
    let answered = counted.count
    if !isOverride, outcome != nil, let needed = topic.rule?.needed, answered < needed {
      throw .quorum(answered: answered, needed: needed)
    }
    if !isOverride, outcome != nil, isBlocked { throw .objections(openObjections) }
    return try end(outcome, reason, isOverride ? .override : .person, by: author, at: now)
  }

  /// Whether an open objection blocks the decision.
  private var isBlocked: Bool {
    topic.rule?.objectionsBlock == true && !openObjections.isEmpty
  }

  /// Decides the question if the rule says so: at its deadline, if the quorum had answered by then, one
  /// choice led, and no open objection blocks. Later positions do not count. Otherwise returns nil; once the deadline has passed, the rule
  /// no longer decides, because positions may change after that.
  ///
  /// - Parameter author: the name of the daemon.
  public mutating func closeByRule(as author: String, at now: Timestamp) -> Decision? {
    guard topic.decision == nil, let rule = topic.rule, rule.autoClose, rule.isDue(at: now),
      let deadline = rule.deadline
    else { return nil }
    let counted = counted.filter { $0.date <= deadline }
    let tallies = counted.tallies(of: choices)
    let second = tallies.dropFirst().first?.count ?? 0
    guard counted.count >= rule.needed ?? 1, let first = tallies.first, first.count > second,
      !isBlocked, options.elements.count != 1, let title = title(of: first.choice)
    else {
      let open = rule.withoutAutoClose
      topic.rule = open
      record(.ruleChanged(from: rule, to: open), author, now)
      return nil
    }
    let reason = "\(title) led \(first.count) to \(second) at the deadline"
    // The reason obeys the rules.
    return try? end(first.choice, reason, .rule, by: author, at: now)
  }

  private mutating func end(
    _ outcome: Choice?, _ reason: String, _ authority: Decision.Authority, by author: String,
    at now: Timestamp
  ) throws(BoardError) -> Decision {
    let decision = try Decision(
      outcome, title: outcome.flatMap { title(of: $0) }, reason: reason, author: author, date: now,
      authority: authority, digest: digest)
    topic.decision = decision
    record(.decided(decision), author, now)
    return decision
  }

  /// Starts a new round: the board continues, and everyone is asked for a position again, without a
  /// deadline. Returns the decision, which stays in the history. Throws `.notDecided`.
  public mutating func reopen(by author: String, at now: Timestamp) throws(BoardError) -> Decision {
    guard let decision = topic.decision else { throw .notDecided }
    topic.decision = nil
    topic.round = min(topic.round + 1, Limits.rounds)
    topic.rule = topic.rule?.forNextRound
    positions = []
    record(.reopened(decision), author, now)
    return decision
  }

  /// Names the topic that replaces this one; nil for none. Throws `.notDecided`, or `.ownSuccessor`.
  public mutating func supersede(
    by successor: Topic.ID?, author: String, at now: Timestamp
  ) throws(BoardError) {
    guard let decision = topic.decision else { throw .notDecided }
    guard successor != id else { throw .ownSuccessor }
    guard successor != decision.successor else { return }
    topic.decision = decision.superseded(by: successor)
    record(.superseded(by: successor, insteadOf: decision.successor), author, now)
  }

  /// Throws `.decided` if the topic is decided, so that its board must not change.
  func refuseIfDecided() throws(BoardError) {
    if let decision = topic.decision { throw .decided(decision) }
  }

  /// Whether somebody has edited the title, an option or an argument since the topic was decided, in a document or a
  /// database; nil if the topic is open, or if that is not known.
  public var isChangedSinceDecision: Bool? {
    topic.decision?.digest.map { $0 != digest }
  }

  /// Identifies the title, the options and the arguments, in their order, with their weights: 16 hexadecimal digits
  /// (FNV-1a, 64 bits).
  public var digest: String {
    var digest = Digest()
    digest.add(topic.title)
    for side in Side.allCases { digest.add(self[side]) }
    for board in options.elements {
      digest.add("option")
      digest.add(board.option.title)
      digest.add(board.option.text ?? "")
      for side in Side.allCases { digest.add(board[side]) }
    }
    let digits = String(digest.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a text and its end.
    mutating func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      // UTF-8 does not have this byte.
      add(0xFF)
    }

    mutating func add(_ list: ArgumentList) {
      add(list.column.side.rawValue)
      for argument in list.arguments {
        add(argument.text)
        add(String(argument.weight))
      }
    }

    private mutating func add(_ byte: UInt8) {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
