internal import CCurl

/// libcurl's URL parser. libcurl also reads the URLs of requests with it, so both agree on what a URL
/// means.
final class CurlURL {
  /// Maximum length of a URL, in bytes; servers accept 8 KiB or so.
  static let longest = 65536

  private let handle: OpaquePointer

  /// - Parameter text: an absolute URL.
  /// - Throws: `malformedURL`, or `noLibrary`: nothing else of libcurl is used before a URL.
  init(_ text: String) throws(HTTPError) {
    if let reason = curl_load() { throw .noLibrary(reason: String(cString: reason)) }
    guard let handle = loaded_curl_url() else { preconditionFailure("libcurl has no memory") }
    self.handle = handle
    try set(text)
  }

  deinit {
    loaded_curl_url_cleanup(handle)
  }

  /// Replaces the URL by an absolute one, or by the one that a relative reference means.
  ///
  /// - Throws: `malformedURL`.
  func set(_ text: String) throws(HTTPError) {
    let options = CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE
    guard text.utf8.count <= Self.longest, !text.utf8.contains(0),
      loaded_curl_url_set(handle, CURLUPART_URL, text, UInt32(options)) == CURLUE_OK
    else { throw .malformedURL }
  }

  /// - Throws: `malformedURL` or `forbiddenScheme`.
  func url() throws(HTTPError) -> HTTPURL {
    guard let scheme = part(CURLUPART_SCHEME) else { throw .malformedURL }
    guard ["http", "https"].contains(scheme) else { throw .forbiddenScheme(scheme) }
    guard var host = part(CURLUPART_HOST),
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT).flatMap({ Int($0) })
    else { throw .malformedURL }
    if let zone = part(CURLUPART_ZONEID) { host = "\(host.dropLast())%25\(zone)]" }
    return HTTPURL(
      origin: HTTPURL.Origin(scheme: scheme, host: host.lowercased(), port: port),
      path: part(CURLUPART_PATH) ?? "/", query: part(CURLUPART_QUERY),
      credentials: try credentials())
  }

  private func credentials() throws(HTTPError) -> HTTPURL.Credentials? {
    guard part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil else { return nil }
    let (user, password) = (decoded(CURLUPART_USER), decoded(CURLUPART_PASSWORD))
    guard let user, let password else { throw .malformedURL }
    return HTTPURL.Credentials(user: user, password: password)
  }

  /// Returns a part without percent-encoding, empty if it is missing; nil if it has control
  /// characters.
  private func decoded(_ part: CURLUPart) -> String? {
    self.part(part) == nil ? "" : self.part(part, CURLU_URLDECODE)
  }

  private func part(_ part: CURLUPart, _ options: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard loaded_curl_url_get(handle, part, &text, UInt32(options)) == CURLUE_OK, let text else {
      return nil
    }
    defer { loaded_curl_free(text) }
    return String(cString: text)
  }
}
