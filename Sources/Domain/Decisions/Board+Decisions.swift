extension Board {
  // MARK: Positions

  /// Takes a position, in place of the person's previous one. One that says the same stays as it is.
  ///
  /// - Parameters:
  ///   - choice: nil to abstain.
  ///   - sentence: why; nil to give no reason.
  /// - Throws: `BoardError`: `.decided`, `.invalid` or `.tooManyPositions`.
  public mutating func takePosition(
    _ choice: Choice?, because sentence: String?, by person: String, at now: Timestamp
  ) throws(BoardError) -> Position {
    try refuseIfDecided()
    let date = now.after(positions.last?.date)
    let position = try Position(person: person, choice: choice, sentence: sentence, date: date)
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
    if let position { positions.append(position) }
  }

  // MARK: The decision

  /// Decides the question, or drops it.
  ///
  /// - Parameter outcome: nil to drop the question without an answer.
  /// - Throws: `BoardError`: `.decided`, or `.invalid` if the reason breaks a rule.
  public mutating func decide(
    _ outcome: Choice?, reason: String, by author: String, at now: Timestamp
  ) throws(BoardError) -> Decision {
    try refuseIfDecided()
    let decision = try Decision(
      outcome, reason: reason, author: author, date: now, digest: digest)
    topic.decision = decision
    record(.decided(decision), author, now)
    return decision
  }

  /// Starts a new round: the board continues, and everyone is asked for a position again. Returns the
  /// decision, which stays in the history. Throws `.notDecided`.
  public mutating func reopen(by author: String, at now: Timestamp) throws(BoardError) -> Decision {
    guard let decision = topic.decision else { throw .notDecided }
    topic.decision = nil
    topic.round += 1
    positions = []
    record(.reopened(decision), author, now)
    return decision
  }

  /// Throws `.decided` if the topic is decided, so that its board must not change.
  func refuseIfDecided() throws(BoardError) {
    if let decision = topic.decision { throw .decided(decision) }
  }

  /// Whether somebody has edited the title or an argument since the topic was decided, in a document or a
  /// database; nil if the topic is open, or if that is not known.
  public var isChangedSinceDecision: Bool? {
    topic.decision?.digest.map { $0 != digest }
  }

  /// Identifies the title and the arguments, in their order, with their weights: 16 hexadecimal digits
  /// (FNV-1a, 64 bits).
  public var digest: String {
    var digest = Digest()
    digest.add(topic.title)
    for side in Side.allCases {
      digest.add(side.rawValue)
      for argument in self[side].arguments {
        digest.add(argument.text)
        digest.add(String(argument.weight))
      }
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

    private mutating func add(_ byte: UInt8) {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
