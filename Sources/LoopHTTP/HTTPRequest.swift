package import Fetch

/// What a client asks of a service.
package struct HTTPRequest: Equatable, Sendable {
  package var method: Fetch.Method
  package var url: HTTPURL
  /// In the order in which they are sent.
  package var headers: [HTTPHeader]
  /// nil if there is none. Its type is the header `Content-Type`.
  package var body: [UInt8]?
  /// Whether a `POST` or `PATCH` may use a kept connection. Its body is then sent at most once: if
  /// the connection ends without an answer, the request fails with `cutOff`, and may have been
  /// carried out. Otherwise, each has a connection of its own.
  package var usesKeptConnection = false

  package init(
    _ method: Fetch.Method = .get, _ url: HTTPURL, headers: [HTTPHeader] = [], body: [UInt8]? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Returns the request that follows a redirect, as RFC 9110 describes it. A request to another
  /// origin contains no secret.
  ///
  /// - Parameters:
  ///   - location: the value of the header `Location`.
  ///   - status: of the redirect.
  /// - Throws: `malformedURL` or `forbiddenScheme`.
  func redirected(to location: String, status: Int) throws(HTTPError) -> HTTPRequest {
    var next = self
    next.url = try url.resolving(location)
    if next.url.origin != url.origin { next.headers.removeAll(where: \.isSecret) }
    let becomesGet = status == 303 ? method != .head : method == .post && status < 303
    if becomesGet {
      next.method = .get
      next.body = nil
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    return next
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible {
  /// Method and URL, without secrets.
  package var description: String { "\(method.rawValue) \(url)" }
  package var debugDescription: String { description }
}
