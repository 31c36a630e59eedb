/// The pauses that follow failed attempts to log in.
///
/// Failures are counted for 10 minutes, for each name and for each peer. The third one is followed by
/// a pause of 1 s, and each further one by a pause of twice the length, up to 60 s. An attempt has to
/// wait for the pause of its name and for that of its peer. A success with a name forgets the
/// failures with this name, also among those of its peer. It does not forget what the peer has
/// failed with other names: a user could guess the passwords of others and log in in between. A
/// success with a token forgets nothing.
///
/// Others cannot lock a user out for longer than such a pause. A peer that was refused because of a
/// name's pause can make one attempt when that pause is over, even if others have failed with the
/// name again since then. Only users who share a peer can delay each other for longer.
///
/// Names share a fixed number of places, whether they exist or not, so no flood of names makes room
/// by forgetting the failures of another. Names in the same place share their pauses. Who they are is
/// determined by a hash with a key that differs from one daemon to the next.
struct LogInPauses {
  /// What an attempt is counted for.
  struct Attempt {
    /// The hash of the name; nil for an attempt with a token, and for a text that cannot be a name.
    let name: Int?
    let peer: AnyHashable

    init(name: String?, peer: any Hashable & Sendable) {
      // A longer text is not a name, and takes time to hash.
      self.name = name.flatMap { $0.utf8.count <= Limits.authorBytes ? $0.hashValue : nil }
      self.peer = AnyHashable(peer)
    }

    /// The place of the name among the others.
    fileprivate var place: Int? { name.map { $0 & (Limits.namesCounted - 1) } }
  }

  /// By the places of the names.
  private var names: [Int: LogInFailures] = [:]
  private var peers: [AnyHashable: LogInFailures] = [:]
  private var turns = LogInTurns()

  /// Returns how long to wait before the attempt can be made; nil if it can be made now.
  mutating func wait(before attempt: Attempt, at now: Duration) -> Duration? {
    if let end = peers[attempt.peer]?.pauseEnd(after: now) { return end - now }
    guard let name = attempt.name, let place = attempt.place else { return nil }
    if let end = names[place]?.pauseEnd(after: now) {
      let turn = turns.turn(of: attempt.peer, name: name, firstAt: end, now: now)
      if turn > now { return turn - now }
    }
    turns.end(of: attempt.peer, name: name)
    return nil
  }

  mutating func fail(_ attempt: Attempt, at now: Duration) {
    if let place = attempt.place {
      names[place, default: LogInFailures()].add(name: attempt.name, at: now)
    }
    if peers[attempt.peer] == nil, peers.count == Limits.peersCounted { forgetPeer(at: now) }
    peers[attempt.peer, default: LogInFailures()].add(name: attempt.name, at: now)
  }

  mutating func succeed(_ attempt: Attempt) {
    guard let name = attempt.name, let place = attempt.place else { return }
    names[place]?.forget(name: name)
    if names[place]?.last == nil { names[place] = nil }
    peers[attempt.peer]?.forget(name: name)
    if peers[attempt.peer]?.last == nil { peers[attempt.peer] = nil }
  }

  /// Those without a pause first, then the one whose last failure is the oldest.
  private mutating func forgetPeer(at now: Duration) {
    let first = peers.min { one, other in
      let isPaused = one.value.pauseEnd(after: now) != nil
      let isOtherPaused = other.value.pauseEnd(after: now) != nil
      guard isPaused == isOtherPaused else { return isOtherPaused }
      return one.value.last ?? .zero < other.value.last ?? .zero
    }
    if let first { peers[first.key] = nil }
  }
}
