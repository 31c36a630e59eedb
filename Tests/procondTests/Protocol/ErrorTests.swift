import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct ErrorTests {
  private let peer: Peer

  init() throws {
    peer = try DaemonInProcess().connect()
  }

  @Test func `an error has a code, a sentence for people and data for programs`() throws {
    let response = try peer.call("topics.ai.pros.add", #"{"text":"  "}"#)
    expect(response.names, equals: ["error", "id", "jsonrpc"])
    let error = try require(response["error"])
    expect(error.names, equals: ["code", "data", "message"])
    expect(error["code"]?.integer, equals: -32602)
    expect(error["data"]?.description, equals: #"{"member":"text"}"#)
    expect(error["message"]?.string?.contains(" "), equals: true)
  }

  @Test func `a rule broken by parameters alone is reported only to the caller`() throws {
    let before = try state()
    let long = String(repeating: "x", count: 501)
    for params in [
      #"{"text":""}"#, #"{"text":"\#(long)"}"#, #"{"text":"a\u0007b"}"#,
      #"{"text":"a","weight":0}"#, #"{"text":"a","weight":6}"#,
    ] {
      expect(try peer.call("topics.ai.pros.add", params).errorCode, equals: -32602, "\(params)")
    }
    expect(try peer.call("topics.ai.pros.change", #"{"id":"1"}"#).errorCode, equals: -32602)
    expect(try state(), equals: before)
  }

  @Test func `a duplicate fails because of the stored argument`() throws {
    let before = try state()
    let response = try peer.call("topics.ai.pros.add", #"{"text":"no BREAKS"}"#)
    expect(response.errorCode, equals: -32000)
    expect(response.errorData, equals: #"{"reason":"duplicate"}"#)
    expect(try state(), equals: before)
    // The other side may have the same text.
    expect(try peer.call("topics.ai.cons.add", #"{"text":"no BREAKS"}"#)["result"] != nil)
  }

  @Test func `an id that a new topic cannot have is refused, with a reason`() throws {
    let before = try state()
    for (id, code, data, message) in [
      ("ai", -32000, #"{"reason":"duplicate"}"#, "there is already a topic ai; choose another id"),
      ("create", -32602, #"{"member":"id"}"#, "create is a reserved word; choose another id"),
      (
        "a.b", -32602, #"{"member":"id"}"#,
        #""a.b" cannot be the id of a topic: an id is 1 to 64 ASCII letters, digits, hyphens and underscores"#
      ),
    ] {
      let response = try peer.call("topics.create", #"{"title":"New","id":"\#(id)"}"#)
      expect(response.errorCode, equals: code)
      expect(response.errorData, equals: data)
      expect(response["error", "message"]?.string, equals: message)
    }
    expect(try state(), equals: before)
  }

  @Test func `a missing argument or box is not found`() throws {
    expect(try peer.call("topics.ai.pros.remove", #"{"id":"none"}"#).errorCode, equals: -32001)
    expect(
      try peer.call("topics.ai.pros.change", #"{"id":"none","weight":1}"#).errorCode, equals: -32001
    )
    expect(try peer.call("get", #"{"boxes":["shared.none"]}"#).errorCode, equals: -32001)
  }

  @Test func `a full side is a limit`() throws {
    let pros = (1..<1000).map { #"{"text":"Reason \#($0)"}"# }.joined(separator: ",")
    try peer.call("topics.import", #"{"topics":[{"title":"Full","pros":[\#(pros)]}]}"#)
    let last = try peer.call("topics.full.pros.add", #"{"text":"The last"}"#)
    expect(last["result"] != nil, "\(last)")
    let refusal = try peer.call("topics.full.pros.add", #"{"text":"One more"}"#)
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"arguments"}"#)
  }

  @Test func `every error except a line that is too long keeps the connection open`() throws {
    for line in [
      "", "x", "1", "[]", #"{"id":1,"method":"none"}"#, #"{"id":1,"method":"get"}"#,
      #"{"id":1,"method":"set","params":{"box":"a","value":1}}"#,
    ] {
      try peer.send(line)
    }
    try peer.send(#"{"id":"last","method":"ping"}"#)
    var codes: [Int?] = []
    while case let line = try peer.next(), line["id"]?.string != "last" {
      codes.append(line.errorCode)
    }
    expect(codes, equals: [-32700, -32600, -32600, -32601, -32602, -32003])
  }

  @Test func `names repeated in an error are cut at 100 characters`() throws {
    let long = String(repeating: #"\u0001"#, count: 150_000)
    let cut = String(repeating: #"\u0001"#, count: 100) + "…"
    let path =
      "shared."
      + Array(repeating: String(repeating: "a", count: 64), count: 4).joined(separator: ".")
    for (method, params, code, data) in [
      ("ping", "{\"\(long)\":1}", -32602, "{\"member\":\"\(cut)\"}"),
      ("topics.ai.pros.add", "{\"\(long)\":1}", -32602, "{\"member\":\"\(cut)\"}"),
      ("topics.ai.pros.remove", "{\"id\":\"\(long)\"}", -32001, nil),
      (long, "{}", -32601, nil),
      ("get", "{\"boxes\":[\"\(path)\"]}", -32001, nil),
      ("delete", "{\"box\":\"\(path)\"}", -32001, nil),
      ("rpc.discover", "{\"boxes\":[\"\(path)\"]}", -32001, nil),
    ] as [(String, String, Int, String?)] {
      let response = try peer.call(method, params)
      expect(response.errorCode, equals: code, "\(method.prefix(30))")
      expect(response.errorData, equals: data)
      let message = try require(response["error", "message"]?.string)
      expect(message.unicodeScalars.count < 180 && message.contains("…"), "\(message)")
    }
  }

  private func state() throws -> JSONText? {
    try peer.call("get", #"{"boxes":["topics.ai.**"]}"#)["result", "boxes"]
  }
}
