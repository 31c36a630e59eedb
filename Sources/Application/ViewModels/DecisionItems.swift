public import BoardValues
public import Domain

extension ChoiceName {
  /// - Parameter choice: nil for an abstention.
  init(_ choice: Choice?) {
    self = choice.map { ChoiceName(rawValue: $0.rawValue) } ?? .abstain
  }
}

extension Choice {
  /// nil for an abstention.
  init?(_ name: ChoiceName) {
    self.init(rawValue: name.rawValue)
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
  /// - Parameter counts: false of a person who is not asked, or if it is for something that cannot be
  ///   decided any longer.
  public init(_ position: Position, on board: Board, counts: Bool = true) {
    let isChangedSince = board.isChangedSince(position)
    let notes = [
      counts ? nil : "does not count", isChangedSince ? "it was changed since" : nil,
    ].compactMap(\.self)
    let end = notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
    self.init(
      person: position.person, position: ChoiceName(position.choice),
      title: position.choice?.option.flatMap { board.options[$0]?.option.title },
      sentence: position.sentence, links: position.sentence.flatMap { Links.orNil(in: $0) },
      counts: counts ? nil : false, isChangedSince: isChangedSince ? true : nil,
      date: position.date.known?.rfc3339,
      line: "\(position.person): \(position.words(on: board))\(end)")
  }
}

extension Choice {
  /// nil for yes and no.
  fileprivate var option: Option.ID? {
    if case .option(let id) = self { id } else { nil }
  }
}

extension DecisionItem {
  /// What is known without the positions.
  ///
  /// - Parameter predecessors: the topics that it replaces.
  init(_ topic: Topic, replaces predecessors: [Topic.ID] = [], at now: Timestamp) {
    self.init(topic, nil, replaces: predecessors, at: now)
  }

  /// - Parameter predecessors: the topics that it replaces.
  public init(_ board: Board, replaces predecessors: [Topic.ID] = [], at now: Timestamp) {
    self.init(board.topic, board, replaces: predecessors, at: now)
  }

  /// - Parameter board: nil until it is known.
  private init(
    _ topic: Topic, _ board: Board?, replaces predecessors: [Topic.ID], at now: Timestamp
  ) {
    let (decision, rule) = (topic.decision, topic.rule)
    let counted = board?.counted
    let tallies = board.flatMap { board in counted?.tallies(of: board.choices) }
    let objections = board?.openObjections.count ?? 0
    let isChangedSince = board?.isChangedSinceDecision
    let status = Status(topic, at: now)
    let words =
      if let decision {
        [
          decision.line, decision.origin,
          decision.successor.map { "superseded by \($0)" },
          isChangedSince == true ? "changed after the decision" : nil,
        ]
      } else {
        [
          topic.round == 1 ? status.rawValue : "\(status.rawValue), round \(topic.round)",
          counted.map { rule.answered($0.count) }, board.flatMap { tallies?.leader(on: $0) },
          objections.objectionWords,
          rule?.deadlineWords(at: now),
        ]
      }
    self.init(
      status: status,
      tally: tallies?.map { tally in
        Count(
          position: ChoiceName(tally.choice),
          title: tally.choice.option.flatMap { board?.options[$0]?.option.title },
          count: tally.count)
      },
      answered: counted?.count, awaited: rule?.asked.isEmpty == false ? board?.awaited.count : nil,
      needed: rule?.needed, deadline: rule?.deadline?.rfc3339,
      autoClose: rule?.autoClose == true ? true : nil,
      openObjections: objections == 0 ? nil : objections, round: topic.round,
      outcome: decision?.outcome.map { ChoiceName($0) }, outcomeTitle: decision?.title,
      reason: decision?.reason,
      links: decision.flatMap { Links.orNil(in: $0.reason) }, author: decision?.author,
      authority: decision.flatMap { AuthorityName($0.authority) },
      date: decision?.date.known?.rfc3339, successor: decision?.successor,
      supersedes: predecessors.isEmpty ? nil : predecessors, isChangedSince: isChangedSince,
      line: words.compactMap(\.self).joined(separator: Summary.separator))
  }
}

extension DecisionItem.Status {
  fileprivate init(_ topic: Topic, at now: Timestamp) {
    if topic.decision?.successor != nil {
      self = .superseded
    } else if let decision = topic.decision {
      self = decision.outcome == nil ? .dropped : .decided
    } else {
      self = topic.rule?.isDue(at: now) == true ? .due : .open
    }
  }
}

extension Position {
  /// The choice, and why.
  ///
  /// - Parameter board: for the titles of options; without it, they are named by their identifiers.
  func words(on board: Board? = nil) -> String {
    let name = choice.flatMap { board?.title(of: $0) } ?? Self.words(for: choice)
    return sentence.map { "\(name), because \($0)" } ?? name
  }

  private static func words(for choice: Choice?) -> String {
    guard let choice else { return ChoiceName.abstain.rawValue }
    return choice.option.map { "option \($0)" } ?? choice.rawValue
  }
}

extension Decision {
  /// What was decided, such as "decided: yes".
  var line: String { words.map { "decided: \($0)" } ?? "dropped" }

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
      autoClose ? "then decides" : nil, objectionsBlock ? "open objections block" : nil,
      decidersResolve ? "deciders resolve objections" : nil,
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
  ///
  /// - Parameter board: for the titles of options.
  fileprivate func leader(on board: Board) -> String? {
    guard let first, let title = board.title(of: first.choice) else { return nil }
    let second = dropFirst().first?.count ?? 0
    return first.count == second
      ? "even at \(first.count)" : "\(title) leads \(first.count) to \(second)"
  }
}

extension Int {
  /// How many objections are open; nil if none is.
  fileprivate var objectionWords: String? {
    self == 0 ? nil : self == 1 ? "1 objection" : "\(self) objections"
  }
}

extension Timestamp {
  /// A day and a time of day in UTC, such as "Fri 27 Nov 17:00 UTC", with the year unless it is the
  /// present one.
  func dayAndTime(at now: Timestamp) -> String {
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
