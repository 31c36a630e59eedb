import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// A stream that the next run of a server continues.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct ResumingTests {
  private typealias Beginning = Follower.Beginning

  private static func rooms(_ names: String...) -> @LoopActor (Registry) -> Void {
    { registry in
      House(rooms: names).publish(registry)
      registry.dropUnrestoredBoxes()
    }
  }

  /// Sets the brightness of a room.
  private func set(_ room: String, _ brightness: Int, _ server: TestServer) throws {
    let answer = try server.connect().call(
      "house.\(room).lamp.set", #"{"to":\#(brightness)}"#)
    expect(answer.errorCode == nil, "\(answer)")
  }

  /// What a client gets that knows nothing.
  private func values(_ follower: Follower, _ server: TestServer) throws -> [String: JSONText] {
    let other = Follower(follower.patterns)
    try other.follow(try server.connect())
    expect(other.revision, equals: follower.revision)
    return other.values
  }

  @Test func `only what differs is a change`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic", "bath", "cellar"))
    let follower = Follower("house.**", "shared.**")
    try follower.follow(try server.connect())
    try set("attic", 5, server)
    try server.connect().set("shared.a", 1)
    try follower.reach(try server.connect().revision())
    let (epoch, revision) = (follower.epoch, follower.revision)
    expect(follower.values.count, equals: 4)

    server = try await runs.begin(Self.rooms("attic", "bath", "den"))
    let beginning = try follower.follow(try server.connect())
    expect(beginning.resumed)
    // The shared box is removed first, and the room when the client asks.
    expect(beginning.lines.first, equals: "change -shared.a")
    expect(
      beginning.lines.dropFirst().flatMap { $0.split(separator: " ").dropFirst() }.sorted(),
      equals: ["-house.cellar.lamp.light", "house.attic.lamp.light", "house.den.lamp.light"])
    expect(follower.epoch, equals: epoch)
    expect(follower.revision > revision)
    expect(follower.values["house.attic.lamp.light"], equals: 0)
    expect(try values(follower, server), equals: follower.values)
  }

  @Test func `if nothing differs, nothing is sent`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic", "bath"))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    let revision = follower.revision
    for _ in 0..<3 {
      server = try await runs.begin(Self.rooms("attic", "bath"))
      expect(try follower.follow(try server.connect()), equals: Beginning(resumed: true))
      expect(follower.revision, equals: revision)
    }
    try set("bath", 1, server)
    server = try await runs.begin(Self.rooms("attic", "bath"))
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(
        resumed: true, "change house.bath.lamp.light", "change house.bath.lamp.light"))
    expect(try values(follower, server), equals: follower.values)
  }

  @Test func `changes that the client has missed are sent from the ring of the earlier run`()
    async throws
  {
    let runs = await Runs()
    var server = try await runs.begin()
    let follower = Follower("shared.**")
    try server.connect().set("shared.a", 1)
    try follower.follow(try server.connect())
    try server.connect().set("shared.a", 2)
    try server.connect().set("shared.b", 1)
    try server.connect().call("delete", #"{"box":"shared.b"}"#)
    let boxes = try await runs.kept()
    server = try await runs.begin { $0.restoreSharedBoxes(boxes) }
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(
        resumed: true, "change shared.a", "change shared.b", "change -shared.b"))
    expect(follower.values, equals: ["shared.a": 2])
    // It has its revision, too.
    let peer = try server.connect()
    let change = #"{"box":"shared.a","value":3,"ifRevision":"#
    expect(
      try peer.call("set", "\(change)\(follower.revision - 3)}").errorCode, equals: -32002)
    expect(try peer.call("set", "\(change)\(follower.revision - 2)}").errorCode == nil)
    let replay = #"{"boxes":["shared.**"],"mode":"every","replay":3}"#
    expect(try peer.call("subscribe", replay)["result", "resumed"]?.boolean, equals: true)
    expect(
      try (0..<3).map { _ in try peer.next("change")["params", "boxes"]?.names },
      equals: [["shared.b"], [], ["shared.a"]])
  }

  @Test func `what the ring has forgotten is a snapshot, as before`() async throws {
    let runs = await Runs()
    var limits = ServerLimits()
    limits.recentChanges = 10
    var server = try await runs.begin(limits: limits)
    let (early, late) = (Follower("shared.**"), Follower("shared.**"))
    try server.connect().set("shared.z", 0)
    try early.follow(try server.connect())
    for number in 0..<30 {
      if number == 25 { try late.follow(try server.connect()) }
      try server.connect().set("shared.a\(number)", number)
    }
    let boxes = try await runs.kept()
    server = try await runs.begin(limits: limits) { $0.restoreSharedBoxes(boxes) }
    expect(try late.follow(try server.connect()).resumed)
    expect(try !early.follow(try server.connect()).resumed)
    expect(early.values, equals: late.values)
    expect(early.values.count, equals: 31)
  }

  @Test func `a removal that only the earlier run has seen is sent once`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic", "bath"))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    server = try await runs.begin(Self.rooms("attic"))
    // Nobody has asked for it yet.
    server = try await runs.begin(Self.rooms("attic"))
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(resumed: true, "change -house.bath.lamp.light"))
    server = try await runs.begin(Self.rooms("attic", "bath"))
    expect(
      try follower.follow(try server.connect()),
      equals: Beginning(resumed: true, "change house.bath.lamp.light"))
    expect(try values(follower, server), equals: follower.values)
  }

  @Test func `boxes without a value in this run are not there for anybody`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic", "bath"))
    try Follower("house.**").follow(try server.connect())
    server = try await runs.begin(Self.rooms("attic"))
    let peer = try server.connect()
    for pattern in ["house.bath.lamp.light", "house.bath.**"] {
      let answer = try peer.call("get", #"{"boxes":["\#(pattern)"]}"#)
      expect(answer["result", "boxes"]?.names ?? [], equals: [])
    }
    let boxes = try peer.call("get", #"{"boxes":["house.**"]}"#)["result", "boxes"]
    expect(boxes?.names, equals: ["house.attic.lamp.light"])
    expect(try peer.call("set", #"{"box":"house.bath.lamp.light","value":1}"#).errorCode != nil)
    let described = try peer.call("rpc.discover", #"{"boxes":["house.**"]}"#)
    expect("\(described)".contains("attic"))
    expect(!"\(described)".contains("bath"))
  }

  @Test func `only the memory of the last run is continued`() async throws {
    let runs = await Runs()
    let first = try await runs.begin()
    try first.connect().set("shared.a", 1)
    let follower = Follower("shared.**")
    try follower.follow(try first.connect())
    let old = try await runs.copyMemory()
    let epoch = follower.epoch
    try await runs.begin()
    // A run that another process was given instead, or that was lost.
    let server = try await runs.begin(continuing: [old])
    expect(try !follower.follow(try server.connect()).resumed)
    expect(follower.epoch != epoch)
    expect(follower.values, equals: [:])
    expect(
      server.log.events,
      equals: [
        "the stream of an earlier run is not continued: others have used these revisions since"
      ])
  }

  @Test func `a client with the wrong revision gets a snapshot`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic"))
    let epoch = try server.connect().call("get", #"{"boxes":["house.**"]}"#)["result", "epoch"]
    server = try await runs.begin(Self.rooms("attic"))
    for revision in [0, 1_000_000] {
      let since = #"{"epoch":\#(try require(epoch)),"revision":\#(revision)}"#
      let answer = try server.connect().call(
        "subscribe", #"{"boxes":["house.**"],"since":\#(since)}"#)
      expect(answer["result", "resumed"]?.boolean, equals: false)
      expect(answer["result", "epoch"], equals: epoch)
    }
  }

  @Test(arguments: [true, false])
  func `if the rules differ, a client may have missed what it could not read`(isSame: Bool)
    async throws
  {
    let runs = await Runs()
    var server = try await runs.begin(rules: "one", Self.rooms("attic"))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    server = try await runs.begin(rules: isSame ? "one" : "two", Self.rooms("attic"))
    expect(try follower.follow(try server.connect()).resumed, equals: isSame)
    // From then on, they are the same.
    server = try await runs.begin(rules: isSame ? "one" : "two", Self.rooms("attic"))
    expect(try follower.follow(try server.connect()).resumed, equals: isSame)
    try set("attic", 1, server)
    try follower.reach(try server.connect().revision())
    server = try await runs.begin(rules: isSame ? "one" : "two", Self.rooms("attic"))
    expect(try follower.follow(try server.connect()).resumed)
  }

  @Test func `what a client with few rights asks for removes nothing of others`() async throws {
    let runs = await Runs()
    var server = try await runs.begin(Self.rooms("attic", "bath"))
    let follower = Follower("house.**")
    try follower.follow(try server.connect())
    server = try await runs.begin { registry in
      Self.rooms("attic", "bath")(registry)
      registry.rights = { _, _ in
        Rights(
          read: [Pattern("house.bath.**")].compactMap(\.self), set: [], delete: [], call: [])
      }
    }
    let limited = Follower("house.**")
    try limited.follow(try server.connect())
    expect(limited.values.keys.sorted(), equals: ["house.bath.lamp.light"])
    await server.change(to: nil)
    // What it may read now has not changed, but is new to it.
    try waitUntil("it has both rooms") {
      try limited.sync()
      return limited.values.count == 2
    }
    expect(try !follower.follow(try server.connect()).resumed)
    try set("bath", 1, server)
    try set("bath", 0, server)
    try follower.reach(try server.connect().revision())
    server = try await runs.begin(Self.rooms("attic", "bath"))
    expect(try follower.follow(try server.connect()), equals: Beginning(resumed: true))
  }

  @Test func `scenes that were released are compared when they are made again`() async throws {
    let (runs, house) = (await Runs(), await House(rooms: ["attic", "bath"]))
    var server = try await runs.begin(sceneRetention: .zero) { house.publish($0) }
    let follower = Follower("house.**")
    let peer = try server.connect()
    try follower.follow(peer)
    try set("attic", 5, server)
    try follower.reach(try server.connect().revision())
    peer.close()
    try waitUntil("they are released") { house.events.events.contains(.released("attic")) }
    server = try await runs.begin(Self.rooms("attic", "bath"))
    let beginning = try follower.follow(try server.connect())
    expect(beginning, equals: Beginning(resumed: true, "change house.attic.lamp.light"))
    expect(try values(follower, server), equals: follower.values)
  }
}

extension TestServer {
  fileprivate func change(to rights: Rights?) {
    registry.rights = { _, _ in rights }
    registry.rightsChanged()
    registry.rulesAre("")
  }
}
