import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Scenes of one kind that are created when they are needed.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SceneFamilyTests {
  private static let names = ["attic", "bath", "kitchen"]

  @Test func `a scene is created when a client first names one of its boxes or intents`()
    async throws
  {
    let house = await House(rooms: Self.names)
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    try peer.call("get", #"{"boxes":["other.**","house.cellar.**"]}"#)
    expect(house.events.events, equals: [])
    expect(
      try peer.call("get", #"{"boxes":["house.bath.lamp.light"]}"#)["result", "boxes"]?.description,
      equals: #"{"house.bath.lamp.light":0}"#)
    expect(house.events.events, equals: [.made("bath")])
    expect(try peer.call("house.attic.lamp.set", #"{"to":5}"#)["result"] != nil)
    expect(house.events.events, equals: [.made("bath"), .made("attic")])
    let subscriber = try server.subscribe("house.*.lamp.*")
    expect(Set(house.events.events.dropFirst(2)), equals: [.made("kitchen")])
    try peer.call("house.kitchen.lamp.set", #"{"to":7}"#)
    expect(
      try subscriber.next("change")["params", "boxes"]?.description,
      equals: #"{"house.kitchen.lamp.light":7}"#)
    expect(await house.loads, equals: 3)
  }

  @Test func `boxes and intents of a missing member are not found`() async throws {
    let house = await House(rooms: Self.names)
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    expect(
      try peer.call("get", #"{"boxes":["house.cellar.lamp.light"]}"#).errorCode, equals: -32001)
    expect(try peer.call("get", #"{"boxes":["house.bath.lamp.none"]}"#).errorCode, equals: -32001)
    expect(try peer.call("house.cellar.lamp.set", #"{"to":1}"#).errorCode, equals: -32601)
    expect(try peer.call("house.bath.lamp.none").errorCode, equals: -32601)
    expect(try peer.call("house.bath.extra.lamp.set", #"{"to":1}"#).errorCode, equals: -32601)
  }

  @Test func `a scene is released when no client uses it, and no other scene is`() async throws {
    let house = await House(rooms: Self.names)
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let watcher = try server.subscribe("house.attic.lamp.light")
    let peer = try server.connect()
    try peer.send(#"{"id":"wait","method":"house.kitchen.lamp.wait"}"#)
    try peer.call("get", #"{"boxes":["house.bath.lamp.light"]}"#)
    try await house.events.wait(count: 4)
    expect(house.events.events.last, equals: .released("bath"))
    // Clients receive nothing about it, and an intent in progress continues.
    house.mayAnswer.open()
    expect(try peer.next()["result", "room"]?.string, equals: "kitchen")
    try await house.events.wait(count: 5)
    expect(house.events.events.last, equals: .released("kitchen"))
    watcher.close()
    try await house.events.wait(count: 6)
    expect(house.events.events.last, equals: .released("attic"))
  }

  @Test func `a box that is created again counts as changed at that time`() async throws {
    let house = await House(rooms: Self.names)
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let all = try server.subscribe("shared.**")
    let peer = try server.connect()
    let first = try peer.call("get", #"{"boxes":["house.bath.lamp.light"]}"#)["result"]
    try await house.events.wait(count: 2)
    let second = try peer.call("get", #"{"boxes":["house.bath.lamp.light"]}"#)["result"]
    expect(first?["boxes"], equals: second?["boxes"])
    let revisions = try require(first?["revision"]?.integer)
    expect(second?["revision"]?.integer, equals: revisions + 1)
    try peer.call("set", #"{"box":"shared.a","value":1}"#)
    // Other subscribers receive nothing about it.
    expect(try all.next("change")["params", "revision"]?.integer, equals: revisions + 2)
  }

  @Test func `a resume from before a release that affects it gets a snapshot`() async throws {
    let house = await House(rooms: Self.names)
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let peer = try server.subscribe("house.bath.lamp.light")
    let revision = try peer.revision()
    peer.close()
    try await house.events.wait(count: 2)
    let epoch = await server.registry.epoch
    func isResumed(_ pattern: String, since revision: Int) throws -> Bool? {
      let since = #"{"epoch":"\#(epoch)","revision":\#(revision)}"#
      return try server.connect().call(
        "subscribe", #"{"boxes":["\#(pattern)"],"since":\#(since)}"#)["result", "resumed"]?.boolean
    }
    expect(try isResumed("shared.**", since: revision), equals: true)
    expect(try isResumed("house.attic.**", since: revision), equals: true)
    for pattern in ["house.bath.lamp.light", "house.**", "**", "*.bath.*.light"] {
      expect(try isResumed(pattern, since: revision), equals: false, "\(pattern)")
    }
    // Kept from now on.
    let watcher = try server.subscribe("house.bath.**")
    let now = try watcher.revision()
    expect(now > revision)
    expect(try isResumed("house.bath.**", since: now), equals: true)
  }

  @Test func `after many releases, only subscribers of that family get a snapshot`()
    async throws
  {
    let names = (1...1000).map { "room\($0)" }
    let house = await House(rooms: names)
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let peer = try server.subscribe("house.**")
    let revision = try peer.revision()
    peer.close()
    try await house.events.wait(count: 2000)
    let epoch = await server.registry.epoch
    func isResumed(_ pattern: String) throws -> Bool? {
      let since = #"{"epoch":"\#(epoch)","revision":\#(revision)}"#
      return try server.connect().call(
        "subscribe", #"{"boxes":["\#(pattern)"],"since":\#(since)}"#)["result", "resumed"]?.boolean
    }
    expect(try isResumed("shared.**"), equals: true)
    expect(try isResumed("house.room7.lamp.light"), equals: false)
    expect(try isResumed("house.*.lamp.light"), equals: false)
  }

  @Test func `a member that is added later is sent to subscribers whose patterns match`()
    async throws
  {
    let house = await House()
    let server = try await TestServer(house.publish)
    let peer = try server.subscribe("house.**")
    await onLoop { house.rooms.insert(["bath"]) }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"house.bath.lamp.light":0}"#)
    expect(await house.loads, equals: 1)
  }

  @Test func `permanent scenes are created at insertion and kept`() async throws {
    let house = await House(.always, rooms: Self.names)
    let server = try await TestServer(sceneRetention: .zero, house.publish)
    expect(Set(house.events.events), equals: Set(Self.names.map { .made($0) }))
    let peer = try server.subscribe("house.**")
    try peer.call("unsubscribe")
    try peer.call("ping")
    expect(house.events.events.count, equals: 3)
  }

  @Test func `a load that failed is repeated for the next client`() async throws {
    struct Broken: Error {}
    let house = await House(rooms: Self.names)
    await onLoop { house.failure = Broken() }
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    let get = #"{"boxes":["house.bath.lamp.light"]}"#
    expect(try peer.call("get", get)["result"] != nil)
    expect(try peer.call("get", get)["result"] != nil)
    expect(await house.loads, equals: 2)
    await onLoop { house.failure = nil }
    for _ in 1...2 { try peer.call("get", get) }
    expect(await house.loads, equals: 3)
  }

  // MARK: Discovery

  private func discover(_ peer: Peer, _ parameters: String = "{}") throws -> JSONText {
    let answer = try peer.call("rpc.discover", parameters)
    return try require(answer["result"], "\(answer)")
  }

  private func methods(_ document: JSONText) -> [String] {
    (document["methods"]?.elements ?? []).compactMap { $0["name"]?.string }
      .filter { $0.hasPrefix("house") }
  }

  @Test func `a hundred members are described one by one, without creating them`() async throws {
    let house = await House(rooms: (0..<100).map { "r\($0)" })
    let server = try await TestServer(house.publish)
    let document = try discover(try server.connect())
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    expect(methods(document).count, equals: 200)
    expect(methods(document).contains("house.r7.lamp.set"))
    expect(document["x-boxes"]?.names.contains("house.r99.lamp.light"), equals: true)
    expect(document["x-names"] == nil)
    expect(house.events.events, equals: [])
  }

  @Test func `more members are described by their pattern, except those that are named`()
    async throws
  {
    let names = (0..<101).map { "r\($0)" }
    let house = await House(rooms: names)
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    let all = ["house.*.lamp.set", "house.*.lamp.wait"]
    for boxes in ["{}", #"{"boxes":["house.**"]}"#, #"{"boxes":["house.*.lamp"]}"#] {
      let document = try discover(peer, boxes)
      expect(try OpenRPCChecker.faults(of: document), equals: [])
      expect(methods(document), equals: all, "\(boxes)")
      expect(document["x-boxes"]?.names, equals: ["house.*.lamp.light"], "\(boxes)")
      let listed = try require(document["x-names", "house.*"]?.elements).compactMap(\.string)
      expect(listed.sorted(), equals: names.sorted(), "\(boxes)")
    }
    let some = try discover(peer, #"{"boxes":["house.*.lamp.set"]}"#)
    expect(methods(some), equals: ["house.*.lamp.set"])
    expect(some["x-boxes"]?.names, equals: [])
    for boxes in ["house.r7.lamp", "house.r7.**"] {
      let one = try discover(peer, #"{"boxes":["\#(boxes)"]}"#)
      expect(methods(one), equals: ["house.r7.lamp.set", "house.r7.lamp.wait"])
      expect(one["x-boxes"]?.names, equals: ["house.r7.lamp.light"])
      expect(one["x-names"] == nil)
    }
    let none = try peer.call("rpc.discover", #"{"boxes":["house.cellar.lamp"]}"#)
    expect(none.errorCode, equals: -32001)
    expect(house.events.events, equals: [])
  }
}
