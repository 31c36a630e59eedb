import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// SIGTERM and SIGINT end the daemon, after a goodbye to each client.
@Suite(.blocking) struct SignalTests {
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `on a signal every client gets a goodbye and the daemon exits with 0`(signal: Int32) throws {
    let peers = try (0..<5).map { _ in try daemon.connect() }
    try peers[0].send(#"{"method":"subscribe","params":{"boxes":["**"]}}"#)
    _ = try peers[0].next("synced")
    daemon.process.signal(signal)
    for peer in peers {
      let bye = try peer.next()
      expect(bye["method"]?.string, equals: "bye")
      expect(bye["params"]?.description, equals: #"{"reason":"shutdown","retryAfter":500}"#)
      try peer.expectEnd()
    }
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
    expect(access(daemon.socket, F_OK) != 0)
    expect(access(daemon.socket + ".lock", F_OK) != 0)
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
    for peer in peers { expect(try peer.next()["id"]?.integer, equals: 1) }
    daemon.process.signal(SIGTERM)
    for peer in peers {
      var id = 1
      while case let line = try peer.next(), line["method"]?.string != "bye" {
        id += 1
        expect(line["id"]?.integer, equals: id)
        expect(line["result", "boxes", "shared.a"]?.bytes.count, equals: 500_002)
      }
      try peer.expectEnd()
    }
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
  }

  @Test func `SIGTERM waits at most 2 s for a client that does not read`() throws {
    let peer = try daemon.connect()
    let text = String(repeating: "x", count: 900_000)
    try peer.call("set", #"{"box":"shared.a","value":"\#(text)"}"#)
    for _ in 1...3 { try peer.send(#"{"id":1,"method":"get","params":{"boxes":["shared.a"]}}"#) }
    let other = try daemon.connect()
    try other.call("ping")
    let start = ContinuousClock.now
    expect(try daemon.terminate(), equals: .exited(0))
    expect(start.duration(to: .now) >= .seconds(1.9))
    expect(try other.next()["method"]?.string, equals: "bye")
  }
}
