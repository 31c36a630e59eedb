import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Boxes that clients set and that a store keeps.
@Suite(.enabled(if: LoopThread.isRunning), .blocking) struct StoredBoxTests {
  /// A store in memory, which other programs change, too.
  @LoopActor
  private final class Store: BoxStore {
    var boxes: StoredBoxes?
    private(set) var revision = 100
    private(set) var asked: [[StoredBoxChange]] = []
    /// Called with the number of a request before it is carried out.
    var before: @LoopActor (Int) async throws(BoxStoreError) -> Void = { _ in }
    /// Called when a request was carried out, before it is answered.
    var after: @LoopActor () -> Void = {}

    func add(to registry: Registry) {
      boxes = registry.add(self, under: "fleet")
    }

    func make(_ changes: [StoredBoxChange]) async throws(BoxStoreError) -> Int {
      asked.append(changes)
      try await before(asked.count)
      let made = report(changes.map { ($0.path.text, $0.value) })
      after()
      return made
    }

    /// Changes boxes, as any program may.
    @discardableResult
    func report(_ changes: [(path: String, value: JSONText?)]) -> Int {
      revision += 1
      let reported = changes.compactMap { path, value in
        Path(path).map { StoredBox(path: $0, value: value) }
      }
      boxes?.follow(reported, of: revision)
      return revision
    }
  }

  private func set(_ peer: Peer, _ box: String, _ value: Int, _ rest: String = "") throws
    -> JSONText
  {
    try peer.call("set", #"{"box":"\#(box)","value":\#(value)\#(rest)}"#)
  }

  private func value(_ box: String, _ peer: Peer) throws -> Int? {
    try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]?.integer
  }

  @Test func `a change is seen when the store has made it, and then answered`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let (peer, gate) = (try server.connect(), Gate())
    let subscriber = try server.subscribe("fleet.**")
    await onLoop { store.before = { _ in await gate.wait() } }
    try peer.send(#"{"id":7,"method":"set","params":{"box":"fleet.a","value":1}}"#)
    expect(try peer.call("get", #"{"boxes":["fleet.**"]}"#)["result", "boxes"]?.names, equals: [])
    gate.open()
    let change = try subscriber.next("change")
    expect(change["params", "boxes"], equals: ["fleet.a": 1])
    let answer = try peer.next()
    expect(answer["id"]?.integer, equals: 7)
    expect(answer["result", "revision"], equals: change["params", "revision"])
    expect(answer["result", "storeRevision"]?.integer, equals: 101)
  }

  @Test func `what a revision of the store changes is one revision of the daemon`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let subscriber = try server.subscribe("fleet.**")
    _ = await onLoop { store.report([("fleet.a", 1), ("fleet.b", 2)]) }
    let first = try subscriber.next("change")
    expect(first["params", "boxes"], equals: ["fleet.a": 1, "fleet.b": 2])
    // A value that is the same is no change.
    _ = await onLoop { store.report([("fleet.a", 1)]) }
    _ = await onLoop { store.report([("fleet.a", 1), ("fleet.b", nil), ("fleet.c", 3)]) }
    let second = try subscriber.next("change")
    expect(second["params", "boxes"], equals: ["fleet.c": 3])
    expect(second.removed, equals: ["fleet.b"])
    let revisions = [first, second].map { $0["params", "revision"]?.integer ?? 0 }
    expect(revisions[1], equals: revisions[0] + 1)
    let peer = try server.connect()
    let several = #"{"changes":[{"box":"fleet.d","value":4},{"box":"fleet.e","value":5}]}"#
    let answer = try peer.call("set", several)
    let third = try subscriber.next("change")
    expect(third["params", "boxes"], equals: ["fleet.d": 4, "fleet.e": 5])
    expect(answer["result", "revision"], equals: third["params", "revision"])
  }

  @Test func `a condition on a revision is checked by the daemon and by the store`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let peer = try server.connect()
    let made = try set(peer, "fleet.a", 1, #","ifRevision":0"#)["result", "revision"]?.integer
    let revision = try require(made)
    expect(try set(peer, "fleet.a", 2, #","ifRevision":0"#).errorCode, equals: -32002)
    expect(await onLoop { store.asked.count }, equals: 1)
    // Somebody else has changed it, which the daemon does not know yet.
    await onLoop {
      store.before = { _ throws(BoxStoreError) in
        store.report([("fleet.a", 9)])
        throw .changed
      }
    }
    let refused = try set(peer, "fleet.a", 2, #","ifRevision":\#(revision)"#)
    expect(refused.errorCode, equals: -32002)
    expect(refused["error", "data", "revision"]?.integer, equals: revision + 1)
    expect(await onLoop { store.asked.map { $0[0].expected } }, equals: [.asReported, .asReported])
    expect(try value("fleet.a", peer), equals: 9)
  }

  @Test func `a change that others overtake is made from what is there then, four times at most`()
    async throws
  {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let peer = try server.connect()
    _ = try set(peer, "fleet.a", 1)
    await onLoop {
      store.before = { number throws(BoxStoreError) in
        store.report([("fleet.a", JSONText(number))])
        if number < 4 { throw .changed }
      }
    }
    expect(try peer.call("delete", #"{"box":"fleet.a"}"#)["result"] != nil)
    expect(await onLoop { store.asked.count }, equals: 4)
    expect(try value("fleet.a", peer) == nil)
    await onLoop {
      store.before = { number throws(BoxStoreError) in
        store.report([("fleet.b", JSONText(number))])
        throw .changed
      }
      store.report([("fleet.b", 1)])
    }
    expect(try peer.call("delete", #"{"box":"fleet.b"}"#).errorCode, equals: -32002)
    expect(await onLoop { store.asked.count }, equals: 8)
    // Somebody else has deleted it.
    await onLoop {
      store.before = { _ throws(BoxStoreError) in
        store.report([("fleet.b", nil)])
        throw .changed
      }
    }
    expect(try peer.call("delete", #"{"box":"fleet.b"}"#).errorCode, equals: -32001)
  }

  @Test func `an answer names the revision of the client's own change`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let peer = try server.connect()
    await onLoop { store.after = { store.report([("fleet.a", 2)]) } }
    let revision = try require(
      try set(peer, "fleet.a", 1)["result", "revision"]?.integer)
    await onLoop { store.after = {} }
    // Otherwise the other change would be lost here.
    expect(try set(peer, "fleet.a", 3, #","ifRevision":\#(revision)"#).errorCode, equals: -32002)
  }

  @Test func `the changes of a client are made in their order, one at a time`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let (peer, other, gate) = (try server.connect(), try server.connect(), Gate())
    await onLoop { store.before = { if $0 == 1 { await gate.wait() } } }
    for number in 1...3 {
      let parameters = #"{"box":"fleet.a\#(number)","value":1}"#
      try peer.send(#"{"id":\#(number),"method":"set","params":\#(parameters)}"#)
    }
    // That of another one does not wait.
    expect(try set(other, "fleet.b", 1)["result"] != nil)
    gate.open()
    for number in 1...3 { expect(try peer.next()["id"]?.integer, equals: number) }
    let paths = await onLoop { store.asked.map { $0[0].path.text } }
    expect(paths, equals: ["fleet.a1", "fleet.b", "fleet.a2", "fleet.a3"])
  }

  @Test func `everything is reported at once when steps were missed, as what differs`() async throws
  {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let peer = try server.connect()
    for box in ["fleet.a", "fleet.b", "shared.a"] { _ = try set(peer, box, 1) }
    let subscriber = try server.subscribe("**")
    let reported = ["fleet.b": 1, "fleet.c": 3].compactMap { path, value in
      Path(path).map { StoredBox(path: $0, value: JSONText(value)) }
    }
    await onLoop { store.boxes?.adopt(reported) }
    let change = try subscriber.next("change")
    expect(change["params", "boxes"], equals: ["fleet.c": 3])
    expect(change.removed, equals: ["fleet.a"])
    // What the daemon keeps itself does not include them.
    expect(await onLoop { server.registry.sharedBoxes().map(\.path.text) }, equals: ["shared.a"])
  }

  @Test func `what a store keeps is withdrawn with it`() async throws {
    let store = Store()
    let server = try await onLoop { try TestServer { store.add(to: $0) } }
    let peer = try server.connect()
    _ = try set(peer, "fleet.a", 1)
    expect(try peer.call("rpc.discover", #"{"boxes":["fleet.a"]}"#)["result"] != nil)
    await onLoop { store.boxes.map(server.registry.remove) }
    expect(try value("fleet.a", peer) == nil)
    expect(try peer.call("rpc.discover", #"{"boxes":["fleet.a"]}"#).errorCode, equals: -32001)
    expect(try set(peer, "fleet.a", 1).errorCode, equals: -32003)
    await onLoop { store.add(to: server.registry) }
    expect(try set(peer, "fleet.a", 1)["result"] != nil)
  }

  @Test(arguments: [
    (#"{"box":"fleet","value":1}"#, -32003), (#"{"box":"fleets.a","value":1}"#, -32003),
    (#"{"box":"fleet.state","value":1}"#, -32003),
    (#"{"box":"fleet.a","value":"0123456789"}"#, -32004),
    (#"{"changes":[{"box":"fleet.a","value":1},{"box":"shared.a","value":1}]}"#, -32602),
    (#"{"changes":[{"box":"shared.a","value":1},{"box":"fleet.a","value":1}]}"#, -32602),
    (#"{"changes":[{"box":"fleet.a","value":1},{"box":"fleet.b","value":1}]}"#, -32004),
    (#"{"box":"fleet.refused","value":1}"#, -32005),
  ])
  func `what cannot be set is refused, and nothing is changed`(
    parameters: String, code: Int
  ) async throws {
    let store = Store()
    var limits = ServerLimits()
    (limits.value, limits.sharedBoxes) = (10, 1)
    let server = try await onLoop { [limits] in
      try TestServer(limits: limits) { registry in
        let scene = Scene("fleet")
        scene.publish(Output(Box(true)), as: "state")
        registry.add(scene)
        store.add(to: registry)
      }
    }
    await onLoop {
      store.before = { _ throws(BoxStoreError) in
        if store.asked.last?.first?.path.text == "fleet.refused" {
          throw .refused(RequestError(.unavailable, "not now"))
        }
      }
    }
    let peer = try server.connect()
    expect(try peer.call("set", parameters).errorCode, equals: code)
    expect(
      try peer.call("get", #"{"boxes":["**"]}"#)["result", "boxes"]?.names, equals: ["fleet.state"])
    // What others have set at a path of the daemon's is not shown.
    _ = await onLoop { store.report([("fleet.state", 1), ("other.a", 1)]) }
    expect(
      try peer.call("get", #"{"boxes":["**"]}"#)["result", "boxes"], equals: ["fleet.state": true])
  }

  @Test func `a change waits until it is known what there is`() async throws {
    let (store, gate) = (Store(), Gate())
    let server = try await onLoop {
      try TestServer(loadTime: .milliseconds(50)) { registry in
        store.add(to: registry)
        registry.load("fleet") { await gate.wait() }
      }
    }
    let peer = try server.connect()
    expect(try set(peer, "fleet.a", 1).errorCode, equals: -32005)
    gate.open()
    expect(try set(peer, "fleet.a", 1)["result"] != nil)
  }
}
