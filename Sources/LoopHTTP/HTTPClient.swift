public import UVLoop

/// Sends requests to services over HTTP, on the loop.
///
/// It verifies the service's certificate, uses the proxy of the environment (except for this
/// machine), reuses connections, and follows redirects as far as it may. It closes its connections when
/// none has been used for a while, and at its release.
@LoopActor
public final class HTTPClient {
  private let limits: HTTPLimits
  private let trust: Trust
  private let redirects: Redirects
  let queue: TransferQueue
  let readHeader: ReadHeader

  /// Returns the value of a header that is in the file at a path; nil if it cannot be read.
  public typealias ReadHeader = @LoopActor (_ path: String) async -> String?

  /// - Parameters:
  ///   - authorities: the file of the certificates that sign those of services, in PEM format; nil for
  ///     the system's.
  ///   - certificate: that of the client, for services that ask for one; nil if it has none.
  ///   - redirects: where a service may redirect requests.
  ///   - readHeader: by default, the file is read for each request; it has at most 64 KiB, and line
  ///     breaks at its end do not count.
  public init(
    limits: HTTPLimits = HTTPLimits(), authorities: String? = nil,
    certificate: ClientCertificate? = nil, redirects: Redirects = .same,
    readHeader: @escaping ReadHeader = { await HTTPClient.header(in: $0) }
  ) {
    self.readHeader = readHeader
    self.limits = limits
    trust = Trust(authorities: authorities, certificate: certificate)
    self.redirects = redirects
    queue = TransferQueue(limits)
  }

  /// Sends a request and returns the answer, whatever its status.
  ///
  /// If the task is cancelled, the request ends at once.
  ///
  /// - Parameter total: maximum time until the answer is complete; nil for ``HTTPLimits/total``.
  /// - Throws: `HTTPError` if there is no complete answer within the limits.
  package func send(
    _ request: HTTPRequest, within total: Duration? = nil
  ) async throws(HTTPError) -> HTTPResponse {
    var limits = limits
    limits.total = total ?? limits.total
    return try await exchange(request, limits) { [limits, trust] request in
      Transfer(request, limits: limits, trust)
    }.answer.response
  }

  /// Sends a request and returns when the headers of its answer have arrived.
  ///
  /// - Parameters:
  ///   - silence: maximum time without a byte from the service; nil for any.
  ///   - upload: the body, instead of that of the request; nil if it is complete.
  func stream(
    _ request: HTTPRequest, _ silence: Duration?, _ upload: Upload? = nil
  ) async throws(HTTPError) -> (answer: Transfer.Answer, transfer: Transfer) {
    var limits = limits
    limits.silence = silence ?? .zero
    return try await exchange(request, limits) { [limits, trust] request in
      Transfer(request, limits: limits, trust, BodyParts(), upload)
    }
  }

  private func exchange(
    _ request: HTTPRequest, _ limits: HTTPLimits,
    _ transfer: @escaping @LoopActor (HTTPRequest) -> Transfer
  ) async throws(HTTPError) -> (answer: Transfer.Answer, transfer: Transfer) {
    for header in request.headers { try header.check() }
    guard !Task.isCancelled else { throw .cancelled }
    let exchange = HTTPExchange(in: queue, limits, redirects, transfer)
    let result: Result<(Transfer.Answer, Transfer), HTTPError> = await withTaskCancellationHandler {
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
  public func closeIdleConnections() {
    queue.closeIdle()
  }

  /// Ends all requests, also later ones, with `cancelled`, and closes all connections. A second call
  /// does nothing.
  public func close() {
    queue.close()
  }
}

/// The certificate of a client, for services that ask for one, and its key.
public struct ClientCertificate: Equatable, Sendable {
  /// The path of a file in PEM format.
  public let certificate: String
  /// Likewise. The key has no passphrase.
  public let key: String

  /// - Parameters: paths of files in PEM format.
  public init(certificate: String, key: String) {
    (self.certificate, self.key) = (certificate, key)
  }
}

/// Which services a client trusts, and its own certificate.
struct Trust: Sendable {
  /// As for `HTTPClient`.
  var authorities: String?
  var certificate: ClientCertificate?
}

/// What a client allows a service to use up.
public struct HTTPLimits: Sendable {
  /// Maximum size of a decompressed body, in bytes: that of the largest value of a box.
  public var body = 8 * 1024 * 1024
  /// Maximum size of the headers of an answer, in bytes; servers send 1 KiB or so.
  public var headers = 65536
  /// Maximum number of redirects: one for https, one for a new host, and a few more.
  public var redirects = 5
  /// Maximum time until a connection is ready: two lost packets of the handshake, and some.
  public var connecting: Duration = .seconds(10)
  /// Maximum time without a byte from the service, in whole seconds.
  public var silence: Duration = .seconds(20)
  /// Maximum time until the answer is complete. With 8 MiB, it is reached at 140 kB/s.
  public var total: Duration = .seconds(60)
  /// Maximum number of requests in flight to one origin, as in browsers. Others wait.
  public var perOrigin = 6
  /// Maximum number of requests in flight, and of connections that are kept. Others wait.
  public var atOnce = 32
  /// How long connections, and the parsed certificates of authorities, are kept while no request is in
  /// flight. Longer than the pause of a list that is refreshed every minute: parsing takes 20 ms.
  public var idle: Duration = .seconds(75)

  /// The defaults.
  public init() {}
}

/// Where a service may redirect requests.
public enum Redirects: String, CaseIterable, Sendable {
  /// To the same scheme, host and port; and from http to https on the same host, if both have their
  /// usual ports.
  case same
  /// To any host and port over http or https.
  case any

  func allow(from origin: HTTPURL.Origin, to target: HTTPURL.Origin) -> Bool {
    self == .any || target == origin || target == origin.upgraded
  }
}

extension HTTPURL.Origin {
  /// The https URL of this host; nil unless the scheme is http, at its usual port.
  fileprivate var upgraded: Self? {
    scheme == "http" && port == 80 ? Self(scheme: "https", host: host, port: 443) : nil
  }
}
