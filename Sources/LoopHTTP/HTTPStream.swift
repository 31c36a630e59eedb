public import Fetch
public import UVLoop

/// An answer whose body is read in parts, as they arrive, such as one that does not end.
///
/// The request ends when it is cancelled, when this object is released, and when its client is closed.
@LoopActor
public final class HTTPStream {
  /// 200 to 599.
  public let status: Int
  private let response: FetchResponse
  private let parts: BodyParts
  private let transfer: Transfer
  private let queue: TransferQueue

  init(_ response: FetchResponse, _ parts: BodyParts, _ transfer: Transfer, in queue: TransferQueue)
  {
    status = response.status
    self.response = response
    self.parts = parts
    self.transfer = transfer
    self.queue = queue
  }

  isolated deinit {
    cancel()
  }

  /// The value of a header of the answer; nil if there is none.
  ///
  /// - Parameter name: in lowercase, one of those that ``HTTPClient/send(_:)`` returns.
  public func header(_ name: String) -> String? { response.header(name) }

  /// Returns the next part of the body, decompressed and of at least one byte; nil at its end. Waits
  /// until there is one. While nobody waits, the service is read from only until 256 KiB have arrived.
  /// It is for one task; of several, each gets some of the parts.
  ///
  /// - Throws: `noConnectivity` if the body does not arrive as a whole; `cancelled` if the request or
  ///   the task is cancelled.
  public func next() async throws(FetchError) -> [UInt8]? {
    do throws(HTTPError) {
      return try await part()
    } catch {
      throw error.fetchError
    }
  }

  /// Returns the next part as ``next()`` does.
  ///
  /// - Throws: `HTTPError`.
  package func part() async throws(HTTPError) -> [UInt8]? {
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let wasPaused = parts.isPaused
      guard let part = try parts.take() else { return nil }
      if wasPaused { queue.proceed(transfer) }
      if !part.isEmpty { return part }
      await withTaskCancellationHandler {
        await parts.wait()
      } onCancel: {
        LoopActor.task { [self] in parts.wake() }
      }
    }
  }

  /// Adds a part to the body of the request, which must have been sent without an end.
  package func send(_ part: [UInt8]) {
    transfer.send(part)
    queue.proceed(transfer)
  }

  /// Ends the request at once.
  public func cancel() { queue.stop(transfer, .cancelled) }
}

extension HTTPClient {
  /// Sends a request, and returns as soon as the headers of its answer have arrived, whatever its
  /// status. Redirects are followed before that.
  ///
  /// Until the request ends, it is one of those in flight (``HTTPLimits/perOrigin``).
  ///
  /// - Parameter silence: maximum time without a byte from the service, in whole seconds; nil for any.
  /// - Throws: as ``send(_:)``.
  public func stream(
    _ request: FetchRequest, silence: Duration? = nil
  ) async throws(FetchError) -> HTTPStream {
    do throws(HTTPError) {
      return opened(try await stream(try await httpRequest(request), silence))
    } catch {
      throw error.fetchError
    }
  }

  /// Sends a request whose body has no end: parts are added with ``HTTPStream/send(_:)`` while the
  /// answer arrives. The body of the request is the first part. Redirects must not be followed.
  ///
  /// - Throws: `HTTPError` if the headers of the answer do not arrive within the limits.
  package func converse(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStream {
    let upload = Upload(beginningWith: request.body ?? [])
    return opened(try await stream(request, nil, upload))
  }

  private func opened(_ exchange: (answer: Transfer.Answer, transfer: Transfer)) -> HTTPStream {
    guard let parts = exchange.transfer.parts else { preconditionFailure("its body has parts") }
    let response = exchange.answer.response.fetchResponse(nil)
    return HTTPStream(response, parts, exchange.transfer, in: queue)
  }
}
