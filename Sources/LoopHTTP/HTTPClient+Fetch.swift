public import Fetch
internal import OperatingSystem
internal import UVLoop

extension HTTPClient {
  /// Sends a request of a fetch, as ``Fetch/ServiceConnection`` wants it: once, with the values of
  /// headers that are in files, which have at most 64 KiB and count without line breaks at their end.
  /// They are not sent to another origin after a redirect. The answer has the headers that a fetch
  /// needs: `ETag`, `Last-Modified`, `Content-Type`, `Allow` and `Retry-After`.
  ///
  /// - Throws: `noConnectivity`, `server` with `unusable`, or `cancelled`.
  public func send(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
    do throws(HTTPError) {
      let url = try HTTPURL(request.url)
      var headers: [HTTPHeader] = []
      for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
        headers.append(try await Self.header(name, value, of: url))
      }
      let response = try await send(
        HTTPRequest(request.method, url, headers: headers, body: request.body))
      let known = [
        ("etag", response.etag), ("last-modified", response.lastModified),
        ("content-type", response.contentType), ("allow", response.allow),
        ("retry-after", response.retryAfter.map { String($0.components.seconds) }),
      ]
      return FetchResponse(
        status: response.status,
        headers: known.compactMap { name, value in value.map { (name, $0) } }, body: response.body)
    } catch {
      throw error.fetchError
    }
  }

  private static func header(
    _ name: String, _ value: HeaderValue, of url: HTTPURL
  ) async throws(HTTPError) -> HTTPHeader {
    switch value {
    case .text(let text): return HTTPHeader(name, text)
    case .file(let path):
      let text = await BlockingWork.run { try? ShortFile.read(path, limit: longestValue) }
        .map { String(decoding: $0, as: UTF8.self) }
      guard let text else {
        throw .failed(
          host: url.origin.host, reason: "the value of the header \(name) cannot be read")
      }
      let lines = text.reversed().drop { $0.isNewline }.reversed()
      return HTTPHeader(name, String(lines), isSecret: true)
    }
  }

  private nonisolated static var longestValue: Int { 65_536 }
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
