internal import Glibc

/// Why there is no answer. It contains no secret: of a URL only scheme, host and port.
public enum HTTPError: Error, Equatable, Sendable {
  /// What took too long.
  public enum TimeLimit: Sendable {
    /// Looking up the host, connecting and the TLS handshake.
    case connecting
    /// The service sent nothing.
    case silence
    /// All of it, including redirects and the wait for a free connection.
    case total
  }

  /// libcurl is not installed, or cannot be loaded.
  ///
  /// - Parameter reason: in the words of dlopen(3).
  case noLibrary(reason: String)
  case malformedURL
  /// Neither http nor https.
  case forbiddenScheme(String)
  /// - Parameter name: nil if the name itself is malformed.
  case malformedHeader(name: String?)
  case unresolvable(host: String)
  case refused(host: String)
  /// - Parameter code: as in errno(3), such as ENETUNREACH; 0 if it is not known.
  case unreachable(host: String, code: Int32)
  /// The proxy of the environment cannot be used.
  ///
  /// - Parameter status: its answer; 0 if it cannot be reached.
  case proxy(status: Int)
  /// - Parameter reason: in libcurl's words.
  case tls(host: String, reason: String)
  case timeLimit(TimeLimit, host: String)
  /// Headers or body of the answer are longer than this, in bytes.
  case tooLarge(host: String, limit: Int)
  case tooManyRedirects(host: String, limit: Int)
  /// The client may not follow a redirect to another service.
  case foreignRedirect(host: String, target: HTTPURL.Origin)
  /// The connection ended before the answer did.
  case cutOff(host: String)
  /// The answer is not valid HTTP, or its body cannot be decompressed.
  case malformedAnswer(host: String)
  /// The task was cancelled, or the client was closed.
  case cancelled
  /// - Parameter reason: in libcurl's words.
  case failed(host: String, reason: String)
}

extension HTTPError: CustomStringConvertible {
  /// What happened, for people, with the host. It contains no secret.
  public var description: String {
    switch self {
    case .noLibrary(let reason): "libcurl cannot be loaded, install libcurl4: \(reason)"
    case .malformedURL: "the URL is malformed"
    case .forbiddenScheme(let scheme): "the scheme of a URL must be http or https, not \(scheme)"
    case .malformedHeader(let name):
      name.map { "the value of the header \($0) has a control character" }
        ?? "the name of a header is malformed"
    case .unresolvable(let host): "\(host): unknown host"
    case .refused(let host): "\(host): connection refused"
    case .unreachable(let host, let code):
      "\(host): " + (code == 0 ? "cannot connect" : String(cString: strerror(code)))
    case .proxy(let status):
      status == 0 ? "the proxy cannot be reached" : "the proxy answered with status \(status)"
    case .tls(let host, let reason): "\(host): \(reason)"
    case .timeLimit(.connecting, let host): "\(host): connecting took too long"
    case .timeLimit(.silence, let host): "\(host): the service stopped sending"
    case .timeLimit(.total, let host): "\(host): the answer took too long"
    case .tooLarge(let host, let limit): "\(host): the answer is longer than \(limit) bytes"
    case .tooManyRedirects(let host, let limit): "\(host): more than \(limit) redirects"
    case .foreignRedirect(let host, let target):
      "\(host): it redirects to \(target), which is not followed without \"redirects\": \"any\""
    case .cutOff(let host): "\(host): the connection ended before the answer was complete"
    case .malformedAnswer(let host): "\(host): the answer is malformed"
    case .cancelled: "cancelled"
    case .failed(let host, let reason): "\(host): \(reason)"
    }
  }
}
