internal import BoxWire
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// Why a request has no answer.
enum EtcdFault: Error, Equatable {
  case failed(EtcdError)
  /// The revision to read at is gone.
  case compacted
  /// The answer is longer than ``EtcdLimits/answer``.
  case tooLong

  /// The error, for a request that reads no earlier revision, and has a short answer.
  var error: EtcdError {
    switch self {
    case .failed(let error): error
    case .compacted: .malformed(reason: "the cluster has compacted what it was not asked for")
    case .tooLong: .malformed(reason: "the answer of the cluster is too long")
    }
  }
}

/// Sends requests to one of the members, as a user if there is one.
///
/// It stays with the member that answered last. If that one does not answer, or cannot, the next one
/// is asked, all of them again after a pause, until a time limit. A request that may have changed
/// something is not sent again.
@LoopActor
final class EtcdConnection {
  let members: [HTTPURL]
  let limits: EtcdLimits
  let credentials: EtcdCredentials
  /// The index of the member that is asked first.
  private(set) var preferred = 0
  private let prefix: String
  private let client: HTTPClient
  private let log: @LoopActor (String) -> Void
  private var isUnavailable = false
  private(set) var isClosed = false
  /// The number of requests in flight, and those that wait until there are fewer.
  private var inFlight = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A request.
  struct Call {
    /// Such as "/v3/kv/range".
    let path: String
    let body: JSONText
    /// Whether it must not be carried out twice.
    let isChange: Bool
  }

  /// - Parameters:
  ///   - credentials: they belong to it.
  ///   - log: gets a line when another member is asked from now on, or when none answers.
  init(
    _ setting: EtcdSetting, _ limits: EtcdLimits, _ credentials: EtcdCredentials,
    log: @escaping @LoopActor (String) -> Void
  ) {
    members = setting.members
    self.limits = limits
    self.credentials = credentials
    prefix = setting.prefix
    self.log = log
    client = HTTPClient(setting, limits)
  }

  /// Returns the answer to a request that reads.
  ///
  /// - Throws: `failed` with `unavailable`, `denied`, `malformed` or `cancelled`; `compacted`;
  ///   `tooLong`.
  func read(_ path: String, _ body: JSONText) async throws(EtcdFault) -> JSONText {
    try await ask(Call(path: path, body: body, isChange: false))
  }

  /// Returns the revision of the cluster: that of the last change that was answered before this was
  /// called, or a later one. It needs a majority, whichever member is asked.
  ///
  /// - Throws: as ``read(_:_:)``.
  func revision() async throws(EtcdFault) -> Int {
    // Of what the user may read: one key, which need not exist.
    let range = EtcdRange(key: EtcdRange.all(under: prefix).key, countsOnly: true)
    let answer = try await read("/v3/kv/range", range.request)
    guard let revision = answer.revisionOfHeader else {
      throw .failed(.malformed(reason: "the answer of the cluster has no revision"))
    }
    return revision
  }

  /// Returns the answer to a request that changes something.
  ///
  /// - Throws: `failed`.
  func change(_ path: String, _ body: JSONText) async throws(EtcdFault) -> JSONText {
    try await ask(Call(path: path, body: body, isChange: true))
  }

