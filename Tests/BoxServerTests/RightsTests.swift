import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What clients with limited rights see.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct RightsTests {
  /// A server whose clients may do what `rights` says, with a house of three rooms and the boxes
  /// `shared.open` and `shared.closed`.
  @LoopActor
  private final class Fixture {
    nonisolated let server: TestServer

    /// - Parameter rights: by the caller's login; nil for everything.
    init(_ rights: @escaping (Caller) -> Rights?) throws {
      let house = House(.always, rooms: ["attic", "bath", "cellar"])
      server = try TestServer { registry in
        house.publish(registry)
        registry.rights = { caller, _ in rights(caller) }
        Entrance.publish(registry)
      }
    }

    func change(_ rights: @escaping (Caller) -> Rights?) {
      server.registry.rights = { caller, _ in rights(caller) }
      server.registry.rightsChanged()
    }
  }

  private static func rights(
    read: [String] = [], set: [String] = [], delete: [String] = [], call: [String] = []
  ) -> Rights {
    Rights(
      read: read.map { Pattern($0)! }, set: set.map { Pattern($0)! },
      delete: delete.map { Pattern($0)! }, call: call.map { Pattern($0)! })
  }

  private static let onlyBath = rights(
    read: ["house.bath.**", "shared.open"], set: ["shared.**"], delete: ["shared.**"],
    call: ["house.bath.lamp.set", "house.attic.lamp.set"])

  private static func start(
    _ rights: @escaping @Sendable (Caller) -> Rights? = { _ in onlyBath }
  ) async throws -> (Fixture, Peer) {
    let fixture = try await Fixture(rights)
    return (fixture, try fixture.server.connect())
  }

  @Test func `a method that only resembles a path is neither found nor allowed`() async throws {
    let server = try await TestServer { registry in
      House(rooms: ["Kitchen"]).publish(registry)
      let single = Scene("Kitchen")
      single.intent("cook") { _ in [] }
      registry.add(single)
    }
    let peer = try server.connect()
    // Swift takes a Kelvin sign for equal to a K.
    for method in ["house.\u{212A}itchen.lamp.set", "\u{212A}itchen.cook", "house..lamp.set", ""] {
      for rights in [nil, Self.onlyBath] {
        await onLoop {
          server.registry.rights = { _, _ in rights }
          server.registry.rightsChanged()
        }
        expect(try peer.call(method, #"{"to":1}"#).errorCode, equals: -32601)
      }
    }
  }

  @Test func `patterns leave out what may not be read`() async throws {
    let (_, peer) = try await Self.start()
    try peer.call("subscribe", #"{"boxes":["house.**","shared.**"]}"#)
    expect(try peer.next("snapshot")["params", "boxes"]?.names, equals: ["house.bath.lamp.light"])
    _ = try peer.next("synced")
    let boxes = try peer.call("get", #"{"boxes":["**"]}"#)["result", "boxes"]
    expect(boxes?.names, equals: ["house.bath.lamp.light"])
    try peer.call("house.attic.lamp.set", #"{"to":3}"#)
    try peer.call("set", #"{"box":"shared.closed","value":1}"#)
    try peer.call(
      "set", #"{"changes":[{"box":"shared.open","value":1},{"box":"shared.x","value":1}]}"#)
    let change = try peer.next("change")["params"]
    expect(change?["boxes"]?.names, equals: ["shared.open"])
    expect(change?["merged"] == nil)
    try peer.call("delete", #"{"changes":[{"box":"shared.x"},{"box":"shared.open"}]}"#)
    let removal = try peer.next("change")["params"]
    expect(removal?["removed"]?.elements?.map(\.string), equals: ["shared.open"])
  }

  @Test(arguments: ["latest", "every"])
  func `revisions count what may not be read, and merged does not`(mode: String) async throws {
    let (_, peer) = try await Self.start()
    try peer.call("subscribe", #"{"boxes":["**"],"mode":"\#(mode)"}"#)
    _ = try peer.next("synced")
    let before = try peer.revision()
    try peer.send(
      (1...3).map { #"{"method":"set","params":{"box":"shared.closed","value":\#($0)}}"# }
        .joined(separator: "\n"))
    try peer.call("set", #"{"box":"shared.open","value":1}"#)
    let change = try peer.next("change")["params"]
    expect(change?["revision"]?.integer, equals: before + 4)
    expect(change?["merged"] == nil)
    expect(change?["boxes"]?.names, equals: ["shared.open"])
  }

  @Test func `discover describes what may be read or called`() async throws {
    let (_, peer) = try await Self.start()
    try peer.call("set", #"{"box":"shared.closed","value":1}"#)
    let all = try peer.call("rpc.discover")["result"]
    expect(all?["x-boxes"]?.names, equals: ["house.bath.lamp.light", "session.mine"])
    let methods = all?["methods"]?.elements?.compactMap { $0["name"]?.string } ?? []
    expect(methods.contains("house.bath.lamp.set"))
    expect(methods.contains("house.attic.lamp.set"))
    expect(!methods.contains("house.bath.lamp.wait"))
    expect(!methods.contains { $0.contains("cellar") })
    expect(methods.contains("ping"))
    let exact = try peer.call("rpc.discover", #"{"boxes":["house.bath.lamp","ping"]}"#)
    expect(exact["result", "x-boxes"]?.names, equals: ["house.bath.lamp.light"])
  }

  @Test func `of many members, discover names those that may be known`() async throws {
    let names = (0...150).map { "r\($0)" }
    let rooms = await House(rooms: names)
    let server = try await TestServer { registry in
      rooms.publish(registry)
      registry.rights = { _, _ in
        Self.rights(
          read: (0...120).map { "house.r\($0).**" }, call: ["house.r150.lamp.set"])
      }
    }
    let peer = try server.connect()
    let all = try peer.call("rpc.discover")["result"]
    let known = all?["x-names", "house.*"]?.elements?.compactMap(\.string) ?? []
    expect(Set(known), equals: Set((0...120).map { "r\($0)" } + ["r150"]))
    let methods = all?["methods"]?.elements?.compactMap { $0["name"]?.string } ?? []
    expect(methods.contains("house.*.lamp.set"))
    expect(!methods.contains("house.*.lamp.wait"))
  }

  @Test func `a client that logs in gets a gap and what it may read now`() async throws {
    let (_, peer) = try await Self.start { caller in
      caller.login == nil ? Self.onlyBath : Self.rights(read: ["house.attic.**", "shared.**"])
    }
    try peer.call("set", #"{"box":"shared.open","value":1}"#)
    try peer.call("subscribe", #"{"boxes":["**"]}"#)
    _ = try peer.next("synced")
    try peer.call("session.logIn", #"{"name":"ada"}"#)
    _ = try peer.next("gap")
    expect(
      try peer.next("snapshot")["params", "boxes"]?.names.sorted(),
      equals: [
        "house.attic.lamp.light", "shared.open",
      ])
    _ = try peer.next("synced")
    expect(
      try peer.call("set", #"{"box":"shared.a","value":1}"#)["error", "code"]?.integer,
      equals: -32003)
    try peer.call("session.logIn", #"{"name":""}"#)
    _ = try peer.next("gap")
    expect(
      try peer.next("snapshot")["params", "boxes"]?.names.sorted(),
      equals: [
        "house.bath.lamp.light", "shared.open",
      ])
  }

  @Test func `subscribers follow a policy that changes`() async throws {
    let (fixture, peer) = try await Self.start { _ in nil }
    try peer.call("subscribe", #"{"boxes":["house.**","session.**"]}"#)
    _ = try peer.next("synced")
    await fixture.change { _ in Self.onlyBath }
    _ = try peer.next("gap")
    expect(try peer.next("snapshot")["params", "boxes"]?.names, equals: ["house.bath.lamp.light"])
    expect(try peer.next("snapshot")["params", "boxes"]?.names, equals: ["session.mine"])
    _ = try peer.next("synced")
    // Equal rights change nothing.
    await fixture.change { _ in Self.onlyBath }
    let revision = try peer.revision()
    expect(try peer.call("set", #"{"box":"shared.open","value":1}"#)["result"] != nil)
    await fixture.change { _ in nil }
    let gap = try peer.next("gap")["params"]
    expect(gap?["to"]?.integer, equals: revision + 1)
    expect(try peer.next("snapshot")["params", "boxes"]?.names.count, equals: 3)
  }

  @Test func `with limited rights, a client that resumes gets a snapshot`() async throws {
    let (fixture, peer) = try await Self.start()
    let epoch = await fixture.server.registry.epoch
    let revision = try peer.revision()
    let answer = try peer.call(
      "subscribe", #"{"boxes":["**"],"since":{"epoch":"\#(epoch)","revision":\#(revision)}}"#)
    expect(answer["result", "resumed"]?.boolean, equals: false)
    await fixture.change { _ in nil }
    let other = try fixture.server.connect()
    let before = try other.call(
      "subscribe", #"{"boxes":["**"],"since":{"epoch":"\#(epoch)","revision":\#(revision)}}"#)
    expect(before["result", "resumed"]?.boolean, equals: false)
    try other.call("set", #"{"box":"shared.open","value":1}"#)
    let third = try fixture.server.connect()
    let after = try third.call(
      "subscribe", #"{"boxes":["**"],"since":{"epoch":"\#(epoch)","revision":\#(revision + 1)}}"#)
    expect(after["result", "resumed"]?.boolean, equals: true)
  }

  @Test func `subscribers with the same rights share a group, and others do not`() async throws {
    let (fixture, _) = try await Self.start { caller in
      caller.login == nil ? Self.onlyBath : Self.rights(read: ["house.**"])
    }
    let peers = try (0..<3).map { _ in try fixture.server.subscribe("house.**") }
    expect(await fixture.server.registry.delivery.groups.count, equals: 1)
    try peers[2].call("session.logIn", #"{"name":"ada"}"#)
    expect(await fixture.server.registry.delivery.groups.count, equals: 2)
  }

  @Test func `rights are asked about the kernel's user and groups`() async throws {
    let asked = Journal<[UInt32]>()
    let server = try await TestServer { registry in
      registry.rights = { caller, groups in
        asked.note([caller.credentials?.userID ?? .max] + groups())
        return nil
      }
    }
    _ = try server.connect()
    let facts = try await asked.wait(count: 1)[0]
    expect(facts[0], equals: getuid())
    expect(Set(facts.dropFirst()), equals: Set(try groupsOfThisProcess()))
  }
}

/// The IDs of all groups of this process, as the kernel would report them.
private func groupsOfThisProcess() throws -> [UInt32] {
  var groups = [gid_t](repeating: 0, count: 65_536)
  let count = getgroups(Int32(groups.count), &groups)
  guard count >= 0 else { throw SystemError("getgroups", errno) }
  return groups.prefix(Int(count)) + [getegid()]
}
