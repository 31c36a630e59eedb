import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// A lost connection is made again to the daemon that was lost, and to no other one.
@Suite(.enabled(if: LoopThread.isRunning))
struct IdentityTests {
  private static func hello(_ identity: String?) -> Hello {
    Hello(server: "scripted", identity: identity, epoch: "e", revision: 1)
  }

  @LoopActor
  @Test(arguments: ["theirs", nil])
  func `a call to another daemon in the same place fails at once`(other: String?) async throws {
    let scripted = try ScriptedDaemon(greeting: Self.hello("mine"))
    let daemon = try await Daemon.connect(to: scripted.path)
    scripted.greeting = Self.hello(other)
    let lost = Task { try await daemon.call("lost") }
    try await scripted.requests.wait(count: 1)
    scripted.hangUp()
    await #expect(throws: DaemonError.lost(.ended)) { try await lost.value }
    let refusal = DaemonError.unreachable(.otherDaemon(place: scripted.path))
    await #expect(throws: refusal) { try await daemon.call("secret") }
    expect(scripted.requests.events, equals: ["lost {}"])
    // The daemon itself is welcome again.
    scripted.greeting = Self.hello("mine")
    let next = Task { try await daemon.call("next") }
    try await scripted.requests.wait(count: 2)
    scripted.answer(.success(1))
    expect(try await next.value, equals: 1)
  }

  @LoopActor
  @Test func `a subscription to a daemon sends nothing to another one`() async throws {
    let scripted = try ScriptedDaemon(greeting: Self.hello("mine"))
    let daemon = try await Daemon.connect(to: scripted.path)
    scripted.greeting = Self.hello("theirs")
    let failure = Journal<String>()
    let subscription = try daemon.subscribe(to: "a.**")
    consume(subscription) {
      if case .success(.unreachable(let error, _)) = $0 { failure.note("\(error)") }
    }
    expect(
      try await failure.wait(count: 1)[0],
      equals: "the daemon is gone, and another one listens at \(scripted.path)")
    expect(scripted.requests.events.isEmpty)
    subscription.cancel()
  }

  @LoopActor
  @Test func `a daemon without an identity is accepted, and its next version has one`() async throws
  {
    let scripted = try ScriptedDaemon(greeting: Self.hello(nil))
    let chosen = ChosenDaemon(DaemonPlace(scripted.path))
    for identity in [nil, "new", "new"] {
      scripted.greeting = Self.hello(identity)
      expect(try await chosen.open()?.hello?.identity, equals: identity)
    }
    scripted.greeting = Self.hello("other")
    await #expect(throws: ConnectError.otherDaemon(place: scripted.path)) {
      try await chosen.open()
    }
  }
}
