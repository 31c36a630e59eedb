import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Paths and patterns.
@Suite(.blocking) struct PathTests {
  private let peer: Peer

  init() throws {
    peer = try DaemonInProcess().connect()
  }

  @Test func `a path is 1 to 16 segments of 1 to 64 letters, digits, underscores or dashes`() throws
  {
    let long = String(repeating: "a", count: 64)
    let segments = Array(repeating: "s", count: 15).joined(separator: ".")
    for path in ["shared.aZ09_-", "shared.\(long)", "shared.\(segments)"] {
      expect(try set(path)["result"] != nil, "\(path)")
    }
    let wrong = [
      "", ".", "shared.", ".shared", "shared..a", "shared.a b", "shared.é", "shared.*", "shared.**",
      "shared.a/b", #"shared.a\n"#, "shared.\(long)a", "shared.s.\(segments)",
    ]
    for path in wrong {
      let response = try set(path)
      expect(response.errorCode, equals: -32602, "\(path)")
      expect(response.errorData, equals: #"{"member":"box"}"#, "\(path)")
    }
  }

  @Test func `a star matches exactly one segment`() throws {
    try setAll()
    expect(try matches("shared.a.*"), equals: ["shared.a.b", "shared.a.c"])
    expect(try matches("shared.*.b"), equals: ["shared.a.b"])
    expect(try matches("shared.*.*.d"), equals: ["shared.a.b.d"])
    expect(try matches("*.a"), equals: ["shared.a"])
    expect(try matches("*").isEmpty)
  }

  @Test func `two stars at the end match zero or more segments`() throws {
    try setAll()
    expect(try matches("shared.a.b.**"), equals: ["shared.a.b", "shared.a.b.d"])
    expect(try matches("shared.*.b.**"), equals: ["shared.a.b", "shared.a.b.d"])
    expect(
      try matches("shared.**"), equals: ["shared.a", "shared.a.b", "shared.a.b.d", "shared.a.c"])
    expect(try matches("shared.a.b.d.**"), equals: ["shared.a.b.d"])
  }

  @Test func `anything but a pattern is refused`() throws {
    let wrong = [
      "", "**.a", "shared.**.a", "shared.a*", "shared.***", "shared..a", ".a", "a.", "a b",
      Array(repeating: "a", count: 17).joined(separator: "."), "*.*.*.*", "a.*.b.*.*.*.**",
      String(repeating: "a", count: 65),
    ]
    for method in ["get", "subscribe", "unsubscribe"] {
      for pattern in wrong {
        let response = try peer.call(method, #"{"boxes":["\#(pattern)"]}"#)
        expect(response.errorCode, equals: -32602, "\(method) \(pattern)")
        expect(response.errorData, equals: #"{"member":"boxes"}"#, "\(method) \(pattern)")
      }
    }
    let longest = "*.*.*." + Array(repeating: "a", count: 13).joined(separator: ".")
    expect(try matches(longest).isEmpty)
  }

  @Test func `a leading wildcard does not match the daemon's boxes about itself`() throws {
    expect(try matches("*.info").isEmpty)
    expect(try matches("**").allSatisfy { $0.hasPrefix("topics.") })
    expect(try matches("daemon.*"), equals: ["daemon.info", "daemon.stats"])
    expect(try matches("daemon.info"), equals: ["daemon.info"])
    try peer.send(#"{"id":0,"method":"subscribe","params":{"boxes":["**","*.info","*.stats"]}}"#)
    let snapshot = try peer.next("snapshot")
    expect(snapshot["params", "boxes"]?.names.allSatisfy { $0.hasPrefix("topics.") }, equals: true)
  }

  @Test func `a box that is created later is sent to subscribers whose patterns match`() throws {
    try peer.call("subscribe", #"{"boxes":["shared.*.now"]}"#)
    _ = try peer.next("synced")
    for path in ["shared.x", "shared.x.then", "shared.x.now"] { _ = try set(path) }
    let change = try peer.next("change")
    expect(change["params", "boxes"]?.description, equals: #"{"shared.x.now":1}"#)
  }

  private func set(_ path: String) throws -> JSONText {
    try peer.call("set", #"{"box":"\#(path)","value":1}"#)
  }

  private func setAll() throws {
    for path in ["shared.a", "shared.a.b", "shared.a.c", "shared.a.b.d"] { _ = try set(path) }
  }

  private func matches(_ pattern: String) throws -> [String] {
    let answer = try peer.call("get", #"{"boxes":["\#(pattern)"]}"#)
    return try require(answer["result", "boxes"]).names
  }
}
