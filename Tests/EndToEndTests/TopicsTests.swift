import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Topics that are created and removed while clients watch.
@Suite(.blocking) struct TopicsTests {
  @Test func `a new topic has its boxes and intents at once, and its summary is sent`() throws {
    let daemon = try DaemonInProcess()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.*.summary")
    expect(
      try peer.call("topics.create", #"{"title":"Topic 3"}"#)["result", "id"]?.string,
      equals: "topic-3")
    let change = try watcher.next()
    expect(change["params", "boxes"]?.names, equals: ["topics.topic-3.summary"])
    expect(
      try peer.call("topics.create", #"{"title":"Topic 3"}"#)["result", "id"]?.string,
      equals: "topic-3-2")
    expect(
      try peer.call("topics.topic-3.pros.add", #"{"text":"New"}"#)["result", "id"]?.string,
      equals: "1")
    let items = try peer.call("get", #"{"boxes":["topics.topic-3.pros.items"]}"#)
    expect(items["result", "boxes", "topics.topic-3.pros.items"]?.elements?.count, equals: 1)
  }

  @Test func `a rename changes the summary but no path`() throws {
    let daemon = try DaemonInProcess()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.**")
    let answer = try peer.call("topics.rename", #"{"id":"ai","title":"AI"}"#)
    let change = try watcher.next()
    expect(change["params", "revision"]?.integer, equals: answer["result", "revision"]?.integer)
    expect(change["params", "boxes"]?.names, equals: ["topics.ai.summary"])
    expect(change["params", "boxes", "topics.ai.summary", "title"]?.string, equals: "AI")
  }

  @Test(arguments: ["latest", "every"])
  func `a topic is removed and created again while clients subscribe to it`(mode: String) throws {
    let daemon = try DaemonInProcess()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try peer.call("get", #"{"boxes":["topics.**"]}"#)
    try watcher.subscribe("topics.**", #""mode":"\#(mode)""#)
    let removal = try peer.call("topics.remove", #"{"id":"ai"}"#)["result", "revision"]?.integer
    let change = try watcher.next()
    expect(change["params", "revision"]?.integer, equals: removal)
    let removed = (change["params", "removed"]?.elements ?? []).compactMap(\.string)
    expect(removed.contains("topics.ai.summary"))
    expect(removed.contains("topics.ai.pros.items"))
    expect(try peer.call("topics.ai.pros.add", #"{"text":"New"}"#).errorCode, equals: -32601)
    expect(try peer.call("get", #"{"boxes":["topics.ai.summary"]}"#).errorCode, equals: -32001)
    expect(try peer.call("topics.create", #"{"title":"AI"}"#)["result", "id"]?.string, equals: "ai")
    let again = try watcher.next()
    expect(again["params", "boxes", "topics.ai.summary", "title"]?.string, equals: "AI")
    expect(again["params", "boxes", "topics.ai.summary", "pros"]?.integer, equals: 0)
  }

  @Test(arguments: ["latest", "every"])
  func `a client that returns after a topic was removed and created again gets the new state`(
    mode: String
  ) throws {
    let daemon = try DaemonInProcess()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    let epoch = try require(
      try Peer(to: daemon.socket, of: daemon).next()["params", "epoch"]?.string)
    var state = try present(peer)
    let revision = try watcher.subscribe("topics.ai.**", #""mode":"\#(mode)""#)
    watcher.close()
    try peer.call("topics.remove", #"{"id":"ai"}"#)
    try peer.call("topics.create", #"{"title":"AI"}"#)
    try peer.call("topics.ai.cons.add", #"{"text":"New"}"#)
    let back = try daemon.connect()
    let since = #""since":{"epoch":"\#(epoch)","revision":\#(revision)}"#
    let result = try back.requestSubscription(
      "topics.ai.**", members: #"\#(since),"mode":"\#(mode)""#)
    if result["resumed"]?.boolean != true { state = [:] }
    while case let line = try back.next(), line.method != "synced" {
      for (path, value) in line["params", "boxes"]?.members ?? [] { state[path] = value }
      for path in line.removed { state[path] = nil }
    }
    expect(state, equals: try present(peer))
    expect(state["topics.ai.summary"]?["title"]?.string, equals: "AI")
    expect(state["topics.ai.pros.items"]?.elements?.isEmpty, equals: true)
  }

  /// All boxes of the topic.
  private func present(_ peer: Peer) throws -> [String: JSONText] {
    let answer = try peer.call("get", #"{"boxes":["topics.ai.**"]}"#)
    let boxes = try require(answer["result", "boxes"]?.members)
    return Dictionary(uniqueKeysWithValues: boxes.map { ($0.name, $0.value) })
  }

  @Test func `an impossible change is refused and changes nothing`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let revision = try peer.revision()
    for (method, parameters, code) in [
      ("create", #"{"title":" "}"#, -32602), ("create", "{}", -32602),
      ("rename", #"{"id":"none","title":"A"}"#, -32001),
      ("rename", #"{"id":"ai","title":""}"#, -32602), ("remove", #"{"id":"none"}"#, -32001),
    ] {
      expect(try peer.call("topics.\(method)", parameters).errorCode, equals: code, "\(method)")
    }
    expect(try peer.revision(), equals: revision)
  }

  @Test func `an argument moves to the other side in one change, including the summary`() throws {
    let daemon = try DaemonInProcess()
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try watcher.subscribe("topics.**")
    let answer = try peer.call("topics.ai.pros.move", #"{"id":"1","to":"con","before":"2"}"#)
    expect(answer["result", "id"]?.string, equals: "4")
    let change = try watcher.next()
    expect(change["params", "revision"]?.integer, equals: answer["result", "revision"]?.integer)
    expect(
      Set(change["params", "boxes"]?.names ?? []),
      equals: ["topics.ai.pros.items", "topics.ai.cons.items", "topics.ai.summary"])
    let cons = change["params", "boxes", "topics.ai.cons.items"]?.elements ?? []
    expect(cons.compactMap { $0["id"]?.string }, equals: ["1", "4", "2", "3"])
  }

  @Test func `an argument moves before another one`() throws {
    let peer = try DaemonInProcess().connect()
    expect(try peer.call("topics.ai.pros.move", #"{"id":4,"before":1}"#)["result"] != nil)
    let items = try peer.call("get", #"{"boxes":["topics.ai.pros.items"]}"#)
    let ids = items["result", "boxes", "topics.ai.pros.items"]?.elements ?? []
    expect(ids.compactMap { $0["id"]?.string }, equals: ["4", "1", "2", "3"])
    for (parameters, code) in [
      (#"{"id":"9"}"#, -32001), (#"{"id":"1","before":"9"}"#, -32001),
      (#"{"id":"1","to":"both"}"#, -32602), (#"{"id":"1","ifUpdated":"today"}"#, -32602),
    ] {
      expect(
        try peer.call("topics.ai.pros.move", parameters).errorCode, equals: code, "\(parameters)")
    }
  }

  @Test func `an argument changed since its caller saw it is kept, and the answer has the date`()
    throws
  {
    let peer = try DaemonInProcess().connect()
    let path = "topics.ai.pros.items"
    func updated() throws -> String {
      let items = try peer.call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes", path]
      return try require(items?.elements?.first?["updated"]?.string)
    }
    let seen = try updated()
    let change = #"{"id":"1","weight":2,"ifUpdated":"\#(seen)"}"#
    expect(try peer.call("topics.ai.pros.change", change)["result"] != nil)
    let now = try updated()
    expect(now > seen)
    let revision = try peer.revision()
    for (intent, more) in [("change", #","weight":3"#), ("move", #","to":"con""#), ("remove", "")] {
      let answer = try peer.call(
        "topics.ai.pros.\(intent)", #"{"id":"1","ifUpdated":"\#(seen)"\#(more)}"#)
      expect(answer.errorCode, equals: -32002)
      expect(answer["error", "data", "updated"]?.string, equals: now)
    }
    expect(try peer.revision(), equals: revision)
    let remove = #"{"id":"1","ifUpdated":"\#(now)"}"#
    expect(try peer.call("topics.ai.pros.remove", remove)["result"] != nil)
  }

  @Test(arguments: [DaemonProcess.Store.memory, .sqlite, .files])
  func `a title changed since its caller saw it is kept, and the answer has the date`(
    store: DaemonProcess.Store
  ) throws {
    let peer = try DaemonInProcess(store: store).connect()
    let old = try require(try peer.value("topics.ai.summary")["title"]?.string)
    try peer.call("topics.rename", #"{"id":"ai","title":"Theirs","ifTitle":"\#(old)"}"#)
    let revision = try peer.revision()
    let answer = try peer.call("topics.rename", #"{"id":"ai","title":"Mine","ifTitle":"\#(old)"}"#)
    expect(answer.errorCode, equals: -32002)
    expect(answer["error", "message"]?.string?.contains("changed to \"Theirs\""), equals: true)
    expect(answer["error", "data", "updated"]?.string?.hasPrefix("20"), equals: true)
    expect(try peer.value("topics.ai.summary")["title"]?.string, equals: "Theirs")
    expect(try peer.revision(), equals: revision)
    try peer.call("topics.rename", #"{"id":"ai","title":"Mine","ifTitle":"Theirs"}"#)
    expect(try peer.value("topics.ai.summary")["title"]?.string, equals: "Mine")
  }

  @Test(arguments: [DaemonProcess.Store.memory, .sqlite])
  func `history lists changes, and undo takes the caller's last one back`(
    store: DaemonProcess.Store
  ) throws {
    let daemon = try DaemonInProcess(store: store)
    let (peer, watcher) = (try daemon.connect(), try daemon.connect())
    try peer.call("topics.ai.pros.add", #"{"text":"New"}"#)
    try peer.call("topics.rename", #"{"id":"ai","title":"AI"}"#)
    try watcher.subscribe("topics.*.summary")
    let undo = try peer.call("topics.undo", #"{"id":"ai"}"#)
    expect(
      undo["result", "undone", "text"]?.string,
      equals: #"renamed "Artificial Intelligence" to "AI""#)
    let change = try watcher.next()
    expect(
      change["params", "boxes", "topics.ai.summary", "title"]?.string,
      equals: "Artificial Intelligence")
    expect(
      try peer.call("topics.undo", #"{"id":"ai"}"#)["result", "undone", "id"]?.integer, equals: 1)
    expect(try watcher.next()["params", "boxes", "topics.ai.summary", "pros"]?.integer, equals: 4)
    for parameters in [#"{"id":"ai"}"#, #"{"id":"ai","change":1}"#] {
      let refused = try peer.call("topics.undo", parameters)
      expect(refused.errorData, equals: #"{"reason":"nothing-to-undo"}"#)
    }
    let history = try peer.call("topics.history", #"{"id":"ai","before":4,"limit":2}"#)
    let items = try require(history["result", "items"]?.elements)
    expect(items.compactMap { $0["id"]?.integer }, equals: [3, 2])
    expect(items[0]["undoes"]?.integer, equals: 2)
    expect(items[0]["item"] == nil)
    let oldest = try peer.call("topics.history", #"{"id":"ai","before":2}"#)
    expect(oldest["result", "items"]?.elements?.first?["item"]?.string, equals: "pros.5")
    let redo = try peer.call("topics.redo", #"{"id":"ai"}"#)
    expect(redo["result", "redone", "id"]?.integer, equals: 1)
    expect(try watcher.next()["params", "boxes", "topics.ai.summary", "pros"]?.integer, equals: 5)
    try peer.call("topics.undo", #"{"id":"ai","change":3}"#)
    expect(
      try watcher.next()["params", "boxes", "topics.ai.summary", "title"]?.string, equals: "AI")
    let done = try peer.call("topics.redo", #"{"id":"ai"}"#)
    expect(done.errorData, equals: #"{"reason":"nothing-to-redo"}"#)
    expect(try peer.call("topics.history", #"{"id":"none"}"#).errorCode, equals: -32001)
    expect(try peer.call("topics.history", #"{"id":"ai","limit":0}"#).errorCode, equals: -32602)
  }
}
