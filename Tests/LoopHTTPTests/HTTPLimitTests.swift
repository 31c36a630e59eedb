import Expectations
import Fetch
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPLimitTests {
  private let host = "127.0.0.1"

  @LoopActor
  @Test(arguments: ["/bytes/", "/stream/"])
  func `a body may have 8 MiB, and not one byte more`(path: String) async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let limit = 8 * 1024 * 1024
    expect(try await client.send(.get, "\(path)\(limit)", to: service).body.count, equals: limit)
    await #expect(throws: HTTPError.tooLarge(host: host, limit: limit)) {
      try await client.send(.get, "\(path)\(limit + 1)", to: service)
    }
    await #expect(throws: HTTPError.tooLarge(host: host, limit: limit)) {
      try await client.send(.get, "\(path)100000000", to: service)
    }
    expect(try await client.send(.get, "/list", to: service).status, equals: 200)
  }

  @LoopActor
  @Test func `the limit is one of the decompressed body`() async throws {
    let service = try await HTTPService()
    await #expect(throws: HTTPError.tooLarge(host: host, limit: 8 * 1024 * 1024)) {
      try await HTTPClient(limits: .patient).send(.get, "/bomb", to: service)
    }
  }

  @LoopActor
  @Test func `the headers of an answer are limited`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    expect(try await client.send(.get, "/headers/65000", to: service).status, equals: 200)
    await #expect(throws: HTTPError.tooLarge(host: host, limit: 65536)) {
      try await client.send(.get, "/headers/66000", to: service)
    }
  }

  @LoopActor
  @Test func `five redirects are followed, but not six`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    expect(try await client.send(.get, "/hops/5", to: service).text, equals: "arrived")
    await #expect(throws: HTTPError.tooManyRedirects(host: host, limit: 5)) {
      try await client.send(.get, "/hops/6", to: service)
    }
    await #expect(throws: HTTPError.tooManyRedirects(host: host, limit: 5)) {
      try await client.send(.get, "/loop", to: service)
    }
    expect(service.count("GET /loop"), equals: 6)
    expect(service.count("accept"), equals: 1)
  }

  @LoopActor
  @Test func `the time for connecting is limited, with the TLS handshake`() async throws {
    let listener = try SilentListener()
    var limits = HTTPLimits.patient
    limits.connecting = .milliseconds(50)
    _ = await #expect(throws: HTTPError.timeLimit(.connecting, host: host)) {
      let client = HTTPClient(limits: limits)
      _ = try await client.send(HTTPRequest(.get, HTTPURL("https://127.0.0.1:\(listener.port)/")))
    }
    withExtendedLifetime(listener) {}
  }

  @LoopActor
  @Test(arguments: ["/hang", "/silent"])
  func `the time without a byte is limited`(path: String) async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.silence = .seconds(1)
    await #expect(throws: HTTPError.timeLimit(.silence, host: host)) {
      try await HTTPClient(limits: limits).send(.get, path, to: service)
    }
    try await service.wait(for: "close")
  }

  @LoopActor
  @Test func `the time in total is limited, even for a service that keeps sending`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.total = .milliseconds(500)
    await #expect(throws: HTTPError.timeLimit(.total, host: host)) {
      try await HTTPClient(limits: limits).send(.get, "/drip", to: service)
    }
  }

  @LoopActor
  @Test func `the time in total includes the wait for a connection`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.atOnce = 1
    limits.total = .milliseconds(300)
    let client = HTTPClient(limits: limits)
    let outcomes = Outcomes()
    let tasks = (0..<2).map { _ in client.start("/held", to: service, noting: outcomes) }
    let failure = Outcome.failed(.timeLimit(.total, host: host))
    expect(try await outcomes.wait(count: 2), equals: [failure, failure])
    expect(service.count("GET") <= 2)
    for task in tasks { await task.value }
  }

  @LoopActor
  @Test func `six requests to one origin are in flight at once, and the others wait`() async throws
  {
    let service = try await HTTPService()
    let other = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let outcomes = Outcomes()
    for _ in 0..<20 { _ = client.start("/held", to: service, noting: outcomes) }
    try await service.wait(for: "GET", count: 6)
    expect(try await client.send(.get, "/list", to: other).status, equals: 200)
    expect(service.count("GET"), equals: 6)
    try service.release()
    try await outcomes.wait(count: 20)
    expect(outcomes.events.allSatisfy { $0 == .answered(200) })
    expect(mostAtOnce(service.log), equals: 6)
    expect(service.count("accept") <= 6)
  }

  @LoopActor
  @Test func `32 requests are in flight at once, whatever their origins`() async throws {
    let services = [
      try await HTTPService(), try await HTTPService(), try await HTTPService(),
      try await HTTPService(), try await HTTPService(), try await HTTPService(),
    ]
    let client = HTTPClient(limits: .patient)
    let outcomes = Outcomes()
    for service in services {
      for _ in 0..<6 { _ = client.start("/held", to: service, noting: outcomes) }
    }
    for service in services.dropLast() { try await service.wait(for: "GET", count: 6) }
    try await services[5].wait(for: "GET", count: 2)
    await turns(50)
    expect(services[5].count("GET"), equals: 2)
    for service in services { try service.release() }
    try await outcomes.wait(count: 36)
    expect(outcomes.events.allSatisfy { $0 == .answered(200) })
  }

  @Test func `by default, an answer may take a minute, with pauses of 20 seconds`() {
    let limits = HTTPLimits()
    expect(limits.connecting, equals: .seconds(10))
    expect(limits.silence, equals: .seconds(20))
    expect(limits.total, equals: .seconds(60))
    expect(limits.idle, equals: .seconds(75))
  }

  /// The largest number of requests that were held at the same time.
  private func mostAtOnce(_ log: [String]) -> Int {
    var now = 0
    var most = 0
    for line in log {
      if line.hasPrefix("GET") { now += 1 }
      if line.hasPrefix("release") { now -= 1 }
      most = max(most, now)
    }
    return most
  }
}
