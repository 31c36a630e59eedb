import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// What the daemon sends without a request.
@Suite(.blocking) struct NotificationTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `snapshot lines have about 64 KiB`() throws {
    for number in 0..<40 { try set("shared.b\(number)", text(10_000)) }
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.*"]}}"#)
    var boxes = 0
    var lines = 0
    while boxes < 40 {
      let bytes = try peer.nextLine()
      expect(bytes.count <= 65_536 + 200)
      boxes += try JSONText(parsing: bytes)["params", "boxes"]?.names.count ?? 0
      lines += 1
    }
    expect(boxes, equals: 40)
    expect(lines, equals: 7)
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  @Test func `a box over 64 KiB has its own snapshot line`() throws {
    try set("shared.a", text(10))
    try set("shared.b", text(200_000))
    try set("shared.c", text(10))
    try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.*"]}}"#)
    for path in ["shared.a", "shared.b", "shared.c"] {
      let line = try peer.next()
      expect(line["method"]?.string, equals: "snapshot")
      expect(line["params", "boxes"]?.names, equals: [path])
    }
    expect(try peer.next()["method"]?.string, equals: "synced")
  }

  @Test func `a change has complete new values, and no removed without removals`() throws {
    try subscribe("shared.**")
    let revision = try set("shared.a", #"{"x":1,"y":2}"#)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(revision),"boxes":{"shared.a":{"x":1,"y":2}}}"#)
    let next = try set("shared.a", #"{"x":1,"y":3}"#)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(next),"boxes":{"shared.a":{"x":1,"y":3}}}"#)
  }

  @Test func `a change names removed boxes and still has the member boxes`() throws {
    try set("shared.a", "1")
    try subscribe("shared.**")
    let response = try peer.call("delete", #"{"box":"shared.a"}"#)
    let revision = try require(response["result", "revision"]?.integer)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(revision),"boxes":{},"removed":["shared.a"]}"#)
  }

  @Test func `a box that was removed and created again is only in boxes`() throws {
    try set("shared.a", "1")
    try subscribe("shared.**")
    // One read of the daemon, so that both are in one line.
    try peer.send(
      #"[{"method":"delete","params":{"box":"shared.a"}},"#
        + #"{"method":"set","params":{"box":"shared.b","value":1}},"#
        + #"{"method":"set","params":{"box":"shared.a","value":2}}]"#)
    let params = try require(try peer.next()["params"])
    expect(params.names, equals: ["boxes", "merged", "revision"])
    expect(params["boxes"]?.description, equals: #"{"shared.b":1,"shared.a":2}"#)
  }

  @Test func `a box that was created and removed again may be named`() throws {
    try subscribe("shared.**")
    try peer.send(
      #"[{"method":"set","params":{"box":"shared.a","value":1}},"#
        + #"{"method":"delete","params":{"box":"shared.a"}},"#
        + #"{"method":"set","params":{"box":"shared.b","value":1}}]"#)
    let params = try require(try peer.next()["params"])
    expect(params["boxes"]?.description, equals: #"{"shared.b":1}"#)
    expect((params["removed"]?.elements ?? []).allSatisfy { $0.string == "shared.a" })
  }

  @Test func `merged is the number of revisions of its boxes that a line combines`() throws {
    try subscribe("shared.a")
    let members = (1...20).map {
      #"{"method":"set","params":{"box":"shared.\#($0 % 2 == 0 ? "a" : "c")","value":\#($0)}}"#
    }
    // One read of the daemon, so that all are in one line. Ten of them are of another subscriber's
    // boxes.
    try peer.send("[\(members.joined(separator: ","))]")
    expect(try peer.next()["params", "merged"]?.integer, equals: 10)
    try set("shared.a", "1")
    expect(try require(try peer.next()["params"]).names, equals: ["boxes", "revision"])
  }

  @Test func `only matching boxes are sent`() throws {
    try subscribe("shared.a.*")
    for path in ["shared.b.x", "shared.a", "shared.a.x.y"] { try set(path, "1") }
    try set("shared.a.x", "1")
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a.x":1}"#)
  }

  @Test func `a catch-up over 1 MiB is removals, snapshots and synced`() throws {
    for number in 0..<30 { try set("shared.b\(number)", text(100_000)) }
    try set("shared.gone", "1")
    try subscribe("shared.**")
    let writer = try daemon.connect()
    for number in 0..<30 {
      try writer.call("set", #"{"box":"shared.b\#(number)","value":[\#(text(100_000)),1]}"#)
    }
    try writer.call("delete", #"{"box":"shared.gone"}"#)
    let revision = try writer.revision()

    var newest: Set<String> = []
    var line = try peer.next("change")
    while line["params", "removed"] == nil {
      newest.formUnion(line["params", "boxes"]?.names ?? [])
      line = try peer.next("change")
    }
    expect(line["params", "removed"]?.description, equals: #"["shared.gone"]"#)
    expect(line["params", "boxes"]?.description, equals: "{}")
    line = try peer.next()
    while line["method"]?.string == "snapshot" {
      let boxes = try require(line["params", "boxes"]?.members)
      expect(boxes.allSatisfy { $0.value.elements?.last?.integer == 1 })
      newest.formUnion(boxes.map(\.name))
      line = try peer.next()
    }
    expect(newest.count, equals: 30)
    expect(line["method"]?.string, equals: "synced")
    expect(line["params", "revision"]?.integer, equals: revision)
  }

  @Test func `a subscriber that stalls and then reads gets the newest state`() throws {
    try subscribe("shared.**")
    let writer = try daemon.connect()
    for round in 1...100 {
      for number in 0..<5 {
        try writer.send(
          #"{"method":"set","params":{"box":"shared.b\#(number)","#
            + #""value":[\#(round),\#(text(5_000))]}}"#)
      }
    }
    try writer.call("ping")
    var rounds: [String: Int] = [:]
    var lines = 0
    while rounds.values.count(where: { $0 == 100 }) < 5 {
      let line = try peer.next("change")
      lines += 1
      for (path, value) in line["params", "boxes"]?.members ?? [] {
        let round = try require(value.elements?.first?.integer)
        expect(round > rounds[path] ?? 0)
        rounds[path] = round
      }
    }
    // Lines that it did not read in time were not kept for it.
    expect(lines < 200)
    try writer.call("set", #"{"box":"shared.b0","value":"after"}"#)
    let after = try peer.next("change")
    expect(after["params", "boxes"]?.description, equals: #"{"shared.b0":"after"}"#)
  }

  @Test func `a reader that is always slower than a writer ends with the newest state`() throws {
    try subscribe("shared.**")
    let writer = try daemon.connect()
    // Each round is over 1 MiB, so a new catch-up starts before the last one has ended.
    for round in 1...20 {
      for number in 0..<12 {
        try writer.call(
          "set", #"{"box":"shared.b\#(number)","value":[\#(round),\#(text(100_000))]}"#)
      }
      _ = try peer.nextLine()
    }
    var state: [String: Int] = [:]
    while state.values.count(where: { $0 == 20 }) < 12 {
      for (path, value) in try peer.next()["params", "boxes"]?.members ?? [] {
        state[path] = value.elements?.first?.integer
      }
    }
    try writer.call("set", #"{"box":"shared.end","value":1}"#)
    while try peer.next()["params", "boxes", "shared.end"] == nil {}
    // The end of a catch-up may follow, and nothing else.
    try peer.send(#"{"id":"last","method":"ping"}"#)
    while case let line = try peer.next(), line["id"] == nil {
      expect((line["params", "boxes"]?.names ?? []), equals: [])
    }
  }

  @discardableResult
  private func set(_ path: String, _ value: String) throws -> Int {
    let response = try peer.call("set", #"{"box":"\#(path)","value":\#(value)}"#)
    return try require(response["result", "revision"]?.integer)
  }

  private func subscribe(_ pattern: String) throws {
    try peer.call("subscribe", #"{"boxes":["\#(pattern)"]}"#)
    _ = try peer.next("synced")
  }
}
