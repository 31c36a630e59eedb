import HTTPTestSupport
import SystemTestSupport
import UVLoop

@testable import Fetch
@testable import LoopHTTP

extension HTTPClient {
  /// Sends a request to a test's service.
  func send(
    _ method: Fetch.Method = .get, _ path: String, to service: HTTPService,
    headers: [HTTPHeader] = [], body: [UInt8]? = nil
  ) async throws -> HTTPResponse {
    try await send(HTTPRequest(method, HTTPURL(service.url(path)), headers: headers, body: body))
  }

  /// Starts a request in a task of its own, and notes the answer's status, or the error.
  func start(
    _ path: String, to service: HTTPService, noting journal: Outcomes
  ) -> Task<Void, Never> {
    LoopActor.task { [self] in
      do {
        let response = try await send(.get, path, to: service)
        journal.note(.answered(response.status))
      } catch {
        journal.note(.failed(error as? HTTPError))
      }
    }
  }
}

extension HTTPURL {
  /// The URL with more items in its query.
  func with(_ items: [(name: String, value: String)]) -> HTTPURL {
    let added = items.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
    return HTTPURL(
      origin: origin, path: path,
      query: ((query.map { [$0] } ?? []) + added).joined(separator: "&"),
      credentials: credentials)
  }
}

extension HTTPLimits {
  /// The limits of a client, but with time even for a busy machine.
  static var patient: HTTPLimits {
    var limits = HTTPLimits()
    limits.connecting = .patience
    limits.silence = .patience
    limits.total = .patience
    return limits
  }
}

typealias Outcomes = Journal<Outcome>

/// How a request ended.
enum Outcome: Equatable {
  case answered(Int)
  case failed(HTTPError?)
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
