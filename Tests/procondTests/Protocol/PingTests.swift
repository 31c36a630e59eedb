import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct PingTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `ping returns the revision`() throws {
    let set = try peer.call("set", #"{"box":"shared.a","value":1}"#)
    expect(try peer.call("ping")["result"], equals: set["result"])
  }

  @Test func `ping has no parameters`() throws {
    expect(try peer.call("ping", #"{"a":1}"#).errorData, equals: #"{"member":"a"}"#)
    try peer.send(#"{"id":"none","method":"ping"}"#)
    expect(try peer.next()["result"]?.names, equals: ["revision"])
  }

  @Test func `every change up to the revision is written before the response`() throws {
    try peer.call("subscribe", #"{"boxes":["shared.**"]}"#)
    _ = try peer.next("synced")
    for number in 1...50 {
      // One read of the daemon: without the barrier the change would come later.
      try peer.send(
        #"{"id":"s","method":"set","params":{"box":"shared.a","value":\#(number)}}"# + "\n"
          + #"{"id":"p","method":"ping"}"#)
      var seen: JSONText?
      while true {
        let line = try peer.next()
        seen = line["params", "boxes", "shared.a"] ?? seen
        if line["id"]?.string == "p" { break }
      }
      expect(seen?.integer, equals: number)
    }
  }

  @Test func `a snapshot in progress is written before the response`() throws {
    let text = String(repeating: "x", count: 50_000)
    for number in 0..<20 {
      try peer.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
    try peer.send(
      #"{"id":"s","method":"subscribe","params":{"boxes":["shared.**"]}}"# + "\n"
        + #"{"id":"p","method":"ping"}"#)
    var boxes = 0
    var isSynced = false
    while true {
      let line = try peer.next()
      boxes += line["params", "boxes"]?.names.count ?? 0
      if line["method"]?.string == "synced" { isSynced = true }
      if line["id"]?.string == "p" { break }
    }
    expect(boxes, equals: 20)
    expect(isSynced)
  }
}
