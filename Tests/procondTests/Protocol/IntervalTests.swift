import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import procondTestSupport

/// `interval`: the minimum time in milliseconds between two `change` lines.
@Suite(.blocking) struct IntervalTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `the first change is sent at once, the next one after the interval`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, writer) = (try daemon.connect(), try daemon.connect())
      try peer.subscribe("shared.**", #""interval":100"#)
      try writer.set("shared.a", 1)
      expect(try peer.next().boxes, equals: #"{"shared.a":1}"#)
      try writer.set("shared.a", 2)
      try writer.set("shared.b", 3)
      await LoopClock.advance(by: .milliseconds(99))
      expect(try peer.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      let line = try peer.next()
      expect(line.boxes, equals: #"{"shared.a":2,"shared.b":3}"#)
      expect(line.merged, equals: 2)
    }
  }

  @Test func `the first change after a pause is sent at once`() throws {
    // The longest interval: only an immediate line can arrive in time.
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 1)
    expect(try peer.next().boxes, equals: #"{"shared.a":1}"#)
    // The pause starts when the interval is over, so it is short here.
    let other = try daemon.connect()
    try other.subscribe("shared.**", #""interval":1"#)
    for value in 2...20 {
      try writer.set("shared.a", value)
      expect(try other.next().boxes, equals: #"{"shared.a":\#(value)}"#)
    }
  }

  @Test func `lines are never closer together than the interval, and the last change follows`()
    async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, writer) = (try daemon.connect(), try daemon.connect())
      try peer.subscribe("shared.**", #""interval":20"#)
      for value in 0..<90 {
        try writer.set("shared.a", value)
        await LoopClock.advance(by: .milliseconds(1))
      }
      await LoopClock.advance(by: .seconds(1))
      var values: [Int?] = []
      while let line = try peer.nextLineIfThere() {
        values.append(try JSONText(parsing: line, depth: 8)["params", "boxes", "shared.a"]?.integer)
      }
      expect(values, equals: [0, 19, 39, 59, 79, 89])
    }
  }

  @Test func `a held-back line covers all its revisions, removals too`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, writer) = (try daemon.connect(), try daemon.connect())
      try writer.set("shared.gone", 1)
      try peer.subscribe("shared.**", #""interval":50"#)
      try writer.set("shared.a", 1)
      _ = try peer.next()
      try writer.set("shared.a", 2)
      try writer.delete("shared.gone")
      let revision = try writer.set("shared.a", 3)
      await LoopClock.advance(by: .milliseconds(50))
      let boxes = #""boxes":{"shared.a":3},"removed":["shared.gone"],"merged":3"#
      expect(
        try peer.next()["params"]?.description, equals: #"{"revision":\#(revision),\#(boxes)}"#)
    }
  }

  @Test func `ping sends what is held back, and the interval starts again`() async {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, writer) = (try daemon.connect(), try daemon.connect())
      try peer.subscribe("shared.**", #""interval":100"#)
      try writer.set("shared.a", 1)
      _ = try peer.next()
      for value in 2...4 {
        await LoopClock.advance(by: .milliseconds(60))
        try writer.set("shared.a", value)
        expect(try peer.linesUpToNow().map(\.boxes), equals: [#"{"shared.a":\#(value)}"#])
      }
      try writer.set("shared.a", 5)
      await LoopClock.advance(by: .milliseconds(99))
      expect(try peer.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      expect(try peer.next().boxes, equals: #"{"shared.a":5}"#)
    }
  }

  @Test func `two connections have independent intervals`() throws {
    let eager = try daemon.connect()
    let slow = try daemon.connect()
    try eager.subscribe("shared.**")
    try peer.subscribe("shared.**", #""interval":1"#)
    try slow.subscribe("shared.**", #""interval":60000"#)
    for value in 1...10 {
      try writer.set("shared.a", value)
      expect(try eager.next().boxes, equals: #"{"shared.a":\#(value)}"#)
      expect(try peer.next().boxes, equals: #"{"shared.a":\#(value)}"#)
    }
    expect(try slow.next().boxes, equals: #"{"shared.a":1}"#)
    expect(try slow.linesUpToNow().map(\.merged), equals: [9])
  }

  @Test func `connections with the same interval but another start have independent intervals`()
    async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, other) = (try daemon.connect(), try daemon.connect())
      let writer = try daemon.connect()
      try peer.subscribe("shared.**", #""interval":80"#)
      try writer.set("shared.a", 1)
      _ = try peer.next()
      await LoopClock.advance(by: .milliseconds(30))
      try other.subscribe("shared.**", #""interval":80"#)
      try writer.set("shared.a", 2)
      // Sent to this one at once, and held back from the first.
      expect(try other.next().boxes, equals: #"{"shared.a":2}"#)
      try writer.set("shared.a", 3)
      await LoopClock.advance(by: .milliseconds(50))
      expect(try peer.next().boxes, equals: #"{"shared.a":3}"#)
      await LoopClock.advance(by: .milliseconds(29))
      expect(try other.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      expect(try other.next().boxes, equals: #"{"shared.a":3}"#)
    }
  }

  @Test func `until synced nothing is held back`() throws {
    try writer.setMany((0..<30).map { ("shared.large.b\($0)", text(60_000)) })
    try peer.send(
      #"{"method":"subscribe","params":{"boxes":["shared.large.*","shared.n"],"interval":60000}}"#)
    try writer.call("ping")
    try writer.setMany((1...100).map { ("shared.n", "\($0)") })
    var value = 0
    while case let line = try peer.next(), line.method != "synced" {
      value = line["params", "boxes", "shared.n"]?.integer ?? value
    }
    expect(value, equals: 100)
  }

  @Test func `a lagging client gets one line when it reads, and the next one after the interval`()
    async
  {
    await #expect(processExitsWith: .success) {
      LoopClock.drive()
      let daemon = try DaemonInProcess()
      let (peer, writer) = (try daemon.connect(), try daemon.connect())
      try peer.subscribe("shared.**", #""interval":100"#)
      for letter: Unicode.Scalar in ["a", "b"] {
        try writer.set("shared.large", text(300_000, letter))
      }
      try writer.set("shared.a", 1)
      expect(try peer.next()["params", "boxes", "shared.large"] != nil)
      await LoopClock.advance(by: .milliseconds(100))
      let last = try peer.next()["params", "boxes"]
      expect(last?["shared.large"] != nil && last?["shared.a"]?.integer == 1)
      try writer.set("shared.a", 2)
      await LoopClock.advance(by: .milliseconds(99))
      expect(try peer.nextLineIfThere() == nil)
      await LoopClock.advance(by: .milliseconds(1))
      expect(try peer.next().boxes, equals: #"{"shared.a":2}"#)
    }
  }

  @Test func `unsubscribing from patterns sends nothing early`() throws {
    try peer.requestSubscription("shared.a", "shared.b", members: #""interval":60000"#)
    _ = try peer.next("synced")
    try writer.set("shared.a", 1)
    _ = try peer.next()
    try writer.setMany([("shared.a", "2"), ("shared.b", "2")])
    try peer.send(#"{"id":"u","method":"unsubscribe","params":{"boxes":["shared.b"]}}"#)
    expect(try peer.next()["id"]?.string, equals: "u")
    expect(try peer.linesUpToNow().map(\.boxes), equals: [#"{"shared.a":2}"#])
  }

  @Test func `unsubscribing from everything ends the interval`() throws {
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 1)
    _ = try peer.next()
    try peer.call("unsubscribe")
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 2)
    expect(try peer.next().boxes, equals: #"{"shared.a":2}"#)
  }
}
