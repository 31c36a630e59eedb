internal import UVLoop

/// The browsers that were let in, each by its cookie.
@LoopActor
final class BrowserSessions {
  /// Its name has the port, since cookies are shared by all ports of a host.
  let cookieName: String
  private var cookies: Set<String> = []

  init(port: UInt16) {
    cookieName = "procon-\(port)"
  }

  /// Lets a browser in.
  ///
  /// - Returns: the value of `Set-Cookie`.
  func begin() -> String {
    let value = RandomSecret.random()
    cookies.insert(value)
    // With Strict, a link from another site would arrive without it.
    return "\(cookieName)=\(value); HttpOnly; SameSite=Lax; Path=/"
  }

  func contains(_ request: WebRequest) -> Bool {
    request.cookie(named: cookieName).map(cookies.contains) ?? false
  }
}
