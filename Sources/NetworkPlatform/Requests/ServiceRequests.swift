internal import BoxWire
internal import Domain
internal import Fetch
internal import LoopHTTP
internal import UVLoop

/// The requests to one service: where its resources are, and what its answers to changes mean.
@LoopActor
final class ServiceRequests {
  let service: Service
  let connection: ServiceConnection
  /// The connection to lists of arguments: one that does not exist is empty.
  let lists: ServiceConnection
  /// The connection to a list of todos: one that does not exist is `null`.
  let todos: ServiceConnection

  init(_ service: Service, _ connection: ServiceConnection) {
    self.service = service
    self.connection = connection
    var lists = connection
    lists.send = { request async throws(FetchError) in
      let response = try await connection.send(request)
      guard response.isMissing else { return response }
      return FetchResponse(status: 200, body: Array("[]".utf8), fingerprint: "missing")
    }
    self.lists = lists
    var todos = connection
    todos.send = { request async throws(FetchError) in
      let response = try await connection.send(request)
      guard response.isMissing || [405, 501].contains(response.status) else { return response }
      return FetchResponse(status: 200, body: Array("null".utf8), fingerprint: "missing")
    }
    self.todos = todos
  }

  /// A failure at a path below the base URL.
  nonisolated func failure(_ error: FetchError, at path: [String]) -> ServiceFailure {
    ServiceFailure(error, at: path, of: service)
  }

  /// The URL of a resource, without a query, for people.
  nonisolated func place(_ path: [String]) -> String {
    service.base.place(of: Resource(path: path))
  }

  /// The resource at a path below the base URL, with the headers of the service.
  nonisolated func resource(_ path: [String], query: [QueryItem] = []) -> Resource {
    Resource(path: path, query: query, headers: service.headers)
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
    var headers = service.headers
    if change.body != nil { headers["content-type"] = .text("application/json") }
    if let etag = change.etag { headers["if-match"] = .text(etag) }
    let resource = Resource(
      path: change.path, body: change.body?.bytes, headers: headers, method: change.method)
    let request: FetchRequest
    do throws(FetchError) {
      request = try connection.request(for: resource)
    } catch {
      return .refused(.store(failure(error, at: change.path).storeError))
    }
    do throws(FetchError) {
      return outcome(of: change, try await connection.send(request))
    } catch {
      return .failed(error)
    }
  }

  private func outcome(of change: Change, _ response: FetchResponse) -> Outcome {
    if response.status >= 400, response.forbids(change.method) {
      return .refused(.store(.readOnly))
    }
    return switch response.status {
    case 200...299:
      .accepted(answer: try? JSONText(body: response.body), etag: response.header("etag"))
    case 409, 412: .refused(.conflict)
    case 404, 410: .refused(.missing)
    case 405, 501: .refused(.store(.readOnly))
    case 413, 507: .refused(.store(.full))
    case 408, 429, 500...599: .failed(.server(.status(response.status)))
    default:
      .refused(.store(failure(.server(.status(response.status)), at: change.path).storeError))
    }
  }
}

extension FetchResponse {
  fileprivate var isMissing: Bool { status == 404 || status == 410 }

  /// Whether the service says which methods it supports, and this one is not among them.
  fileprivate func forbids(_ method: Fetch.Method) -> Bool {
    guard let allow = header("allow") else { return false }
    return !allow.split { $0 == "," || $0 == " " }.contains { $0 == method.rawValue }
  }
}
