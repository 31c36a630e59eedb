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

extension AuthorityName {
  /// nil for a person who has decided as the rule allows.
  init?(_ authority: Decision.Authority) {
    switch authority {
    case .person: return nil
    case .override: self = .override
    case .rule: self = .rule
    }
  }
}

extension PositionItem {
  /// - Parameter counts: false of a person who is not asked.
  public init(_ position: Position, counts: Bool = true) {
    self.init(
      person: position.person, position: PositionName(position.choice),
      sentence: position.sentence, links: position.sentence.flatMap { Links.orNil(in: $0) },
      counts: counts ? nil : false, date: position.date.known?.rfc3339,
      line: "\(position.person): \(position.words)\(counts ? "" : " (not asked)")")
  }
}

extension DecisionItem {
  /// What is known without the positions.
  init(_ topic: Topic, at now: Timestamp) {
    self.init(topic, nil, at: now)
  }

  public init(_ board: Board, at now: Timestamp) {
    self.init(board.topic, board, at: now)
  }

  /// - Parameter board: nil until it is known.
  private init(_ topic: Topic, _ board: Board?, at now: Timestamp) {
    let (decision, rule) = (topic.decision, topic.rule)
    let counted = board?.counted
    let tallies = counted?.tallies
    let isChangedSince = board?.isChangedSinceDecision
    let status = Status(topic, at: now)
    let words =
      if let decision {
        [
          decision.words, decision.origin,
          isChangedSince == true ? "changed after the decision" : nil,
        ]
      } else {
        [
          topic.round == 1 ? status.rawValue : "\(status.rawValue), round \(topic.round)",
          counted.map { rule.answered($0.count) }, tallies?.leader, rule?.deadlineWords(at: now),
        ]
      }
    self.init(
      status: status,
      tally: tallies?.map { Count(position: OutcomeName($0.choice), count: $0.count) },
      answered: counted?.count, awaited: rule?.asked.isEmpty == false ? board?.awaited.count : nil,
      needed: rule?.needed, deadline: rule?.deadline?.rfc3339,
      autoClose: rule?.autoClose == true ? true : nil, round: topic.round,
      outcome: decision?.outcome.map { OutcomeName($0) }, reason: decision?.reason,
      links: decision.flatMap { Links.orNil(in: $0.reason) }, author: decision?.author,
      authority: decision.flatMap { AuthorityName($0.authority) },
      date: decision?.date.known?.rfc3339, isChangedSince: isChangedSince,
      line: words.compactMap(\.self).joined(separator: Summary.separator))
  }
}

extension DecisionItem.Status {
  fileprivate init(_ topic: Topic, at now: Timestamp) {
    if let decision = topic.decision {
      self = decision.outcome == nil ? .dropped : .decided
    } else {
      self = topic.rule?.isDue(at: now) == true ? .due : .open
    }
  }
}

extension Position {
  /// The choice, and why.
  var words: String {
    sentence.map { "\(name), because \($0)" } ?? name
  }
}

extension Decision {
  /// What was decided, such as "decided: yes".
  var words: String { outcome.map { "decided: \($0.rawValue)" } ?? "dropped" }

  /// By whom and when.
  fileprivate var origin: String {
    let date = date.known.map { " on \($0.minute) UTC" } ?? ""
    return switch authority {
    case .person: "by \(author)\(date)"
    case .override: "by \(author)\(date), against the rule"
    case .rule: "by the rule\(date)"
    }
  }
}

extension DecisionRule {
  /// What it demands, in words.
  var words: String {
    let parts = [
      asked.isEmpty ? nil : "asks \(asked.joined(separator: ", "))",
      quorum.map { "quorum \($0.text)" }, deadline.map { "until \($0.minute) UTC" },
      autoClose ? "then decides" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  fileprivate func deadlineWords(at now: Timestamp) -> String? {
    deadline.map { "\(isDue(at: now) ? "since" : "until") \($0.dayAndTime(at: now))" }
  }
}

extension DecisionRule? {
  /// How many people have answered, of those who are asked or needed.
  fileprivate func answered(_ count: Int) -> String {
    if let asked = self?.asked, !asked.isEmpty { return "\(count) of \(asked.count) answered" }
    if let needed = self?.needed { return "\(count) of \(needed) answered" }
    return count == 0 ? "no answers yet" : "\(count) answered"
  }
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

extension Timestamp {
  /// A day and a time of day in UTC, such as "Fri 27 Nov 17:00 UTC", with the year unless it is the
  /// present one.
  fileprivate func dayAndTime(at now: Timestamp) -> String {
    let text = rfc3339
    let (year, month, day) = (
      text.prefix(4), text.dropFirst(5).prefix(2), text.dropFirst(8).prefix(2)
    )
    let words = [
      Self.weekdays[weekday], String(Int(day) ?? 0), Self.months[(Int(month) ?? 1) - 1],
      year == now.rfc3339.prefix(4) ? nil : String(year), String(text.dropFirst(11).prefix(5)),
      "UTC",
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