  /// Ends all requests, also later ones, with `cancelled`.
  func close() {
    isClosed = true
    client.close()
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  private func ask(_ call: Call) async throws(EtcdFault) -> JSONText {
    while inFlight >= limits.inFlight, !isClosed {
      await withCheckedContinuation { waiting.append($0) }
    }
    inFlight += 1
    defer {
      inFlight -= 1
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
    let deadline = MonotonicTime.now + limits.total
    var reasons: [Int: String] = [:]
    var pause = limits.pause
    while true {
      let first = preferred
      for index in members.indices.map({ (first + $0) % members.count }) {
        if isClosed || Task.isCancelled { throw .failed(.cancelled) }
        let left = MonotonicTime.now.duration(to: deadline)
        guard left > .zero else { throw .failed(unavailable(reasons)) }
        switch await attempt(call, at: members[index], within: min(left, limits.attempt)) {
        case .answered(let answer):
          prefer(index, reasons)
          return answer
        case .ended(let fault):
          if case .failed(.unknown(let reason)) = fault { leave(index, reason) }
          throw fault
        case .next(let reason):
          reasons[index] = reason
          leave(index, reason)
        }
      }
      await Pause.wait(for: pause * Double.random(in: 1...2))
      pause = min(pause * 2, limits.longestPause)
    }
  }

  private func prefer(_ index: Int, _ reasons: [Int: String]) {
    if isUnavailable { log("\(members[index].origin) answers again") }
    isUnavailable = false
    if !reasons.isEmpty { preferred = index }
  }

  /// Asks the next member from now on, unless another request has found that before.
  private func leave(_ index: Int, _ reason: String) {
    guard preferred == index, members.count > 1 else { return }
    preferred = (index + 1) % members.count
    if !isUnavailable { log("\(reason); the next request goes to \(members[preferred].origin)") }
  }

  private func unavailable(_ reasons: [Int: String]) -> EtcdError {
    let reason =
      reasons.isEmpty
      ? "no answer in time"
      : reasons.sorted { $0.key < $1.key }.map(\.value).joined(separator: "; ")
    if !isUnavailable { log("no member answers: \(reason)") }
    isUnavailable = true
    return .unavailable(reason: reason)
  }
}

// One member.
extension EtcdConnection {
  fileprivate enum Attempt {
    case answered(JSONText)
    case ended(EtcdFault)
    /// It was not carried out, or may be carried out again.
    case next(reason: String)
  }

  private func attempt(
    _ call: Call, at member: HTTPURL, within time: Duration
  ) async -> Attempt {
    for isLast in [false, true] {
      let headers: [HTTPHeader]
      switch await authorization(at: member) {
      case .success(let value): headers = value
      case .failure(let failure): return failure.attempt
      }
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await client.send(
          HTTPRequest(call, at: member, headers), within: time)
      } catch {
        return failed(call, error, at: member)
      }
      guard response.status != 200 else { return answered(call, response, at: member) }
      let refusal = EtcdRefusal(response, of: call.path, at: "\(member.origin)")
      if refusal.meaning == .token, !isLast, credentials.user != nil {
        credentials.forget(headers)
      } else {
        return refused(call, refusal, at: member)
      }
    }
    preconditionFailure("the last attempt returns")
  }

  private func answered(_ call: Call, _ response: HTTPResponse, at member: HTTPURL) -> Attempt {
    // The answer of a stream ends with a line end.
    if let answer = try? JSONText(parsing: response.body) { return .answered(answer) }
    let reason = "\(member.origin): the answer is not JSON"
    return call.isChange ? .ended(.failed(.unknown(reason: reason))) : .next(reason: reason)
  }

  private func failed(_ call: Call, _ error: HTTPError, at member: HTTPURL) -> Attempt {
    if error == .cancelled { return .ended(.failed(.cancelled)) }
    if case .tooLarge = error, !call.isChange { return .ended(.tooLong) }
    let reason = error.reason(at: member)
    if call.isChange, !error.isBeforeSending { return .ended(.failed(.unknown(reason: reason))) }
    return .next(reason: reason)
  }

  private func refused(_ call: Call, _ refusal: EtcdRefusal, at member: HTTPURL) -> Attempt {
    let reason = "\(member.origin): \(refusal.reason)"
    switch refusal.meaning {
    case .final(let error): return .ended(.failed(error))
    case .elsewhere, .noUsers: return .next(reason: reason)
    case .token: return .ended(.failed(.denied(reason: refusal.reason)))
    case .compacted: return .ended(.compacted)
    case .unclear:
      return call.isChange ? .ended(.failed(.unknown(reason: reason))) : .next(reason: reason)
    }
  }

  /// Returns the header that proves who the user is; empty if there is no user, or the cluster has
  /// none.
  func authorization(at member: HTTPURL) async -> Result<[HTTPHeader], EtcdCredentials.Failure> {
    await credentials.authorization(at: member) { [client, limits] body in
      let call = Call(path: "/v3/auth/authenticate", body: body, isChange: false)
      do throws(HTTPError) {
        return .success(
          try await client.send(HTTPRequest(call, at: member, []), within: limits.attempt))
      } catch {
        return .failure(.init(error, at: member))
      }
    }
  }
}

extension EtcdCredentials.Failure {
  fileprivate var attempt: EtcdConnection.Attempt {
    switch self {
    case .final(let error): .ended(.failed(error))
    case .elsewhere(let reason): .next(reason: reason)
    }
  }
}

extension HTTPRequest {
  fileprivate init(_ call: EtcdConnection.Call, at member: HTTPURL, _ headers: [HTTPHeader]) {
    self.init(.post, member.appending(call.path), headers: headers, body: call.body.bytes)
    usesKeptConnection = true
  }
}

extension HTTPClient {
  /// A client for the members of a cluster.
  convenience init(_ setting: EtcdSetting, _ limits: EtcdLimits) {
    var http = HTTPLimits()
    http.body = limits.answer
    http.redirects = 0
    http.connecting = limits.connecting
    http.total = limits.attempt
    // No request waits for a connection, so that one without an answer has been sent.
    http.perOrigin = 2 * limits.inFlight
    http.atOnce = http.perOrigin * setting.members.count
    self.init(
      limits: http, authorities: setting.authorities, certificate: setting.certificate)
  }
}
