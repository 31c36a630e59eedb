import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Scenes that are removed while clients use them.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SceneRemovalTests {
  @LoopActor
  private static func desk(_ number: Int, mayAnswer: Gate = Gate()) -> Scene {
    let scene = Scene("desk")
    scene.publish(Output(Box(number)), as: "number")
    scene.publish(Output(Box("pen")), as: "tool")
    scene.intent("wait") { _ in
      await mayAnswer.wait()
      return []
    }
    return scene
  }

  @Test func `a removed scene loses its boxes in one revision and its intents at once`()
    async throws
  {
    let scene = await Self.desk(1)
    let server = try await TestServer { $0.add(scene) }
    let peer = try server.subscribe("**")
    let revision = try peer.revision()
    await onLoop { server.registry.remove(scene) }
    expect(
      try peer.next("change")["params"]?.description,
      equals: #"{"revision":\#(revision + 1),"boxes":{},"removed":["desk.number","desk.tool"]}"#)
    expect(try peer.call("desk.wait").errorCode, equals: -32601)
    expect(try peer.call("get", #"{"boxes":["desk.number"]}"#).errorCode, equals: -32001)
  }

  @Test func `the path of a removed scene can be used again at once`() async throws {
    let (first, second) = await (Self.desk(1), Self.desk(2))
    let server = try await TestServer { $0.add(first) }
    let peer = try server.subscribe("**")
    await onLoop {
      server.registry.remove(first)
      server.registry.add(second)
    }
    // A box with the same value did not change.
    expect(
      try peer.next("change")["params", "boxes"]?.description, equals: #"{"desk.number":2}"#)
    await onLoop { server.registry.remove(second) }
    expect(try peer.next("change")["params", "removed"]?.elements?.count, equals: 2)
    await onLoop { server.registry.add(first) }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"desk.number":1,"desk.tool":"pen"}"#)
  }

  @Test func `an intent in progress is answered when its scene is removed`() async throws {
    let gate = Gate()
    let scene = await Self.desk(1, mayAnswer: gate)
    let server = try await TestServer(loadTime: .milliseconds(50)) { $0.add(scene) }
    let peer = try server.connect()
    try peer.send(#"{"id":"wait","method":"desk.wait"}"#)
    try peer.call("ping")
    await onLoop { server.registry.remove(scene) }
    let answer = try peer.next()
    expect(answer["id"]?.string, equals: "wait")
    expect(answer.errorCode, equals: -32001)
    gate.open()
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `a member of a family is removed with its boxes, and can return`()
    async throws
  {
    let house = await House(rooms: ["attic", "bath"])
    let server = try await TestServer(house.publish)
    let peer = try server.subscribe("house.**")
    await onLoop { house.rooms.remove("bath") }
    expect(
      try peer.next("change")["params", "removed"]?.description,
      equals: #"["house.bath.lamp.light"]"#)
    expect(try peer.call("house.bath.lamp.set", #"{"to":1}"#).errorCode, equals: -32601)
    await onLoop { house.rooms.insert(["bath"]) }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"house.bath.lamp.light":0}"#)
    expect(try peer.call("house.bath.lamp.set", #"{"to":1}"#)["result"] != nil)
  }
}
