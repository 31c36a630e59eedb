package import UVLoop

/// Sends requests to services over HTTP, on the loop.
///
/// It verifies the service's certificate, uses the proxy of the environment (except for this
/// machine), reuses connections, and follows redirects as far as it may. It closes its connections when
/// none has been used for a while, and at its release.
@LoopActor
package final class HTTPClient {
  private let limits: HTTPLimits
  private let authorities: String?
  private let redirects: Redirects
  private let queue: TransferQueue

  /// - Parameters:
  ///   - authorities: the file of the certificates that sign those of services, in PEM format; nil for
  ///     the system's.
  ///   - redirects: where a service may redirect requests.
  package init(
    limits: HTTPLimits = HTTPLimits(), authorities: String? = nil, redirects: Redirects = .same
  ) {
    self.limits = limits
    self.authorities = authorities
    self.redirects = redirects
    queue = TransferQueue(limits)
  }

  /// Sends a request and returns the answer, whatever its status.
  ///
  /// If the task is cancelled, the request ends at once.
  ///
  /// - Throws: `HTTPError` if there is no complete answer within the limits.
  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    for header in request.headers { try header.check() }
    guard !Task.isCancelled else { throw .cancelled }
    let exchange = HTTPExchange(in: queue, limits, authorities: authorities, redirects)
    let result: Result<HTTPResponse, HTTPError> = await withTaskCancellationHandler {
      do throws(HTTPError) {
        return .success(try await exchange.run(request))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      LoopActor.task { exchange.stop(.cancelled) }
    }
    return try result.get()
  }

  /// Closes the connections that are kept for later requests, as soon as no request is in flight.
  package func closeIdleConnections() {
    queue.closeIdle()
  }

  /// Ends all requests, also later ones, with `cancelled`, and closes all connections. A second call
  /// does nothing.
  package func close() {
    queue.close()
  }
}
