/// An absolute URL with the scheme http or https.
///
/// Its descriptions omit what may be secret: user name, password and query.
public struct HTTPURL: Equatable, Sendable {
  /// Scheme, host and port. A secret is sent to one origin only.
  public struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String
    /// In lower case. An IPv6 address is in brackets, with its zone, if any, after `%25`.
    public let host: String
    /// Also if the URL does not name it.
    public let port: Int
  }

  /// The user name and password of a URL, decoded.
  struct Credentials: Equatable, Sendable {
    let user: String
    let password: String
  }

  /// Where requests are sent to.
  public let origin: Origin
  /// Percent-encoded; starts with a slash.
  public let path: String
  /// Percent-encoded, without the question mark; nil if there is none.
  let query: String?
  let credentials: Credentials?

  init(origin: Origin, path: String, query: String?, credentials: Credentials?) {
    self.origin = origin
    self.path = path
    self.query = query
    self.credentials = credentials
  }

  /// - Parameter text: may contain characters that must be encoded in a URL, such as spaces.
  /// - Throws: `malformedURL` or `forbiddenScheme`.
  public init(_ text: String) throws(HTTPError) {
    self = try CurlURL(text).url()
  }

  /// Returns the URL that a reference means in an answer from this URL.
  ///
  /// User name and password stay the same within an origin; those of the reference are ignored.
  ///
  /// - Parameter reference: relative or absolute.
  /// - Throws: `malformedURL` or `forbiddenScheme`.
  func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
    let parser = try CurlURL(text)
    try parser.set(reference)
    let url = try parser.url()
    return HTTPURL(
      origin: url.origin, path: url.path, query: url.query,
      credentials: url.origin == origin ? credentials : nil)
  }

  /// Returns the URL of a path below this one, without a query.
  ///
  /// - Parameter path: percent-encoded; starts with a slash.
  package func appending(_ path: String) -> HTTPURL {
    let base = self.path.hasSuffix("/") ? String(self.path.dropLast()) : self.path
    return HTTPURL(origin: origin, path: base + path, query: nil, credentials: credentials)
  }

  /// All of it, except for user name and password.
  public var text: String {
    origin.description + path + (query.map { "?\($0)" } ?? "")
  }
}

extension HTTPURL: CustomStringConvertible, CustomDebugStringConvertible {
  /// Origin and path.
  public var description: String { origin.description + path }
  public var debugDescription: String { description }
}

extension HTTPURL.Origin: CustomStringConvertible {
  /// Such as `https://example.org` or `http://[::1]:8080`.
  public var description: String {
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host)\(port == usual ? "" : ":\(port)")"
  }

  /// Whether the host is this machine: `localhost`, or an address that never leaves it.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || isLoopbackIPv4
  }

  private var isLoopbackIPv4: Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
