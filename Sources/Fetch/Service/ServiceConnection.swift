/// A way to a service, which any number of flows can share.
public struct ServiceConnection {
  public let baseURL: BaseURL
  /// Sends a request once, and returns its answer with whatever status. Throws
  /// `FetchError.noConnectivity`, `FetchError.server` with `unusable`, or `FetchError.cancelled`. It
  /// reads the header values that are in files.
  public var send: (FetchRequest) async throws(FetchError) -> FetchResponse
  /// Returns whether there is a route to the service, without sending anything.
  public var isReachable: () async -> Bool

  /// - Parameter isReachable: by default, the service always is.
  public init(
    baseURL: BaseURL, isReachable: @escaping () async -> Bool = { true },
    send: @escaping (FetchRequest) async throws(FetchError) -> FetchResponse
  ) {
    self.baseURL = baseURL
    self.isReachable = isReachable
    self.send = send
  }

  /// Sends the request for a resource. Returns the answer if its status is 2xx or 304, which stands
  /// for a known copy.
  ///
  /// - Parameters:
  ///   - validators: of the known copy; empty without one.
  ///   - now: called when the answer has arrived.
  func response(
    to resource: Resource, _ validators: Validators, now: () -> WallTime
  ) async throws(FetchError) -> FetchResponse {
    guard let url = baseURL.url(of: resource) else {
      throw .server(.unusable(reason: "a path cannot contain \".\" or \"..\""))
    }
    guard resource.headers.allSatisfy(FetchRequest.canSend) else {
      throw .server(.unusable(reason: "a header field contains characters that cannot be sent"))
    }
    let response = try await send(FetchRequest(resource, at: url, validators))
    let isConfirmed = response.status == 304 && !validators.isEmpty
    guard (200...299).contains(response.status) || isConfirmed else {
      throw .server(.status(response.status, retryAfter: response.retryAfter(now: now())))
    }
    return response
  }
}
