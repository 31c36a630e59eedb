import Expectations
import Fetch
import HTTPTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPAnswerTests {
  @LoopActor
  @Test func `an answer has status, body and the headers of its version`() async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(.get, "/list", to: service)
    expect(answer.status, equals: 200)
    expect(answer.text, equals: #"[{"id":1,"title":"First"},{"id":2,"title":"Second"}]"#)
    expect(answer.etag, equals: #""version-1""#)
    expect(answer.lastModified, equals: "Wed, 21 Oct 2015 07:28:00 GMT")
    expect(answer.contentType, equals: "application/json")
    expect(answer.retryAfter == nil)
  }

  @LoopActor
  @Test(arguments: [
    HTTPHeader("If-None-Match", #""version-1""#),
    HTTPHeader("If-Modified-Since", "Wed, 21 Oct 2015 07:28:00 GMT"),
  ])
  func `an unchanged resource is answered with 304 and no body`(header: HTTPHeader) async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(
      .get, "/list", to: service, headers: [header])
    expect(answer.status, equals: 304)
    expect(answer.body, equals: [])
    expect(answer.etag, equals: #""version-1""#)
  }

  @LoopActor
  @Test(arguments: [201, 400, 401, 404, 409, 412, 500, 503])
  func `every status is an answer with its body`(status: Int) async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(.get, "/status/\(status)", to: service)
    expect(answer.status, equals: status)
    expect(answer.text, equals: "status")
  }

  @LoopActor
  @Test func `Retry-After is a time to wait, whether in seconds or as a date`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    func retryAfter(_ value: String) async throws -> Duration? {
      let url = try HTTPURL(service.url("/status/429"))
        .with([("Retry-After", value)])
      return try await client.send(HTTPRequest(.get, url)).retryAfter
    }
    expect(try await retryAfter("120"), equals: .seconds(120))
    let date = try require(try await retryAfter("Fri, 01 Jan 2100 00:00:00 GMT"))
    expect(date > .seconds(86400))
    expect(try await retryAfter("Wed, 21 Oct 2015 07:28:00 GMT") == nil)
    expect(try await retryAfter("0") == nil)
    expect(try await retryAfter("soon") == nil)
    expect(try await retryAfter("99999999999999999999") != .zero)
  }

  @LoopActor
  @Test(arguments: [Fetch.Method.post, .put, .patch, .delete, .get])
  func `method, headers and body arrive as given`(method: Fetch.Method) async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(
      method, "/echo?q=1", to: service,
      headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("X-Empty", "")],
      body: Array(#"{"a":1}"#.utf8))
    expect(answer.text.contains(#""method":"\#(method.rawValue)","path":"/echo?q=1""#))
    expect(answer.text.contains(#""content-type":"application/json""#))
    expect(answer.text.contains(#""x-empty":"""#))
    expect(answer.text.contains(#""content-length":"7""#))
    expect(answer.text.contains(#""body":"{\"a\":1}""#))
  }

  @LoopActor
  @Test func `a request contains no header that nobody asked for`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 2_000_000)
    let answer = try await client.send(.post, "/echo", to: service, body: long)
    expect(!answer.text.contains("expect"))
    expect(!answer.text.contains("content-type"))
    expect(answer.text.contains(#""content-length":"2000000""#))
    let empty = try await client.send(.post, "/echo", to: service, body: [])
    expect(empty.text.contains(#""content-length":"0""#))
    let none = try await client.send(.delete, "/echo", to: service)
    expect(!none.text.contains("content-length"))
  }

  @LoopActor
  @Test func `HEAD is answered without a body`() async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(.head, "/list", to: service)
    expect(answer.status, equals: 200)
    expect(answer.etag, equals: #""version-1""#)
    expect(answer.body, equals: [])
  }

  @LoopActor
  @Test func `gzip is accepted and decompressed`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let echo = try await client.send(.get, "/echo", to: service)
    expect(echo.text.contains(#""accept-encoding":"gzip""#))
    let answer = try await client.send(.get, "/gzip", to: service)
    expect(answer.text, equals: String(repeating: "text ", count: 1000))
  }

  @LoopActor
  @Test func `a body is not interpreted, even if it is broken JSON`() async throws {
    let service = try await HTTPService()
    let answer = try await HTTPClient(limits: .patient).send(.get, "/broken-json", to: service)
    expect(answer.status, equals: 200)
    expect(answer.text.hasSuffix(#""title":"#))
  }

  @LoopActor
  @Test(arguments: [
    HTTPHeader("X-A", "a\r\nX-B: b"), HTTPHeader("X-A", "a\nb"), HTTPHeader("X-A", "a\0b"),
  ])
  func `a header with a control character is refused`(header: HTTPHeader) async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.malformedHeader(name: "X-A")) {
      try await HTTPClient(limits: .patient).send(.get, "/echo", to: service, headers: [header])
    }
    expect(service.log, equals: [])
  }

  @LoopActor
  @Test(arguments: ["", "X A", "X:A", "X-A\r\nX-B", "é"])
  func `a header with a malformed name is refused`(name: String) async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.malformedHeader(name: nil)) {
      try await HTTPClient(limits: .patient).send(
        .get, "/echo", to: service, headers: [HTTPHeader(name, "a")])
    }
    expect(service.log, equals: [])
  }
}
