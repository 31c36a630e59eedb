public import Fetch
internal import OperatingSystem
internal import UVLoop

extension HTTPClient {
  /// Sends a request of a fetch, as ``Fetch/ServiceConnection`` wants it: once, with the values of
  /// headers that are in files, which are not sent to another origin after a redirect. The answer has
  /// the headers that a fetch needs: `ETag`, `Last-Modified`, `Content-Type`, `Allow` and
  /// `Retry-After`. If the task is cancelled, the request ends at once.
  ///
  /// - Throws: `noConnectivity`, `server` with `unusable`, or `cancelled`.
  public func send(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
    do throws(HTTPError) {
      let response = try await send(try await httpRequest(request))
      let body = response.body
      return response.fetchResponse(await BlockingWork.run(on: body.count) { Digest.of(body) })
    } catch {
      throw error.fetchError
    }
  }

  /// The request with the values of headers that are in files.
  func httpRequest(_ request: FetchRequest) async throws(HTTPError) -> HTTPRequest {
    let url = try HTTPURL(request.url)
    var headers: [HTTPHeader] = []
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      headers.append(try await header(name, value, of: url))
    }
    return HTTPRequest(request.method, url, headers: headers, body: request.body)
  }

  private func header(
    _ name: String, _ value: HeaderValue, of url: HTTPURL
  ) async throws(HTTPError) -> HTTPHeader {
    switch value {
    case .text(let text): return HTTPHeader(name, text)
    case .file(let path):
      guard let text = await readHeader(path) else {
        throw .failed(
          host: url.origin.host, reason: "the value of the header \(name) cannot be read")
      }
      return HTTPHeader(name, text, isSecret: true)
    }
  }

  /// Reads the value of a header from its file.
  public static func header(in path: String) async -> String? {
    let bytes = await BlockingWork.run { try? ShortFile.read(path, limit: longestValue) }
    guard let bytes else { return nil }
    return String(
      String(decoding: bytes, as: UTF8.self).reversed().drop { $0.isNewline }.reversed())
  }

  private nonisolated static var longestValue: Int { 65_536 }
}

extension HTTPResponse {
  /// - Parameter fingerprint: of the body; nil if it is not known.
  func fetchResponse(_ fingerprint: String?) -> FetchResponse {
    let headers = [
      ("etag", etag), ("last-modified", lastModified), ("content-type", contentType),
      ("allow", allow), ("retry-after", retryAfter.map { String($0.components.seconds) }),
    ]
    return FetchResponse(
      status: status, headers: headers.compactMap { name, value in value.map { (name, $0) } },
      body: body, fingerprint: fingerprint)
  }
}

extension HTTPError {
  /// The failure as an error of a fetch.
  public var fetchError: FetchError {
    switch self {
    case .refused: .noConnectivity(.refused)
    case .unresolvable: .noConnectivity(.unresolved)
    case .unreachable: .noConnectivity(.unreachable)
    case .timeLimit: .noConnectivity(.timedOut)
    case .cutOff, .proxy: .noConnectivity(.interrupted(reason: description))
    case .cancelled: .cancelled
    case .noLibrary, .malformedURL, .forbiddenScheme, .malformedHeader, .tls, .tooLarge,
      .tooManyRedirects, .foreignRedirect, .malformedAnswer, .failed:
      .server(.unusable(reason: description))
    }
  }
}
