import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import procondTestSupport

/// `--client-timeout`: without it, no client is disconnected for being slow.
struct SlowClientTests {
  @Test func `a subscriber that reads nothing gets a reason and is closed`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      for mode in ["latest", "every"] {
        let daemon = try DaemonInProcess(["--client-timeout", "10"])
        let slow = try subscriber(of: daemon, mode)
        try fill(daemon)
        // Another subscriber that reads stays connected.
        let other = try subscriber(of: daemon, mode)
        // It has two seconds to read the reason. The statistics are a second old at most.
        for (wait, connections) in [(10_999, 2), (2000, 1)] {
          await LoopClock.advance(by: .milliseconds(wait))
          let count = try connectionCount(other)
          expect(count, equals: connections, "\(mode), \(wait) ms later: \(count ?? 0)")
        }
        // Everything sent before is complete, except for a last line that the client did not read.
        var methods: [String] = []
        while let line = try? slow.next() { methods.append(line["method"]?.string ?? "") }
        expect(methods.allSatisfy { ["change", "snapshot", "synced"].contains($0) })
      }
    }
  }

  @Test func `the goodbye reaches a client that reads again`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess(["--client-timeout", "10"])
      let slow = try subscriber(of: daemon, "latest")
      try fill(daemon)
      await LoopClock.advance(by: .seconds(10))
      var last: JSONText?
      while let line = try? slow.next() { last = line }
      expect(last?["params", "reason"]?.string, equals: "slow")
      expect(last?["params"]?.names, equals: ["reason"])
    }
  }

  @Test func `a client that reads a little from time to time stays connected`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess(["--client-timeout", "10"])
      let slow = try subscriber(of: daemon, "every")
      try fill(daemon)
      for _ in 0..<8 {
        await LoopClock.advance(by: .seconds(9))
        for _ in 0..<4 { _ = try slow.nextLine() }
      }
      try slow.send(#"{"id":"last","method":"ping"}"#)
      while try slow.next()["id"]?.string != "last" {}
    }
  }

  @Test func `without the option, a client that reads nothing stays connected`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let slow = try subscriber(of: daemon, "latest")
      try fill(daemon)
      await LoopClock.advance(by: .seconds(86_400))
      try slow.send(#"{"id":"last","method":"ping"}"#)
      while try slow.next()["id"]?.string != "last" {}
    }
  }
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
  for number in 0..<40 { try publisher.set("shared.b\(number)", text(100_000)) }
}

private func connectionCount(_ peer: Peer) throws -> Int? {
  let boxes = try peer.call("get", #"{"boxes":["daemon.stats"]}"#)["result", "boxes"]
  return boxes?["daemon.stats", "connections"]?.integer
}
