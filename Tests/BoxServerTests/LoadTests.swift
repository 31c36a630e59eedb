import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Scenes whose boxes are slow to load.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct LoadTests {
  @LoopActor
  private final class Slow {
    let items = Box<[Int]>([])
    let isFetching = Box(false)
    let mayLoad = Gate()
    private(set) var loads = 0

    func publish(_ registry: Registry) {
      let scene = Scene("slow")
      scene.publish(Output(items), as: "items")
      scene.publish(Output(isFetching), as: "isFetching")
      scene.onFirstUse { [self] in
        loads += 1
        isFetching.value = true
        await mayLoad.wait()
        items.value = [1, 2, 3]
        isFetching.value = false
      }
      registry.add(scene)
    }
  }

  @LoopActor
  private final class Aging {
    let count = Box(0)
    var (isOld, fails) = (false, false)

    func load() throws {
      if fails { throw CancellationError() }
      count.value += 1
      isOld = false
    }

    func publish(_ registry: Registry) {
      let members = SceneFamily("old.*") { _ in self }
      members.publish("count") { Output($0.count) }
      let isDue = { @LoopActor (member: Aging) in member.isOld }
      members.onFirstUse(again: isDue) { try $0.load() }
      members.insert(["a"])
      registry.add(members)
    }
  }

  @Test func `what is out of date is loaded again for the next client, and stays if that fails`()
    async throws
  {
    let aging = await Aging()
    let server = try await TestServer(aging.publish)
    let peer = try server.connect()
    func count() throws -> Int? {
      try peer.call("get", #"{"boxes":["old.a.count"]}"#)["result", "boxes", "old.a.count"]?.integer
    }
    expect(try count(), equals: 1)
    expect(try count(), equals: 1)
    await onLoop { aging.isOld = true }
    expect(try count(), equals: 2)
    expect(try count(), equals: 2)
    await onLoop { (aging.isOld, aging.fails) = (true, true) }
    expect(try count(), equals: 2)
    await onLoop { aging.fails = false }
    expect(try count(), equals: 3)
  }

  @Test func `a root that is out of date is loaded again for boxes that always exist`()
    async throws
  {
    let (root, member) = await (Aging(), Aging())
    let server = try await TestServer { registry in
      let scene = Scene("old")
      scene.publish(Output(root.count), as: "count")
      registry.add(scene)
      member.publish(registry)
      registry.load("old", again: { root.isOld }) { try root.load() }
    }
    let peer = try server.connect()
    func get(_ box: String) throws -> Int? {
      try peer.call("get", #"{"boxes":["\#(box)"]}"#)["result", "boxes", box]?.integer
    }
    expect(try get("old.count"), equals: 1)
    await onLoop { root.isOld = true }
    expect(try get("old.a.count"), equals: 1)
    expect(await onLoop { root.count.value }, equals: 1)
    expect(try get("old.count"), equals: 2)
  }

  @Test func `get waits until the scene is loaded while other requests go on`() async throws {
    let slow = await Slow()
    let server = try await TestServer(loadTime: .seconds(60), slow.publish)
    let peer = try server.connect()
    try peer.send(#"{"id":"get","method":"get","params":{"boxes":["slow.*"]}}"#)
    try peer.send(#"{"id":"set","method":"set","params":{"box":"shared.a","value":1}}"#)
    expect(try peer.next()["id"]?.string, equals: "set")
    expect(try server.connect().call("ping")["result"] != nil)
    slow.mayLoad.open()
    let answer = try peer.next()
    expect(answer["id"]?.string, equals: "get")
    expect(
      answer["result", "boxes"]?.description,
      equals: #"{"slow.items":[1,2,3],"slow.isFetching":false}"#)
  }

  @Test func `subscribe waits until the scene is loaded while other requests go on`() async throws {
    let slow = await Slow()
    let server = try await TestServer(loadTime: .seconds(60), slow.publish)
    let peer = try server.connect()
    try peer.send(#"{"id":"subscribe","method":"subscribe","params":{"boxes":["slow.*"]}}"#)
    try peer.send(#"{"id":"set","method":"set","params":{"box":"shared.a","value":1}}"#)
    expect(try peer.next()["id"]?.string, equals: "set")
    slow.mayLoad.open()
    expect(try peer.next()["id"]?.string, equals: "subscribe")
    expect(try peer.next()["params", "boxes", "slow.items"]?.elements?.count, equals: 3)
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  @Test func `ping and unsubscribe follow a subscribe that waits`() async throws {
    let slow = await Slow()
    let server = try await TestServer(loadTime: .seconds(60), slow.publish)
    let peer = try server.connect()
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["slow.*"]}}"# + "\n"
        + #"{"id":2,"method":"ping"}"# + "\n" + #"{"id":3,"method":"unsubscribe"}"# + "\n"
        + #"{"id":4,"method":"subscribe","params":{"boxes":["shared.*"]}}"# + "\n"
        + #"{"id":5,"method":"ping"}"# + "\n"
        + #"{"id":6,"method":"get","params":{"boxes":["shared.*"]}}"#)
    // Nothing that does not concern the subscription has to wait.
    expect(try peer.next()["id"]?.integer, equals: 4)
    expect(try peer.next()["method"]?.string, equals: "synced")
    expect(try peer.next()["id"]?.integer, equals: 6)
    slow.mayLoad.open()
    expect(try peer.next()["id"]?.integer, equals: 1)
    expect(try peer.next()["params", "boxes", "slow.items"]?.elements?.count, equals: 3)
    expect(try peer.next()["method"]?.string, equals: "synced")
    for id in [2, 3, 5] { expect(try peer.next()["id"]?.integer, equals: id) }
  }

  @Test func `ping follows a subscribe that waits and is refused`() async throws {
    let gate = Gate()
    let nothing = Rights(read: [], set: [], delete: [], call: [])
    let server = try await TestServer(loadTime: .seconds(60)) { registry in
      registry.load("slow") { await gate.wait() }
      registry.rights = { caller, _ in caller.login == nil ? nil : nothing }
      Entrance.publish(registry)
    }
    let peer = try server.connect()
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["slow.items"]}}"# + "\n"
        + #"{"id":2,"method":"ping"}"#)
    try peer.send(#"{"id":3,"method":"session.logIn","params":{"name":"ada"}}"#)
    expect(try peer.nextResponse()["id"]?.integer, equals: 3)
    gate.open()
    let refusal = try peer.nextResponse()
    expect(refusal["id"]?.integer, equals: 1)
    expect(refusal.errorCode, equals: -32003)
    expect(try peer.nextResponse()["id"]?.integer, equals: 2)
  }

  @Test func `after 2 s, get and subscribe return what is there`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      try require(LoopThread.isRunning)
      let slow = await Slow()
      let server = try await TestServer(slow.publish)
      let peer = try server.connect()
      try peer.send(#"{"id":"get","method":"get","params":{"boxes":["slow.*"]}}"#)
      try peer.send(#"{"id":"subscribe","method":"subscribe","params":{"boxes":["slow.*"]}}"#)
      await LoopClock.advance(by: .milliseconds(1999))
      expect(try peer.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      let answer = try peer.next()
      expect(answer["id"]?.string, equals: "get")
      expect(
        answer["result", "boxes"]?.description, equals: #"{"slow.items":[],"slow.isFetching":true}"#
      )
      expect(try peer.next()["id"]?.string, equals: "subscribe")
      let snapshot = try peer.next()
      expect(snapshot["params", "boxes"], equals: answer["result", "boxes"])
      expect(try peer.next()["method"]?.string, equals: "synced")
      // The rest follows when it is loaded.
      slow.mayLoad.open()
      expect(try peer.next()["params", "boxes", "slow.items"]?.elements?.count, equals: 3)
    }
  }

  @Test func `a scene is loaded once, and only when it is requested`() async throws {
    let slow = await Slow()
    let server = try await TestServer(slow.publish)
    let peer = try server.connect()
    slow.mayLoad.open()
    try peer.call("get", #"{"boxes":["shared.*","other.**"]}"#)
    expect(await slow.loads, equals: 0)
    for _ in 1...3 { try peer.call("get", #"{"boxes":["slow.items"]}"#) }
    expect(await slow.loads, equals: 1)
  }

  @Test func `a client that disconnects while it waits leaves nothing behind`() async throws {
    let slow = await Slow()
    let server = try await TestServer(slow.publish)
    for method in ["get", "subscribe"] {
      let peer = try server.connect()
      try peer.send(#"{"id":1,"method":"\#(method)","params":{"boxes":["slow.*"]}}"#)
      try peer.call("ping")
      peer.close()
    }
    let peer = try server.connect()
    try peer.call("ping")
    expect(await server.listener.connections, equals: 1)
    slow.mayLoad.open()
    expect(try peer.call("get", #"{"boxes":["slow.*"]}"#)["result"] != nil)
    expect(await server.registry.subscribers, equals: 0)
  }

  @Test func `a scene is notified when its first observer starts and its last one stops`()
    async throws
  {
    let heard = Journal<Bool>()
    let server = try await TestServer { registry in
      let scene = Scene("watched")
      scene.publish(Output(Box(1)), as: "one")
      scene.onObservedChange { heard.note($0) }
      registry.add(scene)
    }
    let first = try server.subscribe("watched.**")
    let second = try server.subscribe("watched.one")
    let third = try server.subscribe("other.**")
    expect(heard.events, equals: [true])
    try first.call("unsubscribe")
    expect(heard.events, equals: [true])
    second.close()
    expect(try await heard.wait(count: 2), equals: [true, false])
    try third.call("subscribe", #"{"boxes":["*.one"]}"#)
    expect(heard.events, equals: [true, false, true])
  }

  // MARK: Sessions

  @Test func `a scene of a session is loaded on request, and again if it is out of date`()
    async throws
  {
    let (aging, other) = (await Aging(), Box(0))
    let server = try await TestServer { registry in
      let scene = SessionScene<Aging>("session.old")
      scene.publish("count") { Output($0.count) }
      scene.onFirstUse(again: { $0.isOld }) { try $0.load() }
      let beside = SessionScene<Box<Int>>("session")
      beside.publish("other") { Output($0) }
      registry.configure(scene, beside) { _ in
        [scene.presenting(aging), beside.presenting(other)]
      }
    }
    let peer = try server.connect()
    func count() throws -> Int? {
      try peer.value("session.old.count")?.integer
    }
    expect(try peer.value("session.other"), equals: JSONText(0))
    expect(await onLoop { aging.count.value }, equals: 0)
    expect(try count(), equals: 1)
    expect(try count(), equals: 1)
    await onLoop { aging.isOld = true }
    try peer.call("subscribe", #"{"boxes":["session.old.*"]}"#)
    expect(try peer.next("snapshot")["params", "boxes", "session.old.count"]?.integer, equals: 2)
    await onLoop { (aging.isOld, aging.fails) = (true, true) }
    expect(try count(), equals: 2)
    await onLoop { aging.fails = false }
    expect(try count(), equals: 3)
  }

  @Test func `get and subscribe wait until a scene of the session is loaded`() async throws {
    let (items, mayLoad) = (Box<[Int]>([]), Gate())
    let server = try await TestServer(loadTime: .seconds(60)) { registry in
      let scene = SessionScene<Box<[Int]>>("session.slow")
      scene.publish("items") { Output($0) }
      scene.onFirstUse { items in
        await mayLoad.wait()
        items.value = [1, 2, 3]
      }
      registry.configure(scene) { _ in [scene.presenting(items)] }
    }
    let peer = try server.connect()
    try peer.send(#"{"id":"get","method":"get","params":{"boxes":["session.slow.items"]}}"#)
    try peer.send(#"{"id":"subscribe","method":"subscribe","params":{"boxes":["session.**"]}}"#)
    try peer.send(#"{"id":"set","method":"set","params":{"box":"shared.a","value":1}}"#)
    expect(try peer.next()["id"]?.string, equals: "set")
    mayLoad.open()
    expect(
      try peer.next()["result", "boxes"]?.description, equals: #"{"session.slow.items":[1,2,3]}"#)
    expect(try peer.next()["id"]?.string, equals: "subscribe")
    expect(
      try peer.next()["params", "boxes"]?.description, equals: #"{"session.slow.items":[1,2,3]}"#)
  }
}
