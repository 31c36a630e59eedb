import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

@Suite(.blocking) struct OrderAndClosingTests {
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
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
      let params = try #require(try peer.next()["params"])
      let next = try #require(params["revision"]?.integer)
      #expect(next >= revision)
      revision = next
      // Each writer sets in order, so each box's values from one writer increase.
      for (path, value) in params["boxes"]?.members ?? [] {
        let value = try #require(value.integer)
        let key = "\(path) \(value % 3)"
        #expect(value > changed[key] ?? 0 || path == "shared.end")
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
    #expect(change["params", "revision"] == set["result", "revision"])
    #expect(try peer.next()["id"]?.string == "p")
  }

  @Test func `a client that shuts down its sending side gets all its answers`() throws {
    let peer = try daemon.connect()
    for id in 1...50 {
      try peer.send(#"{"id":\#(id),"method":"get","params":{"boxes":["topics.ai.**"]}}"#)
    }
    peer.endSending()
    for id in 1...50 { #expect(try peer.next()["id"]?.integer == id) }
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
    #expect(try peer.next()["result", "boxes"]?.names.count == 5)
    #expect(try peer.next()["id"]?.integer == 2)
    for _ in 1...5 { #expect(try peer.next()["method"]?.string == "snapshot") }
    #expect(try peer.next()["method"]?.string == "synced")
    try peer.expectEnd()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `on a signal every client gets a goodbye and the daemon exits with 0`(signal: Int32) throws {
    let peers = try (0..<5).map { _ in try daemon.connect() }
    try peers[0].send(#"{"method":"subscribe","params":{"boxes":["**"]}}"#)
    _ = try peers[0].next("synced")
    daemon.process.signal(signal)
    for peer in peers {
      let bye = try peer.next()
      #expect(bye["method"]?.string == "bye")
      #expect(bye["params"]?.description == #"{"reason":"shutdown","retryAfter":500}"#)
      try peer.expectEnd()
    }
    #expect(try daemon.process.waitForEnd() == .exited(0))
    #expect(access(daemon.socket, F_OK) != 0)
    #expect(access(daemon.socket + ".lock", F_OK) != 0)
    #expect(throws: SystemError.self) { try Peer(to: daemon.socket) }
  }

  @Test func `SIGTERM during answers ends every connection with a whole line`() throws {
    let text = String(repeating: "x", count: 500_000)
    let peers = try (0..<4).map { _ in try daemon.connect() }
    try peers[0].call("set", #"{"box":"shared.a","value":"\#(text)"}"#)
    for peer in peers {
      for id in 1...10 {
        try peer.send(#"{"id":\#(id),"method":"get","params":{"boxes":["shared.a"]}}"#)
      }
    }
    // Each has received an answer, and more answers are in progress.
    for peer in peers { #expect(try peer.next()["id"]?.integer == 1) }
    daemon.process.signal(SIGTERM)
    for peer in peers {
      var id = 1
      while case let line = try peer.next(), line["method"]?.string != "bye" {
        id += 1
        #expect(line["id"]?.integer == id)
        #expect(line["result", "boxes", "shared.a"]?.bytes.count == 500_002)
      }
      try peer.expectEnd()
    }
    #expect(try daemon.process.waitForEnd() == .exited(0))
  }

  @Test func `SIGTERM waits at most 2 s for a client that does not read`() throws {
    let peer = try daemon.connect()
    let text = String(repeating: "x", count: 900_000)
    try peer.call("set", #"{"box":"shared.a","value":"\#(text)"}"#)
    for _ in 1...3 { try peer.send(#"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"#) }
    let other = try daemon.connect()
    try other.call("ping")
    let start = ContinuousClock.now
    #expect(try daemon.terminate() == .exited(0))
    #expect(start.duration(to: .now) >= .seconds(1.9))
    #expect(try other.next()["method"]?.string == "bye")
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
      #expect(try witness.next()["params", "boxes", "shared.a"]?.integer == number)
    }
  }
}
