import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `merged`: how many revisions of a subscriber's boxes a line combines.
@Suite(.blocking) struct MergedTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `a line for one revision has no merged`() throws {
    try peer.subscribe("shared.**")
    try writer.set("shared.a", 1)
    expect(try require(try peer.next()["params"]).names, equals: ["boxes", "revision"])
  }

  @Test func `each subscriber's merged counts its own boxes`() throws {
    let other = try daemon.connect()
    try peer.subscribe("shared.a.**")
    try other.subscribe("shared.**")
    // In one turn: a hundred revisions, every fourth of a box of the first one.
    try writer.setMany((1...100).map { ("shared.\($0 % 4 == 0 ? "a" : "b").x", "\($0)") })
    expect(try sum(peer), equals: 25)
    expect(try sum(other), equals: 100)
  }

  @Test func `setting the current value creates no revision`() throws {
    try peer.subscribe("shared.**")
    try writer.setMany([
      ("shared.a", "1"), ("shared.a", "1"), ("shared.a", "2"), ("shared.a", "2"),
    ])
    expect(try sum(peer), equals: 2)
  }

  @Test func `merged of a lagging subscriber counts everything left out`() throws {
    try peer.subscribe("shared.**")
    let count = 2000
    try writer.setMany((1...count).map { ("shared.b\($0 % 5)", "[\($0),\(text(1000))]") })
    var sum = 0
    var lines = 0
    while sum < count {
      let line = try peer.next()
      expect(line.method, equals: "change")
      expect(line.merged ?? 2 > 1)
      sum += line.merged ?? 1
      lines += 1
    }
    expect(sum, equals: count)
    expect(lines < count / 2)
    expect(try peer.linesUpToNow().isEmpty)
  }

  @Test func `a catch-up in snapshot lines has merged in its change line`() throws {
    try peer.subscribe("shared.**")
    try writer.setMany((0..<30).map { ("shared.b\($0)", text(90_000)) })
    var sum = 0
    while case let line = try peer.next(), line.method != "synced" {
      if line.method == "change" { sum += line.merged ?? 1 }
    }
    expect(sum, equals: 30)
  }

  @Test func `after a change of patterns, merged counts from then on`() throws {
    try peer.subscribe("shared.a")
    try writer.setMany((1...5).map { ("shared.a", "\($0)") })
    expect(try sum(peer), equals: 5)
    try peer.subscribe("shared.b")
    try writer.setMany((1...5).map { ("shared.b", "\($0)") })
    expect(try sum(peer), equals: 5)
    try peer.call("unsubscribe", #"{"boxes":["shared.b"]}"#)
    try writer.setMany((1...10).map { ("shared.\($0 % 2 == 0 ? "a" : "b")", "\($0 + 10)") })
    expect(try sum(peer), equals: 5)
  }

  @Test func `after a resume, the first line has no merged and later ones do`() throws {
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    let epoch = try require(hello["params", "epoch"])
    let revision = try writer.set("shared.a", 0)
    try writer.setMany((1...5).map { ("shared.a", "\($0)") })
    try peer.requestSubscription(
      "shared.**", members: #""since":{"epoch":\#(epoch),"revision":\#(revision)}"#)
    let line = try peer.next()
    expect(line.boxes, equals: #"{"shared.a":5}"#)
    expect(line.merged == nil)
    _ = try peer.next("synced")
    try writer.setMany((6...9).map { ("shared.a", "\($0)") })
    expect(try sum(peer), equals: 4)
  }

  @Test func `in mode every there is no merged`() throws {
    try writer.setMany((0..<30).map { ("shared.large.b\($0)", text(60_000)) })
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.**"],"mode":"every"}}"#)
    try writer.call("ping")
    try writer.setMany((1...500).map { ("shared.n", "\($0)") })
    while case let line = try peer.next(), line["params", "boxes", "shared.n"]?.integer != 500 {
      expect(line.merged == nil)
    }
  }

  /// The revisions combined in the lines so far.
  private func sum(_ peer: Peer) throws -> Int {
    try peer.linesUpToNow().reduce(0) { $0 + ($1.merged ?? 1) }
  }
}
