package import LoopHTTP
package import UVLoop

/// How requests are sent. Tests may replace it.
@LoopActor
package struct HTTPTransport {
  var send: @LoopActor (HTTPRequest) async throws(HTTPError) -> HTTPResponse
  var isReachable: @LoopActor () async -> Bool
  var closeIdleConnections: @LoopActor () -> Void
  var close: @LoopActor () -> Void

  package init(
    send: @escaping @LoopActor (HTTPRequest) async throws(HTTPError) -> HTTPResponse,
    isReachable: @escaping @LoopActor () async -> Bool = { true },
    closeIdleConnections: @escaping @LoopActor () -> Void = {},
    close: @escaping @LoopActor () -> Void = {}
  ) {
    self.send = send
    self.isReachable = isReachable
    self.closeIdleConnections = closeIdleConnections
    self.close = close
  }

  /// Sends requests with a client, which belongs to this transport from now on.
  package init(
    _ client: HTTPClient, to origin: HTTPURL.Origin, _ reachability: Reachability = .route
  ) {
    self.init(
      send: { request throws(HTTPError) in try await client.send(request) },
      isReachable: { await reachability.isReachable(origin) },
      closeIdleConnections: { client.closeIdleConnections() }, close: { client.close() })
  }
}
