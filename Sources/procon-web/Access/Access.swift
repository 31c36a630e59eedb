internal import BoxWire
internal import UVLoop

/// Who may use the site, and as whom.
@LoopActor
protocol Access: AnyObject {
  /// Answers a request about access itself, such as a login; nil for any other.
  func answer(_ request: WebRequest) async -> WebAnswer?

  /// nil for somebody who has to come in first.
  func visitor(of request: WebRequest) -> Visitor?

  /// The answer to such a request.
  func refusal(of request: WebRequest) -> WebAnswer

  /// The daemon does not accept the login of a visitor any longer.
  func forget(_ visitor: Visitor)
}

/// Somebody who uses the site.
struct Visitor: Sendable {
  /// The id of their browser, whose pages are counted.
  let browser: String
  /// To whom the daemon counts what they use; nil for the user who has started the gateway.
  let peer: String?
  /// With which the daemon knows them; nil for the user as whom the gateway runs.
  let login: BrowserLogin?
  /// With which the daemon signs what they write; nil if that is not known.
  let name: String?
  /// Whether they can log in.
  let mayLogIn: Bool
}

/// As whom a browser has logged in.
struct BrowserLogin: Sendable {
  let name: String
  /// Of the daemon's.
  let token: JSONText
}
