import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Removed boxes are remembered as long as the ring has the removal, and no longer.
@Suite(.blocking) struct TombstoneTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `a lagging client gets all removals in the ring`() throws {
    try writer.setMany((0..<100).map { ("shared.b\($0)", "1") })
    try peer.subscribe("shared.**")
    for letter: Unicode.Scalar in ["a", "b"] {
      try writer.set("shared.large", text(300_000, letter))
    }
    for number in 0..<100 { try writer.delete("shared.b\(number)") }
    try writer.setMany((1...60).map { ("shared.large", "[\($0),\(text(90_000))]") })
    try writer.set("shared.end", 1)
    var removed: [String] = []
    while true {
      let line = try peer.next()
      expect(line.method, equals: "change")
      removed += line.removed
      if line["params", "boxes", "shared.end"] != nil { break }
    }
    expect(Set(removed), equals: Set((0..<100).map { "shared.b\($0)" }))
    expect(removed.count, equals: 100)
  }

  @Test func `a forgotten box can be created again as a new one`() throws {
    try writer.set("shared.a", 1)
    try peer.subscribe("shared.a")
    try writer.delete("shared.a")
    expect(try peer.next().removed, equals: ["shared.a"])
    try forgetEverything()
    let response = try writer.call("set", #"{"box":"shared.a","value":1,"ifRevision":0}"#)
    expect(try peer.next().revision, equals: response["result", "revision"]?.integer)
    try writer.delete("shared.a")
    expect(try peer.next().removed, equals: ["shared.a"])
  }

  @Test func `a client that is up to date notices nothing when boxes are forgotten`() throws {
    try writer.set("shared.a", 1)
    try peer.subscribe("shared.a")
    let every = try daemon.connect()
    try every.subscribe("shared.a", #""mode":"every""#)
    try writer.delete("shared.a")
    for peer in [peer, every] { expect(try peer.next().removed, equals: ["shared.a"]) }
    try forgetEverything()
    for peer in [peer, every] { expect(try peer.linesUpToNow().isEmpty) }
  }

  @Test func `a new subscriber gets nothing about removed boxes`() throws {
    try writer.set("shared.a", 1)
    try writer.delete("shared.a")
    try peer.requestSubscription("shared.a")
    expect(try peer.next().method, equals: "synced")
    expect(try peer.linesUpToNow().isEmpty)
  }

  /// Makes the ring forget everything in it.
  private func forgetEverything() throws {
    try writer.setMany((1...100).map { ("shared.large", "[\($0),\(text(90_000))]") })
  }
}
