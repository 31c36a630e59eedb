import BoxServer
import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// The boxes and intents that each connection has for itself.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionTests {
  private static func start(
    limits: ServerLimits = ServerLimits()
  ) async throws -> (TestServer, Counters) {
    let counters = await Counters()
    return (try await TestServer(limits: limits, counters.publish), counters)
  }

  // MARK: A session

  @Test func `each connection has its own values`() async throws {
    let (server, _) = try await Self.start()
    let one = try server.connect()
    let other = try server.connect()
    try one.call("session.counter.add")
    expect(try one.value("session.counter.count"), equals: JSONText(1))
    expect(try other.value("session.counter.count"), equals: JSONText(0))
  }

  @Test(arguments: [
    #"{"id":1,"method":"get","params":{"boxes":["session.counter.count"]}}"#,
    #"{"id":1,"method":"subscribe","params":{"boxes":["a.*","session.**"]}}"#,
    #"{"id":1,"method":"unsubscribe","params":{"boxes":["session.*"]}}"#,
    #"{"id":1,"method":"session.counter.add"}"#,
    #"[{"id":1,"method":"session.nope"}]"#,
    #"{"id":1,"method":"rpc.discover"}"#,
    #"{"id":1,"method":"rpc.discover","params":{"boxes":["session"]}}"#,
  ])
  func `the first request that names session makes one`(line: String) async throws {
    let (server, counters) = try await Self.start()
    let peer = try server.connect()
    for other in [
      #""method":"ping""#, #""method":"get","params":{"boxes":["**"]}"#,
      #""method":"subscribe","params":{"boxes":["*.*"]}"#, #""method":"unsubscribe""#,
      #""method":"set","params":{"box":"session.a","value":1}"#,
      #""method":"rpc.discover","params":{"boxes":["hall"]}"#, #""method":"sessions.add""#,
    ] {
      try peer.send(#"{"id":0,\#(other)}"#)
      _ = try peer.nextResponse()
    }
    expect(await counters.count, equals: 0)
    try peer.send(line)
    _ = try peer.nextResponse()
    try peer.send(line)
    _ = try peer.nextResponse()
    expect(await counters.count, equals: 1)
    expect(await counters.callers.first?.credentials?.processID, equals: getpid())
    expect(await server.registry.sessionCount, equals: 1)
  }

  @Test func `a closed connection takes its session with it`() async throws {
    let (server, counters) = try await Self.start()
    let peer = try server.subscribe("session.**")
    try peer.send(#"{"method":"session.counter.wait"}"#)
    try peer.call("session.counter.add")
    peer.close()
    counters.mayAnswer.open()
    expect(try await counters.released.wait(count: 1), equals: [0])
    expect(await server.registry.sessionCount, equals: 0)
  }

  @Test func `a daemon without sessions has nothing under session`() async throws {
    let server = try await TestServer()
    let peer = try server.subscribe("session.**")
    expect(try peer.call("session.counter.add")["error", "code"]?.integer, equals: -32601)
    expect(
      try peer.call("get", #"{"boxes":["session.counter.count"]}"#)["error", "code"]?.integer,
      equals: -32001)
  }

  // MARK: Reading

  @Test func `get returns values of the session with others`() async throws {
    let (server, _) = try await Self.start()
    let peer = try server.connect()
    try peer.call("session.counter.visit")
    let boxes = try peer.call("get", #"{"boxes":["session.counter.count","hall.**"]}"#)
    expect(
      boxes["result", "boxes"],
      equals: try JSONText(parsing: #"{"hall.visits":1,"session.counter.count":1}"#.utf8))
    let missing = try peer.call("get", #"{"boxes":["session.counter.nope"]}"#)
    expect(missing["error", "code"]?.integer, equals: -32001)
  }

  @Test func `discover describes the scenes of the session`() async throws {
    let (server, _) = try await Self.start()
    let peer = try server.connect()
    let all = try peer.call("rpc.discover")["result"]
    let methods = all?["methods"]?.elements?.compactMap { $0["name"]?.string } ?? []
    expect(methods.contains("session.counter.note"))
    expect(methods.contains("ping"))
    expect(all?["x-boxes", "session.counter.count", "type"]?.string, equals: "integer")
    let own = try peer.call("rpc.discover", #"{"boxes":["session.counter.text"]}"#)["result"]
    expect(own?["methods"]?.elements?.isEmpty, equals: true)
    expect(own?["x-boxes"]?.names, equals: ["session.counter.text"])
    let others = try peer.call("rpc.discover", #"{"boxes":["**"]}"#)["result"]
    expect(others?["x-boxes"]?.names, equals: ["hall.visits"])
  }

  @Test func `values of the session cannot be set or deleted`() async throws {
    let (server, _) = try await Self.start()
    let peer = try server.subscribe("session.**")
    let set = try peer.call("set", #"{"box":"session.counter.count","value":5}"#)
    expect(set["error", "code"]?.integer, equals: -32003)
    let delete = try peer.call("delete", #"{"box":"session.counter.count"}"#)
    expect(delete["error", "code"]?.integer, equals: -32003)
  }

  // MARK: Revisions

  @Test func `changes of all sessions in a turn are one revision after that of other boxes`()
    async throws
  {
    let (server, counters) = try await Self.start()
    let one = try server.subscribe("session.**")
    let other = try server.subscribe("session.**")
    let watcher = try server.subscribe("hall.**")
    let before = try watcher.revision()
    await counters.set([0: 7, 1: 8], visits: 3)
    expect(try watcher.next("change")["params", "revision"]?.integer, equals: before + 1)
    expect(try one.next("change")["params", "revision"]?.integer, equals: before + 2)
    expect(try other.next("change")["params", "revision"]?.integer, equals: before + 2)
    await counters.set([:], visits: 4)
    expect(try watcher.next("change")["params", "revision"]?.integer, equals: before + 3)
  }

  @Test func `an intent returns the later of its revisions`() async throws {
    let (server, _) = try await Self.start()
    let peer = try server.connect()
    try peer.call("subscribe", #"{"boxes":["session.**","hall.**"]}"#)
    _ = try peer.next("synced")
    let before = try peer.revision()
    let answer = try peer.call("session.counter.visit")
    expect(answer["result", "revision"]?.integer, equals: before + 2)
    let hall = try peer.next("change")["params"]
    expect(hall?["boxes"]?.names, equals: ["hall.visits"])
    expect(hall?["revision"]?.integer, equals: before + 1)
    let own = try peer.next("change")["params"]
    expect(own?["boxes"]?.names, equals: ["session.counter.count"])
    expect(own?["revision"]?.integer, equals: before + 2)
  }

  @Test func `a session that begins is no change, nor is an equal value`() async throws {
    let (server, counters) = try await Self.start()
    let peer = try server.connect()
    let before = try peer.revision()
    try peer.call("subscribe", #"{"boxes":["session.**"]}"#)
    await counters.set([0: 0])
    expect(try peer.revision(), equals: before)
  }

  // MARK: Limits

  @Test func `the number of sessions is limited, and one that ends makes room`() async throws {
    var limits = ServerLimits()
    limits.sessions = 1
    let (server, counters) = try await Self.start(limits: limits)
    let first = try server.subscribe("session.**")
    let second = try server.connect()
    let refused = try second.call("subscribe", #"{"boxes":["session.**","hall.**"]}"#)["error"]
    expect(refused?["code"]?.integer, equals: -32004)
    expect(refused?["data", "limit"]?.string, equals: "sessions")
    expect(try second.call("ping")["result"] != nil)
    first.close()
    expect(try await counters.released.wait(count: 1), equals: [0])
    expect(try second.call("session.counter.add")["result"] != nil)
  }

  @Test func `what all sessions hold together is limited`() async throws {
    var limits = ServerLimits()
    limits.sessionBytes = 2000
    let (server, counters) = try await Self.start(limits: limits)
    let first = try server.connect()
    let text = String(repeating: "x", count: 900)
    expect(try first.call("session.counter.note", #"{"text":"\#(text)"}"#)["result"] != nil)
    let second = try server.connect()
    expect(try second.call("session.counter.add")["result"] != nil)
    let refused = try second.call("session.counter.note", #"{"text":"\#(text)"}"#)["error"]
    expect(refused?["code"]?.integer, equals: -32004)
    expect(refused?["data", "limit"]?.string, equals: "session-bytes")
    expect(try second.value("session.counter.text"), equals: JSONText(""))
    first.close()
    expect(try await counters.released.wait(count: 1), equals: [0])
    expect(try second.call("session.counter.note", #"{"text":"\#(text)"}"#)["result"] != nil)
  }

  @Test func `an intent without parameters is carried out though too much is held`() async throws {
    let (server, _) = try await Self.start()
    let peer = try server.connect()
    try peer.call("session.counter.note", #"{"text":"\#(String(repeating: "x", count: 900))"}"#)
    await onLoop { server.registry.limits.sessionBytes = 100 }
    expect(try peer.call("session.counter.note", #"{"text":"y"}"#).errorCode, equals: -32004)
    expect(try peer.call("session.counter.add")["result"] != nil)
    expect(try server.connect().call("session.counter.add").errorCode, equals: -32004)
  }

  @Test func `patterns of the session count with the others`() async throws {
    var limits = ServerLimits()
    limits.patterns = 2
    let (server, _) = try await Self.start(limits: limits)
    let peer = try server.connect()
    try peer.call("subscribe", #"{"boxes":["session.counter.count"],"mode":"every"}"#)
    try peer.call("subscribe", #"{"boxes":["hall.**"]}"#)
    let third = try peer.call("subscribe", #"{"boxes":["session.counter.text"]}"#)
    expect(third["error", "data", "limit"]?.string, equals: "patterns")
    let mode = try peer.call("subscribe", #"{"boxes":["hall.**"],"mode":"latest"}"#)
    expect(mode["error", "data", "member"]?.string, equals: "mode")
    let since = try peer.call(
      "subscribe", #"{"boxes":["hall.**"],"since":{"epoch":"e","revision":1}}"#)
    expect(since["error", "data", "member"]?.string, equals: "since")
  }
}

extension Peer {
  /// The value of a box, by `get`.
  func value(_ path: String) throws -> JSONText? {
    try call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes"]?[path]
  }
}
