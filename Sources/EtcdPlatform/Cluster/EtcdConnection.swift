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
  /// Whether there may be no majority, because no request has been answered since one failed, or
  /// none at all.
  private var isDoubtful = true
  /// Whether a failure was logged since a request was answered, and that of all members.
  private var hasComplained = false
  private var isUnavailable = false
  private let prefix: String
  private let client: HTTPClient
  private let slots: EtcdSlots
  private let log: @LoopActor (String) -> Void
  private(set) var isClosed = false

  /// A request.
  struct Call {
    /// Such as "/v3/kv/range".
    let path: String
    let body: JSONText
    /// Whether it must not be carried out twice.
    let isChange: Bool
    /// Whether it is sent even if ``EtcdLimits/inFlight`` requests are in flight.
    var isUrgent = false
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
    slots = EtcdSlots(limits.inFlight)
  }

  /// Returns the answer to a request that reads.
  ///
  /// - Throws: `failed` with `unavailable`, `denied`, `malformed` or `cancelled`; `compacted`;
  ///   `tooLong`.
  func read(_ path: String, _ body: JSONText) async throws(EtcdFault) -> JSONText {
    try await ask(Call(path: path, body: body, isChange: false), until: .now + limits.total)
  }

  /// Returns the revision of the cluster: that of the last change that was answered before this was
  /// called, or a later one. It needs a majority, whichever member is asked.
  ///
  /// - Parameter isUrgent: whether it does not wait for other requests.
  /// - Throws: as ``read(_:_:)``.
  func revision(isUrgent: Bool = false) async throws(EtcdFault) -> Int {
    try await revision(until: .now + limits.total, isUrgent: isUrgent)
  }

  private func revision(
    until deadline: MonotonicTime, isUrgent: Bool
  ) async throws(EtcdFault) -> Int {
    // Of what the user may read: one key, which need not exist.
    let range = EtcdRange(key: EtcdRange.all(under: prefix).key, countsOnly: true)
    let call = Call(
      path: "/v3/kv/range", body: range.request, isChange: false, isUrgent: isUrgent)
    let answer = try await ask(call, until: deadline)
    guard let revision = answer.revisionOfHeader else {
      throw .failed(.malformed(reason: "the answer of the cluster has no revision"))
    }
    return revision
  }

  /// Returns the answer to a request that changes something.
  ///
  /// A member without a majority does not answer it, and it may still be made later. So after a
  /// failure, and at first, it is sent only once a majority has answered another request.
  ///
  /// - Throws: `failed`.
  func change(_ path: String, _ body: JSONText) async throws(EtcdFault) -> JSONText {
    let call = Call(path: path, body: body, isChange: true)
    let deadline = MonotonicTime.now + limits.total
    var failures = EtcdFailures(limits)
    while true {
      if isDoubtful { _ = try await revision(until: deadline, isUrgent: false) }
      await slots.take()
      defer { slots.give() }
      // With less time, it could be sent and then abandoned.
      let last = MonotonicTime.now + limits.attempt
      guard last < deadline else { throw .failed(unavailable(failures)) }
      if let answer = try await answer(call, of: preferred, within: nil, &failures) {
        return answer
      }
      if failures.count % members.count == 0 { await failures.pause() }
    }
  }

  /// Ends all requests, also later ones, with `cancelled`.
  func close() {
    isClosed = true
    client.close()
    slots.open()
  }

  /// Returns the answer to a request that may be sent again.
  private func ask(
    _ call: Call, until deadline: MonotonicTime
  ) async throws(EtcdFault) -> JSONText {
    if !call.isUrgent { await slots.take() }
    defer { if !call.isUrgent { slots.give() } }
    var failures = EtcdFailures(limits)
    while true {
      let first = preferred
      for index in members.indices.map({ (first + $0) % members.count }) {
        let left = MonotonicTime.now.duration(to: deadline)
        guard left > .zero else { throw .failed(unavailable(failures)) }
        if let answer = try await answer(call, of: index, within: left, &failures) {
          return answer
        }
      }
      await failures.pause()
    }
  }

  /// - Returns: nil if the request may be sent again.
  private func answer(
    _ call: Call, of index: Int, within time: Duration?, _ failures: inout EtcdFailures
  ) async throws(EtcdFault) -> JSONText? {
    if isClosed || Task.isCancelled { throw .failed(.cancelled) }
    switch await attempt(call, at: members[index], within: time) {
    case .answered(let answer):
      note(answerOf: index, after: failures)
      return answer
    case .ended(let fault):
      if case .failed(.unknown(let reason)) = fault { note(reason, of: index) }
      throw fault
    case .next(let reason):
      failures.note(reason, of: index)
      note(reason, of: index)
      return nil
    }
  }

  private func note(answerOf index: Int, after failures: EtcdFailures) {
    (isDoubtful, isUnavailable) = (false, false)
    // Others may still be answered by a member that was left.
    if failures.count > 0 { preferred = index }
    if hasComplained, index == preferred {
      log("requests go to \(members[index].origin)")
      hasComplained = false
    }
  }

  /// Notes a failure, so that the next member is asked from now on, unless another request has found
  /// that before.
  private func note(_ reason: String, of index: Int) {
    isDoubtful = true
    guard preferred == index else { return }
    preferred = (index + 1) % members.count
    if !hasComplained { log(reason) }
    hasComplained = true
  }

  private func unavailable(_ failures: EtcdFailures) -> EtcdError {
    if failures.count > 0 {
      if !isUnavailable { log("no member answers: \(failures.reason)") }
      isUnavailable = true
    }
    return .unavailable(reason: failures.reason)
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

  /// - Parameter most: maximum time; nil for that of an attempt.
  private func attempt(
    _ call: Call, at member: HTTPURL, within most: Duration?
  ) async -> Attempt {
    let time = limits.attempt + limits.sending(call.body.bytes.count)
    for isLast in [false, true] {
      let headers: [HTTPHeader]
      switch await authorization(at: member) {
      case .success(let value): headers = value
      case .failure(let failure): return failure.attempt
      }
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await client.send(
          HTTPRequest(call, at: member, headers), within: min(time, most ?? time))
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
