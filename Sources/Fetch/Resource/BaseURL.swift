/// The URL that the paths of resources are appended to, such as `https://example.org/v2/`.
///
/// Its own path and query are kept (RFC 3986): a resource `topics` is at
/// `https://example.org/v2/topics`.
public struct BaseURL: Hashable, Sendable {
  /// Scheme, host and port, without a slash at the end.
  private let origin: String
  /// Starts with a slash, or is empty.
  private let path: String
  /// nil without a query.
  private let query: String?

  /// - Parameter text: an absolute URL with the scheme `http` or `https`, percent-encoded. Throws if
  ///   it is anything else, or if it contains a user name, password or fragment.
  public init(_ text: String) throws(BaseURLError) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.excluded.contains($0) }) else {
      throw .unencodedCharacter
    }
    guard let colon = text.firstIndex(of: ":"),
      ["http", "https"].contains(text[..<colon].lowercased()), text[colon...].hasPrefix("://")
    else { throw .scheme }
    guard !text.contains("#") else { throw .fragment }
    let start = text.index(colon, offsetBy: 3)
    let rest = text[start...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { throw .user }
    guard Self.hasHost(authority) else { throw .host }
    let afterAuthority = rest[authority.endIndex...]
    let path = afterAuthority.prefix { $0 != "?" }
    let query = afterAuthority[path.endIndex...].dropFirst()
    origin = String(text[..<authority.endIndex])
    self.path = String(path)
    self.query = query.isEmpty ? nil : String(query)
  }

  /// The URL of a resource: exactly one slash separates the two paths, and the query of the resource
  /// follows that of the base URL. nil if a segment of the resource's path is `.` or `..`.
  public func url(of resource: Resource) -> String? {
    guard resource.path.allSatisfy({ $0 != "." && $0 != ".." }) else { return nil }
    let url = place(of: resource)
    let queries = [query, resource.query.isEmpty ? nil : resource.queryText].compactMap(\.self)
    return queries.isEmpty ? url : "\(url)?\(queries.joined(separator: "&"))"
  }

  /// The URL of a resource without a query, for people.
  public func place(of resource: Resource) -> String {
    if resource.path.isEmpty { return origin + (path.isEmpty ? "/" : path) }
    return origin + (path.hasSuffix("/") ? path : "\(path)/") + resource.pathText
  }

  /// Visible characters that a URL cannot contain (RFC 3986, appendix A).
  private static let excluded = Array("\"<>\\^`{|}".utf8)

  /// Whether an authority has a host, and a port or none.
  private static func hasHost(_ authority: Substring) -> Bool {
    var port = authority[...]
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return false }
      let address = authority[authority.index(after: authority.startIndex)..<end]
      guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return false }
      port = authority[authority.index(after: end)...]
    } else {
      let host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, !host.contains("["), !host.contains("]") else { return false }
      port = authority[host.endIndex...]
    }
    guard let colon = port.first else { return true }
    let digits = port.dropFirst()
    guard colon == ":", digits.allSatisfy(\.isNumber) else { return false }
    return digits.isEmpty || UInt16(digits) != nil
  }
}

extension BaseURL {
  /// All of it.
  package var text: String { description + (query.map { "?\($0)" } ?? "") }

  /// The host without the port; an IPv6 address is in brackets.
  public var host: String {
    let authority = origin.split(separator: "/").last ?? ""
    if let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
    return String(authority.prefix { $0 != ":" })
  }
}

extension BaseURL: CustomStringConvertible, CustomReflectable {
  /// The URL without its query, which may be confidential.
  public var description: String { origin + path }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a text is not a base URL.
public enum BaseURLError: Error, Equatable, Sendable {
  /// It does not start with `http://` or `https://`.
  case scheme
  /// It has no host, or the host or port is not valid.
  case host
  /// It contains a user name or password, which would be part of logs. Use a header whose value
  /// comes from a file.
  case user
  /// It contains a fragment, `#` and what follows.
  case fragment
  /// It contains a character that must be percent-encoded.
  case unencodedCharacter
}
