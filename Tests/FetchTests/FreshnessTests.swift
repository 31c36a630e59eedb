import Expectations
import Fetch
import Testing

/// When a copy has expired, and when an expired one is used.
struct FreshnessTests {
  private let stage = FlowStage()

  @Test func `copies expire after 5 minutes by default`() {
    expect(FlowStage.configuration.expiry, equals: .seconds(300))
  }

  @Test(arguments: [
    (Duration.seconds(299), "old"), (.milliseconds(299_999), "old"), (.seconds(300), "new"),
    (.seconds(301), "new"), (.zero, "old"),
    // The clock was set back.
    (.milliseconds(-1), "new"), (.seconds(-86_400), "new"),
  ])
  func `a copy expires when its age reaches the expiry`(age: Duration, used: String) async throws {
    stage.store("old", of: topics, age: age)
    expect(try await stage.flow().fetch(topics).value, equals: used)
  }

  @Test func `with an expiry of zero, each fetch asks the service`() async throws {
    var configuration = FlowStage.configuration
    configuration.expiry = .zero
    stage.store("old", of: topics, age: .zero)
    expect(try await stage.flow(configuration).fetch(topics).value, equals: "new")
  }

  @Test func `dates of a damaged copy at the ends of time count as expired`() async throws {
    for milliseconds in [Int64.min, .max] {
      stage.copies[topics.key] = StoredCopy(
        "old", fetchedAt: WallTime(millisecondsSince1970: milliseconds))
      expect(try await stage.flow().fetch(topics).value, equals: "new")
    }
  }

  @Test(arguments: [
    FetchError.refused, .lost, .noConnectivity(.timedOut), .noConnectivity(.unresolved),
    .status(408), .status(429), .status(500), .status(502), .status(503), .status(504),
    .status(503, retryAfter: .seconds(60)),
  ])
  func `an expired copy is used, marked as stale, while the service is unable to answer`(
    error: FetchError
  ) async throws {
    stage.store("old", of: topics, age: .seconds(3600))
    stage.answers = [.failure(error)]
    let fetched = try await stage.flow().fetch(topics)
    expect(fetched.value, equals: "old")
    expect(fetched.source, equals: .store)
    expect(fetched.isStale)
    expect(fetched.failure, equals: error)
    expect(stage.steps.last, equals: .servedStale(error))
    expect(stage.saves.isEmpty)
  }

  @Test func `an expired copy is used while the service is unreachable`() async throws {
    stage.store("old", of: topics, age: .seconds(3600))
    stage.isReachable = false
    let fetched = try await stage.flow().fetch(topics)
    expect(fetched.failure, equals: .noConnectivity(.unreachable))
    expect(fetched.isStale)
  }

  @Test(arguments: [
    FetchError.status(400), .status(401), .status(404), .status(410), .status(501),
    .server(.unusable(reason: "certificate")), .parser(ParserFailure(reason: "format")),
  ])
  func `an expired copy is not used instead of a definite answer`(error: FetchError) async {
    stage.store("old", of: topics, age: .seconds(3600))
    stage.answers = [.failure(error)]
    await #expect(throws: error) { try await stage.flow().fetch(topics) }
  }

  @Test func `with staleIfError off, a failure is thrown`() async {
    var configuration = FlowStage.configuration
    expect(configuration.staleIfError)
    configuration.staleIfError = false
    stage.store("old", of: topics, age: .seconds(3600))
    stage.answers = [.failure(.refused)]
    await #expect(throws: FetchError.refused) { try await stage.flow(configuration).fetch(topics) }
  }

  @Test func `fetchFromNetwork throws the failure although the caller knows a copy`() async {
    stage.answers = [.failure(.refused)]
    let known = StoredCopy("old", fetchedAt: stage.now)
    await #expect(throws: FetchError.refused) {
      try await stage.flow().fetchFromNetwork(topics, known: known)
    }
  }

  @Test func `a copy that was confirmed before a given time has expired`() async throws {
    stage.store("old", of: topics, age: .seconds(9))
    let flow = stage.flow()
    expect(try await flow.fetch(topics, since: stage.now - .seconds(9)).value, equals: "old")
    expect(try await flow.fetch(topics, since: stage.now).value, equals: "new")
    expect(stage.requests.count, equals: 1)
    expect(try await flow.fetch(topics, since: stage.now).source, equals: .store)
    stage.answers = [.failure(.refused)]
    let stale = try await flow.fetch(topics, since: stage.now + .seconds(1))
    expect(stale.value, equals: "new")
    expect(stale.isStale)
  }
}
