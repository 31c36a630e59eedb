public import BoxWire
public import UVLoop

/// The client that sent a request.
public struct Caller: Sendable {
  /// What the kernel reports about the client's process; nil if it is already gone.
  public let credentials: PeerCredentials?
  /// Who the client has logged in as; nil for the user that the kernel reports.
  public internal(set) var login: Login?
  /// The gateway's name for the person for whom it has opened this connection; nil for a client that
  /// is not a gateway.
  public internal(set) var behind: String?
  private let socketName: SocketName?

  /// What it may do; nil for everything.
  var rights: Rights?

  public init(credentials: PeerCredentials?, socket: String? = nil, login: Login? = nil) {
    self.init(credentials, socket.map(SocketName.init))
    self.login = login
  }

  init(_ credentials: PeerCredentials?, _ socket: SocketName?) {
    self.credentials = credentials
    socketName = socket
  }

  /// The name of the inherited socket to which the client has connected; nil for a socket that the
  /// listener has made.
  public var socket: String? { socketName?.text }

  /// Whether it may do something at a path, decided by the path's text alone.
  public func may(_ action: Rights.Action, at path: Path) -> Bool {
    rights?.allow(action, at: path) ?? true
  }

  /// Whether it may do something at the path with these segments.
  public func may(_ action: Rights.Action, at path: [Substring]) -> Bool {
    rights?.allow(action, at: path) ?? true
  }

  /// Whether it may read anything at the path with these segments, or under it.
  public func mayRead(atOrUnder path: [Substring]) -> Bool {
    rights?.read.mayMatch(atOrUnder: path) ?? true
  }

  /// To whom its failures count, as all that it uses does: the user that the kernel reports, or who is
  /// behind a gateway.
  public var peer: any Hashable & Sendable { user }

  /// The user whose turns its requests take.
  var user: Turns.User {
    guard let number = credentials?.userID else { return .daemon }
    return behind.map { .behind(number, $0) } ?? .user(number)
  }
}

/// Who a client has logged in as, instead of the user that the kernel reports.
public final class Login: Sendable {
  /// The user's name; also the author of what the client writes.
  public let name: String
  /// The names of the user's groups.
  public let groups: [String]
  /// The name of the token with which a program has logged in; nil if it was a password.
  public let token: String?

  public init(name: String, groups: [String], token: String? = nil) {
    self.name = name
    self.groups = groups
    self.token = token
  }
}
