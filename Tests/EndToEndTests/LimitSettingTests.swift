import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Each configurable limit, at its value and one step above.
@Suite(.blocking) struct LimitSettingTests {
  private let directory = TemporaryDirectory()

  @Test func `the longest line`() throws {
    let daemon = try daemon("line", 1024)
    let peer = try Peer(to: daemon.socket, of: daemon)
    expect(try peer.next()["params", "limits", "line"]?.integer, equals: 1024)
    let ping = #"{"id":1,"method":"ping"}"#
    let spaces = String(repeating: " ", count: 1024 - ping.utf8.count)
    try peer.send(ping + spaces)
    expect(try peer.nextResponse()["result"] != nil)
    try peer.send(ping + spaces + " ")
    expect(try peer.nextResponse()["error", "code"]?.integer, equals: -32006)
    expect(try peer.next("bye")["params", "reason"]?.string, equals: "limit")
  }

  @Test func `the largest value of a shared box`() throws {
    let daemon = try daemon("value", 5)
    let peer = try daemon.connect()
    try peer.set("shared.a", "\"123\"")
    expect(try refusal(of: peer, "set", #"{"box":"shared.a","value":"1234"}"#), equals: "value")
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello["params", "limits", "value"]?.integer, equals: 5)
  }

  @Test func `the largest value of a scene's box`() throws {
    let path = "topics.ai.pros.items"
    let daemon = try daemon("scene-value", 2048)
    let peer = try daemon.connect()
    func items() throws -> JSONText? {
      try peer.call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes", path]
    }
    var last = try require(try items())
    for letter: Unicode.Scalar in ["a", "b", "c", "d"] {
      try peer.call("topics.ai.pros.add", #"{"text":\#(text(400, letter))}"#)
      let now = try require(try items())
      expect(now.bytes.count <= 2048)
      if now == last { break }
      last = now
    }
    expect(last.bytes.count > 1200)
    try waitUntil("the log says it") {
      daemon.process.standardError.contains("\(path) is ")
        && daemon.process.standardError.contains(" bytes, over 2048")
    }
  }

  @Test func `patterns of a connection`() throws {
    let daemon = try daemon("patterns", 2)
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["shared.a"]}"#)
    expect(try peer.call("subscribe", #"{"boxes":["shared.b"]}"#)["result"] != nil)
    expect(try refusal(of: peer, "subscribe", #"{"boxes":["shared.c"]}"#), equals: "patterns")
    let three = #"{"boxes":["shared.a","shared.b","shared.c"]}"#
    for method in ["get", "subscribe", "unsubscribe"] {
      expect(try refusal(of: peer, method, three), equals: "patterns", "\(method)")
    }
  }

  @Test func `patterns of a connection, above the default`() throws {
    let daemon = try daemon("patterns", 65)
    let peer = try daemon.connect()
    let patterns = (0..<65).map { "\"shared.a\($0)\"" }.joined(separator: ",")
    expect(try peer.call("subscribe", "{\"boxes\":[\(patterns)]}")["result"] != nil)
    expect(try refusal(of: peer, "subscribe", #"{"boxes":["shared.b"]}"#), equals: "patterns")
  }

  @Test(arguments: [
    ["get"], ["subscribe", "--once"], ["describe"], ["top", "--count", "1", "--interval", "0.1"],
  ])
  func `the client accepts as many patterns as the daemon`(words: [String]) throws {
    let daemon = try daemon("patterns", 66)
    let most = 66
    func client(_ count: Int) throws -> UserProcess {
      try TestUser().start(
        "procon-client",
        words + ["--socket", daemon.socket] + (1...count).map { "shared.n\($0).*" })
    }
    let fits = try client(most)
    expect(try fits.waitForEnd(), equals: .exited(0), "\(fits.errors)")
    let refused = try client(most + 1)
    expect(try refused.waitForEnd(), equals: .exited(64))
    expect(
      refused.errors,
      equals: """
        procon-client: refused: boxes has at most 66 patterns; name fewer, or use * or ** in place \
        of many (-32004)

        """)
  }

  @Test func `connections`() throws {
    let daemon = try daemon("connections", 2)
    let first = try daemon.connect()
    // The connection that waited for the daemon to listen is closed when there is room for another.
    let watch = #"{"boxes":["daemon.stats"]}"#
    try waitUntil("there is one") {
      let stats = try first.call("get", watch)["result", "boxes", "daemon.stats"]
      return stats?["connections"]?.integer == 1
    }
    let second = try daemon.connect()
    expect(try second.call("ping")["result"] != nil)
    let third = try Peer(to: daemon.socket, of: daemon)
    expect(try third.next().method, equals: "hello")
    expect(try third.next("bye")["params", "reason"]?.string, equals: "limit")
    try third.expectEnd()
    expect(try first.call("ping")["result"] != nil)
  }

  @Test func `shared boxes`() throws {
    let peer = try daemon("shared-boxes", 2).connect()
    try peer.set("shared.a", 1)
    try peer.set("shared.b", 1)
    expect(try refusal(of: peer, "set", #"{"box":"shared.c","value":1}"#), equals: "boxes")
    try peer.set("shared.a", 2)
    try peer.delete("shared.a")
    try peer.set("shared.c", 1)
  }

  @Test func `bytes of shared boxes`() throws {
    // A path of 8 bytes and a value of 12.
    let peer = try daemon("shared-bytes", 20).connect()
    try peer.set("shared.a", "\"1234567890\"")
    expect(
      try refusal(of: peer, "set", #"{"box":"shared.a","value":"12345678901"}"#), equals: "bytes")
    expect(try refusal(of: peer, "set", #"{"box":"shared.b","value":1}"#), equals: "bytes")
  }

  @Test(arguments: [("recent-changes", 2), ("recent-bytes", 1024)])
  func `remembered changes`(_ name: String, _ limit: Int) throws {
    let daemon = try daemon(name, limit)
    let peer = try daemon.connect()
    // The boxes of the first topic are changes, too.
    let sides = ["pros", "cons", "posts"].map { "\"topics.ai.\($0).items\"" }
    try waitUntil("the topic is there") {
      try peer.call("get", #"{"boxes":["topics.ai.summary",\#(sides.joined(separator: ","))]}"#)[
        "result"] != nil
    }
    let value = text(480)
    var revisions = [try peer.revision()]
    for number in 1...3 { revisions.append(try peer.set("shared.a\(number)", value)) }
    let info = try peer.call("get", #"{"boxes":["shared.a1"]}"#)
    let epoch = try require(info["result", "epoch"])
    // Two changes are remembered, and three are not.
    for (revision, isThere) in [(revisions[1], true), (revisions[0], false)] {
      let response = try daemon.connect().call(
        "subscribe",
        #"{"boxes":["shared.**"],"since":{"epoch":\#(epoch),"revision":\#(revision)}}"#)
      expect(response["result", "resumed"]?.boolean, equals: isThere, "\(revision)")
    }
  }

  private func daemon(_ limit: String, _ value: Int) throws -> DaemonProcess {
    let file = directory.file("procond.json")
    try write(#"{"limits":{"\#(limit)":\#(value)}}"#, to: file)
    return try DaemonProcess(["--config", file], in: directory)
  }

  /// The limit that a request exceeds; nil if it is not refused.
  private func refusal(
    of peer: Peer, _ method: String, _ parameters: String
  ) throws -> String? {
    let error = try peer.call(method, parameters)["error"]
    return error?["code"]?.integer == -32004 ? error?["data", "limit"]?.string : nil
  }
}
