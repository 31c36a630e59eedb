/// From when on peers that were refused because of a name's pause may try that name again.
///
/// A turn is never withdrawn for another one, so no flood of attempts takes it from a peer that
/// waits. It is dropped if it is not used.
struct LogInTurns {
  /// The turns of each peer by the hashes of the names; never empty.
  private var turns: [AnyHashable: [Int: Duration]] = [:]
  /// When those that were not used are removed again; not more often, since all are looked at.
  private var nextRemoval = Duration.zero

  /// Returns when a peer may try a name.
  ///
  /// - Parameter first: when it may if this is its first attempt; remembered from then on if there
  ///   is room.
  mutating func turn(
    of peer: AnyHashable, name: Int, firstAt first: Duration, now: Duration
  ) -> Duration {
    if let turn = turns[peer]?[name], Self.isValid(turn, at: now) { return turn }
    removeUnused(of: peer, at: now)
    if turns[peer] == nil, turns.count == Limits.peersWithTurns, now >= nextRemoval {
      nextRemoval = now + Limits.logInPause.lowerBound
      for peer in Array(turns.keys) { removeUnused(of: peer, at: now) }
    }
    if turns[peer] != nil || turns.count < Limits.peersWithTurns,
      turns[peer, default: [:]].count < Limits.turnsOfPeer
    {
      turns[peer, default: [:]][name] = first
    }
    return first
  }

  /// Ends a turn that was used, or is no longer needed.
  mutating func end(of peer: AnyHashable, name: Int) {
    turns[peer]?[name] = nil
    if turns[peer]?.isEmpty == true { turns[peer] = nil }
  }

  private mutating func removeUnused(of peer: AnyHashable, at now: Duration) {
    guard let valid = turns[peer]?.filter({ Self.isValid($0.value, at: now) }) else { return }
    turns[peer] = valid.isEmpty ? nil : valid
  }

  private static func isValid(_ turn: Duration, at now: Duration) -> Bool {
    turn + Limits.turnLasts > now
  }
}
