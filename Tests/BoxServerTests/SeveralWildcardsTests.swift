import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Families whose members have names of several segments.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SeveralWildcardsTests {
  private static let names = ["east.1", "east.2", "west.1"]

  @LoopActor
  private static func house(
    _ residence: SceneFamily<House.Room>.Residence = .onDemand, rooms: [String] = names
  ) -> House {
    House(residence, at: "house.*.floors.*.lamp", rooms: rooms)
  }

  private static func light(_ name: String) -> String { "house.\(floor(name)).lamp.light" }

  /// `east.floors.1` for `east.1`.
  private static func floor(_ name: String) -> String { name.replacing(".", with: ".floors.") }

  @Test(arguments: [
    ("house.east.floors.2.lamp.light", ["east.2"]),
    ("house.east.floors.*.lamp.light", ["east.1", "east.2"]),
    ("house.*.floors.1.lamp.light", ["east.1", "west.1"]),
    ("house.*.floors.*.lamp.*", names), ("house.east.**", ["east.1", "east.2"]),
    ("*.west.*.*.**", ["west.1"]), ("house.**", names), ("**", names),
    ("house.north.**", []), ("house.*.floors.3.**", []), ("house.*.*.lamp.light", []),
  ])
  func `a pattern creates the scenes with boxes that it matches`(
    pattern: String, names: [String]
  ) async throws {
    let house = await Self.house()
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    let boxes = try peer.call("get", #"{"boxes":["\#(pattern)"]}"#)["result", "boxes"]?.names
    expect(boxes?.sorted(), equals: names.map(Self.light))
    expect(Set(house.events.events), equals: Set(names.map { .made($0) }))
    expect(house.events.events.count, equals: names.count)
  }

  @Test func `subscribers of some members follow these members only`() async throws {
    let house = await Self.house()
    let server = try await TestServer(house.publish)
    let peer = try server.subscribe("house.*.floors.1.**", "house.west.**")
    for name in ["east.2", "east.1"] {
      try peer.call("house.\(Self.floor(name)).lamp.set", #"{"to":5}"#)
    }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"house.east.floors.1.lamp.light":5}"#)
    // Members that are inserted later are sent if the patterns match.
    await onLoop { house.rooms.insert(["east.3", "west.3"]) }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"house.west.floors.3.lamp.light":0}"#)
    expect(!house.events.events.contains(.made("east.3")))
  }

  @Test func `boxes and intents of missing members are not found`() async throws {
    let server = try await TestServer(await Self.house().publish)
    let peer = try server.connect()
    for place in ["west.floors.2", "north.floors.1", "east.1", "east.rooms.1", "east.floors.1.1"] {
      let box = #"{"boxes":["house.\#(place).lamp.light"]}"#
      expect(try peer.call("get", box).errorCode, equals: -32001, "\(place)")
      expect(try peer.call("rpc.discover", box).errorCode, equals: -32001, "\(place)")
      let call = try peer.call("house.\(place).lamp.set", #"{"to":1}"#)
      expect(call.errorCode, equals: -32601, "\(place)")
    }
  }

  @Test func `a member is removed with its boxes, and can return`() async throws {
    let house = await Self.house(.always)
    let server = try await TestServer(house.publish)
    let peer = try server.subscribe("house.east.**")
    await onLoop {
      house.rooms.remove("west.1")
      house.rooms.remove("east.1")
    }
    expect(
      try peer.next("change")["params", "removed"]?.description,
      equals: #"["house.east.floors.1.lamp.light"]"#)
    expect(try peer.call("house.east.floors.1.lamp.set", #"{"to":1}"#).errorCode, equals: -32601)
    expect(try peer.call("house.east.floors.2.lamp.set", #"{"to":0}"#)["result"] != nil)
    await onLoop { house.rooms.insert(["east.1"]) }
    expect(
      try peer.next("change")["params", "boxes"]?.description,
      equals: #"{"house.east.floors.1.lamp.light":0}"#)
  }

  @Test func `a resume from before a release that affects it gets a snapshot`() async throws {
    let house = await Self.house()
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let peer = try server.subscribe("house.east.floors.2.**")
    let revision = try peer.revision()
    peer.close()
    try await house.events.wait(count: 2)
    expect(house.events.events, equals: [.made("east.2"), .released("east.2")])
    let epoch = await server.registry.epoch
    // They stay connected, so that no other scene is released.
    var peers: [Peer] = []
    func isResumed(_ pattern: String) throws -> Bool? {
      let since = #"{"epoch":"\#(epoch)","revision":\#(revision)}"#
      peers.append(try server.connect())
      return try peers.last?.call(
        "subscribe", #"{"boxes":["\#(pattern)"],"since":\#(since)}"#)["result", "resumed"]?.boolean
    }
    for pattern in ["shared.**", "house.west.**", "house.*.floors.1.**"] {
      expect(try isResumed(pattern), equals: true, "\(pattern)")
    }
    for pattern in ["house.east.floors.2.lamp.light", "house.east.**", "house.*.floors.2.**"] {
      expect(try isResumed(pattern), equals: false, "\(pattern)")
    }
    for peer in peers { peer.close() }
  }

  @Test func `a scene is released once no subscriber of some members observes it`() async throws {
    let house = await Self.house()
    let server = try await TestServer(sceneRetention: .milliseconds(20), house.publish)
    let floor = try server.subscribe("house.*.floors.1.**")
    let wing = try server.subscribe("house.east.**")
    try await house.events.wait(count: 3)
    floor.close()
    expect(try await house.events.wait(count: 4).last, equals: .released("west.1"))
    wing.close()
    let events = try await house.events.wait(count: 6)
    expect(Set(events[4...]), equals: [.released("east.1"), .released("east.2")])
  }

  // MARK: Rights

  private static func rights(read: [String], call: [String] = []) -> Rights {
    Rights(
      read: read.map { Pattern($0)! }, set: [], delete: [], call: call.map { Pattern($0)! })
  }

  @Test func `rights name some of the segments, too`() async throws {
    let house = await Self.house()
    let rights = Self.rights(read: ["house.*.floors.1.**"], call: ["house.west.**"])
    let server = try await TestServer { registry in
      house.publish(registry)
      registry.rights = { _, _ in rights }
    }
    let peer = try server.connect()
    let boxes = try peer.call("get", #"{"boxes":["house.east.**"]}"#)["result", "boxes"]
    expect(boxes?.names, equals: ["house.east.floors.1.lamp.light"])
    // Scenes that may not be read are not created.
    expect(house.events.events, equals: [.made("east.1")])
    let set = #"{"to":1}"#
    expect(try peer.call("house.west.floors.1.lamp.set", set)["result"] != nil)
    expect(try peer.call("house.east.floors.1.lamp.set", set).errorCode, equals: -32003)
    await onLoop { house.rooms.insert(["west.2"]) }
    let all = try peer.call("rpc.discover", #"{"boxes":["house.**"]}"#)["result"]
    expect(all?["x-boxes"]?.names, equals: ["east.1", "west.1"].map(Self.light))
    expect(
      Self.methods(all),
      equals: ["west.1", "west.2"].flatMap { name in
        ["set", "wait"].map { "house.\(Self.floor(name)).lamp.\($0)" }
      })
  }

  // MARK: Discovery

  private static func methods(_ document: JSONText?) -> [String] {
    (document?["methods"]?.elements ?? []).compactMap { $0["name"]?.string }
      .filter { $0.hasPrefix("house") }
  }

  /// The names in place of each `*`, in order.
  private static func places(_ document: JSONText) -> [String: [String]] {
    let members = document["x-names"]?.members ?? []
    return Dictionary(
      uniqueKeysWithValues: members.map { place, names in
        (place, (names.elements ?? []).compactMap(\.string).sorted())
      })
  }

  private static let manyNames = (0..<51).map { "east.\($0)" } + (0..<50).map { "west.\($0)" }

  private func discover(_ peer: Peer, _ pattern: String) throws -> JSONText {
    let answer = try peer.call("rpc.discover", #"{"boxes":["\#(pattern)"]}"#)
    let document = try require(answer["result"], "\(answer)")
    expect(try OpenRPCChecker.faults(of: document), equals: [])
    return document
  }

  @Test func `a hundred members are described one by one, without creating them`() async throws {
    let house = await Self.house(rooms: Array(Self.manyNames.dropLast()))
    let server = try await TestServer(house.publish)
    let document = try discover(try server.connect(), "house.**")
    expect(Self.methods(document).count, equals: 200)
    expect(document["x-boxes"]?.names.contains("house.west.floors.48.lamp.light"), equals: true)
    expect(document["x-names"] == nil)
    expect(house.events.events, equals: [])
  }

  @Test func `more members are described by their pattern, with the names under each name`()
    async throws
  {
    let house = await Self.house(rooms: Self.manyNames)
    let server = try await TestServer(house.publish)
    let peer = try server.connect()
    for pattern in ["**", "house.**", "house.*.floors.*.lamp", "house.*.floors.**"] {
      let document = try discover(peer, pattern)
      expect(
        Self.methods(document), equals: ["house.*.floors.*.lamp.set", "house.*.floors.*.lamp.wait"])
      expect(document["x-boxes"]?.names, equals: ["house.*.floors.*.lamp.light"])
      expect(
        Self.places(document),
        equals: [
          "house.*": ["east", "west"],
          "house.east.floors.*": (0..<51).map { "\($0)" }.sorted(),
          "house.west.floors.*": (0..<50).map { "\($0)" }.sorted(),
        ])
    }
    expect(house.events.events, equals: [])
  }

  @Test(arguments: [
    ("house.west.**", manyNames.filter { $0.hasPrefix("west") }),
    ("house.*.floors.7.**", ["east.7", "west.7"]), ("house.east.floors.9.lamp", ["east.9"]),
    ("house.north.**", []),
  ])
  func `patterns that match only some of many members list these`(
    pattern: String, names: [String]
  ) async throws {
    let house = await Self.house(rooms: Self.manyNames)
    let document = try discover(try await TestServer(house.publish).connect(), pattern)
    expect(document["x-boxes"]?.names.sorted(), equals: names.map(Self.light).sorted())
    expect(Self.methods(document).count, equals: 2 * names.count)
    expect(document["x-names"] == nil)
  }

  @Test func `of many members, discover names those that may be known`() async throws {
    let house = await Self.house(rooms: Self.manyNames + (0..<101).map { "south.\($0)" })
    let rights = Self.rights(read: ["house.south.**"], call: ["house.*.floors.50.lamp.set"])
    let server = try await TestServer { registry in
      house.publish(registry)
      registry.rights = { _, _ in rights }
    }
    let document = try discover(try server.connect(), "house.**")
    expect(
      Self.places(document),
      equals: [
        "house.*": ["east", "south"], "house.east.floors.*": ["50"],
        "house.south.floors.*": (0..<101).map { "\($0)" }.sorted(),
      ])
    expect(Self.methods(document), equals: ["house.*.floors.*.lamp.set"])
  }
}
