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
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let wasPaused = parts.isPaused
      do throws(HTTPError) {
        guard let part = try parts.take() else { return nil }
        if wasPaused { queue.proceed(transfer) }
        if !part.isEmpty { return part }
      } catch {
        throw error.fetchError
      }
      await withTaskCancellationHandler {
        await parts.wait()
      } onCancel: {
        LoopActor.task { [self] in parts.wake() }
      }
    }
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
      let (answer, transfer) = try await stream(try await httpRequest(request), silence)
      guard let parts = transfer.parts else { preconditionFailure("its body arrives in parts") }
      return HTTPStream(answer.response.fetchResponse(nil), parts, transfer, in: queue)
    } catch {
      throw error.fetchError
    }
  }
}
