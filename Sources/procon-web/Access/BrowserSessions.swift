internal import UVLoop

/// The browsers that were let in, each by its cookie.
@LoopActor
final class BrowserSessions {
  /// Called with the id of each session that has ended.
  var ended: (@LoopActor (String) -> Void)?

  private let port: UInt16
  private var sessions: [String: Session] = [:]

  private struct Session {
    let login: BrowserLogin?
    let begin = MonotonicTime.now
    var lastUse = MonotonicTime.now
  }

  init(port: UInt16) {
    self.port = port
  }

  /// Lets a browser in. Where there are too many, the one that was used least recently makes room: of the
  /// same person if they have too many.
  ///
  /// - Parameters:
  ///   - login: as whom; nil for the user as whom the gateway runs.
  ///   - isSecure: whether the browser may send it over TLS only.
  /// - Returns: the value of `Set-Cookie`.
  func begin(as login: BrowserLogin?, isSecure: Bool) -> String {
    let own = sessions.filter { $0.value.login?.name == login?.name }
    if own.count >= WebLimits.sessionsOfPerson {
      endOldest(of: own)
    } else if sessions.count >= WebLimits.sessions {
      endOldest(of: sessions)
    }
    let value = RandomSecret.random()
    sessions[value] = Session(login: login)
    return cookie(value, isSecure)
  }

  private func endOldest(of sessions: [String: Session]) {
    sessions.min { $0.value.lastUse < $1.value.lastUse }.map { forget($0.key) }
  }

  /// Shuts a browser out.
  ///
  /// - Returns: the value of `Set-Cookie`.
  func end(_ id: String, isSecure: Bool) -> String {
    forget(id)
    return cookie("", isSecure) + "; Max-Age=0"
  }

  func forget(_ id: String) {
    if sessions.removeValue(forKey: id) != nil { ended?(id) }
  }

  /// Returns the id of the session of a browser that was let in, and as whom.
  func session(
    of request: WebRequest, isSecure: Bool
  ) -> (id: String, login: BrowserLogin?)? {
    guard let id = request.cookie(named: name(isSecure)), let session = sessions[id] else {
      return nil
    }
    guard session.login == nil || session.begin + WebLimits.loginTime > .now else {
      forget(id)
      return nil
    }
    sessions[id]?.lastUse = .now
    return (id, session.login)
  }

  /// With Strict, a link from another site would arrive without it.
  private func cookie(_ value: String, _ isSecure: Bool) -> String {
    "\(name(isSecure))=\(value); HttpOnly; SameSite=Lax; Path=/" + (isSecure ? "; Secure" : "")
  }

  /// With this prefix, no other host can set it. Without TLS, its name has the port, since cookies are
  /// shared by all ports of a host.
  private func name(_ isSecure: Bool) -> String {
    isSecure ? "__Host-procon" : "procon-\(port)"
  }
}
