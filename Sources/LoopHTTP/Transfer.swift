internal import CCurl
internal import Fetch
internal import Glibc

/// One request and its answer: a handle of libcurl's.
final class Transfer {
  /// An answer, and where it redirects to.
  struct Answer: Sendable {
    let response: HTTPResponse
    /// The header `Location`, which may contain a secret; nil if the status is not a redirect.
    let location: String?
  }

  let origin: HTTPURL.Origin
  let handle: UnsafeMutableRawPointer
  /// How the transfer ended; nil until then.
  private(set) var outcome: Result<Answer, HTTPError>?
  private var listener: ((Result<Answer, HTTPError>) -> Void)?
  private let limits: HTTPLimits
  private let reception: Reception
  private let upload: Upload?
  private let message: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?

  /// - Parameters:
  ///   - request: with valid headers.
  ///   - parts: gets the body as it arrives; nil if it is part of the answer. Without a limit of
  ///     ``HTTPLimits/silence``, the service may be silent as long as it likes.
  ///   - upload: the body, instead of that of the request; nil if it is complete.
  init(
    _ request: HTTPRequest, limits: HTTPLimits, _ trust: Trust, _ parts: BodyParts? = nil,
    _ upload: Upload? = nil
  ) {
    guard let handle = loaded_curl_easy_init() else { preconditionFailure("libcurl has no memory") }
    self.handle = handle
    origin = request.url.origin
    self.limits = limits
    reception = Reception(limits, parts)
    self.upload = upload ?? (request.usesKeptConnection ? Upload(request.body ?? []) : nil)
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.pointee = 0
    set(CURLOPT_ERRORBUFFER, message)
    setConnection(trust)
    setRequest(request)
    setReception()
  }

  deinit {
    loaded_curl_easy_cleanup(handle)
    loaded_curl_slist_free_all(headers)
    message.deallocate()
  }

  /// What gets the body as it arrives; nil if it is part of the answer.
  var parts: BodyParts? { reception.parts }

  /// Adds a part to a body that has no end.
  func send(_ part: [UInt8]) { upload?.add(part) }

  /// Notes how the transfer ended. A second call does nothing.
  func end(_ result: Result<Answer, HTTPError>) {
    guard outcome == nil else { return }
    outcome = result
    parts?.end(result.map { _ in })
    listener?(result)
    listener = nil
  }

  /// Returns the answer to the caller of ``TransferQueue/run(_:)`` once its headers have arrived, if its
  /// body arrives in parts.
  func begin() {
    guard parts != nil, reception.hasBegun, let listener else { return }
    self.listener = nil
    listener(.success(answer))
  }

  /// Calls `body` once, when the transfer ends, or begins to deliver parts; at once if it has ended.
  func whenAnswered(_ body: @escaping (Result<Answer, HTTPError>) -> Void) {
    if let outcome { body(outcome) } else { listener = body }
  }

  /// What libcurl's result means.
  func result(_ code: CURLcode) -> Result<Answer, HTTPError> {
    guard code == CURLE_OK else { return .failure(error(code)) }
    return reception.hasAllHeaders ? .success(answer) : .failure(.cutOff(host: origin.host))
  }
}

