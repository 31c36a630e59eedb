/// What every request must obey, before anything else is looked at: it names this server, it is not
/// ambiguous, and one that changes something comes from a page of this server.
struct RequestGate {
  /// `Host` headers, in lower case.
  private let hosts: Set<String>
  /// The addresses of proxies, whose word counts about those behind them.
  private let proxies: Set<String>

  /// - Parameters:
  ///   - hosts: names and addresses, with their ports, as they are written in URLs.
  ///   - proxies: the addresses of proxies that are trusted.
  init(hosts: [String], proxies: Set<String> = []) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.proxies = proxies
  }

  /// Whether all connections come from the people themselves.
  var hasNoProxies: Bool { proxies.isEmpty }

  /// The names of this machine for itself.
  static func ownHosts(port: UInt16) -> [String] {
    ["localhost", "127.0.0.1", "[::1]"].map { "\($0):\(port)" }
  }

  /// Returns the sender of a request. Only a trusted proxy can name another one than itself.
  func client(of request: WebRequest) -> WebClient {
    guard proxies.contains(request.address) else {
      return WebClient(address: request.address, isSecure: request.isEncrypted)
    }
    let addresses = request.headers.filter { $0.name.lowercased() == "x-forwarded-for" }
      .flatMap { $0.value.split(separator: ",") }
      .map { NetworkAddress.normalized($0.filter { $0 != " " }) }
    // From the end: a client can have sent what is before.
    let address = addresses.last { $0.map(proxies.contains) != true } ?? nil
    return WebClient(
      address: address ?? request.address,
      isSecure: request.isEncrypted || request[header: "x-forwarded-proto"] == "https")
  }

  /// nil for a request that passes.
  func refusal(of request: WebRequest) -> WebAnswer? {
    let most = WebLimits.connectionsOfNetwork
    guard request.inProgress <= most,
      request.connections <= most || proxies.contains(request.address)
    else {
      return WebAnswer(.tooMany, text: "There are too many connections from your network.")
    }
    for name in ["host", "origin", "content-length", "transfer-encoding"] {
      guard request.headers.count(where: { $0.name.lowercased() == name }) <= 1 else {
        return WebAnswer(.badRequest, text: "The header '\(name)' occurs more than once.")
      }
    }
    guard request.headers.allSatisfy({ $0.name.isToken }) else {
      return WebAnswer(.badRequest, text: "The name of a header is not valid.")
    }
    guard request[header: "content-length"] == nil || request[header: "transfer-encoding"] == nil
    else {
      return WebAnswer(.badRequest, text: "The length of the body is not clear.")
    }
    guard request[header: "transfer-encoding"].map({ $0.lowercased() == "chunked" }) ?? true,
      request[header: "content-length"].map({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
        ?? true
    else {
      return WebAnswer(.badRequest, text: "The length of the body is not valid.")
    }
    // Compared whole: a page of another site could have made its name an address of this machine.
    guard let host = request[header: "host"]?.lowercased(), hosts.contains(host) else {
      return WebAnswer(.misdirected, text: "This server has another name.")
    }
    switch request.method {
    case .get, .head: return nil
    case .post: return refusal(ofChange: request, at: host)
    case nil: return WebAnswer(.methodNotAllowed, text: "Only GET, HEAD and POST are allowed.")
    }
  }

  private func refusal(ofChange request: WebRequest, at host: String) -> WebAnswer? {
    let scheme = client(of: request).isSecure ? "https" : "http"
    guard request[header: "origin"]?.lowercased() == "\(scheme)://\(host)" else {
      return WebAnswer(.forbidden, text: "The form does not come from a page of this server.")
    }
    // Browsers send it to servers that they trust, such as those of this machine.
    guard request[header: "sec-fetch-site"].map({ $0 == "same-origin" }) ?? true else {
      return WebAnswer(.forbidden, text: "The form comes from a page of another site.")
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension String {
  /// Whether it is a token of HTTP (RFC 9110, section 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

/// The sender of a request.
struct WebClient: Equatable, Sendable {
  let address: String
  /// Whether nobody on the way can read it: over TLS, also if a proxy ends that.
  let isSecure: Bool
}
