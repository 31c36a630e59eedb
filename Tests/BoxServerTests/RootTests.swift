import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Roots whose members take time to load.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct RootTests {
  /// `house` contains a bath once it is loaded.
  @LoopActor
  private static func publish(_ house: House, in registry: Registry, when mayLoad: Gate) {
    house.publish(registry)
    registry.load("house") {
      await mayLoad.wait()
      house.rooms.insert(["bath"])
    }
  }

  private let requests = [
    "get": #"{"id":"r","method":"get","params":{"boxes":["house.bath.lamp.light"]}}"#,
    "intent": #"{"id":"r","method":"house.bath.lamp.set","params":{"to":1}}"#,
    "discover": #"{"id":"r","method":"rpc.discover","params":{"boxes":["house.bath.lamp"]}}"#,
    "subscribe": #"{"id":"r","method":"subscribe","params":{"boxes":["house.*.lamp.light"]}}"#,
  ]

  @Test(arguments: ["get", "intent", "discover", "subscribe"])
  func `a request waits for the root while others continue`(_ request: String) async throws {
    let (house, gate) = (await House(), Gate())
    let server = try await TestServer(loadTime: .seconds(60)) {
      Self.publish(house, in: $0, when: gate)
    }
    let peer = try server.connect()
    try peer.send(try require(requests[request]))
    try peer.send(#"{"id":"other","method":"get","params":{"boxes":["shared.**"]}}"#)
    expect(try peer.next()["id"]?.string, equals: "other")
    gate.open()
    let answer = try peer.next()
    expect(answer["id"]?.string, equals: "r")
    expect(answer["result"] != nil, "\(answer)")
    if request == "subscribe" { expect(try peer.next()["method"]?.string, equals: "snapshot") }
  }

  @Test(arguments: ["get", "intent", "discover"])
  func `a request fails after a while if the root is not loaded`(_ request: String) async throws {
    let (house, gate) = (await House(), Gate())
    let server = try await TestServer(loadTime: .milliseconds(50)) {
      Self.publish(house, in: $0, when: gate)
    }
    let peer = try server.connect()
    try peer.send(try require(requests[request]))
    let answer = try peer.next()
    expect(answer.errorCode, equals: -32005)
    expect(answer.errorData, equals: #"{"retryAfter":1000}"#)
    // A pattern matches what exists.
    expect(
      try peer.call("get", #"{"boxes":["house.**"]}"#)["result", "boxes"]?.description, equals: "{}"
    )
    gate.open()
    // On a busy machine the rest of the load may take longer than a request waits.
    try waitUntil("it is loaded") {
      try peer.call("get", #"{"boxes":["house.**"]}"#)["result", "boxes"]?.members?.isEmpty == false
    }
    try peer.send(try require(requests[request]))
    expect(try peer.next()["result"] != nil)
  }

  @Test func `requests to other roots do not wait`() async throws {
    let (house, gate) = (await House(), Gate())
    let server = try await TestServer(loadTime: .seconds(60)) {
      Self.publish(house, in: $0, when: gate)
    }
    let peer = try server.connect()
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode, equals: -32001)
    expect(try peer.call("other.intent").errorCode, equals: -32601)
    expect(try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)["result"] != nil)
    gate.open()
  }

  @Test func `a root that failed to load is loaded again for the next client`() async throws {
    struct Broken: Error {}
    let house = await House()
    let loads = Journal<Int>()
    let server = try await TestServer { registry in
      house.publish(registry)
      registry.load("house") {
        loads.note(loads.events.count)
        if loads.events.count < 3 { throw Broken() }
        house.rooms.insert(["bath"])
      }
    }
    expect(loads.events.count, equals: 1)
    let peer = try server.connect()
    try peer.call("ping")
    let get = #"{"boxes":["house.bath.lamp.light"]}"#
    expect(try peer.call("get", get).errorCode, equals: -32005)
    expect(loads.events.count, equals: 2)
    expect(try peer.call("get", get)["result"] != nil)
    try peer.call("get", get)
    expect(loads.events.count, equals: 3)
  }
}
