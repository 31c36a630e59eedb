internal import BoxWire
internal import UVLoop

/// All sessions: how they are made, and what they may hold together.
@LoopActor
final class Sessions {
  var limits: ServerLimits
  /// Returns the scenes of a new session; nil if this daemon has no sessions.
  var configure: (@LoopActor (Session) -> [SessionPart])?
  /// How many there are.
  private(set) var count = 0
  /// Bytes of the paths and values of their boxes.
  private(set) var bytes = 0
  /// What each user has of both.
  private var users: [Turns.User: Use] = [:]

  private struct Use {
    var count = 0
    var bytes = 0
  }

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Makes the session of a connection, without scenes.
  ///
  /// - Returns: nil if this daemon has no sessions.
  /// - Throws: `RequestError` -32004 if there are too many.
  func make(
    _ registry: Registry, for caller: Caller, _ subscriber: Subscriber
  ) throws(RequestError) -> Session? {
    guard configure != nil else { return nil }
    let user = caller.user
    try checkCount(of: user)
    try checkRoom(for: 0, user)
    count += 1
    users[user, default: Use()].count += 1
    return Session(registry, for: caller, subscriber)
  }

  /// Gives a session its scenes. To be called once.
  func begin(_ session: Session) {
    session.present(configure?(session) ?? [])
  }

  func end(_ session: Session) {
    count -= 1
    session.end()
    remove(oneOf: session.user)
  }

  /// Counts a session and what it holds to another user from now on.
  ///
  /// - Throws: `RequestError` -32004 if that user has too many.
  func move(_ session: Session, to user: Turns.User) throws(RequestError) {
    try checkCount(of: user, besides: 1)
    users[user, default: Use()].count += 1
    session.boxes.move(to: user)
    remove(oneOf: session.user)
  }

  private func remove(oneOf user: Turns.User) {
    users[user]?.count -= 1
    if users[user]?.count == 0 { users[user] = nil }
  }

  /// Checks that a user may have one more session.
  ///
  /// - Parameter own: how many of all sessions are the one that the user is to have.
  /// - Throws: `RequestError` -32004.
  private func checkCount(of user: Turns.User, besides own: Int = 0) throws(RequestError) {
    guard
      ServerLimits.hasRoom(count - own, own: users[user]?.count ?? 0, most: limits.sessions)
    else {
      throw .limit("sessions", "there are \(count) sessions already, as many as there can be")
    }
  }

  /// Records that a user's boxes hold more bytes, or fewer.
  func add(_ growth: Int, of user: Turns.User) {
    bytes += growth
    users[user]?.bytes += growth
  }

  /// Checks that what an intent brings fits, since it may be kept. One that brings nothing may make
  /// room.
  ///
  /// - Throws: `RequestError` -32004.
  func checkRoom(for parameters: Parameters, _ user: Turns.User) throws(RequestError) {
    guard !parameters.members.isEmpty else { return }
    try checkRoom(for: parameters.members.reduce(0) { $0 + $1.value.bytes.count }, user)
  }

  private func checkRoom(for more: Int, _ user: Turns.User) throws(RequestError) {
    // It fits if the last of its bytes does.
    let (all, own) = (bytes + more - 1, (users[user]?.bytes ?? 0) + more - 1)
    guard ServerLimits.hasRoom(all, own: own, most: limits.sessionBytes) else {
      throw .limit(
        "session-bytes", "the boxes of all sessions have at most \(limits.sessionBytes) bytes")
    }
  }
}
