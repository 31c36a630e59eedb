import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What waits for a client keeps its connection awake until it is done, though nothing else happens.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct RestTests {
  /// A subscriber that wants nothing more in each pass after its first line.
  @LoopActor
  private func fixture(
    _ mode: Subscribe.Mode = .latest, interval: Duration = .zero
  ) -> SubscriberFixture {
    let fixture = SubscriberFixture(DeliveryOptions(mode: mode, interval: interval))
    fixture.appetite = 1
    return fixture
  }

  // MARK: One subscriber

  @LoopActor
  @Test(arguments: [Subscribe.Mode.latest, .every])
  func `changes that were not sent keep it awake`(mode: Subscribe.Mode) {
    let fixture = fixture(mode)
    fixture.isDrained = false
    fixture.setText("a.kept", "x", count: 100_000)
    fixture.setText("a.kept", "y", count: 100_000)
    fixture.delivery.flush()
    expect(fixture.rest, equals: .now)
    // It was sent much else in the same pass.
    fixture.isDrained = true
    fixture.append([UInt8](repeating: 0x0A, count: 1))
    fixture.delivery.resume(fixture.subscriber)
    expect(fixture.lines.isEmpty)
    expect(fixture.rest, equals: .now)
    expect(fixture.passUntilNothingIsLeft(), equals: (mode == .latest ? 1 : 2))
    expect(fixture.story.last?.hasPrefix("change a.kept"), equals: true)
    expect(fixture.rest, equals: .nothing)
  }

  @LoopActor
  @Test func `changes of other boxes do not keep it awake`() {
    let fixture = fixture(.every)
    fixture.isDrained = false
    fixture.changeOthers(3)
    fixture.delivery.flush()
    expect(fixture.rest, equals: .nothing)
  }

  @LoopActor
  @Test(arguments: [Subscribe.Mode.latest, .every])
  func `a snapshot keeps it awake until it is synced`(mode: Subscribe.Mode) {
    let fixture = fixture(mode)
    for name in ["b.a", "b.b"] { fixture.setText(name, count: 100_000) }
    fixture.delivery.flush()
    fixture.subscribe([Pattern("b.*")!])
    expect(fixture.rest, equals: .now)
    _ = fixture.passUntilNothingIsLeft()
    expect(fixture.story, equals: ["snapshot b.a", "snapshot b.b", "synced "])
  }

  @LoopActor
  @Test(arguments: [Subscribe.Mode.latest, .every])
  func `a callback keeps it awake, also behind changes of other boxes`(mode: Subscribe.Mode) {
    let fixture = fixture(mode)
    fixture.isDrained = false
    fixture.setText("a.kept", "x", count: 100_000)
    fixture.setText("a.kept", "y", count: 100_000)
    fixture.changeOthers(3)
    fixture.delivery.flush()
    var calls = 0
    fixture.delivery.whenSynced(fixture.subscriber) { _ in calls += 1 }
    fixture.isDrained = true
    _ = fixture.passUntilNothingIsLeft()
    expect(calls, equals: 1)
    expect(fixture.rest, equals: .nothing)
  }

  @LoopActor
  @Test func `a callback that waits for a snapshot is called though all patterns are withdrawn`() {
    let fixture = fixture()
    for name in ["b.a", "b.b"] { fixture.setText(name, count: 100_000) }
    fixture.subscribe([Pattern("b.*")!])
    var calls = 0
    fixture.delivery.whenSynced(fixture.subscriber) { _ in calls += 1 }
    fixture.unsubscribe(nil)
    expect(fixture.rest, equals: .now)
    expect(fixture.passUntilNothingIsLeft(), equals: 1)
    expect(calls, equals: 1)
  }

  @LoopActor
  @Test func `what an interval holds back waits for its end, or for a callback`() {
    let fixture = fixture(interval: .seconds(60))
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.set("a.kept", 3)
    fixture.delivery.flush()
    expect(fixture.rest, equals: .afterInterval)
    fixture.delivery.resume(fixture.subscriber)
    expect(fixture.lines.count, equals: 1)
    var calls = 0
    fixture.delivery.whenSynced(fixture.subscriber) { _ in calls += 1 }
    expect(fixture.lines.count, equals: 2)
    expect(calls, equals: 1)
    expect(fixture.rest, equals: .nothing)
  }

  @LoopActor
  @Test func `what an interval held back keeps it awake if it ends while something is sent`()
    async throws
  {
    let fixture = fixture(interval: .milliseconds(1))
    fixture.set("a.kept", 2)
    fixture.delivery.flush()
    fixture.set("a.kept", 3)
    fixture.delivery.flush()
    // As an answer does until the loop sleeps.
    fixture.delivery.setDrained(false, fixture.subscriber)
    while fixture.rest == .afterInterval { await Task.yield() }
    expect(fixture.lines.count, equals: 1)
    expect(fixture.passUntilNothingIsLeft(), equals: 1)
    expect(fixture.lines.count, equals: 2)
  }

  // MARK: A connection

  @LoopActor
  @Test func `a connection that was stalled at the end of its input closes when it goes on`() {
    let fixture = ConnectionFixture()
    fixture.transport.receive(#"{"id":1,"method":"ping"}"#)
    fixture.connection?.setStalled(true)
    fixture.transport.endOfStream()
    fixture.flush()
    expect(fixture.connection != nil)
    fixture.connection?.setStalled(false)
    fixture.flush()
    expect(fixture.connection == nil)
  }

  @Test func `a connection goes on when the memory that stalled it is free in the same pass`() async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await Self.stallAndFree()
    }
  }

  @LoopActor
  private static func stallAndFree() async {
    let fixture = ConnectionFixture()
    let memory = fixture.registry.log.memory
    let limit = fixture.registry.limits.unfinishedBytes
    fixture.memoryGuard = MemoryGuard(fixture.registry) { [weak fixture] in
      [fixture?.connection].compactMap(\.self)
    }
    memory.unfinished += limit
    fixture.transport.receivePart(of: #"{"id":1,"method":"#)
    expect(fixture.connection?.memory.isStalled, equals: true)
    memory.unfinished -= limit
    fixture.memoryGuard?.check()
    await LoopClock.advance(by: .seconds(1))
    expect(fixture.connection?.memory.isStalled, equals: false)
  }

  @Test func `a connection that was stalled is read from again once its request is answered`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      await Self.stallAndAnswer()
    }
  }

  @LoopActor
  private static func stallAndAnswer() async {
    let fixture = ConnectionFixture()
    let memory = fixture.registry.log.memory
    let limit = fixture.registry.limits.unfinishedBytes
    fixture.memoryGuard = MemoryGuard(fixture.registry) { [weak fixture] in
      [fixture?.connection].compactMap(\.self)
    }
    let gate = AsyncStream<Never>.makeStream()
    fixture.registry.load("slow") { for await _ in gate.stream {} }
    memory.unfinished += limit
    fixture.transport.receive(#"{"id":1,"method":"get","params":{"boxes":["slow.box"]}}"#)
    expect(fixture.connection?.memory.isStalled, equals: true)
    await LoopClock.advance(by: .seconds(3))
    expect(fixture.flushed().count, equals: 1)
    expect(fixture.connection?.memory.holding == nil)
    fixture.memoryGuard?.check()
    await LoopClock.advance(by: .seconds(1))
    expect(fixture.connection?.memory.isStalled, equals: false)
    memory.unfinished -= limit
    gate.continuation.finish()
  }

  /// Its box changes when nobody observes the room any more.
  @LoopActor
  private final class Door {
    private let isLeft = Box(false)

    func publish(_ registry: Registry) {
      let room = Scene("room")
      room.publish(Output(Box(0)), as: "number")
      room.onObservedChange { [isLeft] in if !$0 { isLeft.value = true } }
      registry.add(room)
      let door = Scene("door")
      door.publish(Output(isLeft), as: "isLeft")
      registry.add(door)
    }
  }

  @Test func `what the end of a connection changes is sent though nothing else happens`()
    async throws
  {
    let server = try await TestServer(Door().publish)
    let witness = try server.subscribe("door.*")
    let visitor = try server.subscribe("room.*")
    visitor.endSending()
    expect(
      try witness.next("change")["params"]?["boxes"]?.description, equals: #"{"door.isLeft":true}"#)
  }

  /// A long line that the kernel takes at once ends a pass; what follows it concerns others.
  @Test(arguments: [70_000, 100_000, 130_000, 160_000, 190_000])
  func `a ping behind a long line is answered`(size: Int) async throws {
    let server = try await TestServer()
    let peer = try server.connect()
    try peer.call("subscribe", #"{"boxes":["shared.big"],"mode":"every"}"#)
    _ = try peer.next("synced")
    let writer = try server.connect()
    for (box, size) in [("big", 900_000), ("big", size), ("other", 1)] {
      let value = String(repeating: "v", count: size)
      try writer.call("set", #"{"box":"shared.\#(box)","value":"\#(value)"}"#)
    }
    try peer.send(#"{"id":"ping","method":"ping"}"#)
    try writer.call("ping")
    while try peer.next()["id"]?.string != "ping" {}
  }
}
