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
  var bytes = 0

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Makes the session of a connection, without scenes.
  ///
  /// - Returns: nil if this daemon has no sessions.
  /// - Throws: `RequestError` -32004 if there are too many.
  func make(_ registry: Registry, _ host: any SessionHost) throws(RequestError) -> Session? {
    guard configure != nil else { return nil }
    guard count < limits.sessions else {
      throw .limit("sessions", "there are \(count) sessions already, the maximum")
    }
    try checkRoom(for: 0)
    count += 1
    return Session(registry, host)
  }

  /// Gives a session its scenes. To be called once.
  func begin(_ session: Session) {
    session.present(configure?(session) ?? [])
  }

  func end(_ session: Session) {
    count -= 1
    session.end()
  }

  /// Checks that what an intent brings fits, since it may be kept. One that brings nothing may make
  /// room.
  ///
  /// - Throws: `RequestError` -32004.
  func checkRoom(for parameters: Parameters) throws(RequestError) {
    guard !parameters.members.isEmpty else { return }
    try checkRoom(for: parameters.members.reduce(0) { $0 + $1.value.bytes.count })
  }

  private func checkRoom(for more: Int) throws(RequestError) {
    guard bytes + more <= limits.sessionBytes else {
      throw .limit(
        "session-bytes", "the boxes of all sessions have at most \(limits.sessionBytes) bytes")
    }
  }
}
