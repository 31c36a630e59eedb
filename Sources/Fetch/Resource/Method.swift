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
