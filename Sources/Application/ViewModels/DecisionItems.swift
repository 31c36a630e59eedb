public import BoardValues
public import Domain

extension OutcomeName {
  init(_ choice: Choice) {
    switch choice {
    case .yes: self = .yes
    case .no: self = .no
    }
  }
}

extension PositionName {
  init(_ choice: Choice?) {
    switch choice {
    case .yes: self = .yes
    case .no: self = .no
    case nil: self = .abstain
    }
  }
}

extension PositionItem {
  public init(_ position: Position) {
    self.init(
      person: position.person, position: PositionName(position.choice),
      sentence: position.sentence, links: position.sentence.flatMap { Links.orNil(in: $0) },
      date: position.date.known?.rfc3339, line: "\(position.person): \(position.words)")
  }
}

extension DecisionItem {
  /// What is known without the positions.
  init(_ topic: Topic) {
    self.init(topic, positions: nil, isChangedSince: nil)
  }

  public init(_ board: Board) {
    self.init(
      board.topic, positions: board.positions, isChangedSince: board.isChangedSinceDecision)
  }

  private init(_ topic: Topic, positions: [Position]?, isChangedSince: Bool?) {
    let decision = topic.decision
    let tallies = positions.map(\.tallies)
    let status: Status =
      if let decision { decision.outcome == nil ? .dropped : .decided } else { .open }
    let words =
      if let decision {
        [
          decision.words, decision.origin,
          isChangedSince == true ? "changed after the decision" : nil,
        ]
      } else {
        [
          topic.round == 1 ? "open" : "open, round \(topic.round)",
          positions?.count.answered, tallies?.leader,
        ]
      }
    self.init(
      status: status,
      tally: tallies?.map { Count(position: OutcomeName($0.choice), count: $0.count) },
      answered: positions?.count, round: topic.round,
      outcome: decision?.outcome.map { OutcomeName($0) }, reason: decision?.reason,
      links: decision.flatMap { Links.orNil(in: $0.reason) }, author: decision?.author,
      date: decision?.date.known?.rfc3339, isChangedSince: isChangedSince,
      line: words.compactMap(\.self).joined(separator: Summary.separator))
  }
}

extension Position {
  /// The choice, and why.
  var words: String {
    let choice = choice?.rawValue ?? "abstain"
    return sentence.map { "\(choice), because \($0)" } ?? choice
  }
}

extension Decision {
  /// What was decided, such as "decided: yes".
  var words: String { outcome.map { "decided: \($0.rawValue)" } ?? "dropped" }

  /// By whom and when.
  fileprivate var origin: String {
    let date = date.known.map { " on \($0.minute) UTC" } ?? ""
    return "by \(author)\(date)"
  }
}

extension Int {
  /// How many people have taken a position.
  fileprivate var answered: String { self == 0 ? "no answers yet" : "\(self) answered" }
}

extension [Tally] {
  /// Which choice leads; nil if nobody is for any.
  fileprivate var leader: String? {
    guard let first else { return nil }
    let second = dropFirst().first?.count ?? 0
    return first.count == second
      ? "even at \(first.count)" : "\(first.choice.rawValue) leads \(first.count) to \(second)"
  }
}
