import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Misbehaving clients do not affect others.
@Suite(.blocking) struct RobustnessTests {
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  @Test func `after malformed input of every kind, others are still served`() throws {
    let witness = try daemon.connect()
    let inputs: [[UInt8]] = [
      [0], [0xFF, 0xFE], Array(repeating: 0, count: 100_000), Array("\r\n\r\r\n".utf8),
      Array(repeating: UInt8(ascii: "{"), count: 300_000),
      Array(#"{"id":1,"method":"ping""#.utf8) + [0],
      Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
      Array(#"{"id":\#(String(repeating: "7", count: 200_000)),"method":"ping"}"#.utf8),
      Array(#"{"a":1,"a":1,"a":1}"#.utf8), Array(repeating: UInt8(ascii: "\n"), count: 100_000),
    ]
    for input in inputs {
      let peer = try daemon.connect()
      try peer.send(input + [0x0A])
      try peer.send(#"{"id":"last","method":"ping"}"#)
      while try peer.next()["id"]?.string != "last" {}
      expect(try witness.call("ping")["result"] != nil)
    }
  }

  @Test func `lines over the limit are refused while others are served`() throws {
    let witness = try daemon.connect()
    for _ in 1...3 {
      let peer = try daemon.connect()
      try peer.send([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20))
      expect(try witness.call("ping")["result"] != nil)
      try peer.send([UInt8(ascii: "[")])
      expect(try peer.next().errorCode, equals: -32006)
      expect(try peer.next()["params", "reason"]?.string, equals: "limit")
    }
    expect(try witness.call("ping")["result"] != nil)
  }

  @Test func `1000 silent connections do not matter`() throws {
    let silent = try (0..<1000).map { _ in try Peer(to: daemon.socket) }
    let peer = try daemon.connect()
    let stats = try peer.call("get", #"{"boxes":["daemon.stats"]}"#)
    expect(stats["result", "boxes", "daemon.stats", "connections"]?.integer, equals: 1001)
    try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)
    _ = try peer.next("synced")
    try peer.call("set", #"{"box":"shared.a","value":1}"#)
    expect(try peer.next()["params", "boxes", "shared.a"]?.integer, equals: 1)
    for peer in silent { expect(try peer.next()["method"]?.string, equals: "hello") }
  }

  @Test func `the daemon stops reading from a client that never reads its answers`() throws {
    let writer = try daemon.connect()
    let text = String(repeating: "x", count: 10_000)
    try writer.call("set", #"{"box":"shared.a","value":"\#(text)"}"#)
    let peer = try daemon.connect()
    var line: [UInt8] = []
    var sent = 0
    var isFull = false
    // If all were read, their answers would be 500 MB.
    while !isFull && sent < 50_000 {
      if line.isEmpty {
        sent += 1
        line =
          Array(#"{"id":\#(sent),"method":"get","params":{"boxes":["shared.a"]}}"#.utf8) + [0x0A]
      }
      let count = try peer.sendWhatFits(line[...])
      line.removeFirst(count)
      if count > 0 { continue }
      // The daemon may be about to read. Each answer to another client means that it has gone round
      // once.
      var rounds = 0
      while rounds < 5, !peer.canSend {
        try writer.call("ping")
        rounds += 1
      }
      isFull = rounds == 5
    }
    expect(isFull)
    // Nothing is lost: all requests are answered once the client reads.
    for id in 1..<sent {
      let answer = String(decoding: try peer.nextLine().prefix(40), as: UTF8.self)
      expect(answer.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":"#))
    }
  }

  @Test func `a subscriber that never reads blocks nobody`() throws {
    let stalled = try (0..<10).map { _ in
      let peer = try daemon.connect()
      try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)
      return peer
    }
    let reader = try daemon.connect()
    try reader.call("subscribe", #"{"boxes":["shared.**"]}"#)
    _ = try reader.next("synced")
    let writer = try daemon.connect()
    let text = String(repeating: "x", count: 20_000)
    for number in 1...100 {
      try writer.call("set", #"{"box":"shared.a","value":[\#(number),"\#(text)"]}"#)
      let change = try reader.next("change")
      expect(change["params", "boxes", "shared.a"]?.elements?.first?.integer, equals: number)
    }
    for peer in stalled {
      while try peer.next("change")["params", "boxes", "shared.a"]?.elements?.first?.integer != 100
      {}
    }
  }

  @Test func `connections over the descriptor limit are refused with a reason`() throws {
    // 64 of the 80 are reserved for other files, and an eighth of the rest for other users.
    let daemon = try DaemonProcess(descriptors: 80)
    let first = try daemon.connect()
    var peers = [first]
    for _ in 2...14 { peers.append(try daemon.connect()) }
    let refused = try Peer(to: daemon.socket)
    expect(try refused.next()["method"]?.string, equals: "hello")
    let bye = try refused.next()
    expect(bye["method"]?.string, equals: "bye")
    expect(bye["params"]?.description, equals: #"{"reason":"limit","retryAfter":1000}"#)
    try refused.expectEnd()
    expect(try first.call("ping")["result"] != nil)
    // Closing alone goes unnoticed while a process that another test starts has a copy.
    let last = peers.removeLast()
    last.endSending()
    try last.expectEnd()
    expect(try first.call("ping")["result"] != nil)
    expect(try daemon.connect().call("ping")["result"] != nil)
  }
}
