import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// The route of a session, over the socket.
@Suite(.blocking) struct SessionRouteTests {
  @Test func `a session starts with the list of topics`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let route = try peer.route()
    expect(route["sheet"], equals: .null)
    let stack = route["stack"]?.elements ?? []
    expect(stack.count, equals: 1)
    expect(stack.first?["scene"]?.string, equals: "topics")
    expect(stack.first?["at"] == nil)
    expect(
      stack.first?["boxes"]?.elements?.map(\.string),
      equals: ["topics.*.summary", "topics.isErrorFree"])
  }

  @Test func `a push lengthens the stack, and dismiss removes the top`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let other = try daemon.connect()
    try peer.subscribe("session.route")
    let answer = try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    let change = try peer.next("change")["params"]
    expect(change?["revision"], equals: answer["result", "revision"])
    let board = change?["boxes", "session.route", "stack"]?.elements?.last
    expect(board?["scene"]?.string, equals: "board")
    expect(board?["at"]?.string, equals: "topics.ai")
    expect(board?["boxes"]?.elements?.map(\.string), equals: ["topics.ai.**"])
    expect(board?["title"]?.string, equals: "Artificial Intelligence")
    try peer.call("session.toPosts", #"{"at":"topics.ai"}"#)
    expect(try peer.scenes(), equals: ["topics", "board", "posts"])
    try peer.call("session.dismiss")
    expect(try peer.scenes(), equals: ["topics", "board"])
    for _ in 0..<3 { try peer.call("session.dismiss") }
    expect(try peer.scenes(), equals: ["topics"])
    expect(try other.scenes(), equals: ["topics"])
  }

  @Test(arguments: [
    #"session.toBoard","params":{"at":"topics.nope"}"#,
    #"session.toBoard","params":{"at":"nowhere.ai"}"#,
    #"session.toPosts","params":{"at":"topics"}"#,
    #"session.toCreatePost","params":{"at":"topics.ai.pros"}"#,
    #"session.toPost","params":{"at":"topics.ai","id":"018bcfe5-6800-7c3a-9d4e-3b1f6a2c5d70"}"#,
  ])
  func `an unknown target is not found and changes nothing`(request: String) throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let before = try peer.route()
    try peer.send(#"{"id":1,"method":"\#(request)}"#)
    expect(try peer.nextResponse().errorCode, equals: -32001)
    expect(try peer.route(), equals: before)
  }

  @Test func `the stack has at most 16 scenes`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    for _ in 1..<16 { try peer.call("session.toBoard", #"{"at":"topics.ai"}"#) }
    let refused = try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    expect(refused.errorCode, equals: -32004)
    expect(try peer.scenes().count, equals: 16)
  }

  @Test func `a topic that is removed elsewhere leaves the route in the same turn`() throws {
    let daemon = try DaemonInProcess()
    let (peer, other) = (try daemon.connect(), try daemon.connect())
    try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    try peer.call("subscribe", #"{"boxes":["session.route","topics.*.summary"]}"#)
    _ = try peer.next("synced")
    try other.call("topics.remove", #"{"id":"ai"}"#)
    let removal = try peer.next("change")["params"]
    expect(removal?["removed"]?.elements?.map(\.string), equals: ["topics.ai.summary"])
    let route = try peer.next("change")["params"]
    expect(route?["revision"]?.integer, equals: (removal?["revision"]?.integer ?? 0) + 1)
    expect(route?["boxes", "session.route", "stack"]?.elements?.count, equals: 1)
    expect(route?["boxes", "session.route", "sheet"], equals: .null)
  }

  @Test func `a renamed topic changes the title of its scenes`() throws {
    let daemon = try DaemonInProcess()
    let (peer, other) = (try daemon.connect(), try daemon.connect())
    try peer.call("session.toBoard", #"{"at":"topics.ai"}"#)
    try other.call("topics.rename", #"{"id":"ai","title":"AI"}"#)
    expect(try peer.route()["stack"]?.elements?.last?["title"]?.string, equals: "AI")
  }

  @Test func `discover describes the intents of a session`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let methods = try peer.call("rpc.discover", #"{"boxes":["session.**"]}"#)[
      "result", "methods"]?.elements?.compactMap { $0["name"]?.string }
    expect(
      Set(methods ?? []),
      equals: [
        "session.toTopics", "session.toBoard", "session.toPosts", "session.toPost",
        "session.toCreatePost", "session.toLogin", "session.dismiss", "session.login",
        "session.logout",
        "session.login.setName", "session.draft.setTitle", "session.draft.setContent",
        "session.draft.save", "session.draft.cancel", "session.post.edit",
        "session.post.setTitle", "session.post.setContent", "session.post.cancel",
        "session.post.delete", "session.gateway.forward",
      ])
  }
}
