import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Daemons learn what clients look at.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct ObservedTests {
  /// A family of lamps that notes which of them are observed, such as "bath on".
  @LoopActor
  private final class Lamps {
    nonisolated let events = Journal<String>()
    let family = SceneFamily<String>("house.*.lamp") { $0 }

    init(_ names: [String], _ registry: Registry) {
      family.publish("name") { Output(Box($0)) }
      family.onObservedChange { [events] name, isObserved in
        events.note("\(name) \(isObserved ? "on" : "off")")
      }
      family.insert(names)
      registry.add(family)
    }
  }

  @Test func `a member of a family is observed while a client subscribes to it`() async throws {
    let (server, lamps) = try await Self.start(["bath", "hall"])
    let one = try server.subscribe("house.bath.**")
    let other = try server.subscribe("house.*.lamp.name", "house.bath.lamp.name")
    expect(try await lamps.events.wait(count: 2).sorted(), equals: ["bath on", "hall on"])
    one.close()
    other.close()
    expect(
      try await lamps.events.wait(count: 4).dropFirst(2).sorted(), equals: ["bath off", "hall off"])
  }

  @Test func `a member that is removed is no longer observed`() async throws {
    let (server, lamps) = try await Self.start(["bath"])
    let peer = try server.subscribe("house.**")
    await onLoop { lamps.family.remove("bath") }
    expect(try await lamps.events.wait(count: 2), equals: ["bath on", "bath off"])
    await onLoop { lamps.family.insert(["bath"]) }
    expect(try await lamps.events.wait(count: 3).last, equals: "bath on")
    peer.close()
    expect(try await lamps.events.wait(count: 4).last, equals: "bath off")
  }

  @Test func `a root is observed while a client subscribes to something under it`() async throws {
    let events = Journal<Bool>()
    let server = try await TestServer { registry in
      registry.onObservedChange(under: "house") { events.note($0) }
    }
    let others = try server.subscribe("garden.**", "houses.**")
    let one = try server.subscribe("house.*.lamp.light")
    let other = try server.subscribe("**")
    one.close()
    other.close()
    expect(try await events.wait(count: 2), equals: [true, false])
    try others.call("subscribe", #"{"boxes":["house.bath.**"]}"#)
    expect(try await events.wait(count: 3).last, equals: true)
    try others.call("unsubscribe", #"{"boxes":["house.bath.**"]}"#)
    expect(try await events.wait(count: 4).last, equals: false)
  }

  @Test func `a watch of a root that is already observed begins at once`() async throws {
    let events = Journal<Bool>()
    let server = try await TestServer()
    let peer = try server.subscribe("house.**")
    let watch = { @LoopActor in
      server.registry.onObservedChange(under: "house") { events.note($0) }
    }
    await onLoop { watch() }
    expect(try await events.wait(count: 1), equals: [true])
    await onLoop { server.registry.onObservedChange(under: "house", nil) }
    try peer.call("unsubscribe")
    await onLoop { watch() }
    let next = try server.subscribe("house.**")
    expect(try await events.wait(count: 2), equals: [true, true])
    next.close()
    expect(try await events.wait(count: 3), equals: [true, true, false])
  }

  @Test func `a client that may not read a root does not observe it`() async throws {
    let events = Journal<Bool>()
    let server = try await TestServer { registry in
      Entrance.publish(registry)
      registry.onObservedChange(under: "house") { events.note($0) }
      registry.rights = { caller, _ in
        caller.login == nil
          ? Rights(read: [Pattern("garden.**")!], set: [], delete: [], call: []) : nil
      }
    }
    let peer = try server.subscribe("**")
    expect(events.events.isEmpty)
    try peer.call("session.logIn", #"{"name":"ada"}"#)
    expect(try await events.wait(count: 1), equals: [true])
    try peer.call("session.logIn", #"{"name":""}"#)
    expect(try await events.wait(count: 2), equals: [true, false])
  }

  @Test func `a root that loads when it is first named is not loaded before`() async throws {
    let loads = Journal<Bool>()
    let server = try await TestServer { registry in
      registry.load("house", startsNow: false) { loads.note(true) }
    }
    let peer = try server.connect()
    try peer.call("get", #"{"boxes":["garden.**"]}"#)
    expect(loads.events.isEmpty)
    try peer.call("get", #"{"boxes":["house.**"]}"#)
    expect(loads.events, equals: [true])
  }

  private static func start(_ names: [String]) async throws -> (TestServer, Lamps) {
    var lamps: Lamps!
    let server = try await TestServer { lamps = Lamps(names, $0) }
    return (server, lamps)
  }
}
