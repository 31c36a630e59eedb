import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing
import procondTestSupport

/// `interval`: the minimum time in milliseconds between two `change` lines.
///
/// The tests check only lower bounds, starting before the first line can have been sent: there is
/// no promise how late a line may be read.
@Suite(.blocking) struct IntervalTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer
  private let clock = ContinuousClock()

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
  }

  @Test func `the first change is sent at once, the next one after the interval`() throws {
    try peer.subscribe("shared.**", #""interval":100"#)
    let start = clock.now
    try writer.set("shared.a", 1)
    #expect(try peer.next().boxes == #"{"shared.a":1}"#)
    try writer.set("shared.a", 2)
    try writer.set("shared.b", 3)
    let line = try peer.next()
    #expect(clock.now - start >= .milliseconds(100))
    #expect(line.boxes == #"{"shared.a":2,"shared.b":3}"#)
    #expect(line.merged == 2)
  }

  @Test func `the first change after a pause is sent at once`() throws {
    // The longest interval: only an immediate line can arrive in time.
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 1)
    #expect(try peer.next().boxes == #"{"shared.a":1}"#)
    // The pause starts when the interval is over, so it is short here.
    let other = try daemon.connect()
    try other.subscribe("shared.**", #""interval":1"#)
    for value in 2...20 {
      try writer.set("shared.a", value)
      #expect(try other.next().boxes == #"{"shared.a":\#(value)}"#)
    }
  }

  @Test func `lines are never closer together than the interval, and the last change follows`()
    throws
  {
    let interval = 20
    try peer.subscribe("shared.**", #""interval":\#(interval)"#)
    let start = clock.now
    let end = start + .milliseconds(400)
    var value = 0
    var lines = 0
    while clock.now < end {
      value += 1
      try writer.set("shared.a", value)
    }
    while true {
      let line = try peer.next()
      lines += 1
      try #require(clock.now - start >= .milliseconds(interval * (lines - 1)))
      if line["params", "boxes", "shared.a"]?.integer == value { break }
    }
    #expect(lines > 1)
    #expect(lines < value)
  }

  @Test func `a held-back line covers all its revisions, removals too`() throws {
    try writer.set("shared.gone", 1)
    try peer.subscribe("shared.**", #""interval":50"#)
    try writer.set("shared.a", 1)
    _ = try peer.next()
    try writer.set("shared.a", 2)
    try writer.delete("shared.gone")
    let revision = try writer.set("shared.a", 3)
    #expect(
      try peer.next()["params"]?.description
        == #"{"revision":\#(revision),"boxes":{"shared.a":3},"removed":["shared.gone"],"merged":3}"#
    )
  }

  @Test func `ping sends what is held back, and the interval starts again`() throws {
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 1)
    _ = try peer.next()
    for value in 2...4 {
      try writer.set("shared.a", value)
      #expect(try peer.linesUpToNow().map(\.boxes) == [#"{"shared.a":\#(value)}"#])
    }
    let other = try daemon.connect()
    try other.subscribe("shared.**", #""interval":100"#)
    try writer.set("shared.a", 5)
    _ = try other.next()
    try writer.set("shared.a", 6)
    let start = clock.now
    #expect(try other.linesUpToNow().count == 1)
    try writer.set("shared.a", 7)
    #expect(try other.next().boxes == #"{"shared.a":7}"#)
    #expect(clock.now - start >= .milliseconds(100))
  }

  @Test func `two connections have independent intervals`() throws {
    let eager = try daemon.connect()
    let slow = try daemon.connect()
    try eager.subscribe("shared.**")
    try peer.subscribe("shared.**", #""interval":1"#)
    try slow.subscribe("shared.**", #""interval":60000"#)
    for value in 1...10 {
      try writer.set("shared.a", value)
      #expect(try eager.next().boxes == #"{"shared.a":\#(value)}"#)
      #expect(try peer.next().boxes == #"{"shared.a":\#(value)}"#)
    }
    #expect(try slow.next().boxes == #"{"shared.a":1}"#)
    #expect(try slow.linesUpToNow().map(\.merged) == [9])
  }

  @Test func `connections with the same interval but another start have independent intervals`()
    throws
  {
    let interval = #""interval":80"#
    try peer.subscribe("shared.**", interval)
    let first = clock.now
    try writer.set("shared.a", 1)
    _ = try peer.next()
    let other = try daemon.connect()
    try other.subscribe("shared.**", interval)
    let second = clock.now
    try writer.set("shared.a", 2)
    // Sent to this one at once, and held back from the first.
    #expect(try other.next().boxes == #"{"shared.a":2}"#)
    try writer.set("shared.a", 3)
    #expect(try peer.next().boxes == #"{"shared.a":3}"#)
    #expect(clock.now - first >= .milliseconds(80))
    #expect(try other.next().boxes == #"{"shared.a":3}"#)
    #expect(clock.now - second >= .milliseconds(80))
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
    #expect(value == 100)
  }

  @Test func `a lagging client gets one line when it reads, and the next one after the interval`()
    throws
  {
    try peer.subscribe("shared.**", #""interval":100"#)
    for letter in ["a", "b"] { try writer.set("shared.large", text(300_000, letter)) }
    let start = clock.now
    try writer.set("shared.a", 1)
    #expect(try peer.next()["params", "boxes", "shared.large"] != nil)
    var last: JSONText?
    var lines = 0
    while last?["params", "boxes", "shared.a"]?.integer != 1 {
      last = try peer.next()
      lines += 1
    }
    #expect(lines <= 2)
    try writer.set("shared.a", 2)
    #expect(try peer.next().boxes == #"{"shared.a":2}"#)
    #expect(clock.now - start >= .milliseconds(100))
  }

  @Test func `unsubscribing from patterns sends nothing early`() throws {
    try peer.requestSubscription("shared.a", "shared.b", members: #""interval":60000"#)
    _ = try peer.next("synced")
    try writer.set("shared.a", 1)
    _ = try peer.next()
    try writer.setMany([("shared.a", "2"), ("shared.b", "2")])
    try peer.send(#"{"id":"u","method":"unsubscribe","params":{"boxes":["shared.b"]}}"#)
    #expect(try peer.next()["id"]?.string == "u")
    #expect(try peer.linesUpToNow().map(\.boxes) == [#"{"shared.a":2}"#])
  }

  @Test func `unsubscribing from everything ends the interval`() throws {
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 1)
    _ = try peer.next()
    try peer.call("unsubscribe")
    try peer.subscribe("shared.**", #""interval":60000"#)
    try writer.set("shared.a", 2)
    #expect(try peer.next().boxes == #"{"shared.a":2}"#)
  }
}
