import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct GetTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `get returns epoch, revision and the values of matching boxes`() throws {
    try set("shared.a.x", "1")
    try set("shared.b.x", #"{"z":[1, 2],"a":null}"#)
    try set("shared.b.y", "3")
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    let result = try get("shared.*.x")["result"]
    expect(result?.names, equals: ["boxes", "epoch", "revision"])
    expect(result?["epoch"], equals: hello["params", "epoch"])
    expect(result?["revision"]?.integer, equals: try peer.revision())
    expect(
      result?["boxes"]?.description, equals: #"{"shared.a.x":1,"shared.b.x":{"z":[1,2],"a":null}}"#)
  }

  @Test func `a box that matches several patterns is returned once`() throws {
    try set("shared.a", "1")
    let answer = try get("shared.a", "shared.*", "shared.a")
    expect(answer["result", "boxes"]?.description, equals: #"{"shared.a":1}"#)
  }

  @Test func `a wildcard without matches returns no boxes`() throws {
    expect(try get("nothing.*")["result", "boxes"]?.description, equals: "{}")
  }

  @Test func `a pattern without wildcards that names no box is an error`() throws {
    try set("shared.a", "1")
    expect(try get("shared.b").errorCode, equals: -32001)
    expect(try get("shared.a", "shared.b").errorCode, equals: -32001)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    expect(try get("shared.a").errorCode, equals: -32001)
  }

  @Test func `boxes is required and has 1 to 64 patterns`() throws {
    for params in ["{}", #"{"boxes":[]}"#, #"{"boxes":{}}"#, #"{"boxes":[null]}"#] {
      let response = try peer.call("get", params)
      expect(response.errorCode, equals: -32602, "\(params)")
      expect(response.errorData, equals: #"{"member":"boxes"}"#, "\(params)")
    }
    let many = (0..<65).map { #""shared.p\#($0).*""# }
    let refusal = try peer.call("get", #"{"boxes":[\#(many.joined(separator: ","))]}"#)
    expect(refusal.errorData, equals: #"{"limit":"patterns"}"#)
    let most = many.dropLast().joined(separator: ",")
    expect(try peer.call("get", #"{"boxes":[\#(most)]}"#)["result"] != nil)
  }

  @Test func `an answer over 8 MiB is refused, and a smaller one is not`() throws {
    let text = String(repeating: "x", count: 1_000_000)
    for number in 1...8 { try set("shared.b\(number)", #""\#(text)""#) }
    try peer.send(#"{"id":"large","method":"get","params":{"boxes":["shared.*"]}}"#)
    // It is not parsed as JSON, which would take longer than the whole rest.
    let line = try peer.nextLine()
    expect(line.starts(with: Array(#"{"jsonrpc":"2.0","id":"large","result":{"#.utf8)))
    expect(line.count > 8_000_000)
    try set("shared.b9", #""\#(text)""#)
    let refusal = try get("shared.*")
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"answer"}"#)
  }

  @Test func `get waits until the scenes are loaded`() throws {
    let answer = try get("topics.ai.*.items", "topics.ai.summary")
    let boxes = try require(answer["result", "boxes"])
    expect(boxes["topics.ai.pros.items"]?.elements?.count, equals: 4)
    expect(boxes["topics.ai.cons.items"]?.elements?.count, equals: 3)
    expect(boxes["topics.ai.summary", "pros"]?.integer, equals: 4)
  }

  @Test func `get returns one consistent state`() throws {
    let writer = try daemon.connect()
    try get("topics.ai.**")
    for number in 0..<100 {
      try writer.send(
        #"{"method":"topics.ai.pros.add","params":{"text":"Reason \#(number)","weight":2}}"#)
      let boxes = try require(try get("topics.ai.**")["result", "boxes"])
      let pros = try require(boxes["topics.ai.pros.items"]?.elements)
      let cons = try require(boxes["topics.ai.cons.items"]?.elements)
      let weight = pros.reduce(0) { $0 + ($1["weight"]?.integer ?? 0) } - cons.count
      expect(boxes["topics.ai.summary", "score"]?.integer, equals: weight)
      expect(boxes["topics.ai.summary", "pros"]?.integer, equals: pros.count)
    }
  }

  private func set(_ path: String, _ value: String) throws {
    try peer.call("set", #"{"box":"\#(path)","value":\#(value)}"#)
  }

  @discardableResult
  private func get(_ patterns: String...) throws -> JSONText {
    let list = patterns.map { #""\#($0)""# }.joined(separator: ",")
    return try peer.call("get", #"{"boxes":[\#(list)]}"#)
  }
}
