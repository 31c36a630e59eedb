import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Batches that are carried out to the end although their client is gone.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionEndTests {
  /// A server with sessions, a house with a bath, and `desk.sign`, which notes its callers.
  @LoopActor
  private final class Fixture {
    nonisolated let server: TestServer
    nonisolated let house: House
    nonisolated let signatures = Journal<String>()
    nonisolated let connections = Journal<Int>()

    init() throws {
      let house = House(rooms: ["bath"])
      self.house = house
      let desk = Scene("desk")
      desk.intent("sign") { [signatures] caller in
        signatures.note(caller.login?.name ?? "nobody")
        return []
      }
      server = try TestServer { registry in
        house.publish(registry)
        Entrance.publish(registry)
        registry.add(desk)
      }
      server.listener.connectionsChanged = { [connections] in connections.note($0) }
    }

    /// Sends a batch whose first member waits, and leaves.
    ///
    /// - Parameter rest: the members after that.
    nonisolated func leave(_ peer: Peer, _ rest: [String]) async throws {
      let members = [#""method":"house.bath.lamp.wait""#] + rest
      try peer.send("[\(members.map { "{\($0)}" }.joined(separator: ","))]")
      try await house.events.wait(count: 1)
      peer.close()
      try await connections.wait { $0.last == 0 }
    }
  }

  @Test func `it makes no session that nobody ends`() async throws {
    let fixture = try await Fixture()
    let peer = try fixture.server.connect()
    try await fixture.leave(
      peer, [#""method":"session.logIn","params":{"name":"ada"}"#, #""method":"desk.sign""#])
    fixture.house.mayAnswer.open()
    expect(try await fixture.signatures.wait(count: 1), equals: ["nobody"])
    expect(await fixture.server.registry.sessionCount, equals: 0)
  }

  @Test func `its caller stays the user who has logged in`() async throws {
    let fixture = try await Fixture()
    let peer = try fixture.server.connect()
    try peer.call("session.logIn", #"{"name":"ada"}"#)
    try await fixture.leave(peer, [#""method":"desk.sign""#])
    expect(await fixture.server.registry.sessionCount, equals: 0)
    fixture.house.mayAnswer.open()
    expect(try await fixture.signatures.wait(count: 1), equals: ["ada"])
  }

  @Test func `a call that waits for its scene is checked by the rules as they are then`()
    async throws
  {
    let gate = Gate()
    let fixture = try await Fixture()
    await onLoop {
      fixture.server.registry.load("garden") {
        await gate.wait()
        let scene = Scene("garden")
        scene.intent("sign") { [signatures = fixture.signatures] _ in
          signatures.note("garden")
          return []
        }
        fixture.server.registry.add(scene)
      }
    }
    let peer = try fixture.server.connect()
    try peer.send(#"{"method":"garden.sign"}"#)
    try peer.call("ping")
    peer.close()
    try await fixture.connections.wait { $0.last == 0 }
    await onLoop {
      fixture.server.registry.rights = { _, _ in
        Rights(read: [], set: [], delete: [], call: [Pattern("desk.*")!])
      }
      fixture.server.registry.rightsChanged()
    }
    let other = try fixture.server.connect()
    gate.open()
    expect(try other.call("garden.sign").errorCode, equals: -32003)
    try other.call("desk.sign")
    expect(fixture.signatures.events, equals: ["nobody"])
  }

  @Test func `rules that change apply to the rest of it`() async throws {
    let fixture = try await Fixture()
    let peer = try fixture.server.connect()
    try await fixture.leave(
      peer,
      [#""method":"set","params":{"box":"shared.a","value":1}"#, #""method":"desk.sign""#])
    await onLoop {
      fixture.server.registry.rights = { _, _ in
        Rights(read: [], set: [], delete: [], call: [Pattern("desk.*")!])
      }
      fixture.server.registry.rightsChanged()
    }
    fixture.house.mayAnswer.open()
    try await fixture.signatures.wait(count: 1)
    expect(await fixture.server.registry.sharedBoxes().isEmpty)
  }
}
