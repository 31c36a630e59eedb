internal import Fetch

/// What a client asks of a service.
struct HTTPRequest: Equatable, Sendable {
  var method: Fetch.Method
  var url: HTTPURL
  /// In the order in which they are sent.
  var headers: [HTTPHeader]
  /// nil if there is none. Its type is the header `Content-Type`.
  var body: [UInt8]?

  init(
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
  var description: String { "\(method.rawValue) \(url)" }
  var debugDescription: String { description }
}
