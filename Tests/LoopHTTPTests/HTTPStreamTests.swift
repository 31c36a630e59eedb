import Expectations
import Fetch
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

/// Answers that are read in parts.
@Suite(.enabled(if: LoopThread.isRunning)) struct HTTPStreamTests {
  @LoopActor
  private func stream(
    _ path: String, of service: HTTPService, _ client: HTTPClient, silence: Duration? = nil,
    query: [QueryItem] = []
  ) async throws -> HTTPStream {
    let connection = ServiceConnection(client, to: try BaseURL(service.url("/")))
    let resource = Resource(path: path, query: query)
    return try await client.stream(try connection.request(for: resource), silence: silence)
  }

  /// Reads the rest of a body, and returns its length.
  @LoopActor
  private func rest(_ stream: HTTPStream) async throws -> Int {
    var count = 0
    while let part = try await stream.next() { count += part.count }
    return count
  }

  @LoopActor
  @Test func `a body is longer than what a whole answer may be, and little of it is kept`()
    async throws
  {
    let service = try await HTTPService()
    let length = HTTPLimits().body + 1_000_000
    let stream = try await stream("stream/\(length)", of: service, HTTPClient(limits: .patient))
    expect(stream.status, equals: 200)
    var count = 0
    while let part = try await stream.next() {
      expect(part.count <= 278_528)
      count += part.count
      // What arrives now has to wait.
      await turns(1)
    }
    expect(count, equals: length)
    expect(try await stream.next() == nil)
  }

  @LoopActor
  @Test func `parts arrive before the body ends, and cancelling ends the request`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let stream = try await stream("parts", of: service, client)
    expect(try await stream.next(), equals: Array("first\n".utf8))
    let waiting = LoopActor.task {
      await #expect(throws: FetchError.cancelled) { try await stream.next() }
    }
    await turns(3)
    waiting.cancel()
    await waiting.value
    stream.cancel()
    await #expect(throws: FetchError.cancelled) { try await stream.next() }
    try await service.wait(for: "close")
  }

  @LoopActor
  @Test func `of two that wait for a part, one gets it, and the other one sees the end`()
    async throws
  {
    let service = try await HTTPService()
    let stream = try await stream("parts", of: service, HTTPClient(limits: .patient))
    expect(try await stream.next() != nil)
    let parts = Journal<[UInt8]?>()
    let tasks = (1...2).map { _ in
      LoopActor.task { parts.note(try? await stream.next()) }
    }
    await turns(5)
    try service.release()
    for task in tasks { await task.value }
    expect(parts.events.compactMap(\.self), equals: [Array("last\n".utf8)])
  }

  @LoopActor
  @Test func `a stream that is released, or whose client is closed, ends`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    do {
      let stream = try await stream("parts", of: service, client)
      expect(try await stream.next() != nil)
    }
    try await service.wait(for: "close")
    let stream = try await stream("parts", of: service, client)
    expect(try await stream.next() != nil)
    client.close()
    await #expect(throws: FetchError.cancelled) { try await stream.next() }
  }

  @LoopActor
  @Test func `redirects are followed, and any status is an answer`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let list = try await stream(
      "redirect", of: service, client, query: [QueryItem("to", "/list")])
    expect(list.status, equals: 200)
    expect(list.header("etag"), equals: "\"version-1\"")
    expect(try await rest(list), equals: 52)
    let missing = try await stream("status/404", of: service, client)
    expect(missing.status, equals: 404)
    expect(try await rest(missing), equals: 6)
  }

  @LoopActor
  @Test func `a connection that is lost is an error after what has arrived`() async throws {
    let service = try await HTTPService()
    let stream = try await stream("parts", of: service, HTTPClient(limits: .patient))
    expect(try await stream.next() != nil)
    try await service.kill()
    await #expect {
      try await stream.next()
    } throws: { error in
      guard case FetchError.noConnectivity(.interrupted) = error else { return false }
      return true
    }
    await #expect(throws: FetchError.noConnectivity(.refused)) {
      try await self.stream("parts", of: service, HTTPClient(limits: .patient))
    }
  }

  @LoopActor
  @Test func `silence is limited only on request`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.silence = .seconds(1)
    let client = HTTPClient(limits: limits)
    let patient = try await stream("parts", of: service, client)
    let limited = try await stream("parts", of: service, client, silence: .seconds(1))
    for stream in [patient, limited] { expect(try await stream.next() != nil) }
    await #expect(throws: FetchError.noConnectivity(.timedOut)) { try await limited.next() }
    let next = LoopActor.task { _ = try? await patient.next() }
    await turns(3)
    try service.release()
    await next.value
    expect(try await rest(patient), equals: 0)
  }
}
