/// Follows the rules: what the client may read, and when it gets a gap because of them.
extension ModelClient {
  /// Checks that the client got a gap for each change of its rights before a revision.
  mutating func passRules(before revision: Int, _ history: BoxHistory) throws {
    guard let rules = history.rules, hasOthers else { return }
    while ruleChanges < rules.changes.count, rules.changes[ruleChanges].revision < revision {
      ruleChanges += 1
      try require(
        rules.view(of: login, after: ruleChanges) == view,
        "no gap although rights changed at \(rules.changes[ruleChanges - 1].revision)")
    }
  }

  /// Whether a gap can be due to a change of rights. They have changed from then on.
  ///
  /// - Parameter revision: up to which the gap goes.
  mutating func changesRights(at revision: Int, _ history: BoxHistory) -> Bool {
    guard let rules = history.rules else { return false }
    if ruleChanges < rules.changes.count, rules.changes[ruleChanges].revision == revision {
      let new = rules.view(of: login, after: ruleChanges + 1)
      if new != view {
        ruleChanges += 1
        view = new
        return true
      }
    }
    let logins = requests.compactMap { id, sent in
      if case .logIn(let name, _) = sent.request { (id: id, name: name) } else { nil }
    }
    guard let next = logins.min(by: { $0.id < $1.id }) else { return false }
    let new = rules.view(of: next.name, after: ruleChanges)
    guard new != view else { return false }
    login = next.name
    view = new
    return true
  }

  /// Checks that the client got a gap if the login changed its rights.
  mutating func logIn(_ name: String, _ history: BoxHistory) throws {
    login = name
    guard let rules = history.rules, hasOthers else { return }
    try require(
      rules.view(of: name, after: ruleChanges) == view, "no gap although \(name) logged in")
  }

  /// Determines what the client may read, without patterns so far.
  mutating func updateView(at revision: Int, _ history: BoxHistory) {
    guard let rules = history.rules else { return }
    ruleChanges = rules.count(before: revision)
    view = rules.view(of: login, after: ruleChanges)
  }

  /// Whether a pattern without wildcards names what may not be read.
  func forbids(_ subscription: Subscription, _ view: RuleHistory.View) -> Bool {
    subscription.patterns.contains { !$0.contains("*") && mask([$0]) & ~view.mask != 0 }
  }

  /// Whether the client's rights forbid a subscription, or did so at some time since its last line.
  func mayBeRefused(_ subscription: Subscription, _ history: BoxHistory) -> Bool {
    guard let rules = history.rules else { return false }
    if hasOthers { return forbids(subscription, view) }
    return (ruleChanges...rules.changes.count).contains {
      forbids(subscription, rules.view(of: login, after: $0))
    }
  }

  /// Whether a client with the rights of now may resume at a revision.
  func mayResume(_ since: Int, _ history: BoxHistory) -> Bool {
    guard let rules = history.rules else { return true }
    return view == .everything
      && rules.changes.prefix(ruleChanges).allSatisfy { $0.revision < since }
  }

  /// Checks the answer to `get`: the exact state of what may be read.
  func check(
    _ answer: ModelLine.Answer, of patterns: [String], at revision: Int, _ history: BoxHistory
  ) throws {
    let view = history.rules.map { $0.view(of: login, after: $0.count(before: revision)) }
    let mask = mask(patterns) & (view?.mask ?? .max)
    let state = history.state(at: revision)
    let right = state.indices.filter { state[$0] > 0 && mask & (1 << UInt64($0)) != 0 }
    try require(
      Set(answer.values.map(\.box)) == Set(right)
        && answer.values.allSatisfy { state[$0.box] == $0.value },
      "get returned \(answer.values), not \(right.map { ($0, state[$0]) }) for \(patterns)")
    try own.check(answer.own, of: patterns.filter(OwnModel.isOwn), at: revision)
  }
}
