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

  /// Returns a URL below this one, whose path and query are kept.
  ///
  /// - Parameters:
  ///   - segments: each is one segment of the new path, whatever characters it contains.
  ///   - items: names and values that are added to the query, in order.
  public func appending(
    _ segments: [String], query items: [(name: String, value: String)] = []
  ) -> HTTPURL {
    let start = path.last == "/" ? String(path.dropLast()) : path
    let added = items.map { "\(encoded($0.name))=\(encoded($0.value))" }
    let all = [query].compactMap(\.self) + added
    return HTTPURL(
      origin: origin,
      path: segments.isEmpty ? path : segments.reduce(start) { "\($0)/\(encodedSegment($1))" },
      query: all.isEmpty ? nil : all.joined(separator: "&"), credentials: credentials)
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

/// Encodes a segment. The names `.` and `..` would otherwise be removed from the path.
private func encodedSegment(_ segment: String) -> String {
  [".", ".."].contains(segment) ? segment.replacing(".", with: "%2E") : encoded(segment)
}

/// Encodes all bytes but the unreserved characters of RFC 3986.
private func encoded(_ text: String) -> String {
  text.utf8.reduce(into: "") { encoded, byte in
    let character = Character(UnicodeScalar(byte))
    if character.isASCII && (character.isLetter || character.isNumber) || "-._~".contains(character)
    {
      encoded.append(character)
    } else {
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
    }
  }
}
