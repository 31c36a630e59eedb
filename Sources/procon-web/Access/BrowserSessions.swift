internal import UVLoop

/// The browsers that were let in, each by its cookie.
@LoopActor
final class BrowserSessions {
  private let port: UInt16
  private var sessions: [String: Session] = [:]

  private struct Session {
    let login: BrowserLogin?
    var lastUse = MonotonicTime.now
  }

  init(port: UInt16) {
    self.port = port
  }

  /// Lets a browser in.
  ///
  /// - Parameters:
  ///   - login: as whom; nil for the user as whom the gateway runs.
  ///   - isSecure: whether the browser may send it over TLS only.
  /// - Returns: the value of `Set-Cookie`.
  func begin(as login: BrowserLogin?, isSecure: Bool) -> String {
    if sessions.count >= WebLimits.sessions,
      let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      sessions[oldest] = nil
    }
    let value = RandomSecret.random()
    sessions[value] = Session(login: login)
    return cookie(value, isSecure)
  }

  /// Shuts a browser out.
  ///
  /// - Returns: the value of `Set-Cookie`.
  func end(_ id: String, isSecure: Bool) -> String {
    sessions[id] = nil
    return cookie("", isSecure) + "; Max-Age=0"
  }

  func forget(_ id: String) {
    sessions[id] = nil
  }

  /// Returns the id of the session of a browser that was let in, and as whom.
  func session(
    of request: WebRequest, isSecure: Bool
  ) -> (id: String, login: BrowserLogin?)? {
    guard let id = request.cookie(named: name(isSecure)), sessions[id] != nil else { return nil }
    sessions[id]?.lastUse = .now
    return (id, sessions[id]?.login)
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
