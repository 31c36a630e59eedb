import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@testable import SQLitePlatform

/// The trash of a store, over the socket.
@Suite(.blocking) struct TrashTests {
  private static let keeping: [DaemonProcess.Store] = [.sqlite, .files]

  private func items(_ peer: Peer, _ parameters: String = "{}") throws -> [JSONText] {
    let answer = try peer.call("topics.remove.trash.list", parameters)
    return try require(answer["result", "items"]?.elements, "\(answer)")
  }

  @Test(arguments: keeping)
  func `a removed topic is listed and restored`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonInProcess(store: store)
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    let board = try peer.value("topics.ai.pros.items")
    try watcher.subscribe("topics.*.summary")
    let removed = try peer.call("topics.remove", #"{"id":"ai"}"#)
    let id = try require(removed["result", "trash"]?.string, "\(removed)")
    _ = try watcher.next("change")
    let item = try require(try items(peer).first)
    expect(item["id"]?.string, equals: id)
    expect(item["topic"]?.string, equals: "ai")
    expect(item["title"]?.string, equals: "Artificial Intelligence")
    expect(item["author"]?.string?.isEmpty, equals: false)
    expect(item["date"]?.string?.hasSuffix("Z"), equals: true)
    expect(item["post"] == nil)
    let restored = try peer.call("topics.remove.trash.restore", #"{"id":"\#(id)"}"#)
    expect(restored["result", "id"]?.string, equals: "ai", "\(restored)")
    let change = try watcher.next("change")
    expect(change["params", "boxes", "topics.ai.summary"] != nil)
    expect(try peer.value("topics.ai.pros.items"), equals: board)
    expect(try items(peer), equals: [])
    expect(
      try peer.call("topics.remove.trash.restore", #"{"id":"\#(id)"}"#).errorCode, equals: -32001)
  }

  @Test(arguments: keeping)
  func `a removed post is listed and restored`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonInProcess(store: store)
    let peer = try daemon.connect()
    let written = try peer.call("topics.ai.posts.write", #"{"title":"Trial","content":"Fast"}"#)
    let post = try require(written["result", "id"]?.string)
    let removed = try peer.call("topics.ai.posts.remove", #"{"id":"\#(post)"}"#)
    let id = try require(removed["result", "trash"]?.string, "\(removed)")
    let item = try require(try items(peer).first)
    expect(item["post"]?.string, equals: post)
    expect(item["topic"]?.string, equals: "ai")
    let restored = try peer.call("topics.remove.trash.restore", #"{"id":"\#(id)"}"#)
    expect(restored["result", "id"]?.string, equals: "ai", "\(restored)")
    expect(try peer.value("topics.ai.posts.items").elements?.first?["id"]?.string, equals: post)
  }

  @Test func `the trash is listed in pages, newest first`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    for title in ["A", "B", "C"] {
      try peer.call("topics.create", #"{"title":"\#(title)"}"#)
      try peer.call("topics.remove", #"{"id":"\#(title.lowercased())"}"#)
    }
    let first = try items(peer, #"{"limit":2}"#)
    expect(first.map { $0["title"]?.string }, equals: ["C", "B"])
    let last = try require(first.last?["id"]?.string)
    expect(
      try items(peer, #"{"limit":2,"before":"\#(last)"}"#).map { $0["title"]?.string },
      equals: ["A"])
  }

  @Test func `what is purged is gone`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    let removed = try peer.call("topics.remove", #"{"id":"ai"}"#)
    let id = try require(removed["result", "trash"]?.string)
    let purged = try peer.call("topics.remove.trash.purge", #"{"id":"\#(id)"}"#)
    expect(purged["result"] != nil, "\(purged)")
    expect(try items(peer), equals: [])
    expect(
      try peer.call("topics.remove.trash.purge", #"{"id":"\#(id)"}"#).errorCode, equals: -32001)
  }

  @Test(arguments: keeping)
  func `what is in the trash for too long is erased`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonInProcess(trash: "1s", store: store)
    let peer = try daemon.connect()
    let written = try peer.call("topics.ai.posts.write", #"{"title":"Trial","content":"Fast"}"#)
    let post = try require(written["result", "id"]?.string)
    try peer.call("topics.ai.posts.remove", #"{"id":"\#(post)"}"#)
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    try waitUntil("the trash is empty") { try items(peer).isEmpty }
  }

  @Test func `a store without a trash says so before and after a removal`() throws {
    let daemon = try DaemonInProcess(store: .memory)
    let peer = try daemon.connect()
    let answer = try peer.call("topics.remove.trash.list")
    expect(answer.errorCode, equals: -32000)
    expect(answer["error", "data", "reason"]?.string, equals: "no-trash")
    expect(try peer.call("topics.remove", #"{"id":"ai"}"#)["result", "trash"] == nil)
  }

  @Test(arguments: DaemonProcess.Store.allCases)
  func `rpc.discover says whether what is removed can be restored`(
    store: DaemonProcess.Store
  ) throws {
    let daemon = try DaemonInProcess(store: store)
    let peer = try daemon.connect()
    for name in ["topics.remove", "topics.ai.posts.remove"] {
      let answer = try peer.call("rpc.discover", #"{"boxes":["\#(name)"]}"#)
      let method = try require(answer["result", "methods"]?.elements?.first)
      let keepsTrash = store != .memory
      expect(method["summary"]?.string?.contains("cannot be restored"), equals: !keepsTrash)
      expect((method["result"]?["schema"]?["properties"]?["trash"] != nil), equals: keepsTrash)
    }
  }

  @Test(arguments: keeping)
  func `an invented id changes nothing`(store: DaemonProcess.Store) throws {
    let daemon = try DaemonInProcess(store: store)
    let peer = try daemon.connect()
    let removed = try peer.call("topics.remove", #"{"id":"ai"}"#)
    let id = try require(removed["result", "trash"]?.string)
    for invented in [
      "", ".", "..", "../ai", "/", "a/b", "@\(id)", "\(id).ai.md", "\(id)x", "trash/\(id)", "*",
      "%",
      ".gitignore", "' OR 1=1 --", letters(100_000),
    ] {
      for intent in ["restore", "purge"] {
        let parameters = JSONText(members: [("id", JSONText(invented))]).description
        let answer = try peer.call("topics.remove.trash.\(intent)", parameters)
        expect(answer.errorCode, equals: -32001, "\(invented.prefix(50)): \(answer)")
      }
    }
    // The key of its rows in SQLite.
    for (intent, members) in [
      ("rename", #","title":"A""#), ("remove", ""), ("export", ""), ("undo", ""), ("history", ""),
    ] {
      let answer = try peer.call("topics.\(intent)", "{\"id\":\"trash/\(id)\"\(members)}")
      expect(answer["result"] == nil, "\(intent): \(answer)")
      expect([-32001, -32000].contains(answer.errorCode), "\(intent): \(answer)")
    }
    expect(try items(peer).map { $0["id"]?.string }, equals: [id])
    expect(!daemon.log.events.contains { $0.contains("is left out") })
  }

  @Test func `a row that breaks a rule is left out and reported, and others are restored`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    try peer.call("topics.remove", #"{"id":"tea"}"#)
    let other = try Database(daemon.directory.file("state/topics.sqlite"))
    try other.execute("UPDATE trash SET title = '' WHERE topic = 'ai'")
    expect(try items(peer).map { $0["topic"]?.string }, equals: ["tea"])
    try waitUntil("it is reported") {
      try peer.value("topics.isErrorFree")["message"]?.string?
        .contains("table trash: the row with ") == true
    }
    expect(
      try peer.call("topics.remove.trash.restore", #"{"id":"tea"}"#)["result", "id"] != nil)
    try other.execute("UPDATE trash SET title = 'AI' WHERE topic = 'ai'")
    expect(
      try peer.call("topics.remove.trash.restore", #"{"id":"ai"}"#)["result", "id"] != nil)
    expect(try peer.value("topics.ai.pros.items").elements?.count, equals: 4)
  }

  /// Their paths are those of the trash's intents up to the root, and of its scene.
  @Test(arguments: ["trash", "restore", "purge", "list"])
  func `topics named like the trash work`(id: String) throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    expect(
      try peer.call("topics.create", #"{"title":"\#(id)"}"#)["result", "id"]?.string, equals: id)
    expect(try peer.call("topics.\(id).pros.add", #"{"text":"Known"}"#)["result"] != nil)
    expect(try peer.value("topics.\(id).summary")["pros"]?.integer, equals: 1)
    expect(try peer.call("session.toBoard", #"{"at":"topics.\#(id)"}"#)["result"] != nil)
    let removed = try peer.call("topics.remove", #"{"id":"\#(id)"}"#)
    let entry = try require(removed["result", "trash"]?.string)
    let restored = try peer.call("topics.remove.trash.restore", #"{"id":"\#(entry)"}"#)
    expect(restored["result", "id"]?.string, equals: id)
    expect(try peer.value("topics.\(id).pros.items").elements?.count, equals: 1)
  }
}
