internal import BoxWire
internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// The requests to one service: its URL and headers, and what its answers mean.
@LoopActor
final class ServiceRequests {
  let service: Service
  private let transport: HTTPTransport

  init(_ service: Service, _ transport: HTTPTransport) {
    self.service = service
    self.transport = transport
  }

  /// Whether there is a route to the service.
  func isReachable() async -> Bool { await transport.isReachable() }

  func closeIdleConnections() { transport.closeIdleConnections() }

  func close() { transport.close() }

  /// A failure at a path below the base URL.
  nonisolated func failure(_ error: FetchError, at path: [String]) -> ServiceFailure {
    ServiceFailure(error, at: path, of: service)
  }

  /// The URL of a resource, without a query, for people.
  nonisolated func place(_ path: [String]) -> String { service.base.appending(path).description }

  // MARK: Reading

  /// The resource at a path below the base URL, with the headers of the service.
  nonisolated func resource(_ path: [String], query: [QueryItem] = []) -> Resource {
    let headers = service.headers.map { header -> (String, HeaderValue) in
      switch header.value {
      case .text(let text): (header.name, .text(text))
      case .secret(let path, _): (header.name, .file(path: path))
      }
    }
    return Resource(
      path: path, query: query, headers: Dictionary(headers) { first, _ in first })
  }

  /// What a service answers to a request that reads.
  struct Answer: Sendable {
    /// nil if the known copy is still right.
    let body: [UInt8]?
    let validators: Validators
  }

  /// Reads a resource once.
  ///
  /// - Parameter known: the validators of a known copy.
  func read(_ resource: Resource, _ known: Validators) async throws(FetchError) -> Answer {
    let url = service.base.appending(
      resource.path, query: resource.query.map { ($0.name, $0.value ?? "") })
    var headers = [HTTPHeader("Accept", "application/json")]
    if let etag = known.etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let date = known.lastModified { headers.append(HTTPHeader("If-Modified-Since", date)) }
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(
        HTTPRequest(.get, url, headers: headers + (try ownHeaders())))
    } catch {
      throw error.fetchError
    }
    if response.status == 304, !known.isEmpty { return Answer(body: nil, validators: known) }
    guard (200...299).contains(response.status) else {
      throw .server(.status(response.status, retryAfter: response.retryAfter))
    }
    return Answer(
      body: response.body,
      validators: Validators(etag: response.etag, lastModified: response.lastModified))
  }

  // MARK: Writing

  /// A request that changes something.
  struct Change: Sendable {
    let method: Fetch.Method
    /// Below the base URL.
    let path: [String]
    let body: JSONText?
    /// The entity tag that the target must have; nil for any.
    var etag: String?
  }

  /// How a service answered a change.
  enum Outcome: Sendable {
    /// It made the change. `answer` is nil unless it is JSON.
    case accepted(answer: JSONText?, etag: String?)
    case refused(Refusal)
    /// It is not known whether the service has made it.
    case failed(FetchError)
  }

  /// Sends a change, once.
  func send(_ change: Change) async -> Outcome {
    var headers = [HTTPHeader("Accept", "application/json")]
    if change.body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
    if let etag = change.etag { headers.append(HTTPHeader("If-Match", etag)) }
    do throws(HTTPError) {
      let request = HTTPRequest(
        change.method, service.base.appending(change.path), headers: headers + (try ownHeaders()),
        body: change.body?.bytes)
      return outcome(of: change, try await transport.send(request))
    } catch {
      return .failed(error.fetchError)
    }
  }

  private func outcome(of change: Change, _ response: HTTPResponse) -> Outcome {
    if response.status >= 400, response.forbids(change.method) {
      return .refused(.store(.readOnly))
    }
    return switch response.status {
    case 200...299:
      .accepted(answer: try? JSONText(body: response.body), etag: response.etag)
    case 409, 412: .refused(.conflict)
    case 404, 410: .refused(.missing)
    case 405, 501: .refused(.store(.readOnly))
    case 413, 507: .refused(.store(.full))
    case 408, 429, 500...599: .failed(.server(.status(response.status)))
    default:
      .refused(.store(failure(.server(.status(response.status)), at: change.path).storeError))
    }
  }

  private func ownHeaders() throws(HTTPError) -> [HTTPHeader] {
    var headers: [HTTPHeader] = []
    for header in service.headers {
      switch header.value {
      case .text(let text): headers.append(HTTPHeader(header.name, text))
      case .secret(_, let read):
        guard let text = read() else {
          throw .failed(
            host: service.base.origin.host, reason: "the header \(header.name) has no value")
        }
        headers.append(HTTPHeader(header.name, text, isSecret: true))
      }
    }
    return headers
  }
}

extension HTTPResponse {
  /// Whether the service says which methods it supports, and this one is not among them.
  fileprivate func forbids(_ method: Fetch.Method) -> Bool {
    guard let allow else { return false }
    return !allow.split { $0 == "," || $0 == " " }.contains { $0 == method.rawValue }
  }
}
