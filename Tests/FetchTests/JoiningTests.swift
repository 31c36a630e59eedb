import Expectations
import Fetch
import Testing

/// Equal calls at the same time, and what happens when they are cancelled.
@Suite(.timeLimit(.minutes(10))) struct JoiningTests {
  @MainActor @Test func `a hundred equal fetches at once are one load, one request and one save`()
    async throws
  {
    let (stage, _, calls) = await held(100) { try await $0.fetch(topics) }
    stage.release()
    for call in calls { expect(try await call.value.value, equals: "new") }
    expect(stage.requests.count, equals: 1)
    expect(stage.count(of: .load), equals: 1)
    expect(stage.saves.count, equals: 1)
  }

  @MainActor @Test func `a fetch joins the request of a fetchFromNetwork`() async throws {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.isHeld = true
    let first = Task { try await flow.fetchFromNetwork(topics) }
    await stage.reach(.request(attempt: 1))
    let second = Task { try await flow.fetch(topics) }
    await stage.reach(.joined)
    stage.release()
    expect(try await first.value, equals: try await second.value)
    expect(stage.steps.prefix(4), equals: [.request(attempt: 1), .load, .missing, .joined])
    expect(stage.requests.count, equals: 1)
  }

  @MainActor @Test func `all who joined get the error of the request`() async {
    let (stage, _, calls) = await held(3, answering: .failure(.status(404))) {
      try await $0.fetchFromNetwork(topics)
    }
    stage.release()
    for call in calls {
      await #expect(throws: FetchError.status(404)) { try await call.value }
    }
  }

  @MainActor @Test func `a flow calls its closures on the actor of its callers`() async throws {
    let stage = FlowStage()
    stage.answers = [.failure(.lost), .success(.value("new"))]
    let pause = stage.environment.pause
    stage.environment.pause = {
      await pause($0)
      await Task.yield()
      MainActor.preconditionIsolated()
    }
    let observe = stage.environment.observe
    stage.environment.observe = {
      MainActor.preconditionIsolated()
      observe($0, $1)
    }
    let flow = stage.flow(.savingLater)
    let calls = (0..<3).map { _ in Task { try await flow.fetch(topics) } }
    for call in calls { expect(try await call.value.value, equals: "new") }
    await stage.runDeferred()
    expect(stage.steps.last, equals: .saved)
  }

  @MainActor @Test func `a request that begins after another has ended is sent`() async throws {
    let stage = FlowStage()
    let flow = stage.flow()
    _ = try await flow.fetchFromNetwork(topics)
    _ = try await flow.fetchFromNetwork(topics)
    expect(stage.requests.count, equals: 2)
    expect(stage.count(of: .joined), equals: 0)
  }

  @MainActor @Test func `requests that differ, or that change something, are not joined`()
    async throws
  {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.isHeld = true
    let post = Resource(path: "topics", method: .post)
    let resources = [topics, Resource(path: "posts"), post, post]
    let calls = resources.map { resource in Task { try await flow.fetchFromNetwork(resource) } }
    await stage.reach(.request(attempt: 1), times: 4)
    for _ in calls { stage.release() }
    for call in calls { _ = try await call.value }
    expect(stage.count(of: .joined), equals: 0)
  }

  @MainActor @Test
  func `unchanged, for a call that joined, refers to the copy that this call knows`()
    async throws
  {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.isHeld = true
    stage.answers = [.success(.unchanged())]
    func known(_ etag: String) -> StoredCopy<String> {
      StoredCopy(etag, fetchedAt: stage.now, validators: Validators(etag: etag))
    }
    let calls = [known("1"), nil, known("2"), known("1")].map { copy in
      Task { try await flow.fetchFromNetwork(topics, known: copy) }
    }
    await stage.reach(.joined, times: 3)
    stage.release()
    var unchanged: [Bool] = []
    for call in calls {
      let fetched = try await call.value
      expect(fetched.value, equals: "1")
      unchanged.append(fetched.isUnchanged)
    }
    expect(unchanged, equals: [true, false, false, true])
  }

  @MainActor @Test func `cancelling a call that waits ends only that call, at once`() async throws {
    let (stage, _, calls) = await held(3) { try await $0.fetchFromNetwork(topics) }
    calls[1].cancel()
    await #expect(throws: FetchError.cancelled) { try await calls[1].value }
    stage.release()
    expect(try await calls[0].value.value, equals: "new")
    expect(try await calls[2].value.value, equals: "new")
    expect(stage.requests.count, equals: 1)
  }

  @MainActor @Test
  func `if the call that works is cancelled, the one that waited longest starts over`()
    async throws
  {
    let (stage, _, calls) = await held(3) { try await $0.fetch(topics) }
    calls[0].cancel()
    await #expect(throws: FetchError.cancelled) { try await calls[0].value }
    await stage.reach(.request(attempt: 1), times: 2)
    stage.release()
    stage.release()
    expect(try await calls[1].value.value, equals: "new")
    expect(try await calls[2].value.value, equals: "new")
    expect(stage.count(of: .tookOver), equals: 1)
    expect(stage.requests.count, equals: 2)
  }

  @MainActor @Test func `a call that takes over after it was cancelled passes the work on`()
    async throws
  {
    let (stage, _, calls) = await held(4) { try await $0.fetchFromNetwork(topics) }
    for call in calls.prefix(3) { call.cancel() }
    for call in calls.prefix(3) {
      await #expect(throws: FetchError.cancelled) { try await call.value }
    }
    await stage.reach(.request(attempt: 1), times: 2)
    stage.release()
    stage.release()
    expect(try await calls[3].value.value, equals: "new")
    expect(stage.requests.count, equals: 2)
  }

  @MainActor @Test func `after all calls were cancelled, the next one sends a request`()
    async throws
  {
    let (stage, flow, calls) = await held(3) { try await $0.fetch(topics) }
    for call in calls.reversed() { call.cancel() }
    for call in calls { await #expect(throws: FetchError.cancelled) { try await call.value } }
    stage.isHeld = false
    expect(try await flow.fetch(topics).value, equals: "new")
  }

  @MainActor @Test func `a cancelled call serves no expired copy and does not retry`() async {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.store("old", of: topics, age: .seconds(3600))
    stage.isHeld = true
    let call = Task { try await flow.fetch(topics) }
    await stage.reach(.request(attempt: 1))
    call.cancel()
    await #expect(throws: FetchError.cancelled) { try await call.value }
    let error = FetchError.noConnectivity(.interrupted(reason: "cancelled"))
    expect(
      stage.steps,
      equals: [
        .load, .loaded(isExpired: true), .request(attempt: 1), .requestFailed(error, pause: nil),
      ])
    expect(stage.pauses.isEmpty)
  }

  @MainActor @Test func `a call that is cancelled during a pause does not send again`() async {
    let stage = FlowStage()
    stage.answers = [.failure(.lost)]
    var call: Task<Fetched<String>, any Error>?
    stage.environment.pause = { _ in call?.cancel() }
    let flow = stage.flow()
    call = Task { try await flow.fetchFromNetwork(topics) }
    await #expect(throws: FetchError.cancelled) { try await call?.value }
    expect(stage.requests.count, equals: 1)
  }

  @MainActor @Test func `a task that is cancelled before it fetches sends nothing`() async {
    let stage = FlowStage()
    let flow = stage.flow()
    for method in [Method.get, .post] {
      let call = Task { try await flow.fetchFromNetwork(Resource(path: "a", method: method)) }
      call.cancel()
      await #expect(throws: FetchError.cancelled) { try await call.value }
    }
    expect(stage.requests.isEmpty)
  }

  @MainActor @Test func `a fetch joins no request that was sent before something was changed`()
    async throws
  {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.isHeld = true
    stage.answers = ["before", "changed", "after"].map { .success(.value($0)) }
    let before = Task { try await flow.fetchFromNetwork(topics) }
    await stage.reach(.request(attempt: 1))
    let change = Task { try await flow.fetchFromNetwork(Resource(path: "topics", method: .post)) }
    await stage.reach(.request(attempt: 1), times: 2)
    let after = Task { try await flow.fetchFromNetwork(topics) }
    await stage.reach(.request(attempt: 1), times: 3)
    for (call, value) in [(before, "before"), (change, "changed"), (after, "after")] {
      stage.release()
      expect(try await call.value.value, equals: value)
    }
    // Both may have been read before the change was made.
    expect(stage.count(of: .superseded), equals: 2)
    expect(stage.saves.isEmpty)
    stage.isHeld = false
    _ = try await flow.fetchFromNetwork(topics)
    expect(stage.saves.map(\.value), equals: ["after"])
  }

  /// Starts equal calls at once. Returns when the first one has sent its request, which is held, and
  /// the others have joined it.
  @MainActor private func held(
    _ count: Int,
    answering answer: Result<NetworkAnswer<String>, FetchError> = .success(.value("new")),
    _ call: @escaping @MainActor (FetchFlow<String>) async throws -> Fetched<String>
  ) async -> (stage: FlowStage, flow: FetchFlow<String>, calls: [Task<Fetched<String>, any Error>])
  {
    let stage = FlowStage()
    let flow = stage.flow()
    stage.isHeld = true
    stage.answers = [answer]
    let calls = (0..<count).map { _ in Task { try await call(flow) } }
    await stage.reach(.joined, times: count - 1)
    await stage.reach(.request(attempt: 1))
    return (stage, flow, calls)
  }
}
