import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Clients that make the daemon do much work. Nobody blocks the loop.
@Suite(.blocking) struct TimeAttackTests {
  @Test func `patterns with many possible matches, and many changes`() async throws {
    let attacked = try AttackedDaemon("patterns and sets")
    let patterns = Self.patterns
    let (groups, setters) = (attacked.size(32, full: 256), attacked.size(3, full: 30))
    try await attacked.attack {
      let subscribers = try Crowd(groups, to: attacked.daemon.socket) { number in
        let mine = (0..<64).map { "\"\(patterns[(number * 64 + $0) % patterns.count])\"" }
        return Array(
          #"{"method":"subscribe","params":{"boxes":[\#(mine.joined(separator: ","))]}}"#.utf8)
          + [0x0A]
      }
      subscribers.send(within: .seconds(30))
      let path = "shared." + Array(repeating: "a", count: 14).joined(separator: ".")
      let crowd = try Crowd(setters, to: attacked.daemon.socket) { number in
        let lines = (0..<700).map {
          #"{"method":"set","params":{"box":"\#(path).b\#(number)_\#($0 % 100)","value":\#($0)}}"#
            + "\n"
        }
        return Array(lines.joined().utf8)
      }
      crowd.send(within: .seconds(60))
      let peer = try attacked.daemon.connect()
      // The last answer of each connection, which comes after all its others.
      let last = (0..<setters).map { "\(path).b\($0)_99" }
      let boxes = last.map { "\"\($0)\"" }.joined(separator: ",")
      try waitUntil("all are set") {
        let values = try peer.call("get", #"{"boxes":[\#(boxes)]}"#)["result", "boxes"]
        return last.allSatisfy { values?[$0]?.integer == 699 }
      }
      withExtendedLifetime(subscribers) {}
    }
    expect(try attacked.conclude(), equals: [])
  }

  /// Patterns with the maximum number of wildcards, in all positions.
  private static let patterns: [String] = {
    var found: [String] = []
    for mask in 0..<(1 << 14) where mask.nonzeroBitCount <= 3 {
      let segments = (0..<14).map { mask >> $0 & 1 == 1 ? "*" : "a" }
      found.append("shared." + segments.joined(separator: ".") + ".**")
    }
    return found
  }()

  @Test func `one more wildcard is refused`() throws {
    let peer = try DaemonProcess().connect()
    expect(
      try peer.call("subscribe", #"{"boxes":["shared.*.*.*.**"]}"#)["result"] != nil)
    expect(try peer.call("get", #"{"boxes":["shared.*.*.*.*"]}"#).errorCode, equals: -32602)
  }

  @Test(arguments: [true, false])
  func `descriptions that no client waits for`(_ leaves: Bool) async throws {
    let attacked = try AttackedDaemon(
      "descriptions, \(leaves ? "clients that leave" : "that stay")")
    let count = attacked.size(100, full: leaves ? 2000 : 1000)
    let line = Array("{\"method\":\"rpc.discover\"}\n".utf8)
    let lines = Array(repeatElement(line, count: 156_000 / line.count).joined())
    let peer = try attacked.daemon.connect()
    let connections = try peer.connections()
    try await attacked.attack {
      // A full attack repeats this, since one crowd is finished too soon for a percentile.
      for _ in 0..<attacked.size(1, full: 20) {
        let crowd = try Crowd(count, to: attacked.daemon.socket) { _ in lines }
        crowd.send(within: .seconds(60), closing: leaves)
        // No answer is sent, but everything sent before the end is read.
        if leaves {
          try waitUntil("all are gone") { try peer.connections() <= connections + 2 }
        } else {
          let ping = Array("{\"id\":1,\"method\":\"ping\"}\n".utf8)
          let last = try RawSocket.connect(to: attacked.daemon.socket)
          try last.send(line + ping)
          expect(try last.receive(upTo: 4096).count < 1000)
        }
      }
    }
    expect(try attacked.conclude(), equals: [])
  }

  @Test func `repeated descriptions and wide answers are up to date`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    try peer.setMany((0..<2000).map { ("shared.b\($0)", text(450)) })
    let first = try peer.call("get", #"{"boxes":["shared.**"]}"#)["result"]
    expect(try peer.call("get", #"{"boxes":["shared.**"]}"#)["result"], equals: first)
    try peer.set("shared.b7", 1)
    expect(
      try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes", "shared.b7"]?.integer,
      equals: 1)
    expect(try peer.call("rpc.discover")["result", "x-boxes", "shared.new"] == nil)
    try peer.set("shared.new", 1)
    expect(try peer.call("rpc.discover")["result", "x-boxes", "shared.new"] != nil)
    try peer.delete("shared.new")
    expect(try peer.call("rpc.discover")["result", "x-boxes", "shared.new"] == nil)
  }

  @Test func `many idle clients all get a goodbye`() throws {
    let daemon = try DaemonProcess()
    raiseDescriptorLimit()
    let count = AttackedDaemon.isFull ? 14_000 : 1000
    let crowd = try Crowd(count, to: daemon.socket)
    let peer = try daemon.connect()
    try waitUntil("all are there") { try peer.connections() > count }
    let start = ContinuousClock.now
    expect(try daemon.terminate(), equals: .exited(0))
    if AttackedDaemon.isFull {
      print("SIGTERM with \(count) connections: \(start.duration(to: .now))")
      expect(start.duration(to: .now) < .seconds(2))
    }
    let lines = crowd.lastLines()
    expect(lines.count, equals: count)
    expect(lines.allSatisfy { $0.contains(#""reason":"shutdown""#) })
  }
}

extension Peer {
  /// The number of connections to the daemon.
  func connections() throws -> Int {
    let stats = try call("get", #"{"boxes":["daemon.stats"]}"#)
    return stats["result", "boxes", "daemon.stats", "connections"]?.integer ?? 0
  }
}
