/// What is requested from a service: the path below its base URL, query, body, header fields and
/// method. Two resources are equal if all five are.
public struct Resource: Sendable {
  /// The segments of the path, not percent-encoded. An empty last segment is a slash at the end.
  public let path: [String]
  /// In the order in which they are sent.
  public let query: [QueryItem]
  /// nil for a request without a body.
  public let body: [UInt8]?
  /// By name, in lowercase.
  public let headers: [String: HeaderValue]
  /// Other resources than those to get are neither stored nor joined.
  public let method: Method

  /// - Parameters:
  ///   - path: segments, not percent-encoded; a segment may contain any character. A request with
  ///     the segment `.` or `..` fails, because such a segment names another resource.
  ///   - headers: by name, in any case. If two names differ only in case, one of them is used.
  public init(
    path: [String], query: [QueryItem] = [], body: [UInt8]? = nil,
    headers: [String: HeaderValue] = [:], method: Method = .get
  ) {
    self.path = path
    self.query = query
    self.body = body
    let lowercased = headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) }
    self.headers = Dictionary(lowercased) { first, _ in first }
    self.method = method
  }

  /// - Parameter path: segments that are separated by slashes, not percent-encoded. Empty segments
  ///   are ignored, except for the last one.
  public init(
    path: String, query: [QueryItem] = [], body: [UInt8]? = nil,
    headers: [String: HeaderValue] = [:], method: Method = .get
  ) {
    var segments = path.split(separator: "/").map(String.init)
    if !segments.isEmpty, path.utf8.last == UInt8(ascii: "/") { segments.append("") }
    self.init(path: segments, query: query, body: body, headers: headers, method: method)
  }

  /// A text that is the same for equal resources, different for all others, and the same in each run
  /// of a program. It consists of printable ASCII characters, has no maximum length, and contains no
  /// value that is read from a file. The base URL is not part of it.
  ///
  /// A store can use it, or a hash of it, as the name of a copy.
  public var key: String {
    var key = method.rawValue + " " + target
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      key += " \(PercentEncoding.encode(name))"
      switch value {
      case .text(let text): key += "=\(PercentEncoding.encode(text))"
      case .file(let path): key += "<\(PercentEncoding.encode(path))"
      }
    }
    if let body { key += " :\(PercentEncoding.encode(body))" }
    return key
  }

  /// The path, percent-encoded, without a slash at the beginning, such as `topics/ai`.
  public var pathText: String { path.map(PercentEncoding.encode).joined(separator: "/") }

  /// Path and query, percent-encoded, with a slash at the beginning.
  var target: String { query.isEmpty ? "/\(pathText)" : "/\(pathText)?\(queryText)" }

  /// The query, percent-encoded.
  var queryText: String { query.map(\.text).joined(separator: "&") }
}

extension Resource: Hashable {
  // Compared by their bytes: equal strings may have different ones.
  public static func == (left: Resource, right: Resource) -> Bool { left.key == right.key }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Resource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and path, such as `GET /topics/ai`. Query, header fields and body are left out, because
  /// they may be confidential.
  public var description: String { "\(method.rawValue) /\(pathText)" }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request method of HTTP (RFC 9110, section 9, and RFC 5789 for `PATCH`).
public enum Method: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether a request only reads (RFC 9110, section 9.2.1). Only the answers to such requests are
  /// stored, and only such requests are joined.
  public var isSafe: Bool { self == .get || self == .head }

  /// Whether a request can be repeated with the same effect (RFC 9110, section 9.2.2). Only such
  /// requests are retried. If the answer to the first one was lost, the second may be answered
  /// differently: with 404 to a `DELETE`, and with 412 to a `PUT` with `If-Match`.
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}

/// One item of a query, such as `page=2`.
public struct QueryItem: Hashable, Sendable {
  /// Not percent-encoded.
  public let name: String
  /// Not percent-encoded; nil for an item without `=`.
  public let value: String?

  /// - Parameters: not percent-encoded; without a value, there is no `=`.
  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }

  /// As in a URL.
  var text: String {
    let name = PercentEncoding.encode(name)
    guard let value else { return name }
    return "\(name)=\(PercentEncoding.encode(value))"
  }
}

/// The value of a header field.
public enum HeaderValue: Hashable, Sendable {
  /// The value itself. It becomes part of keys, so it must not be a secret.
  case text(String)
  /// The path of a file that contains the value, such as a token. The service connection reads it
  /// for each request. Keys contain this path and never the value.
  case file(path: String)
}
