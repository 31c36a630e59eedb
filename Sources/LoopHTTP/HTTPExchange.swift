internal import UVLoop

/// A request with the redirects that follow it, within one time limit.
@LoopActor
final class HTTPExchange {
  private let queue: TransferQueue
  private let limits: HTTPLimits
  private let redirects: Redirects
  private let transfer: @LoopActor (HTTPRequest) -> Transfer
  private var current: Transfer?
  private var failure: HTTPError?

  /// - Parameter transfer: makes the transfer of a request.
  init(
    in queue: TransferQueue, _ limits: HTTPLimits, _ redirects: Redirects,
    _ transfer: @escaping @LoopActor (HTTPRequest) -> Transfer
  ) {
    self.queue = queue
    self.limits = limits
    self.redirects = redirects
    self.transfer = transfer
  }

  /// Returns the last answer, with its transfer.
  ///
  /// - Throws: `HTTPError`, also the one passed to ``stop(_:)``.
  func run(
    _ request: HTTPRequest
  ) async throws(HTTPError) -> (answer: Transfer.Answer, transfer: Transfer) {
    let host = request.url.origin.host
    let deadline = Timer(after: limits.total) { [weak self] in
      self?.stop(.timeLimit(.total, host: host))
    }
    defer { deadline.cancel() }
    var request = request
    for _ in 0...limits.redirects {
      let transfer = transfer(request)
      let answer = try await answer(transfer)
      guard let location = answer.location else { return (answer, transfer) }
      // Its body may still arrive.
      queue.stop(transfer, .cancelled)
      let next = try request.redirected(to: location, status: answer.response.status)
      guard redirects.allow(from: request.url.origin, to: next.url.origin) else {
        throw .foreignRedirect(host: request.url.origin.host, target: next.url.origin)
      }
      request = next
    }
    throw .tooManyRedirects(host: host, limit: limits.redirects)
  }

  /// Ends it at once.
  func stop(_ error: HTTPError) {
    failure = error
    if let current { queue.stop(current, error) }
  }

  private func answer(_ transfer: Transfer) async throws(HTTPError) -> Transfer.Answer {
    if let failure { throw failure }
    current = transfer
    defer { current = nil }
    return try await queue.run(transfer).get()
  }
}

/// What a service answered. Every status is an answer, including those of errors.
package struct HTTPResponse: Equatable, Sendable {
  package let status: Int
  package let etag: String?
  /// The date as the service wrote it, for `If-Modified-Since`.
  package let lastModified: String?
  package let contentType: String?
  /// The methods that the resource supports, as the service wrote them; nil if it did not.
  package let allow: String?
  /// The time to wait before the next request; nil if the service named none, or one in the past.
  package let retryAfter: Duration?
  /// Decompressed.
  package let body: [UInt8]
}
