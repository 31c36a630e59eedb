import Expectations
import Fetch
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPFaultTests {
  private let host = "127.0.0.1"

  @LoopActor
  @Test(arguments: ["/cut", "/cut-chunk", "/cut-headers", "/vanish"])
  func `an answer that is cut off is an error`(path: String) async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.cutOff(host: host)) {
      try await HTTPClient(limits: .patient).send(.get, path, to: service)
    }
  }

  @LoopActor
  @Test func `a service that ends in the middle of an answer is an error`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let outcomes = Outcomes()
    let task = client.start("/silent", to: service, noting: outcomes)
    try await service.wait(for: "GET")
    try await service.kill()
    expect(try await outcomes.wait(count: 1), equals: [.failed(.cutOff(host: host))])
    await task.value
    await #expect(throws: HTTPError.refused(host: host)) {
      try await client.send(.get, "/list", to: service)
    }
  }

  @LoopActor
  @Test(arguments: ["/garbage", "/bad-length", "/bad-gzip"])
  func `an answer that is not HTTP is an error`(path: String) async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.malformedAnswer(host: host)) {
      try await HTTPClient(limits: .patient).send(.get, path, to: service)
    }
  }

  @LoopActor
  @Test func `a malformed chunk is an error`() async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.cutOff(host: host)) {
      try await HTTPClient(limits: .patient).send(.get, "/bad-chunk", to: service)
    }
  }

  @LoopActor
  @Test func `a body ends at its length, and the rest belongs to no other answer`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    expect(try await client.send(.get, "/short-length", to: service).text, equals: "01234")
    expect(try await client.send(.get, "/status/200", to: service).text, equals: "status")
    expect(service.count("accept"), equals: 2)
  }

  @LoopActor
  @Test func `a host without a service refuses the connection`() async throws {
    let listener = try SilentListener(accepts: false)
    await #expect(throws: HTTPError.refused(host: host)) {
      try await HTTPClient(limits: .patient).send(
        HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(listener.port)/")))
    }
  }

  @LoopActor
  @Test func `an unknown host is an error`() async throws {
    // Names have labels of at most 63 bytes, so that no server is asked for this one.
    let name = String(repeating: "a", count: 64)
    await #expect(throws: HTTPError.unresolvable(host: name)) {
      try await HTTPClient(limits: .patient).send(HTTPRequest(.get, HTTPURL("http://\(name)/")))
    }
  }

  @LoopActor
  @Test func `a request that may have been carried out is not repeated`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    for method in [Fetch.Method.post, .patch] {
      expect(try await client.send(.get, "/list", to: service).status, equals: 200)
      await #expect(throws: HTTPError.cutOff(host: host)) {
        try await client.send(method, "/vanish", to: service)
      }
      expect(service.count("\(method.rawValue) /vanish"), equals: 1)
    }
  }

  @LoopActor
  @Test func `a request on a kept connection is not sent a second time`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    var request = HTTPRequest(.post, try HTTPURL(service.url("/echo")), body: Array("once".utf8))
    request.usesKeptConnection = true
    for _ in 0..<2 { expect(try await client.send(request).text.contains(#""body":"once""#)) }
    expect(service.count("accept"), equals: 1)
    request.url = try HTTPURL(service.url("/vanish"))
    await #expect(throws: HTTPError.cutOff(host: host)) { try await client.send(request) }
    expect(service.count("POST /vanish"), equals: 1)
  }

  @LoopActor
  @Test func `a service that ends before it answers may have carried out the request`()
    async throws
  {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    var request = HTTPRequest(.post, try HTTPURL(service.url("/echo")), body: Array("once".utf8))
    request.usesKeptConnection = true
    _ = try await client.send(request)
    request.url = try HTTPURL(service.url("/held"))
    var answer: Result<HTTPResponse, HTTPError>?
    let task = LoopActor.task { [request] in
      do throws(HTTPError) { answer = .success(try await client.send(request)) } catch {
        answer = .failure(error)
      }
    }
    try await service.wait(for: "POST /held")
    // Nobody listens there from now on, which libcurl finds when it connects again.
    try await service.kill()
    await task.value
    #expect(throws: HTTPError.cutOff(host: host)) { try answer?.get() }
  }
}
