import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Drafts and posts of a session, over the socket.
@Suite(.blocking) struct SessionPostTests {
  @Test(arguments: DaemonProcess.Store.allCases)
  func `a draft is written, saved and gone`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonInProcess(store: store)
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.ai.posts.items")
    expect(try peer.call("session.draft.setTitle", #"{"title":"A"}"#).errorCode, equals: -32001)
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    expect(try peer.route()["sheet", "scene"]?.string, equals: "draft")
    try peer.call("session.draft.setTitle", #"{"title":"What the trial showed"}"#)
    expect(try peer.value("session.draft.canSave"), equals: JSONText(false))
    try peer.call("session.draft.setContent", #"{"content":"  "}"#)
    expect(try peer.value("session.draft.canSave"), equals: JSONText(false))
    try peer.call("session.draft.setContent", #"{"content":"It is faster."}"#)
    expect(try peer.value("session.draft.canSave"), equals: JSONText(true))
    let saved = try peer.call("session.draft.save")
    expect(saved["result"] != nil, "\(saved)")
    let items = try watcher.next("change")["params", "boxes", "topics.ai.posts.items"]
    expect(items?.elements?.first?["title"]?.string, equals: "What the trial showed")
    expect(try peer.route()["sheet"], equals: .null)
    expect(try peer.value("session.draft.title"), equals: JSONText(""))
  }

  @Test func `cancel removes the draft, and so does the end of the connection`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    try peer.call("session.draft.setTitle", #"{"title":"A"}"#)
    try peer.call("session.draft.cancel")
    expect(try peer.route()["sheet"], equals: .null)
    expect(try peer.call("session.draft.save").errorCode, equals: -32001)
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    peer.close()
    let next = try daemon.connect()
    expect(try next.route()["sheet"], equals: .null)
  }

  @Test func `a draft that breaks a rule is kept, and says why`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    try peer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    let long = String(repeating: "x", count: 400)
    try peer.call("session.draft.setTitle", #"{"title":"\#(long)"}"#)
    try peer.call("session.draft.setContent", #"{"content":"It is faster."}"#)
    expect(try peer.call("session.draft.save").errorCode, equals: -32602)
    expect(try peer.value("session.draft.title").string, equals: long)
    expect(try peer.value("session.draft.isErrorFree")["status"], equals: JSONText(false))
    try peer.call("session.draft.setTitle", #"{"title":"Short"}"#)
    expect(try peer.call("session.draft.save")["result"] != nil)
  }

  @Test func `a post is edited and keeps its identity, author and date`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let id = try write("First", in: peer)
    let before = try read(id, peer)
    try peer.call("session.toPost", #"{"at":"topics.ai","id":"\#(id)"}"#)
    expect(try peer.value("session.post.title").string, equals: "First")
    expect(try peer.value("session.post.editButtonTitle").string, equals: "Edit")
    let refused = try peer.call("session.post.setTitle", #"{"title":"Second"}"#)
    expect(refused.errorCode, equals: -32000)
    expect(refused["error", "data", "reason"]?.string, equals: "notEditing")
    try peer.call("session.post.edit")
    expect(try peer.value("session.post.editButtonTitle").string, equals: "Save")
    try peer.call("session.post.setTitle", #"{"title":"Second"}"#)
    expect(try peer.call("session.post.edit")["result"] != nil)
    expect(try peer.value("session.post.isEditing"), equals: JSONText(false))
    let after = try read(id, peer)
    expect(after["title"]?.string, equals: "Second")
    for member in ["id", "author", "created"] { expect(after[member], equals: before[member]) }
  }

  @Test func `a conflict keeps what was typed and names who changed the post`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let (peer, other) = (try daemon.connect(), try daemon.connect())
    let id = try write("First", in: peer)
    try peer.call("session.toPost", #"{"at":"topics.ai","id":"\#(id)"}"#)
    try peer.call("session.post.edit")
    try peer.call("session.post.setTitle", #"{"title":"Mine"}"#)
    try other.call("topics.ai.posts.edit", #"{"id":"\#(id)","title":"Theirs"}"#)
    expect(try peer.call("session.post.edit").errorCode, equals: -32002)
    expect(try peer.value("session.post.title").string, equals: "Mine")
    let author = try require(try read(id, peer)["author"]?.string)
    let message = try peer.value("session.post.isErrorFree")["message"]?.string ?? ""
    expect(message.hasPrefix("\(author) changed the post"))
    expect(try peer.call("session.post.edit")["result"] != nil)
    expect(try read(id, peer)["title"]?.string, equals: "Mine")
  }

  @Test func `a post that is deleted leaves the route of every session`() throws {
    let daemon = try DaemonInProcess()
    let (peer, other) = (try daemon.connect(), try daemon.connect())
    let id = try write("First", in: peer)
    for client in [peer, other] {
      try client.call("session.toPost", #"{"at":"topics.ai","id":"\#(id)"}"#)
    }
    expect(try other.scenes(), equals: ["topics", "post"])
    try peer.call("session.post.delete")
    expect(try peer.scenes(), equals: ["topics"])
    expect(try other.scenes(), equals: ["topics"])
  }

  private func write(_ title: String, in peer: Peer) throws -> String {
    let answer = try peer.call("topics.ai.posts.write", #"{"title":"\#(title)","content":"c"}"#)
    return try require(answer["result", "id"]?.string)
  }

  private func read(_ id: String, _ peer: Peer) throws -> JSONText {
    try require(try peer.call("topics.ai.posts.read", #"{"id":"\#(id)"}"#)["result", "post"])
  }
}
