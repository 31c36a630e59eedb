import Expectations
import Fetch
import Testing

/// Which requests are repeated, how often and when.
struct RetryTests {
  private let stage = FlowStage()

  @Test(arguments: [
    FetchError.lost, .noConnectivity(.timedOut), .noConnectivity(.unresolved), .status(408),
    .status(429), .status(500), .status(502), .status(503), .status(504),
  ])
  func `a temporary failure is retried twice within 2 seconds`(error: FetchError) async {
    stage.answers = [.failure(error)]
    stage.random = 0.999_999
    await #expect(throws: error) { try await stage.flow().fetchFromNetwork(topics) }
    expect(stage.requests.count, equals: 3)
    expect(stage.pauses.count, equals: 2)
    expect(stage.pauses.reduce(.zero, +) <= .seconds(2))
  }

  @Test func `a retry that succeeds is the result`() async throws {
    stage.answers = [.failure(.lost), .failure(.status(503)), .success(.value("third"))]
    expect(try await stage.flow().fetchFromNetwork(topics).value, equals: "third")
    expect(
      stage.steps,
      equals: [
        .request(attempt: 1), .requestFailed(.lost, pause: .milliseconds(375)),
        .request(attempt: 2), .requestFailed(.status(503), pause: .milliseconds(750)),
        .request(attempt: 3), .received(pruned: 0), .save, .saved,
      ])
  }

  @Test(arguments: [(0.0, 250, 500), (0.5, 375, 750), (0.75, 437.5, 875)])
  func `pauses are random, from half of their maximum up, and double`(
    random: Double, first: Double, second: Double
  ) async {
    stage.answers = [.failure(.lost)]
    stage.random = random
    _ = try? await stage.flow().fetchFromNetwork(topics)
    expect(stage.pauses, equals: [.milliseconds(first), .milliseconds(second)])
  }

  @Test(arguments: [
    FetchError.refused, .status(404), .status(400), .status(401), .status(409), .status(412),
    .status(501), .server(.unusable(reason: "certificate")),
    .parser(ParserFailure(reason: "format")), .cancelled,
  ])
  func `a refused connection and a definite answer are reported at once`(error: FetchError) async {
    stage.answers = [.failure(error)]
    await #expect(throws: error) { try await stage.flow().fetchFromNetwork(topics) }
    expect(stage.requests.count, equals: 1)
    expect(stage.pauses.isEmpty)
  }

  @Test(arguments: [
    (Method.get, 3), (.head, 3), (.put, 3), (.delete, 3), (.post, 1), (.patch, 1),
  ])
  func `only methods that are safe to repeat are retried`(method: Method, requests: Int) async {
    stage.answers = [.failure(.lost)]
    await #expect(throws: FetchError.lost) {
      try await stage.flow().fetch(Resource(path: "topics", method: method))
    }
    expect(stage.requests.count, equals: requests)
  }

  @Test func `a retry never precedes Retry-After`() async throws {
    stage.answers = [
      .failure(.status(503, retryAfter: .seconds(1))), .failure(.status(429, retryAfter: .zero)),
      .success(.value("third")),
    ]
    expect(try await stage.flow().fetchFromNetwork(topics).value, equals: "third")
    expect(stage.pauses, equals: [.seconds(1), .milliseconds(750)])
  }

  @Test(arguments: [(2_000, 2), (2_001, 1), (3_600_000, 1)])
  func `a Retry-After that exceeds the time for retries is part of the error`(
    milliseconds: Int, requests: Int
  ) async {
    let error = FetchError.status(429, retryAfter: .milliseconds(milliseconds))
    stage.answers = [.failure(error)]
    await #expect(throws: error) { try await stage.flow().fetchFromNetwork(topics) }
    expect(stage.requests.count, equals: requests)
  }

  @Test func `a Retry-After that exceeds the rest of the time ends the retries`() async {
    stage.answers = [
      .failure(.lost), .failure(.status(503, retryAfter: .milliseconds(1_626))),
    ]
    _ = try? await stage.flow().fetchFromNetwork(topics)
    expect(stage.pauses, equals: [.milliseconds(375)])
  }

  @Test func `time that requests take counts after the first failure`() async {
    let flow = stage.flow()
    let (stage, network) = (stage, flow.network)
    flow.network = { resource, validators async throws(FetchError) in
      stage.now = stage.now + .seconds(10)
      return try await network(resource, validators)
    }
    stage.answers = [.failure(.noConnectivity(.timedOut))]
    _ = try? await flow.fetchFromNetwork(topics)
    expect(stage.requests.count, equals: 2)
  }

  @Test func `a clock that is set back does not add retries`() async {
    let flow = stage.flow()
    let (stage, network) = (stage, flow.network)
    flow.network = { resource, validators async throws(FetchError) in
      stage.now = stage.now - .seconds(3600)
      return try await network(resource, validators)
    }
    stage.answers = [.failure(.status(503, retryAfter: .milliseconds(1_500)))]
    _ = try? await flow.fetchFromNetwork(topics)
    expect(stage.pauses, equals: [.milliseconds(1_500)])
  }
}
