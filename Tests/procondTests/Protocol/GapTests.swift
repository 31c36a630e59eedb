import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `gap`: changes that can no longer be sent.
@Suite(.blocking) struct GapTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `every gets a gap after more than 8 MiB of changes`() throws {
    try writer.set("shared.still", 1)
    try peer.subscribe("shared.**", #""mode":"every""#)
    try fill()
    try writer.setMany((1...120).map { ("shared.large", "[\($0),\(text(90_000))]") })
    let last = try writer.set("shared.end", 1)
    try expectGap(to: last)
    try expectEachRevision(after: last)
  }

  @Test func `every gets a gap after more than 65,536 changes`() throws {
    try writer.set("shared.still", 1)
    try peer.subscribe("shared.**", #""mode":"every""#)
    try fill()
    try writer.setMany((1...66_000).map { ("shared.large", "\($0)") })
    let last = try writer.set("shared.end", 1)
    try expectGap(to: last)
    try expectEachRevision(after: last)
  }

  @Test func `every gets no gap as long as the ring reaches back`() throws {
    try peer.subscribe("shared.**", #""mode":"every""#)
    try fill()
    try writer.setMany((1...70).map { ("shared.large", "[\($0),\(text(100_000))]") })
    let last = try writer.set("shared.end", 1)
    var revision = try require(try peer.next().revision)
    while revision < last {
      let line = try peer.next()
      expect(line.method, equals: "change")
      try require(line.revision == revision + 1)
      revision += 1
    }
  }

  @Test func `changes of other boxes are not a gap for a subscriber to none of them`() throws {
    try peer.subscribe("shared.mine", #""mode":"every""#)
    try writer.setMany((1...150).map { ("shared.large", "[\($0),\(text(90_000))]") })
    let revision = try writer.set("shared.mine", 1)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(revision),"boxes":{"shared.mine":1}}"#)
  }

  @Test func `latest gets a gap when removals of its boxes are forgotten`() throws {
    try writer.setMany([("shared.still", "1"), ("shared.gone", "1")])
    try peer.subscribe("shared.**")
    try fill()
    try writer.delete("shared.gone")
    try writer.setMany((1...120).map { ("shared.large", "[\($0),\(text(90_000))]") })
    let last = try writer.set("shared.end", 1)
    let state = try expectGap(to: last)
    expect(state["shared.gone"] == nil)
    try writer.delete("shared.still")
    expect(try peer.next().removed, equals: ["shared.still"])
  }

  @Test func `latest gets no gap if nothing was removed`() throws {
    try peer.subscribe("shared.**")
    try fill()
    try writer.setMany((1...120).map { ("shared.large", "[\($0),\(text(90_000))]") })
    try writer.set("shared.end", 1)
    while case let line = try peer.next(), line["params", "boxes", "shared.end"] == nil {
      expect(line.method, equals: "change")
    }
  }

  @Test func `latest gets no gap if only other boxes were removed`() throws {
    try writer.set("shared.b.gone", 1)
    try peer.subscribe("shared.a.**")
    try fill("shared.a.large")
    try writer.delete("shared.b.gone")
    try writer.setMany((1...120).map { ("shared.b.large", "[\($0),\(text(90_000))]") })
    try writer.set("shared.a.end", 1)
    while case let line = try peer.next(), line["params", "boxes", "shared.a.end"] == nil {
      expect(line.method, equals: "change")
    }
  }

  @Test func `latest gets no gap if a removed box was created again`() throws {
    try writer.set("shared.again", 1)
    try peer.subscribe("shared.**")
    try fill()
    try writer.delete("shared.again")
    try writer.set("shared.again", 2)
    try writer.setMany((1...120).map { ("shared.large", "[\($0),\(text(90_000))]") })
    try writer.set("shared.end", 1)
    var again: Int?
    while true {
      let line = try peer.next()
      expect(line.method, equals: "change")
      expect(line.removed.isEmpty)
      again = line["params", "boxes", "shared.again"]?.integer ?? again
      if line["params", "boxes", "shared.end"] != nil { break }
    }
    expect(again, equals: 2)
  }

  /// Writes more than the kernel buffers for a subscriber that does not read, so that later lines
  /// wait.
  private func fill(_ path: String = "shared.large") throws {
    for letter: Unicode.Scalar in ["a", "b"] { try writer.set(path, text(300_000, letter)) }
  }

  /// Reads up to the `synced` that ends a gap.
  ///
  /// - Returns: the boxes, as text by path.
  @discardableResult
  private func expectGap(to last: Int) throws -> [String: String] {
    var line = try peer.next()
    var revision = 0
    while line.method == "change" {
      revision = try require(line.revision)
      line = try peer.next()
    }
    try require(line.method == "gap")
    expect(line["params"]?.description, equals: #"{"from":\#(revision + 1),"to":\#(last)}"#)
    var state: [String: String] = [:]
    while true {
      let line = try peer.next()
      expect(line.revision, equals: last)
      if line.method == "synced" { break }
      expect(line.method, equals: "snapshot")
      for (path, value) in line["params", "boxes"]?.members ?? [] {
        state[path] = value.description
      }
    }
    let answer = try writer.call("get", #"{"boxes":["shared.**"]}"#)
    let members = try require(answer["result", "boxes"]?.members)
    expect(
      state,
      equals: Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.description) }))
    return state
  }

  private func expectEachRevision(after last: Int) throws {
    try writer.setMany((1...50).map { ("shared.a", "\($0)") })
    for number in 1...50 {
      expect(
        try peer.next()["params"]?.description,
        equals: #"{"revision":\#(last + number),"boxes":{"shared.a":\#(number)}}"#)
    }
  }
}
