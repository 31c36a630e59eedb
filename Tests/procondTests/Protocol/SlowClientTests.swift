import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing
import procondTestSupport

/// `--client-timeout`: without it, no client is disconnected for being slow.
@Suite(.blocking) struct SlowClientTests {
  private let text = String(repeating: "x", count: 100_000)

  @Test(arguments: ["latest", "every"])
  func `a subscriber that reads nothing gets a reason and is closed`(_ mode: String) throws {
    let daemon = try DaemonInProcess(["--client-timeout", "0.2"])
    let slow = try subscriber(of: daemon, mode)
    try fill(daemon)
    let other = try subscriber(of: daemon, mode)
    // Another subscriber that reads stays connected, and learns that the slow one is gone.
    try other.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    while try other.next()["params", "boxes", "daemon.stats", "connections"]?.integer != 1 {}
    // Everything sent before is complete, except for a last line that the client did not read.
    var methods: [String] = []
    while let line = try? slow.next() { methods.append(line["method"]?.string ?? "") }
    #expect(methods.allSatisfy { ["change", "snapshot", "synced", "bye"].contains($0) })
  }

  @Test func `a client that reads a little from time to time stays connected`() throws {
    let daemon = try DaemonInProcess(["--client-timeout", "1"])
    let slow = try subscriber(of: daemon, "every")
    try fill(daemon)
    let clock = try daemon.connect()
    // Wait five times the timeout, measured by boxes that expire.
    for number in 0..<20 {
      try clock.call("subscribe", #"{"boxes":["shared.clock\#(number)"]}"#)
      try clock.call("set", #"{"box":"shared.clock\#(number)","value":1,"ttl":0.25}"#)
      while try clock.next()["params", "removed"] == nil {}
      for _ in 0..<4 { _ = try slow.nextLine() }
    }
    try slow.send(#"{"id":"last","method":"ping"}"#)
    while try slow.next()["id"]?.string != "last" {}
  }

  @Test func `the goodbye reaches a client that reads again`() throws {
    let daemon = try DaemonInProcess(["--client-timeout", "0.1"])
    let slow = try subscriber(of: daemon, "latest")
    try fill(daemon)
    let other = try daemon.connect()
    // The connection is in its last two seconds or closed. The client reads the goodbye last, or is
    // cut off.
    try other.call("subscribe", #"{"boxes":["shared.clock"]}"#)
    try other.call("set", #"{"box":"shared.clock","value":1,"ttl":0.4}"#)
    while try other.next()["params", "removed"] == nil {}
    var last: JSONText?
    while let line = try? slow.next() { last = line }
    #expect(last?["params", "reason"]?.string == "slow")
    #expect(last?["params"]?.names == ["reason"])
  }

  @Test func `without the option, a client that reads nothing stays connected`() throws {
    let daemon = try DaemonInProcess()
    let slow = try subscriber(of: daemon, "latest")
    try fill(daemon)
    let other = try daemon.connect()
    // Wait until the daemon has noticed that the publisher is gone.
    try other.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    while try other.next()["params", "boxes", "daemon.stats", "connections"]?.integer != 2 {}
    try slow.send(#"{"id":"last","method":"ping"}"#)
    while try slow.next()["id"]?.string != "last" {}
  }

  private func subscriber(of daemon: DaemonInProcess, _ mode: String) throws -> Peer {
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["shared.**"],"mode":"\#(mode)"}"#)
    _ = try peer.next("synced")
    return peer
  }

  /// More changes than fit into a socket's buffers.
  private func fill(_ daemon: DaemonInProcess) throws {
    let publisher = try daemon.connect()
    for number in 0..<40 {
      try publisher.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
  }
}
