/// A way to a service, which any number of flows can share.
public struct ServiceConnection {
  /// Where the paths of resources begin.
  public let baseURL: BaseURL
  /// Sent with each request, unless its resource has a field with this name. By name, in lowercase.
  public let headers: [String: HeaderValue]
  /// Sends a request once, and returns its answer with whatever status. Throws
  /// `FetchError.noConnectivity`, `FetchError.server` with `unusable`, or `FetchError.cancelled`. It
  /// reads the header values that are in files.
  public var send: (FetchRequest) async throws(FetchError) -> FetchResponse
  /// Returns whether there is a route to the service, without sending anything.
  public var isReachable: () async -> Bool

  /// - Parameters:
  ///   - headers: by name, in any case.
  ///   - isReachable: by default, the service always is.
  public init(
    baseURL: BaseURL, headers: [String: HeaderValue] = [:],
    isReachable: @escaping () async -> Bool = { true },
    send: @escaping (FetchRequest) async throws(FetchError) -> FetchResponse
  ) {
    self.baseURL = baseURL
    self.headers = Resource(path: [], headers: headers).headers
    self.isReachable = isReachable
    self.send = send
  }

  /// Sends the request for a resource once, and returns the answer with whatever status.
  ///
  /// - Parameter validators: of the known copy; empty without one.
  /// - Throws: as ``send`` and ``request(for:_:)``.
  public func response(
    to resource: Resource, _ validators: Validators = Validators()
  ) async throws(FetchError) -> FetchResponse {
    try await send(try request(for: resource, validators))
  }

  /// Returns the request for a resource, ready to be sent.
  ///
  /// - Parameter validators: of the known copy; empty without one.
  /// - Throws: `FetchError.server` with `unusable` for a path or header field that cannot be sent.
  public func request(
    for resource: Resource, _ validators: Validators = Validators()
  ) throws(FetchError) -> FetchRequest {
    guard let url = baseURL.url(of: resource) else {
      throw unusable("a path cannot contain \".\" or \"..\"")
    }
    let headers = headers.merging(resource.headers) { _, own in own }
    for (name, value) in headers where !FetchRequest.canSend(name, value) {
      throw unusable("the header \(name.debugDescription) has characters that cannot be sent")
    }
    return FetchRequest(resource, headers, at: url, validators)
  }

  private func unusable(_ reason: String) -> FetchError {
    .server(.unusable(reason: "\(baseURL.host): \(reason)"))
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
    let response = try await response(to: resource, validators)
    let isConfirmed = response.status == 304 && !validators.isEmpty
    guard (200...299).contains(response.status) || isConfirmed else {
      throw .server(.status(response.status, retryAfter: response.retryAfter(now: now())))
    }
    return response
  }
}
