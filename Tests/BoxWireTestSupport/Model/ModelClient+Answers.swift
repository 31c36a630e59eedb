internal import BoxWire

/// Checks each answer.
extension ModelClient {
  mutating func answer(
    _ id: Int, _ response: JSONText, _ history: BoxHistory
  ) throws {
    guard let (request, time) = requests.removeValue(forKey: id) else {
      throw ModelFailure("an answer to \(id), which is not pending")
    }
    isPaired = false
    guard let result = response["result"] else {
      guard case .subscribe(let subscription) = request, response.errorCode == -32003,
        mayBeRefused(subscription, history)
      else { throw ModelFailure("refused: \(response)") }
      return updateAsked()
    }
    if case .unsubscribe(let old) = request {
      mayOmitMerged = true
      return takeBack(old)
    }
    guard let revision = result["revision"]?.integer else {
      throw ModelFailure("no revision: \(result)")
    }
    switch request {
    case .subscribe(let subscription):
      guard let isResumed = result["resumed"]?.boolean else {
        throw ModelFailure("no result: \(result)")
      }
      try add(subscription, revision, isResumed: isResumed, at: time, history)
      unsynced.append((id, subscription.patterns))
    case .ping:
      try require(unsynced.allSatisfy { $0.id > id }, "ping was answered before synced")
      try passRules(before: revision, history)
      guard unsynced.isEmpty, !patterns.isEmpty else { return }
      try require(!isCatchingUp && !isForgetful, "ping was answered before the end of a catch-up")
      try requireNothingHeld(upTo: revision, history, "ping was answered too early")
      try own.requireCurrent(at: revision)
    case .get(let patterns):
      try check(ModelLine.Answer(result, history), of: patterns, at: revision, history)
    case .setOwn(let box, let value): try confirm(box, value, at: revision, history)
    case .logIn(let name, let value):
      try confirm(0, value, at: revision, history)
      try logIn(name, history)
    case .begin(let number): own.number = number
    case .unsubscribe, .set: break
    }
  }

  private mutating func confirm(
    _ box: Int, _ value: Int, at revision: Int, _ history: BoxHistory
  ) throws {
    own.confirm(box, value, at: revision)
    try require(!history.hasChange(at: revision), "\(revision) is of the session and of others")
  }

  private mutating func add(
    _ subscription: Subscription, _ revision: Int, isResumed: Bool,
    at time: ContinuousClock.Instant, _ history: BoxHistory
  ) throws {
    if patterns.isEmpty {
      started = time
      pairs = 0
      mode = subscription.mode ?? .latest
      interval = subscription.interval ?? 0
    } else {
      try require(!isResumed, "resumed a client that has patterns")
    }
    let hasNewOthers = !subscription.patterns.allSatisfy(OwnModel.isOwn)
    try require(hasNewOthers || !isResumed, "resumed a session")
    if hasOthers { try passRules(before: revision, history) }
    if !hasOthers, hasNewOthers {
      updateView(at: revision, history)
      try begin(subscription, revision, isResumed: isResumed, history)
    } else if hasNewOthers {
      before = (held, revision, before.revision)
    }
    if hasNewOthers {
      mayOmitMerged = true
      try require(!forbids(subscription, view), "not refused")
    }
    patterns += subscription.patterns.filter { !patterns.contains($0) }
    if isResumed { firmPatterns = Set(subscription.patterns) }
  }

  mutating func begin(
    _ subscription: Subscription, _ revision: Int, isResumed: Bool, _ history: BoxHistory
  ) throws {
    before = (0, 0, 0)
    if let since = subscription.since {
      let missed = history.index(after: since)..<history.index(after: revision)
      if !mayResume(since, history) {
        try require(!isResumed, "resumed with other rights")
      } else if !isForgotten(missed, history) {
        try require(isResumed, "not resumed after \(missed.count) changes")
      } else if missed.count > memory.changes + memory.slack {
        try require(!isResumed, "resumed after \(missed.count) changes")
      }
    } else {
      try require(!isResumed, "resumed without since")
    }
    if isResumed { return }
    for box in state.indices { state[box] = 0 }
    _ = try advance(to: revision, history)
  }

  mutating func takeBack(_ old: [String]?) {
    let old = old ?? patterns
    patterns.removeAll { old.contains($0) }
    firmPatterns.subtract(old)
    for index in unsynced.indices { unsynced[index].patterns.removeAll { old.contains($0) } }
    for box in state.indices where held & (1 << UInt64(box)) == 0 { state[box] = 0 }
    // The session's patterns keep what is still to be synced.
    guard patterns.isEmpty else { return }
    unsynced = []
    (isCatchingUp, isForgetful, mustGetSnapshot) = (false, false, false)
  }
}
