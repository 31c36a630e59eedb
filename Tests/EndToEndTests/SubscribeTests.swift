import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct SubscribeTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `boxes is required and has 1 to 64 patterns`() throws {
    for params in ["{}", #"{"boxes":[]}"#, #"{"boxes":"shared.a"}"#, #"{"boxes":[1]}"#] {
      let response = try peer.call("subscribe", params)
      expect(response.errorCode, equals: -32602, "\(params)")
      expect(response.errorData, equals: #"{"member":"boxes"}"#, "\(params)")
    }
    let refusal = try peer.call("subscribe", #"{"boxes":\#(patterns(0..<65))}"#)
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"patterns"}"#)
    expect(try peer.call("subscribe", #"{"boxes":\#(patterns(0..<64))}"#)["result"] != nil)
  }

  @Test func `a connection has at most 64 patterns`() throws {
    try peer.call("subscribe", #"{"boxes":\#(patterns(0..<40))}"#)
    // Patterns that it already has do not count again.
    try require(
      try peer.call("subscribe", #"{"boxes":\#(patterns(20..<64))}"#)["result"] != nil)
    let refusal = try peer.call("subscribe", #"{"boxes":\#(patterns(64..<65))}"#)
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"patterns"}"#)
    try peer.call("unsubscribe", #"{"boxes":["shared.p0"]}"#)
    expect(try peer.call("subscribe", #"{"boxes":\#(patterns(64..<65))}"#)["result"] != nil)
  }

  @Test func `the result has the epoch, the revision and that nothing was resumed`() throws {
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    let revision = try peer.revision()
    let result = try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)["result"]
    expect(result?.names, equals: ["epoch", "resumed", "revision"])
    expect(result?["epoch"], equals: hello["params", "epoch"])
    expect(result?["revision"]?.integer, equals: revision)
    expect(result?["resumed"]?.boolean, equals: false)
  }

  @Test func `after the result come the snapshot and synced`() throws {
    try set("shared.a", 1)
    try set("shared.b", 2)
    let revision = try peer.revision()
    try peer.send(#"{"id":"s","method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    expect(try peer.next()["id"]?.string, equals: "s")
    let snapshot = try peer.next()
    expect(snapshot["method"]?.string, equals: "snapshot")
    expect(snapshot["params"]?.names, equals: ["boxes", "revision"])
    expect(snapshot["params", "boxes"]?.description, equals: #"{"shared.a":1,"shared.b":2}"#)
    expect(snapshot["params", "revision"]?.integer, equals: revision)
    let synced = try peer.next()
    expect(synced["method"]?.string, equals: "synced")
    expect(synced["params"]?.names, equals: ["epoch", "revision"])
    expect(synced["params", "revision"]?.integer, equals: revision)
  }

  @Test func `without matches there is no snapshot, only synced`() throws {
    try peer.send(#"{"id":1,"method":"subscribe","params":{"boxes":["nothing.**"]}}"#)
    expect(try peer.next()["result"] != nil)
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  @Test func `patterns are added to those of the connection`() throws {
    try subscribe("shared.a")
    try set("shared.b", 1)
    try subscribe("shared.b")
    try set("shared.a", 2)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":2}"#)
    try set("shared.b", 3)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.b":3}"#)
  }

  @Test func `a pattern that the connection already has gets a new snapshot`() throws {
    try set("shared.a", 1)
    try subscribe("shared.*")
    try peer.call("subscribe", #"{"boxes":["shared.*"]}"#)
    let snapshot = try peer.next()
    expect(snapshot["method"]?.string, equals: "snapshot")
    expect(snapshot["params", "boxes"]?.description, equals: #"{"shared.a":1}"#)
    expect(try peer.next()["method"]?.string, equals: "synced")
    // It is kept once: a change arrives once.
    try set("shared.a", 2)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":2}"#)
    try expectNothingMore()
  }

  @Test func `mode latest can be given`() throws {
    let response = try peer.call("subscribe", #"{"boxes":["shared.a"],"mode":"latest"}"#)
    expect(response["result", "resumed"]?.boolean, equals: false)
  }

  @Test func `wrong and unknown members are named`() throws {
    let members = [
      ("mode", "1"), ("mode", #""fast""#), ("interval", "-1"), ("interval", "60001"),
      ("since", "1"), ("since", #"{"epoch":"x"}"#), ("once", "true"),
    ]
    for (name, value) in members {
      let response = try peer.call("subscribe", #"{"boxes":["shared.a"],"\#(name)":\#(value)}"#)
      expect(response.errorCode, equals: -32602, "\(name)")
      expect(response.errorData, equals: #"{"member":"\#(name)"}"#)
    }
    // A refused request leaves nothing behind.
    try set("shared.a", 1)
    try expectNothingMore()
  }

  @Test func `scenes are loaded before the answer`() throws {
    try peer.send(#"{"id":1,"method":"subscribe","params":{"boxes":["topics.ai.**"]}}"#)
    let boxes = try require(try peer.next("snapshot")["params", "boxes"])
    expect(boxes["topics.ai.pros.items"]?.elements?.count, equals: 4)
    expect(boxes["topics.ai.cons.items"]?.elements?.count, equals: 3)
    expect(boxes["topics.ai.pros.isFetching"]?.boolean, equals: false)
    expect(boxes["topics.ai.summary", "score"]?.integer, equals: 1)
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  @Test func `no change is missed or applied twice whenever a client subscribes`() throws {
    let writer = try daemon.connect()
    let start = try writer.revision()
    let count = 400
    var peers: [Peer] = []
    for number in 1...count {
      // Each set has its own revision, and the value shows which.
      try writer.send(
        #"{"method":"set","params":{"box":"shared.n","value":\#(start + number)}}"#)
      guard number % 20 == 0 else { continue }
      let peer = try daemon.connect()
      try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.*"]}}"#)
      peers.append(peer)
    }
    for peer in peers {
      var value = 0
      while value < start + count {
        let line = try peer.next()
        guard let new = line["params", "boxes", "shared.n"]?.integer else { continue }
        expect(new > value)
        expect(new, equals: line["params", "revision"]?.integer)
        value = new
      }
    }
  }

  @Test func `on a lagging connection, the new snapshot comes after the older lines`() throws {
    try set("shared.b", 0)
    try subscribe("shared.a")
    let writer = try daemon.connect()
    // More than the kernel buffers, so that the last change is still pending.
    let text = String(repeating: "x", count: 300_000)
    for number in 1...5 {
      try writer.call("set", #"{"box":"shared.a","value":["\#(text)",\#(number)]}"#)
    }
    try peer.send(#"{"id":"late","method":"subscribe","params":{"boxes":["shared.b"]}}"#)
    try writer.call("ping")
    var last: JSONText?
    while true {
      let line = try peer.next()
      if line["params", "boxes", "shared.b"] != nil { break }
      last = line["params", "boxes", "shared.a"] ?? last
    }
    expect(last?.elements?.last?.integer, equals: 5)
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  private func patterns(_ numbers: Range<Int>) -> String {
    "[\(numbers.map { #""shared.p\#($0)""# }.joined(separator: ","))]"
  }

  private func set(_ path: String, _ value: Int) throws {
    try peer.call("set", #"{"box":"\#(path)","value":\#(value)}"#)
  }

  private func subscribe(_ pattern: String) throws {
    try peer.call("subscribe", #"{"boxes":["\#(pattern)"]}"#)
    _ = try peer.next("synced")
  }

  private func expectNothingMore() throws {
    try peer.send(#"{"id":"last","method":"ping"}"#)
    expect(try peer.next()["id"]?.string, equals: "last")
  }
}
