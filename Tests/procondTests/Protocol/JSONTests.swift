import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// What counts as JSON, and how it is passed on.
@Suite(.blocking) struct JSONTests {
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  @Test func `text that is not JSON is answered with a null id, and the connection stays open`()
    throws
  {
    let peer = try daemon.connect()
    let texts = [
      "{", "}", "[", "nonsense", "\"", "{]", "[1", #"{"id":1,"method":"ping",}"#, "[1,]",
      #"{"id":1 "method":"ping"}"#, #"{"id":1,"method":"ping"} x"#, #"{'id':1,"method":"ping"}"#,
      #"{"id":01,"method":"ping"}"#, #"{"id":+1,"method":"ping"}"#, #"{"id":.5,"method":"ping"}"#,
      #"{"id":NaN,"method":"ping"}"#, #"{"id":"\ud800","method":"ping"}"#,
      #"{"id":"\udc00\ud800","method":"ping"}"#, #"{"id":"\x","method":"ping"}"#,
      "{\"id\":\"a\tb\",\"method\":\"ping\"}", "{\"id\":\"a\u{0}b\",\"method\":\"ping\"}", "\u{0}",
      "\u{FEFF}{\"id\":1,\"method\":\"ping\"}", " ", "// comment",
    ]
    for text in texts {
      try peer.send(text)
      try expectNotJSON(try peer.next(), text)
    }
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `text that is not UTF-8 is not JSON`() throws {
    let peer = try daemon.connect()
    let parts: [[UInt8]] = [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ]
    for part in parts {
      try peer.send(Array(#"{"id":""#.utf8) + part + Array("\",\"method\":\"ping\"}\n".utf8))
      try expectNotJSON(try peer.next(), "\(part)")
    }
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `depth 64 is accepted and depth 65 is refused`() throws {
    let peer = try daemon.connect()
    // The request and its params are two levels.
    let deepest = nested(62)
    try peer.call("set", #"{"box":"shared.a","value":\#(deepest)}"#)
    let answer = try peer.call("get", #"{"boxes":["shared.a"]}"#)
    expect(answer["result", "boxes", "shared.a"]?.description, equals: deepest)
    try peer.send(#"{"id":1,"method":"set","params":{"box":"shared.a","value":\#(nested(63))}}"#)
    try expectNotJSON(try peer.next(), "depth 65")
    try peer.send(String(repeating: "[", count: 100_000))
    try expectNotJSON(try peer.next(), "depth 100000")
  }

  @Test func `of duplicate keys the last one counts`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"id":1,"id":2,"method":"get","\u006dethod":"ping"}"#)
    let response = try peer.next()
    expect(response["id"]?.integer, equals: 2)
    expect(response["result"]?.names, equals: ["revision"])
    try peer.call("set", #"{"box":"shared.a","value":1,"box":"shared.b","value":2}"#)
    let boxes = try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]
    expect(boxes?.description, equals: #"{"shared.b":2}"#)
  }

  @Test func `numbers of any size keep every digit`() throws {
    let peer = try daemon.connect()
    let numbers = [
      "123456789012345678901234567890", "-0", "0.1000000000000000055511151231257827", "1E400",
      "1e-400", String(repeating: "9", count: 10_000), "2.50",
    ]
    for number in numbers {
      try peer.call("set", #"{"box":"shared.a","value":[\#(number)]}"#)
      let answer = try peer.call("get", #"{"boxes":["shared.a"]}"#)
      expect(answer["result", "boxes", "shared.a"]?.description, equals: "[\(number)]")
    }
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private func expectNotJSON(_ response: JSONText, _ text: String) throws {
    expect(response["id"]?.isNull, equals: true, "\(text)")
    expect(response.errorCode, equals: -32700, "\(text)")
  }
}
