/// The pauses that follow failed attempts to log in.
///
/// Failures in a row are counted for each name and for each peer. The third one is followed by a
/// pause of 1 s, and each further one by a pause of twice the length, up to 60 s. An attempt has to
/// wait for the pause of its name and for that of its peer. A success ends both, and forgets the
/// failures of this name and of this peer.
///
/// Others cannot lock a user out for longer than such a pause. A peer that was refused because of a
/// name's pause can make one attempt when that pause is over, even if others have failed with the
/// name again since then. Only users who share a peer can delay each other for longer.
struct LogInPauses {
  /// What an attempt is counted for.
  struct Attempt: Hashable {
    /// nil for an attempt with a token, and for a text that cannot be a name.
    let name: String?
    let peer: AnyHashable

    init(name: String?, peer: any Hashable & Sendable) {
      // Longer texts would take memory that is not accounted for.
      self.name = name.flatMap { $0.utf8.count <= Limits.authorBytes ? $0 : nil }
      self.peer = AnyHashable(peer)
    }
  }

  private var names = LogInFailures<String>()
  private var peers = LogInFailures<AnyHashable>()
  /// From when on a peer that was refused because of a name may try again.
  private var turns: [Attempt: Duration] = [:]

  /// Returns how long to wait before the attempt can be made; nil if it can be made now.
  mutating func wait(before attempt: Attempt, at now: Duration) -> Duration? {
    if let end = peers.pauseEnd(of: attempt.peer, after: now) { return end - now }
    guard let name = attempt.name else { return nil }
    if let end = names.pauseEnd(of: name, after: now) {
      if turns[attempt] == nil { remember(attempt, turn: end) }
      if let turn = turns[attempt], turn > now { return turn - now }
    }
    turns[attempt] = nil
    return nil
  }

  mutating func fail(_ attempt: Attempt, at now: Duration) {
    if let name = attempt.name { names.add(name, at: now) }
    peers.add(attempt.peer, at: now)
  }

  mutating func succeed(_ attempt: Attempt) {
    if let name = attempt.name { names.forget(name) }
    peers.forget(attempt.peer)
  }

  private mutating func remember(_ attempt: Attempt, turn: Duration) {
    if turns.count == Limits.failedLogIns, let oldest = turns.min(by: { $0.value < $1.value }) {
      turns[oldest.key] = nil
    }
    turns[attempt] = turn
  }
}
