import Expectations
import Fetch
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct HTTPConnectionTests {
  @LoopActor
  @Test func `a connection is used again`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    for _ in 0..<100 {
      expect(try await client.send(.get, "/list", to: service).status, equals: 200)
    }
    expect(service.count("GET"), equals: 100)
    expect(service.count("accept"), equals: 1)
  }

  @LoopActor
  @Test func `50 slow requests do not keep the loop from turning`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.perOrigin = 50
    limits.atOnce = 50
    let client = HTTPClient(limits: limits)
    let outcomes = Outcomes()
    for _ in 0..<50 { _ = client.start("/held", to: service, noting: outcomes) }
    try await service.wait(for: "GET", count: 50)
    var count = 0
    let hook = LoopActor.beforeSleep { count += 1 }
    await turns(1000)
    expect(count >= 1000)
    expect(outcomes.events, equals: [])
    try service.release()
    try await outcomes.wait(count: 50)
    expect(outcomes.events.allSatisfy { $0 == .answered(200) })
    withExtendedLifetime(hook) {}
  }

  @LoopActor
  @Test func `a cancelled request ends at once, and its connection is closed`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let outcomes = Outcomes()
    let task = client.start("/hang", to: service, noting: outcomes)
    try await service.wait(for: "GET")
    task.cancel()
    expect(try await outcomes.wait(count: 1), equals: [.failed(.cancelled)])
    try await service.wait(for: "close")
    expect(try await client.send(.get, "/list", to: service).status, equals: 200)
  }

  @LoopActor
  @Test func `a request that is cancelled while it waits is not sent`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.perOrigin = 1
    let client = HTTPClient(limits: limits)
    let outcomes = Outcomes()
    _ = client.start("/held", to: service, noting: outcomes)
    try await service.wait(for: "GET")
    let waiting = client.start("/list", to: service, noting: outcomes)
    await turns(2)
    waiting.cancel()
    expect(try await outcomes.wait(count: 1), equals: [.failed(.cancelled)])
    try service.release()
    expect(try await outcomes.wait(count: 2).last, equals: .answered(200))
    expect(service.count("GET"), equals: 1)
  }

  @LoopActor
  @Test func `a request of a cancelled task is not sent`() async throws {
    let service = try await HTTPService()
    let client = HTTPClient(limits: .patient)
    let outcomes = Outcomes()
    let task = client.start("/list", to: service, noting: outcomes)
    task.cancel()
    expect(try await outcomes.wait(count: 1), equals: [.failed(.cancelled)])
    expect(service.log, equals: [])
  }

  @LoopActor
  @Test func `a connection that nobody uses is closed after a while`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.idle = .milliseconds(20)
    let client = HTTPClient(limits: limits)
    for count in 1...2 {
      expect(try await client.send(.get, "/list", to: service).status, equals: 200)
      try await service.wait(for: "close", count: count)
    }
    expect(service.count("accept"), equals: 2)
  }

  @LoopActor
  @Test func `closing idle connections does not disturb requests in flight, and follows them`()
    async throws
  {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.idle = .seconds(3600)
    let client = HTTPClient(limits: limits)
    expect(try await client.send(.get, "/list", to: service).status, equals: 200)
    client.closeIdleConnections()
    try await service.wait(for: "close")
    let outcomes = Outcomes()
    _ = client.start("/held", to: service, noting: outcomes)
    try await service.wait(for: "GET /held")
    client.closeIdleConnections()
    try service.release()
    expect(try await outcomes.wait(count: 1), equals: [.answered(200)])
    try await service.wait(for: "close", count: 2)
  }

  @LoopActor
  @Test func `closing a client ends its requests, and later ones`() async throws {
    let service = try await HTTPService()
    var limits = HTTPLimits.patient
    limits.perOrigin = 1
    let client = HTTPClient(limits: limits)
    let outcomes = Outcomes()
    for _ in 0..<3 { _ = client.start("/hang", to: service, noting: outcomes) }
    try await service.wait(for: "GET")
    client.close()
    client.close()
    let events = try await outcomes.wait(count: 3)
    expect(events.allSatisfy { $0 == .failed(.cancelled) })
    try await service.wait(for: "close")
    await #expect(throws: HTTPError.cancelled) {
      try await client.send(.get, "/list", to: service)
    }
    expect(service.count("accept"), equals: 1)
  }

  @LoopActor
  @Test func `releasing a client closes its connections`() async throws {
    let service = try await HTTPService()
    var client: HTTPClient? = HTTPClient(limits: .patient)
    expect(try await client?.send(.get, "/list", to: service).status, equals: 200)
    client = nil
    try await service.wait(for: "close")
  }

  @Test func `an idle client has no descriptor and does not wake the loop`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      try await restAfterRequests()
    }
  }

  @Test func `failed requests leave no descriptor`() async {
    await #expect(processExitsWith: .success) {
      _ = LoopThread.isRunning
      try await failRequests()
    }
  }
}

@LoopActor
private func restAfterRequests() async throws {
  let service = try await HTTPService()
  await turns(1)
  let before = entries(of: "/proc/self/fd").count
  let client = HTTPClient(limits: .patient)
  _ = try await client.send(.get, "/list", to: service)
  expect(entries(of: "/proc/self/fd").count > before)
  client.closeIdleConnections()
  expect(entries(of: "/proc/self/fd").count, equals: before)
  var limits = HTTPLimits.patient
  limits.idle = .milliseconds(20)
  let other = HTTPClient(limits: limits)
  _ = try await other.send(.get, "/list", to: service)
  try await service.wait(for: "close", count: 2)
  await turns(1)
  expect(entries(of: "/proc/self/fd").count, equals: before)
  var count = 0
  let hook = LoopActor.beforeSleep { count += 1 }
  // Nothing should happen, so there is no event to wait for.
  _ = try await onOwnThread { usleep(200_000) }
  // The turn that ended before, and the one that continues this function.
  expect(count <= 2)
  withExtendedLifetime((hook, client, other)) {}
}

@LoopActor
private func failRequests() async throws {
  let service = try await HTTPService()
  let client = HTTPClient(limits: .patient)
  await turns(1)
  let before = entries(of: "/proc/self/fd")
  for _ in 0..<10 {
    for path in ["/cut", "/vanish", "/garbage", "/bytes/100000000", "/redirect?to=file:///"] {
      await #expect(throws: HTTPError.self) { try await client.send(.get, path, to: service) }
    }
  }
  try await service.kill()
  await #expect(throws: HTTPError.self) { try await client.send(.get, "/list", to: service) }
  client.closeIdleConnections()
  await turns(1)
  // Without the service's own, which are closed with it.
  expect(entries(of: "/proc/self/fd").count <= before.count)
}