// Options.
extension Transfer {
  private func setConnection(_ trust: Trust) {
    // No signals for time limits: libcurl would use SIGALRM for look-ups.
    set(CURLOPT_NOSIGNAL, 1)
    // Otherwise, ending a transfer waits until the host is looked up.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    setAuthorities(trust.authorities)
    if let certificate = trust.certificate {
      set(CURLOPT_SSLCERT, certificate.certificate)
      set(CURLOPT_SSLKEY, certificate.key)
    }
    // A proxy's loopback is another machine's.
    if origin.isLoopback { set(CURLOPT_PROXY, "") }
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(limits.connecting / .milliseconds(1))))
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    let least = parts == nil ? 1 : 0
    set(CURLOPT_LOW_SPEED_TIME, max(least, Int((limits.silence / .seconds(1)).rounded(.up))))
  }

  /// Without a directory of certificates, libcurl parses the file once, not for each connection.
  private func setAuthorities(_ authorities: String?) {
    var usual: UnsafePointer<CChar>?
    curl_easy_get_text(handle, CURLINFO_CAINFO, &usual)
    guard let file = authorities ?? usual.map({ String(cString: $0) }) else { return }
    set(CURLOPT_CAINFO, file)
    set(CURLOPT_CAPATH, String?.none)
  }

  private func setRequest(_ request: HTTPRequest) {
    set(CURLOPT_URL, request.url.text)
    if let credentials = request.url.credentials {
      set(CURLOPT_USERNAME, credentials.user)
      set(CURLOPT_PASSWORD, credentials.password)
    }
    set(CURLOPT_USERAGENT, "procon")
    // The compression that every server has.
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    switch (request.method, request.body) {
    case (.head, _): set(CURLOPT_NOBODY, 1)
    case (.get, nil), (.delete, nil): break
    case (_, let body):
      if let upload { setUpload(upload) } else { setBody(body ?? []) }
    }
    if request.method != .head { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    // On a kept connection that ends without an answer, libcurl sends a request again. These may
    // have been carried out. An upload cannot be sent again.
    if upload == nil, [.post, .patch].contains(request.method) { set(CURLOPT_FRESH_CONNECT, 1) }
    setHeaders(request.headers)
  }

  private func setBody(_ body: [UInt8]) {
    set(CURLOPT_POST, 1)
    curl_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    // Not body itself: the address of an empty array may be null, which means standard input.
    (body + [0]).withUnsafeBytes { bytes in
      set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
  }

  private func setUpload(_ upload: Upload) {
    set(CURLOPT_POST, 1)
    curl_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.size ?? -1))
    curl_easy_set_read_function(handle, CURLOPT_READFUNCTION, onUpload)
    set(CURLOPT_READDATA, Unmanaged.passUnretained(upload).toOpaque())
  }

  private func setHeaders(_ given: [HTTPHeader]) {
    let names = Set(given.map { $0.name.lowercased() })
    // Without a value, these are not sent. libcurl would assume a form, and wait for permission to
    // send a long body.
    for name in ["Content-Type", "Expect"] where !names.contains(name.lowercased()) {
      headers = loaded_curl_slist_append(headers, "\(name):")
    }
    for header in given {
      let hasValue = header.value.contains { $0 != " " && $0 != "\t" }
      headers = loaded_curl_slist_append(
        headers, hasValue ? "\(header.name): \(header.value)" : "\(header.name);")
    }
    set(CURLOPT_HTTPHEADER, headers)
  }

  private func setReception() {
    let owner = Unmanaged.passUnretained(reception).toOpaque()
    curl_easy_set_function(handle, CURLOPT_HEADERFUNCTION, onHeader)
    set(CURLOPT_HEADERDATA, owner)
    curl_easy_set_function(handle, CURLOPT_WRITEFUNCTION, onBody)
    set(CURLOPT_WRITEDATA, owner)
    guard parts == nil else {
      // Those of a proxy are not the beginning of the answer.
      return set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }
    curl_easy_set_size(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.body))
  }

  private func set(_ option: CURLoption, _ value: Int) {
    check(curl_easy_set_number(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: String?) {
    check(curl_easy_set_text(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    check(curl_easy_set_pointer(handle, option, value))
  }

  /// No transfer may run without one of the options.
  private func check(_ code: CURLcode) {
    precondition(code == CURLE_OK, "libcurl is too old, or has no memory")
  }
}

// Results.
extension Transfer {
  private var answer: Answer {
    let status = number(CURLINFO_RESPONSE_CODE)
    var retryAfter: curl_off_t = 0
    curl_easy_get_size(handle, CURLINFO_RETRY_AFTER, &retryAfter)
    let response = HTTPResponse(
      status: status, etag: header("ETag"), lastModified: header("Last-Modified"),
      contentType: header("Content-Type"), allow: header("Allow"),
      retryAfter: retryAfter > 0 ? .seconds(retryAfter) : nil, body: reception.body)
    let redirects = [301, 302, 303, 307, 308].contains(status)
    return Answer(response: response, location: redirects ? header("Location") : nil)
  }

  private func error(_ code: CURLcode) -> HTTPError {
    let host = origin.host
    if isCertificateRefused {
      return .tls(host: host, reason: "it does not accept the client certificate, or asks for one")
    }
    if let limit = reception.exceeded { return .tooLarge(host: host, limit: limit) }
    // When a kept connection ends, libcurl connects again, although it cannot send the body twice.
    let again = [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR]
    if upload?.hasBegun == true, again.contains(code) { return .cutOff(host: host) }
    let proxyStatus = number(CURLINFO_HTTP_CONNECTCODE)
    if proxyStatus >= 300 { return .proxy(status: proxyStatus) }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .unresolvable(host: host)
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .proxy(status: 0)
    case CURLE_COULDNT_CONNECT: return connectionError
    case CURLE_OPERATION_TIMEDOUT:
      var ready: curl_off_t = 0
      curl_easy_get_size(handle, CURLINFO_PRETRANSFER_TIME_T, &ready)
      let isConnecting = ready == 0 && upload?.hasBegun != true
      return .timeLimit(isConnecting ? .connecting : .silence, host: host)
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(host: host, limit: limits.body)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
      return .cutOff(host: host)
    // The first one is for answers that start like none of HTTP.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      return .malformedAnswer(host: host)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
      return .tls(host: host, reason: reason(code))
    default: return .failed(host: host, reason: String(cString: loaded_curl_easy_strerror(code)))
    }
  }

  private var connectionError: HTTPError {
    if origin.usesProxy { return .proxy(status: 0) }
    let code = Int32(number(CURLINFO_OS_ERRNO))
    return code == ECONNREFUSED
      ? .refused(host: origin.host) : .unreachable(host: origin.host, code: code)
  }

  /// Whether the service has refused the client's certificate, or that there is none. In TLS 1.3, it
  /// does so after the handshake has succeeded on this side, and has then read nothing.
  private var isCertificateRefused: Bool {
    let text = String(cString: message)
    return text.contains(" alert ") && ["certificate", "unknown ca"].contains { text.contains($0) }
  }

  /// What libcurl says about an error of TLS, in which only the host is named.
  private func reason(_ code: CURLcode) -> String {
    message.pointee == 0
      ? String(cString: loaded_curl_easy_strerror(code)) : String(cString: message)
  }

  private func number(_ info: CURLINFO) -> Int {
    var value = 0
    curl_easy_get_number(handle, info, &value)
    return value
  }

  /// The value of a header of the answer; the first one if there are several.
  private func header(_ name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    let code = loaded_curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &header)
    guard code == CURLHE_OK, let value = header?.pointee.value else { return nil }
    return String(cString: value)
  }
}
