import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// A connection has one mode and one interval.
@Suite(.blocking) struct DeliveryTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `a mode other than that of the first subscribe is refused`() throws {
    for (first, others) in [
      ("", ["every"]), (#""mode":"latest""#, ["every"]), (#""mode":"every""#, ["latest"]),
    ] {
      try peer.subscribe("shared.a", first)
      for other in others { try expectRefusal(of: "mode", #""mode":"\#(other)""#) }
      try peer.call("unsubscribe")
    }
  }

  @Test func `an interval other than that of the first subscribe is refused`() throws {
    for (first, others) in [
      ("", [1, 60_000]), (#""interval":0"#, [1]), (#""interval":60000"#, [0, 59_999]),
    ] {
      try peer.subscribe("shared.a", first)
      for other in others { try expectRefusal(of: "interval", #""interval":\#(other)"#) }
      try peer.call("unsubscribe")
    }
  }

  @Test func `a later subscribe may repeat both or omit them`() throws {
    try peer.subscribe("shared.a", #""mode":"every""#)
    try peer.subscribe("shared.b", #""mode":"every","interval":0"#)
    try peer.subscribe("shared.c")
    let writer = try daemon.connect()
    try writer.setMany([("shared.c", "1"), ("shared.c", "2"), ("shared.b", "3")])
    expect(
      try peer.linesUpToNow().map(\.boxes),
      equals: [#"{"shared.c":1}"#, #"{"shared.c":2}"#, #"{"shared.b":3}"#])
  }

  @Test func `after unsubscribing everything, both may change`() throws {
    try peer.subscribe("shared.a", #""interval":50"#)
    try peer.call("unsubscribe", #"{"boxes":["shared.b"]}"#)
    try expectRefusal(of: "mode", #""mode":"every""#)
    try peer.call("unsubscribe", #"{"boxes":["shared.a"]}"#)
    try peer.subscribe("shared.a", #""mode":"every""#)
    try expectRefusal(of: "mode", #""mode":"latest""#)
    try peer.call("unsubscribe")
    try peer.subscribe("shared.a")
    try expectRefusal(of: "mode", #""mode":"every""#)
  }

  @Test func `a refused subscribe sets nothing`() throws {
    let refused = try peer.call("subscribe", #"{"boxes":[],"mode":"every"}"#)
    expect(refused.errorCode, equals: -32602)
    expect(try peer.call("subscribe", #"{"boxes":["shared.a"],"mode":"latest"}"#)["result"] != nil)
  }

  @Test func `an interval is allowed for latest only`() throws {
    try expectRefusal(of: "interval", #""mode":"every","interval":1"#)
    try peer.subscribe("shared.a", #""mode":"every","interval":0"#)
    try expectRefusal(of: "interval", #""interval":1"#)
  }

  @Test func `an interval is a whole number from 0 to 60000`() throws {
    for value in ["-1", "60001", "1.5", #""1""#, "null", "1e9"] {
      try expectRefusal(of: "interval", #""interval":\#(value)"#)
    }
    try peer.subscribe("shared.a", #""interval":60000"#)
  }

  @Test func `after unsubscribing everything, no earlier synced is sent`() throws {
    let writer = try daemon.connect()
    try writer.setMany((0..<20).map { ("shared.b\($0)", text(60_000)) } + [("shared.a", "1")])
    // One read of the daemon: the first snapshot is in progress at the unsubscribe.
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.*"]}}"# + "\n"
        + #"{"id":2,"method":"unsubscribe"}"# + "\n"
        + #"{"id":3,"method":"subscribe","params":{"boxes":["shared.a"],"mode":"every"}}"#)
    while try peer.next()["id"]?.integer != 3 {}
    expect(try peer.next().boxes, equals: #"{"shared.a":1}"#)
    expect(try peer.next().method, equals: "synced")
    expect(try peer.linesUpToNow().isEmpty)
  }

  private func expectRefusal(of member: String, _ members: String) throws {
    let response = try peer.call("subscribe", #"{"boxes":["shared.x"],\#(members)}"#)
    expect(response.errorCode, equals: -32602, "\(members)")
    expect(response.errorData, equals: #"{"member":"\#(member)"}"#, "\(members)")
  }
}
