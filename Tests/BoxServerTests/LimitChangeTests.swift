import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Limits that change while clients are connected.
@Suite(.enabled(if: LoopThread.isRunning), .blocking) struct LimitChangeTests {
  @Test func `shared boxes over a lower limit stay, but none can be added`() async throws {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    for name in ["a", "b", "c"] { try peer.call("set", #"{"box":"shared.\#(name)","value":1}"#) }
    await change(server) { $0.sharedBoxes = 2 }
    expect(try peer.call("set", #"{"box":"shared.a","value":2}"#)["result"] != nil)
    let refused = try peer.call("set", #"{"box":"shared.d","value":1}"#)
    expect(refused["error", "data"]?["limit"]?.string, equals: "boxes")
    await change(server) { $0.sharedBoxes = 4 }
    expect(try peer.call("set", #"{"box":"shared.d","value":1}"#)["result"] != nil)
  }

  @Test func `shared boxes over a lower byte limit stay, and can shrink`() async throws {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    try peer.call("set", #"{"box":"shared.a","value":"1234567890"}"#)
    try peer.call("set", #"{"box":"shared.b","value":"1234567890"}"#)
    await change(server) { $0.sharedBytes = 10 }
    for (box, value, isTaken) in [
      ("a", "1234567890", true), ("a", "0987654321", true), ("a", "12345678901", false),
      ("a", "123", true), ("a", "1234", false), ("c", "", false),
    ] {
      let response = try peer.call("set", #"{"box":"shared.\#(box)","value":"\#(value)"}"#)
      expect((response["result"] != nil), equals: isTaken, "\(box) \(value)")
      expect(isTaken || response["error", "data"]?["limit"]?.string == "bytes")
    }
  }

  @Test func `patterns over a lower limit stay, and can be unsubscribed together`() async throws {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    try peer.call("subscribe", #"{"boxes":["shared.a","shared.b","shared.c"]}"#)
    _ = try peer.next("synced")
    await change(server) { $0.patterns = 1 }
    try peer.call("set", #"{"box":"shared.c","value":1}"#)
    expect(try peer.next("change")["params", "boxes", "shared.c"] != nil)
    expect(try peer.call("subscribe", #"{"boxes":["shared.a"]}"#)["error"] != nil)
    let some = try peer.call("unsubscribe", #"{"boxes":["shared.b","shared.c"]}"#)
    expect(some["result"] != nil)
    expect(try peer.call("subscribe", #"{"boxes":["shared.a"]}"#)["result"] != nil)
    let two = try peer.call("unsubscribe", #"{"boxes":["shared.a","shared.b"]}"#)
    expect(two["error", "data"]?["limit"]?.string, equals: "patterns")
  }

  @Test func `the remembered changes shrink with the next change`() async throws {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    var revisions: [Int] = []
    for number in 0..<20 {
      let response = try peer.call("set", #"{"box":"shared.a","value":\#(number)}"#)
      revisions.append(try require(response["result", "revision"]?.integer))
    }
    let epoch = await onLoop { server.registry.epoch }
    func isResumed(since revision: Int) throws -> Bool? {
      let since = #"{"epoch":"\#(epoch)","revision":\#(revision)}"#
      return try server.connect().call(
        "subscribe", #"{"boxes":["shared.**"],"since":\#(since)}"#)["result", "resumed"]?.boolean
    }
    expect(try isResumed(since: revisions[0]), equals: true)
    await change(server) { $0.recentChanges = 3 }
    try peer.call("set", #"{"box":"shared.a","value":20}"#)
    expect(try isResumed(since: revisions[0]), equals: false)
    expect(try isResumed(since: revisions[18]), equals: true)
  }

  @Test func `a connection keeps its line limit, and the next one gets the new limit`() async throws
  {
    let server = try await onLoop { try TestServer() }
    let old = try server.connect()
    try old.call("ping")
    await change(server) { $0.line = 100 }
    let ping = #"{"id":"p","method":"ping"}"# + String(repeating: " ", count: 100)
    try old.send(ping)
    expect(try old.nextResponse()["result"] != nil)
    let new = try Peer(to: server.socket, of: server)
    expect(try new.next()["params", "limits", "line"]?.integer, equals: 100)
    try new.send(ping)
    expect(try new.nextResponse()["error", "code"]?.integer, equals: -32006)
  }

  @Test func `a scene's box keeps its value when the new one is too large`() async throws {
    let server = try await TestServer { registry in
      let text = Box("a")
      let scene = Scene("scene")
      scene.publish(Output(text), as: "text")
      scene.intent("say", Parameter<String>("text")) { _, words in
        text.value = words
        return []
      }
      registry.add(scene)
    }
    await change(server) { $0.sceneValue = 10 }
    let peer = try server.subscribe("scene.text")
    try peer.call("scene.say", #"{"text":"12345678"}"#)
    expect(try peer.next("change")["params", "boxes", "scene.text"]?.string, equals: "12345678")
    try peer.call("scene.say", #"{"text":"123456789"}"#)
    try await server.log.wait(count: 1)
    expect(server.log.events, equals: ["scene.text is 11 bytes, over 10"])
  }

  @LoopActor
  private func change(_ server: TestServer, _ body: (inout ServerLimits) -> Void) {
    body(&server.registry.limits)
  }
}
