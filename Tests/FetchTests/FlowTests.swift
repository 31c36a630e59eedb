import Expectations
import Fetch
import Testing

/// What a fetch does, in order.
struct FlowTests {
  private let stage = FlowStage()

  @Test func `a copy that has not expired is used without asking the service`() async throws {
    stage.store("old", of: topics, age: .seconds(10))
    let fetched = try await stage.flow().fetch(topics)
    expect(fetched.value, equals: "old")
    expect(fetched.source, equals: .store)
    expect(!fetched.isStale)
    expect(!fetched.isUnchanged)
    expect(fetched.fetchedAt, equals: stage.now - .seconds(10))
    expect(stage.steps, equals: [.load, .loaded(isExpired: false)])
    expect(stage.requests.isEmpty)
  }

  @Test func `without a copy, the answer of the service is used and saved`() async throws {
    let fetched = try await stage.flow().fetch(topics)
    expect(fetched.value, equals: "new")
    expect(fetched.source, equals: .network)
    expect(fetched.fetchedAt, equals: stage.now)
    expect(stage.copies[topics.key], equals: fetched.copy)
    expect(
      stage.steps,
      equals: [.load, .missing, .request(attempt: 1), .received(pruned: 0), .save, .saved])
  }

  @Test(arguments: [FetchError.unreadable, .parser(ParserFailure(reason: "format")), .cancelled])
  func `fetch loads first, and continues with the network whatever error that throws`(
    error: FetchError
  ) async throws {
    stage.loadError = error
    expect(try await stage.flow().fetch(topics).value, equals: "new")
    expect(
      stage.steps,
      equals: [
        .load, .loadFailed(error), .request(attempt: 1), .received(pruned: 0), .save, .saved,
      ])
  }

  @Test func `fetchFromNetwork never loads, and saves what the network returned`() async throws {
    stage.store("old", of: topics, age: .zero)
    expect(try await stage.flow().fetchFromNetwork(topics).value, equals: "new")
    expect(stage.copies[topics.key]?.value, equals: "new")
    expect(stage.steps, equals: [.request(attempt: 1), .received(pruned: 0), .save, .saved])
  }

  @Test func `fetchFromNetwork saves nothing if the network fails`() async {
    stage.answers = [.failure(.status(404))]
    await #expect(throws: FetchError.status(404)) {
      try await stage.flow().fetchFromNetwork(topics)
    }
    expect(stage.steps, equals: [.request(attempt: 1), .requestFailed(.status(404), pause: nil)])
  }

  @Test func `network, load and save can be replaced, for example to log a lost error`()
    async throws
  {
    let flow = stage.flow()
    var lost: [FetchError] = []
    let load = flow.load
    stage.loadError = .unreadable
    flow.load = { resource async throws(FetchError) in
      do throws(FetchError) {
        return try await load(resource)
      } catch {
        lost.append(error)
        throw error
      }
    }
    flow.network = { _, _ in .value("replaced", pruned: 2) }
    flow.save = { copy, _ throws(FetchError) in throw .full }
    await #expect(throws: FetchError.full) { try await flow.fetch(topics) }
    expect(lost, equals: [.unreadable])
    expect(await flow.stored(topics) == nil)
    expect(lost, equals: [.unreadable, .unreadable])
  }

  @Test func `one flow keeps the copies of different resources apart`() async throws {
    let flow = stage.flow()
    let posts = Resource(path: "posts")
    stage.answers = [.success(.value("topics")), .success(.value("posts"))]
    _ = try await flow.fetch(topics)
    _ = try await flow.fetch(posts)
    expect(try await flow.fetch(topics).value, equals: "topics")
    expect(try await flow.fetch(posts).value, equals: "posts")
    expect(stage.requests.count, equals: 2)
  }

  @Test func `stored returns a copy of any age, and says whether it is stale`() async {
    stage.store("old", of: topics, age: .seconds(300))
    let old = await stage.flow().stored(topics)
    expect(old?.value, equals: "old")
    expect(old?.isStale, equals: true)
    expect(old?.failure == nil)
    stage.store("fresh", of: topics, age: .seconds(299))
    expect(await stage.flow().stored(topics)?.isStale, equals: false)
    stage.loadError = .unreadable
    expect(await stage.flow().stored(topics)?.value == nil)
    expect(stage.steps.last, equals: .loadFailed(.unreadable))
    expect(stage.requests.isEmpty)
  }

  @Test(arguments: [Method.post, .put, .patch, .delete])
  func `a request that changes something is always sent, and its answer is not stored`(
    method: Method
  ) async throws {
    let change = Resource(path: "topics", method: method)
    stage.store("old", of: change, age: .zero)
    let flow = stage.flow()
    expect(try await flow.fetch(change).value, equals: "new")
    expect(await flow.stored(change) == nil)
    expect(stage.steps, equals: [.request(attempt: 1), .received(pruned: 0)])
  }

  @Test func `an unreachable service is not sent a request`() async throws {
    stage.isReachable = false
    let flow = stage.flow()
    await #expect(throws: FetchError.noConnectivity(.unreachable)) {
      try await flow.fetchFromNetwork(topics)
    }
    expect(stage.steps, equals: [.unreachable])
    flow.isReachable = { true }
    expect(try await flow.fetchFromNetwork(topics).value, equals: "new")
  }
}
