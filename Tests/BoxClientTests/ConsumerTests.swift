import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// How a consumer takes the events of a subscription: at what pace, and until when.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct ConsumerTests {
  /// More than the kernel buffers between two processes.
  private static let changes = 10_000
  private static let filler = JSONText(String(repeating: "x", count: 500))

  /// A subscription that is in step at revision 1, and its connections.
  @LoopActor
  private func inStep(
    with daemon: ScriptedDaemon, mode: Subscribe.Mode = .latest
  ) async throws -> (Subscription, Journal<Connection>) {
    let connections = Journal<Connection>()
    let subscription = Subscription(
      [pattern], mode: mode, backoff: quick,
      connector: { _ in
        let connection = try await Connection.connect(to: daemon.path)
        connections.note(connection)
        return connection
      })
    expect(
      text(.success(try require(try await subscription.next()))), equals: "connected scripted")
    try await daemon.requests.wait(count: 1)
    daemon.answer(resumed: false, revision: 1)
    daemon.synchronise(boxes(1, ["a.b": 1]))
    for _ in 1...2 { _ = try await subscription.next() }
    expect(subscription.mirror.isSynced)
    return (subscription, connections)
  }

  /// Sends `changes` changes, each with its own revision.
  @LoopActor
  private func sendMany(_ daemon: ScriptedDaemon) {
    for revision in 2..<(2 + Self.changes) {
      daemon.change(
        BoxValues(revision: revision, values: [("a.b", Self.filler), ("a.c", JSONText(revision))]))
    }
  }

  /// Returns when the clients have read everything that was sent before.
  @LoopActor
  private func settle(_ daemon: ScriptedDaemon) async throws {
    for _ in 1...3 {
      let count = daemon.requests.events.count
      let other = try await Connection.connect(to: daemon.path)
      other.send("settle") { _ in }
      try await daemon.requests.wait(count: count + 1)
      other.close()
    }
  }

  @LoopActor
  @Test func `events wait in the daemon until they are requested, then arrive in order`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let (subscription, connections) = try await inStep(with: daemon, mode: .every)
    let connection = try require(connections.events.first)
    sendMany(daemon)
    let sent = daemon.unsentBytes
    expect(sent > 4 << 20)
    try await settle(daemon)
    let bound = 2 * 65536 + 1024
    expect(connection.heldBytes <= bound)
    // `unsentBytes` now counts for a newer connection, so look at the subscription.
    expect(subscription.mirror.revision, equals: 1)
    var revisions: [Int] = []
    var mostHeld = 0
    while revisions.last != Self.changes + 1, let event = try await subscription.next() {
      guard case .changed(let boxes) = event else { continue }
      revisions.append(boxes.revision)
      expect(subscription.mirror.revision, equals: boxes.revision)
      mostHeld = max(mostHeld, connection.heldBytes)
    }
    expect(revisions, equals: Array(2...(Self.changes + 1)))
    expect(mostHeld <= bound)
    subscription.cancel()
  }

  @LoopActor
  @Test func `everything a daemon sent before it exited is delivered first`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, connections) = try await inStep(with: daemon)
    for revision in 2...100 { daemon.change(boxes(revision, ["a.b": revision])) }
    daemon.send(Bye(.shutdown, retryAfter: .milliseconds(1)).line)
    daemon.hangUp()
    try await settle(daemon)
    expect(connections.events.first?.disconnection == nil)
    for revision in 2...100 {
      guard case .changed(let boxes) = try await subscription.next() else {
        Issue.record("no change \(revision)")
        return
      }
      expect(boxes.revision, equals: revision)
    }
    guard case .lost(.bye, _) = try await subscription.next() else {
      Issue.record("no goodbye")
      return
    }
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription does not reconnect while no event is requested`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, connections) = try await inStep(with: daemon)
    daemon.hangUp()
    try await settle(daemon)
    expect(connections.events.count, equals: 1)
    for expected in ["lost ended", "connected scripted"] {
      expect(text(.success(try require(try await subscription.next()))), equals: expected)
    }
    expect(connections.events.count, equals: 2)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a loop continues where the previous one stopped`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, _) = try await inStep(with: daemon)
    for revision in 2...9 { daemon.change(boxes(revision, ["a.b": revision])) }
    for last in [4, 9] {
      for try await event in subscription {
        if case .changed(let boxes) = event, boxes.revision == last { break }
      }
      expect(subscription.mirror.revision, equals: last)
    }
    subscription.cancel()
    expect(try await subscription.next() == nil)
  }

  @LoopActor
  @Test func `a finished subscription returns nil to every caller, even while an event is pending`()
    async throws
  {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (subscription, events) = observe(daemon)
    try await daemon.connections.wait(count: 1)
    subscription.cancel()
    expect(try await subscription.next() == nil)
    // On a busy machine, the greeting is late before that.
    expect(events.events.allSatisfy { $0 == "lost the daemon did not greet in time" })
  }

  @Test func `a second consumer at the same time is a programming error`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = LoopThread.isRunning
      try await Task { @LoopActor in
        let daemon = try ScriptedDaemon(greeting: nil)
        let (subscription, _) = observe(daemon)
        try await daemon.connections.wait(count: 1)
        _ = try await subscription.next()
      }.value
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(said.contains("a subscription has one consumer at a time"))
  }

  @LoopActor
  @Test func `states are complete, and each is returned once`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, _) = try await inStep(with: daemon)
    daemon.change(boxes(2, ["a.b": 2, "a.c": 3]))
    daemon.send(Gap(from: 3, to: 8).line)
    daemon.synchronise(boxes(9, ["a.b": 4]))
    daemon.change(boxes(10, ["a.d": 5]))
    var states: [String] = []
    for try await mirror in subscription.states {
      states.append(
        mirror.boxes.map { "\($0.path)=\($0.value)" }.joined(separator: " "))
      if states.count == 3 { break }
    }
    expect(states, equals: ["a.b=2 a.c=3", "a.b=4", "a.b=4 a.d=5"])
    subscription.cancel()
  }

  @LoopActor
  @Test func `a subscription resumes from a known state, or reports what may have been missed`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let events = Journal<String>()
    let subscription = Subscription(
      [pattern], mode: .every, since: Subscribe.Position(epoch: "e", revision: 40), backoff: quick,
      connector: { _ in try await Connection.connect(to: daemon.path) })
    consume(subscription) { events.note(text($0)) }
    expect(
      try await daemon.requests.wait(count: 1).first?.hasSuffix(
        #""since":{"epoch":"e","revision":40}}"#), equals: true)
    daemon.answer(resumed: false, revision: 90)
    daemon.synchronise(boxes(90, ["a.b": 1]))
    expect(
      try await events.wait(count: 4).dropFirst(),
      equals: [
        #"changed {"revision":90,"boxes":{"a.b":1}}"#, "missed 40-90", "synced 90",
      ])
    subscription.cancel()
  }
}
