import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct SubscriptionTests {
  @LoopActor
  @Test func `a subscription sends its patterns and returns what arrives`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    expect(try await daemon.requests.wait(count: 1), equals: [#"subscribe {"boxes":["a.**"]}"#])
    daemon.answer(.success(.null))
    daemon.synchronise(boxes(4, ["a.b": 1, "a.c": 2]))
    daemon.change(boxes(5, ["a.b": 3], removed: ["a.c"]))
    expect(
      try await events.wait(count: 4),
      equals: [
        "connected scripted", #"changed {"revision":4,"boxes":{"a.b":1,"a.c":2}}"#, "synced 4",
        #"changed {"revision":5,"boxes":{"a.b":3},"removed":["a.c"]}"#,
      ])
    expect(subscription.mirror.boxes.map(\.path), equals: ["a.b"])
    subscription.cancel()
  }

  @LoopActor
  @Test func `after a lost connection it reconnects and reports only what changed`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(4, ["a.b": 1, "a.c": 2, "a.d": 3]))
    try await events.wait(count: 3)
    daemon.greeting = Hello(server: "scripted", epoch: "f", revision: 1)
    daemon.hangUp()
    try await daemon.requests.wait(count: 2)
    expect(daemon.requests.events[1], equals: #"subscribe {"boxes":["a.**"]}"#)
    daemon.synchronise(boxes(1, ["a.b": 1, "a.c": 9]), epoch: "f")
    expect(
      try await events.wait(count: 8).dropFirst(3),
      equals: [
        "lost ended", "connected scripted", #"changed {"revision":1,"boxes":{"a.c":9}}"#,
        #"changed {"revision":1,"boxes":{},"removed":["a.d"]}"#, "synced 1",
      ])
    expect(subscription.mirror.epoch, equals: "f")
    subscription.cancel()
  }

  @LoopActor
  @Test func `after a gap only what changed is reported`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(4, ["a.b": 1, "a.c": 2]))
    daemon.send(Gap(from: 4, to: 9).line)
    daemon.synchronise(boxes(9, ["a.b": 1]))
    expect(
      try await events.wait(count: 5).dropFirst(3),
      equals: [
        #"changed {"revision":9,"boxes":{},"removed":["a.c"]}"#, "synced 9",
      ])
    expect(subscription.mirror.isSynced)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a snapshot puts the subscription out of step until synced`() async throws {
    let daemon = try ScriptedDaemon()
    let inStep = Journal<Bool>()
    let subscription = Subscription(
      [pattern], backoff: quick,
      connector: { _ in try await Connection.connect(to: daemon.path) })
    consume(subscription) {
      if case .success(.changed) = $0 { inStep.note(subscription.mirror.isSynced) }
    }
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(4, ["a.b": 1]))
    daemon.change(boxes(5, ["a.b": 2]))
    daemon.synchronise(boxes(9, ["a.b": 3]))
    daemon.change(boxes(10, ["a.b": 4]))
    expect(try await inStep.wait(count: 4), equals: [false, true, false, true])
    subscription.cancel()
  }

  @LoopActor
  @Test func `the connector gets the reason for the last loss until a daemon is in step`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let reasons = Journal<Disconnection?>()
    let (subscription, events) = observe(daemon, reasons: reasons)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    try await events.wait(count: 3)
    let bye = Disconnection.bye(Bye(.shutdown, retryAfter: .milliseconds(1)))
    daemon.send(Bye(.shutdown, retryAfter: .milliseconds(1)).line)
    try await daemon.requests.wait(count: 2)
    // Lost again before it was in step: the reason is still the goodbye.
    daemon.hangUp()
    try await daemon.requests.wait(count: 3)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    try await events.wait { $0.filter { $0 == "synced 1" }.count == 2 }
    daemon.hangUp()
    try await daemon.requests.wait(count: 4)
    expect(reasons.events, equals: [nil, bye, bye, .ended])
    subscription.cancel()
  }

  @LoopActor
  @Test func `the pause in a goodbye is respected`() async throws {
    let daemon = try ScriptedDaemon()
    let pauses = Journal<Duration?>()
    let subscription = Subscription(
      [pattern], backoff: quick,
      connector: { _ in try await Connection.connect(to: daemon.path) })
    consume(subscription) { if case .success(.lost(_, let pause)) = $0 { pauses.note(pause) } }
    try await daemon.requests.wait(count: 1)
    let start = ContinuousClock.now
    daemon.send(Bye(.shutdown, retryAfter: .milliseconds(120)).line)
    try await daemon.requests.wait(count: 2)
    expect(pauses.events, equals: [.milliseconds(120) + .microseconds(500)])
    expect(start.duration(to: .now) >= .milliseconds(120))
    subscription.cancel()
  }

  @LoopActor
  @Test func `pauses grow until a daemon is in step, then start again`() async throws {
    let daemon = try ScriptedDaemon()
    let pauses = Journal<Duration?>()
    let subscription = Subscription(
      [pattern], backoff: Backoff(first: .milliseconds(2), longest: .seconds(1), random: { 0 }),
      connector: { _ in try await Connection.connect(to: daemon.path) })
    consume(subscription) { if case .success(.lost(_, let pause)) = $0 { pauses.note(pause) } }
    for count in 1...3 {
      try await daemon.requests.wait(count: count)
      daemon.hangUp()
    }
    try await daemon.requests.wait(count: 4)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    daemon.hangUp()
    expect(try await pauses.wait(count: 4), equals: [1, 2, 4, 1].map { .milliseconds($0) })
    subscription.cancel()
  }

  @LoopActor
  @Test func `connecting without a listener is retried until the backoff ends`()
    async throws
  {
    let directory = TemporaryDirectory()
    let backoff = Backoff(
      first: .milliseconds(1), longest: .milliseconds(1), total: .milliseconds(2),
      random: { 0 })
    let events = Journal<Duration?>()
    let subscription = Subscription(
      [pattern], backoff: backoff,
      connector: { _ in try await Connection.connect(to: directory.file("s")) })
    consume(subscription) { result in
      if case .success(.unreachable(_, let pause)) = result { events.note(pause) }
      if case .failure(.unreachable) = result { events.note(nil) }
    }
    let half = Duration.microseconds(500)
    expect(try await events.wait { $0.contains(nil) }, equals: [half, half, half, half, nil])
    subscription.cancel()
  }

  @LoopActor
  @Test func `a refusal ends the subscription`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.answer(.failure(.limit("patterns", "too many")))
    expect(try await events.wait(count: 2).last, equals: "refused too many")
    subscription.cancel()
  }

  @LoopActor
  @Test func `after cancel nothing is reported, whatever is in flight`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    subscription.cancel()
    subscription.cancel()
    // Once another client is served, the lines above would have been read.
    let other = try await Connection.connect(to: daemon.path)
    other.send("ping") { _ in }
    try await daemon.requests.wait(count: 2)
    expect(events.events.filter { $0 != "connected scripted" }.isEmpty)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a consumer can cancel its subscription while handling an event`() async throws {
    let daemon = try ScriptedDaemon()
    let events = Journal<String>()
    let subscription = Subscription(
      [pattern], backoff: quick,
      connector: { _ in try await Connection.connect(to: daemon.path) })
    consume(subscription) { result in
      events.note(text(result))
      if case .success(.changed) = result { subscription.cancel() }
    }
    try await daemon.requests.wait(count: 1)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    try await events.wait(count: 2)
    let other = try await Connection.connect(to: daemon.path)
    other.send("ping") { _ in }
    try await daemon.requests.wait(count: 2)
    expect(events.events.count, equals: 2)
  }

  @LoopActor
  @Test func `a subscription is released when dropped, and closes its connection`() async throws {
    let daemon = try ScriptedDaemon()
    // Before the first event is requested, after the greeting, and in step.
    for count in 0...3 {
      weak var released: Subscription?
      do {
        let subscription = Subscription(
          [pattern], backoff: quick,
          connector: { _ in try await Connection.connect(to: daemon.path) })
        released = subscription
        if count > 0 { _ = try await subscription.next() }
        if count > 1 {
          try await daemon.requests.wait(count: count)
          daemon.synchronise(boxes(1, ["a.b": 1]))
        }
        for _ in 1..<max(1, count) { _ = try await subscription.next() }
      }
      expect(released == nil)
      try await daemon.ends.wait(count: count)
    }
  }
}
