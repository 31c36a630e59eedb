import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Cancels tasks while they wait for a daemon, at each place where they can wait.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct CancellationTests {
  /// Where a consumer waits.
  enum Place: CaseIterable {
    case connecting, greeting, answer, changes, pause
  }

  @LoopActor
  @Test(arguments: Place.allCases)
  func `cancelling a consumer ends its subscription`(_ place: Place) async throws {
    let daemon = try ScriptedDaemon(
      greeting: place == .greeting ? nil : Hello(server: "scripted", epoch: "e", revision: 1))
    let events = Journal<String>()
    let ends = Journal<Void>()
    let subscription = Subscription(
      [pattern],
      backoff: place == .pause ? Backoff(first: .seconds(60), longest: .seconds(60)) : quick,
      connector: { _ in
        if place == .connecting {
          events.note("connecting")
          await Pause.wait(for: .seconds(60))
          ends.note(())
          throw CancellationError()
        }
        return try await Connection.connect(to: daemon.path)
      })
    let consumer = consume(subscription) { events.note(text($0)) }
    switch place {
    case .connecting: try await events.wait(count: 1)
    case .greeting: try await daemon.connections.wait(count: 1)
    case .answer: try await daemon.requests.wait(count: 1)
    case .changes, .pause:
      try await daemon.requests.wait(count: 1)
      daemon.answer(resumed: false, revision: 1)
      daemon.synchronise(boxes(1, ["a.b": 1]))
      try await events.wait { $0.last == "synced 1" }
      guard place == .pause else { break }
      daemon.hangUp()
      try await events.wait { $0.last == "lost ended" }
    }
    let before = events.events
    consumer.cancel()
    await consumer.value
    expect(try await subscription.next() == nil)
    expect(events.events, equals: before)
    switch place {
    case .connecting: try await ends.wait(count: 1)
    case .greeting, .answer, .changes: try await daemon.ends.wait(count: 1)
    case .pause: expect(daemon.connections.events.count, equals: 1)
    }
  }

  @LoopActor
  @Test func `a task that is already cancelled gets nothing and does not connect`() async throws {
    let daemon = try ScriptedDaemon()
    let (subscription, events) = observe(daemon)
    subscription.cancel()
    let late = Subscription(
      [pattern], connector: { _ in try await Connection.connect(to: daemon.path) })
    let start = Gate()
    let task = Task { @LoopActor in
      await start.wait()
      return try await late.next() == nil
    }
    task.cancel()
    start.open()
    expect(try await task.value)
    expect(daemon.connections.events.isEmpty)
    expect(events.events.isEmpty)
  }

  /// Cancels a first call, and returns a second one that waits for its answer.
  @LoopActor
  private func secondCall(
    to daemon: ScriptedDaemon, over connection: Connection
  ) async throws -> Task<JSONText, any Error> {
    let first = Task { try await connection.call("first") }
    try await daemon.requests.wait(count: 1)
    first.cancel()
    await #expect(throws: CallError.cancelled) { try await first.value }
    let second = Task { try await connection.call("second") }
    try await daemon.requests.wait(count: 2)
    return second
  }

  @LoopActor
  @Test func `a cancelled call ends at once, and its answer is dropped`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let second = try await secondCall(to: daemon, over: connection)
    daemon.answer(.success(JSONText(1)), back: 1)
    daemon.answer(.success(JSONText(2)))
    expect(try await second.value, equals: JSONText(2))
    connection.close()
  }

  @LoopActor
  @Test func `an error without an id belongs to the oldest call, cancelled or not`()
    async throws
  {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let second = try await secondCall(to: daemon, over: connection)
    daemon.send(Response(id: .null, .failure(RequestError(.notJSON, "what"))).line)
    daemon.answer(.success(JSONText(2)))
    expect(try await second.value, equals: JSONText(2))
    connection.close()
  }

  @LoopActor
  @Test func `a call that is cancelled before it is sent is never sent`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let start = Gate()
    let task = Task { @LoopActor in
      await start.wait()
      return try await connection.call("late")
    }
    task.cancel()
    start.open()
    await #expect(throws: CallError.cancelled) { try await task.value }
    connection.send("next") { _ in }
    expect(try await daemon.requests.wait(count: 1).first?.hasPrefix("next"), equals: true)
    connection.close()
  }
}
