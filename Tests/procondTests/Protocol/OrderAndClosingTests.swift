import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct OrderAndClosingTests {
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  @Test func `lines are in revision order, and a box never goes back to an older value`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    let writers = try (0..<3).map { _ in try daemon.connect() }
    for number in 1...300 {
      try writers[number % 3].send(
        #"{"method":"set","params":{"box":"shared.b\#(number % 7)","value":\#(number)}}"#)
    }
    for writer in writers { try writer.call("ping") }
    try writers[0].call("set", #"{"box":"shared.end","value":1}"#)
    var revision = 0
    var isAtEnd = false
    var changed: [String: Int] = [:]
    while !isAtEnd {
      let params = try require(try peer.next()["params"])
      let next = try require(params["revision"]?.integer)
      expect(next >= revision)
      revision = next
      // Each writer sets in order, so each box's values from one writer increase.
      for (path, value) in params["boxes"]?.members ?? [] {
        let value = try require(value.integer)
        let key = "\(path) \(value % 3)"
        expect(value > changed[key] ?? 0 || path == "shared.end")
        changed[key] = value
        isAtEnd = isAtEnd || path == "shared.end"
      }
    }
  }

  @Test func `when ping is answered, the earlier response and change have arrived`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    _ = try peer.next("synced")
    let set = try peer.call("set", #"{"box":"shared.a","value":1}"#)
    try peer.send(#"{"id":"p","method":"ping"}"#)
    let change = try peer.next()
    expect(change["params", "revision"], equals: set["result", "revision"])
    expect(try peer.next()["id"]?.string, equals: "p")
  }

  @Test func `a client that shuts down its sending side gets all its answers`() throws {
    let peer = try daemon.connect()
    // While the store is loading, a `get` may be answered after later ones.
    try peer.call("get", #"{"boxes":["topics.ai.**"]}"#)
    for id in 1...50 {
      try peer.send(#"{"id":\#(id),"method":"get","params":{"boxes":["topics.ai.**"]}}"#)
    }
    peer.endSending()
    for id in 1...50 { expect(try peer.next()["id"]?.integer, equals: id) }
    try peer.expectEnd()
  }

  @Test func `a large answer is sent completely after the client shuts down its sending side`()
    throws
  {
    let peer = try daemon.connect()
    let text = String(repeating: "x", count: 900_000)
    for number in 1...5 {
      try peer.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
    try peer.send(#"{"id":1,"method":"get","params":{"boxes":["shared.**"]}}"#)
    try peer.send(#"{"id":2,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    peer.endSending()
    expect(try peer.next()["result", "boxes"]?.names.count, equals: 5)
    expect(try peer.next()["id"]?.integer, equals: 2)
    for _ in 1...5 { expect(try peer.next()["method"]?.string, equals: "snapshot") }
    expect(try peer.next()["method"]?.string, equals: "synced")
    try peer.expectEnd()
  }

  @Test func `a client that vanishes at any point costs only its own connection`() throws {
    let witness = try daemon.connect()
    try witness.call("subscribe", #"{"boxes":["shared.a"]}"#)
    _ = try witness.next("synced")
    let beginnings = [
      "", "{", #"{"id":1,"method":"set","params":{"box":"shared.a","value":"#,
      #"{"id":1,"method":"topics.ai.pros.fetch"}"# + "\n",
      #"{"id":1,"method":"subscribe","params":{"boxes":["**"]}}"# + "\n",
      #"{"id":1,"method":"get","params":{"boxes":["**"]}}"# + "\n" + #"{"id":2"#,
      String(repeating: " ", count: 500_000),
    ]
    for beginning in beginnings {
      let peer = try Peer(to: daemon.socket)
      try peer.send(Array(beginning.utf8))
      peer.close()
    }
    for number in 1...20 {
      try witness.call("set", #"{"box":"shared.a","value":\#(number)}"#)
      expect(try witness.next()["params", "boxes", "shared.a"]?.integer, equals: number)
    }
  }
}
