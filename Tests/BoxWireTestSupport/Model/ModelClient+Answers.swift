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
      throw ModelFailure("refused: \(response)")
    }
    switch request {
    case .subscribe(let subscription):
      guard let revision = result["revision"]?.integer,
        let isResumed = result["resumed"]?.boolean
      else { throw ModelFailure("no result: \(result)") }
      if patterns.isEmpty {
        started = time
        pairs = 0
        try begin(subscription, revision, isResumed: isResumed, history)
      } else {
        try require(!isResumed, "resumed a client that has patterns")
        before = (held, revision, before.revision)
      }
      mayOmitMerged = true
      patterns += subscription.patterns.filter { !patterns.contains($0) }
      unsynced.append((id, subscription.patterns))
      if isResumed { firmPatterns = Set(subscription.patterns) }
    case .unsubscribe(let old):
      mayOmitMerged = true
      takeBack(old)
    case .set: break
    case .ping:
      guard let revision = result["revision"]?.integer else {
        throw ModelFailure("no revision: \(result)")
      }
      try require(unsynced.allSatisfy { $0.id > id }, "ping was answered before synced")
      guard unsynced.isEmpty, !patterns.isEmpty else { return }
      try require(!isCatchingUp && !isForgetful, "ping was answered before the end of a catch-up")
      let last = self.revision
      let touched = try advance(to: max(last, revision), history)
      self.revision = last
      try require(
        touched.allSatisfy { held & (1 << UInt64($0.box)) == 0 }, "ping was answered too early")
      try requireExact()
    }
  }

  mutating func begin(
    _ subscription: Subscription, _ revision: Int, isResumed: Bool, _ history: BoxHistory
  ) throws {
    mode = subscription.mode ?? .latest
    interval = subscription.interval ?? 0
    before = (0, 0, 0)
    if let since = subscription.since {
      let missed = history.index(after: since)..<history.index(after: revision)
      if !isForgotten(missed, history) {
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
    guard patterns.isEmpty else { return }
    unsynced = []
    (isCatchingUp, isForgetful, mustGetSnapshot) = (false, false, false)
  }
}
