import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct UnsubscribeTests {
  private let peer: Peer

  init() throws {
    peer = try DaemonInProcess().connect()
  }

  @Test func `unsubscribe removes a pattern with the same text, and its result is empty`() throws {
    try subscribe("shared.a", "shared.b")
    let response = try peer.call("unsubscribe", #"{"boxes":["shared.a"]}"#)
    expect(response["result"]?.description, equals: "{}")
    try set("shared.a", 1)
    try set("shared.b", 2)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.b":2}"#)
  }

  @Test func `an unknown pattern is ignored`() throws {
    try subscribe("shared.a")
    // It matches the same boxes, but its text differs.
    let response = try peer.call("unsubscribe", #"{"boxes":["shared.*","shared.b"]}"#)
    expect(response["result"]?.description, equals: "{}")
    try set("shared.a", 1)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":1}"#)
  }

  @Test func `without boxes, all patterns are removed`() throws {
    try subscribe("shared.a", "shared.*")
    expect(try peer.call("unsubscribe")["result"]?.description, equals: "{}")
    try set("shared.a", 1)
    try expectNothingMore()
  }

  @Test func `unsubscribe is allowed before any subscribe`() throws {
    expect(try peer.call("unsubscribe")["result"]?.description, equals: "{}")
  }

  @Test func `no removed is sent for boxes that are no longer subscribed to`() throws {
    try set("shared.a", 1)
    try subscribe("shared.a")
    try peer.call("unsubscribe", #"{"boxes":["shared.a"]}"#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    try expectNothingMore()
  }

  @Test func `a box that matches another pattern continues`() throws {
    try subscribe("shared.a", "shared.*")
    try peer.call("unsubscribe", #"{"boxes":["shared.a"]}"#)
    try set("shared.a", 1)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":1}"#)
  }

  @Test func `after unsubscribing everything, the connection is like a new one`() throws {
    try set("shared.a", 1)
    try subscribe("shared.a")
    try peer.call("unsubscribe")
    try set("shared.a", 2)
    try peer.call("subscribe", #"{"boxes":["shared.a"]}"#)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":2}"#)
    expect(try peer.next()["method"]?.string, equals: "synced")
    try expectNothingMore()
  }

  @Test func `no line after the result names a box of an unfinished snapshot`() throws {
    let text = String(repeating: "x", count: 50_000)
    for number in 0..<20 {
      try peer.call("set", #"{"box":"shared.b\#(number)","value":"\#(text)"}"#)
    }
    try peer.send(#"{"id":"s","method":"subscribe","params":{"boxes":["shared.*"]}}"#)
    try peer.send(#"{"id":"u","method":"unsubscribe"}"#)
    while try peer.next()["id"]?.string != "u" {}
    try peer.send(#"{"id":"last","method":"ping"}"#)
    while true {
      let line = try peer.next()
      expect(line["params", "boxes"] == nil)
      if line["id"]?.string == "last" { break }
    }
  }

  private func set(_ path: String, _ value: Int) throws {
    try peer.call("set", #"{"box":"\#(path)","value":\#(value)}"#)
  }

  private func subscribe(_ patterns: String...) throws {
    let list = patterns.map { #""\#($0)""# }.joined(separator: ",")
    try peer.call("subscribe", #"{"boxes":[\#(list)]}"#)
    _ = try peer.next("synced")
  }

  private func expectNothingMore() throws {
    try peer.send(#"{"id":"last","method":"ping"}"#)
    expect(try peer.next()["id"]?.string, equals: "last")
  }
}
