import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Runs whose scenes or roots take time to load what the earlier run had.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct LoadingRunTests {
  private typealias Beginning = Follower.Beginning

  /// Shows 7 once it is loaded.
  @LoopActor
  private final class Lamp {
    let brightness = Box(0)
  }

  private struct Failed: Error {}

  private static func lamps(when mayLoad: Gate) -> @LoopActor (Registry) -> Void {
    { registry in
      let lamps = SceneFamily<Lamp>("lamps.*") { _ in Lamp() }
      lamps.publish("light") { Output($0.brightness) }
      lamps.onFirstUse { lamp in
        await mayLoad.wait()
        lamp.brightness.value = 7
      }
      lamps.insert(["a", "b"])
      registry.add(lamps)
    }
  }

  /// Rooms that are known once `mayLoad` opens; nil if they cannot be read.
  private static func rooms(when mayLoad: Gate?) -> @LoopActor (Registry) -> Void {
    { registry in
      let house = House()
      house.publish(registry)
      registry.load("house") {
        guard let mayLoad else { throw Failed() }
        await mayLoad.wait()
        house.rooms.insert(["attic", "bath"])
      }
    }
  }

  private var open: Gate {
    let gate = Gate()
    gate.open()
    return gate
  }

  @Test func `a value that is not loaded yet does not count as a change`() async throws {
    let (runs, gate) = (await Runs(), Gate())
    var server = try await runs.begin(Self.lamps(when: open))
    let follower = Follower("lamps.**")
    try follower.follow(try server.connect())
    expect(follower.values, equals: ["lamps.a.light": 7, "lamps.b.light": 7])
    server = try await runs.begin(loadTime: .seconds(60), Self.lamps(when: gate))
    let (peer, other) = (try server.connect(), try server.connect())
    try other.send(#"{"id":1,"method":"get","params":{"boxes":["lamps.a.light"]}}"#)
    _ = try peer.call("get", #"{"boxes":["shared.**"]}"#)
    gate.open()
    expect(try other.nextResponse()["result", "boxes"], equals: ["lamps.a.light": 7])
    expect(try follower.follow(peer), equals: Beginning(resumed: true))
  }

  @Test func `what is not loaded in time is shown as it is, and a change when it is loaded`()
    async throws
  {
    let (runs, gate) = (await Runs(), Gate())
    var server = try await runs.begin(Self.lamps(when: open))
    let follower = Follower("lamps.a.light")
    try follower.follow(try server.connect())
    server = try await runs.begin(loadTime: .milliseconds(50), Self.lamps(when: gate))
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(resumed: true, "change lamps.a.light"))
    expect(follower.values, equals: ["lamps.a.light": 0])
    gate.open()
    try follower.reach(follower.revision + 1)
    expect(follower.values, equals: ["lamps.a.light": 7])
  }

  @Test func `what an unreadable root had is unknown until it can be read, also in later runs`()
    async throws
  {
    let (runs, late) = (await Runs(), Gate())
    var server = try await runs.begin(Self.rooms(when: open))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    expect(follower.values.count, equals: 2)
    let values = follower.values
    server = try await runs.begin(Self.rooms(when: nil))
    expect(try !follower.follow(try server.connect()).resumed)
    expect(follower.values, equals: [:])
    // A client that continues from here does not have the boxes.
    server = try await runs.begin(Self.rooms(when: nil))
    server = try await runs.begin(loadTime: .milliseconds(50), Self.rooms(when: late))
    expect(try !follower.follow(try server.connect()).resumed)
    expect(follower.values, equals: [:])
    late.open()
    try follower.reach(follower.revision + 1)
    server = try await runs.begin(Self.rooms(when: open))
    let beginning = try follower.follow(try server.connect())
    expect(beginning.resumed)
    expect(follower.values, equals: values)
  }

  @Test func `a root that is loaded removes what it does not have any longer`() async throws {
    let (runs, gate) = (await Runs(), Gate())
    var server = try await runs.begin { registry in
      Self.rooms(when: nil)(registry)
      House(rooms: ["garage"]).publish(registry)
    }
    _ = server
    server = try await runs.begin(Self.rooms(when: open))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    let before = follower.revision
    server = try await runs.begin { registry in
      let house = House()
      house.publish(registry)
      registry.load("house") {
        await gate.wait()
        house.rooms.insert(["bath"])
      }
    }
    let peer = try server.connect()
    expect(try peer.revision(), equals: before)
    gate.open()
    // Nobody has asked for it.
    try waitUntil("it is removed") { try peer.revision() == before + 1 }
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(resumed: true, "change -house.attic.lamp.light"))
  }
}
