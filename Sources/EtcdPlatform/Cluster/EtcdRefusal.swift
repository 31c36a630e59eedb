internal import BoxWire
internal import LoopHTTP

/// What a member answered when it has not done, or not finished, what it was asked for.
struct EtcdRefusal {
  /// What follows from it.
  enum Meaning: Equatable {
    /// The request cannot succeed, at any member, and has changed nothing.
    case final(EtcdError)
    /// Nothing was changed, and another member may do it.
    case elsewhere
    /// The token is not, or no longer, known. Nothing was changed.
    case token
    /// The cluster has no users.
    case noUsers
    /// The revision to read at is gone.
    case compacted
    /// A change may or may not have been made.
    case unclear
  }

  let meaning: Meaning
  /// In the words of etcd, if they are such.
  let reason: String

  /// - Parameter member: such as "http://a:2379", for the reason of errors.
  init(_ response: HTTPResponse, of path: String, at member: String) {
    let answer = try? JSONText(parsing: response.body)
    let message = answer?["message"]?.string ?? answer?["error"]?.string
    if let message {
      self = EtcdRefusal(message, code: answer?["code"]?.integer, at: member)
    } else if response.status == 404 {
      self = EtcdRefusal(
        .elsewhere, "there is no \(path): its gateway may be off (enable-grpc-gateway)")
    } else {
      self = EtcdRefusal(.unclear, "status \(response.status)")
    }
  }

  private init(_ meaning: Meaning, _ reason: String) {
    (self.meaning, self.reason) = (meaning, reason)
  }

  /// - Parameter code: that of gRPC; nil if there is none.
  private init(_ message: String, code: Int?, at member: String) {
    reason = message
    meaning = Self.meaning(of: message, code, at: member)
  }

  private static func meaning(of message: String, _ code: Int?, at member: String) -> Meaning {
    func says(_ parts: String...) -> Bool { parts.contains { message.contains($0) } }
    if says("database space exceeded") { return .final(.full) }
    if says("request is too large", "message larger than max", "too many operations") {
      return .final(.tooLarge)
    }
    if says("invalid auth token", "user name is empty", "token is not provided") { return .token }
    if says("authentication is not enabled") { return .noUsers }
    if says("permission denied", "authentication failed") {
      return .final(.denied(reason: message))
    }
    if says("has been compacted") { return .compacted }
    if says("requested lease not found") { return .final(.leaseEnded) }
    // Each of these is found before the request is proposed to the others, or before it is sent on
    // to etcd by its gateway.
    if says(
      "no leader", "proposal dropped", "too many requests", "not supported for learner",
      "corrupt cluster", "connection refused", "TransientFailure")
    {
      return .elsewhere
    }
    // INVALID_ARGUMENT.
    if code == 3 { return .final(.malformed(reason: "\(member): \(message)")) }
    return .unclear
  }
}

extension HTTPError {
  /// Whether the request has certainly not been sent.
  var isBeforeSending: Bool {
    switch self {
    case .noLibrary, .malformedURL, .forbiddenScheme, .malformedHeader, .unresolvable, .refused,
      .unreachable, .proxy, .tls, .timeLimit(.connecting, _):
      true
    case .timeLimit, .tooLarge, .tooManyRedirects, .foreignRedirect, .cutOff, .malformedAnswer,
      .cancelled, .failed:
      false
    }
  }

  /// What happened, with the member, such as "http://a:2379: connection refused".
  func reason(at member: HTTPURL) -> String {
    let (text, host) = (description, "\(member.origin.host): ")
    return "\(member.origin): \(text.hasPrefix(host) ? String(text.dropFirst(host.count)) : text)"
  }
}
