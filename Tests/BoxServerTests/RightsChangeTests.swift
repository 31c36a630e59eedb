import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Rights that change while scenes are still to be made or loaded.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct RightsChangeTests {
  private static let nothing = Rights(read: [], set: [], delete: [], call: [])

  @LoopActor
  private static func change(_ server: TestServer, to rights: Rights?) {
    server.registry.rights = { _, _ in rights }
    server.registry.rightsChanged()
  }

  @Test func `scenes that may now be read are made`() async throws {
    let server = try await TestServer { registry in
      House(rooms: ["bath"]).publish(registry)
      registry.rights = { _, _ in Self.nothing }
    }
    let peers = try (0..<2).map { _ in try server.subscribe("house.**") }
    await Self.change(server, to: nil)
    for peer in peers {
      _ = try peer.next("gap")
      let values = try peer.next()
      expect(values["params", "boxes"]?.names, equals: ["house.bath.lamp.light"])
      expect(try peer.next()["method"]?.string, equals: "synced")
    }
  }

  @Test func `a session that begins with a login has that user's rights from then on`()
    async throws
  {
    let server = try await TestServer { registry in
      Entrance.publish(registry, as: "ada")
      registry.rights = { caller, _ in caller.login?.name == "ada" ? Self.nothing : nil }
    }
    let peer = try server.connect()
    expect(try peer.call("set", #"{"box":"shared.a","value":1}"#).errorCode == nil)
    let boxes = #"{"boxes":["session.mine","shared.a"]}"#
    expect(try peer.call("get", boxes).errorCode, equals: -32003)
    expect(try peer.call("set", #"{"box":"shared.a","value":2}"#).errorCode, equals: -32003)
    expect(try peer.call("session.logIn", #"{"name":""}"#).errorCode == nil)
    expect(try peer.call("get", boxes).errorCode == nil)
  }

  @Test func `a replay goes back to the last change of rights at most`() async throws {
    let server = try await TestServer { registry in registry.rights = { _, _ in Self.nothing } }
    let writer = try server.connect()
    await Self.change(server, to: nil)
    try writer.call("set", #"{"box":"shared.a","value":"secret"}"#)
    await Self.change(server, to: Rights(read: [Pattern("**")!], set: [], delete: [], call: []))
    await Self.change(server, to: nil)
    try writer.call("set", #"{"box":"shared.a","value":"public"}"#)
    let reader = try server.connect()
    let patterns = #"{"boxes":["shared.**"],"mode":"every","replay":10}"#
    try reader.send(#"{"id":1,"method":"subscribe","params":\#(patterns)}"#)
    expect(try reader.nextResponse()["result", "resumed"]?.boolean, equals: true)
    let values = try reader.next("change")["params", "boxes", "shared.a"]
    expect(values?.string, equals: "public")
    _ = try reader.next("synced")
  }

  @Test(arguments: ["get", "subscribe"])
  func `what was forbidden during the wait is refused whether it exists or not`(
    method: String
  ) async throws {
    let (house, gate) = (await House(), Gate())
    let server = try await TestServer(loadTime: .seconds(60)) { registry in
      house.publish(registry)
      registry.load("house") {
        await gate.wait()
        house.rooms.insert(["bath"])
      }
    }
    let peer = try server.connect()
    for room in ["bath", "nope"] {
      let boxes = #"{"boxes":["house.\#(room).lamp.light","**"]}"#
      try peer.send(#"{"id":"\#(room)","method":"\#(method)","params":\#(boxes)}"#)
    }
    try peer.send(#"{"id":"other","method":"get","params":{"boxes":["shared.**"]}}"#)
    expect(try peer.next()["id"]?.string, equals: "other")
    await Self.change(server, to: Self.nothing)
    gate.open()
    let answers = try (0..<2).map { _ in try peer.nextResponse() }
    expect(answers.map(\.errorCode), equals: [-32003, -32003])
    expect(await server.registry.subscribers, equals: 0)
  }

  @Test func `a subscription that waits includes what may be read after it`() async throws {
    let (house, gate) = (await House(), Gate())
    let server = try await TestServer(loadTime: .seconds(60)) { registry in
      house.publish(registry)
      house.rooms.insert(["bath", "attic"])
      registry.rights = { _, _ in
        Rights(read: [Pattern("house.bath.**")!], set: [], delete: [], call: [])
      }
      registry.load("house") { await gate.wait() }
    }
    let peer = try server.connect()
    try peer.send(#"{"id":1,"method":"subscribe","params":{"boxes":["house.**"]}}"#)
    try peer.send(#"{"id":"other","method":"get","params":{"boxes":["shared.**"]}}"#)
    expect(try peer.next()["id"]?.string, equals: "other")
    await Self.change(server, to: nil)
    gate.open()
    expect(try peer.nextResponse()["result"] != nil)
    expect(try peer.next("snapshot")["params", "boxes"]?.names.count, equals: 2)
  }
}
