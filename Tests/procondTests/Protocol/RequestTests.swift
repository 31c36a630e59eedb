import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// Requests, notifications and batches.
@Suite(.blocking) struct RequestTests {
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  @Test func `an id is returned exactly as written`() throws {
    let peer = try daemon.connect()
    let ids = [
      "1", "-1", "0", "1.0", "1e2", "12345678901234567890123", "null", #""""#, #""a\u0041\/\n""#,
      #""é👍""#,
    ]
    for id in ids {
      try peer.send(#"{"id": \#(id) ,"method":"ping"}"#)
      expect(try peer.next()["id"]?.description, equals: id)
    }
  }

  @Test func `each request gets one response, in order`() throws {
    let peer = try daemon.connect()
    let methods = ["ping", "set", "none.such", "get", "delete", "topics.ai.pros.remove"]
    // An intent is answered later while its store is still loading.
    try peer.call("get", #"{"boxes":["topics.*.summary"]}"#)
    for id in 0..<120 {
      try peer.send(#"{"id":\#(id),"method":"\#(methods[id % methods.count])"}"#)
    }
    for id in 0..<120 { expect(try peer.next()["id"]?.integer, equals: id) }
    peer.endSending()
    try peer.expectEnd()
  }

  @Test func `a notification is carried out without an answer`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"method":"set","params":{"box":"shared.a","value":1}}"#)
    let answer = try peer.call("get", #"{"boxes":["shared.a"]}"#)
    expect(answer["result", "boxes", "shared.a"]?.integer, equals: 1)
  }

  @Test func `a notification that fails is not answered`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"method":"none.such"}"#)
    try peer.send(#"{"method":"set","params":{"box":"elsewhere","value":1}}"#)
    try peer.send(#"{"method":"set","params":[]}"#)
    try peer.send(#"{"method":"topics.ai.pros.add","params":{"text":""}}"#)
    try peer.send(#"{"id":1,"method":"ping"}"#)
    expect(try peer.next()["id"]?.integer, equals: 1)
  }

  @Test func `JSON that is not a request is answered with a null id`() throws {
    let peer = try daemon.connect()
    let texts = [
      "1", "null", #""ping""#, "true", "{}", #"{"id":1}"#, #"{"id":1,"method":1}"#,
      #"{"id":1,"method":null}"#, #"{"id":{},"method":"ping"}"#, #"{"id":[1],"method":"ping"}"#,
      #"{"id":true,"method":"ping"}"#, #"{"params":{}}"#,
    ]
    for text in texts {
      try peer.send(text)
      let response = try peer.next()
      expect(response["id"]?.isNull, equals: true, "\(text)")
      expect(response.errorCode, equals: -32600, "\(text)")
    }
  }

  @Test func `a batch is carried out in order and answered by an array`() throws {
    let peer = try daemon.connect()
    let revision = try peer.revision()
    try peer.send(
      #"[{"id":1,"method":"set","params":{"box":"shared.a","value":1}},"#
        + #"{"method":"set","params":{"box":"shared.a","value":2}},1,"#
        + #"{"id":"x","method":"get","params":{"boxes":["shared.a"]}}]"#)
    let responses = try require(try peer.next().elements)
    expect(responses.count, equals: 3)
    expect(responses[0]["result", "revision"]?.integer, equals: revision + 1)
    expect(responses[1]["id"]?.isNull, equals: true)
    expect(responses[1].errorCode, equals: -32600)
    expect(responses[2]["id"]?.string, equals: "x")
    expect(responses[2]["result", "boxes", "shared.a"]?.integer, equals: 2)
  }

  @Test func `a member of a batch starts when the previous one is answered`() throws {
    let peer = try daemon.connect()
    // A user's first intent waits for the lookup of the user's name.
    try peer.send(
      #"[{"id":1,"method":"topics.ai.pros.add","params":{"text":"A"}},"#
        + #"{"id":2,"method":"topics.ai.pros.change","params":{"id":"5","text":"B"}},"#
        + #"{"id":3,"method":"get","params":{"boxes":["topics.ai.summary"]}}]"#)
    let responses = try require(try peer.next().elements)
    expect(responses.map { $0["id"]?.integer }, equals: [1, 2, 3])
    expect(responses[0]["result", "id"]?.string, equals: "5")
    expect(responses[1]["result", "revision"] != nil)
    expect(responses[2]["result", "boxes", "topics.ai.summary", "pros"]?.integer, equals: 5)
  }

  @Test func `a request after a long batch is answered after it`() throws {
    let peer = try daemon.connect()
    let value = String(repeating: "x", count: 1_000_000)
    try peer.call("set", #"{"box":"shared.large","value":"\#(value)"}"#)
    let get = #"{"id":1,"method":"get","params":{"boxes":["shared.*"]}}"#
    try peer.send("[\(Array(repeating: get, count: 40).joined(separator: ","))]")
    try peer.send(#"{"id":2,"method":"ping"}"#)
    expect(try peer.next().elements?.count, equals: 40)
    expect(try peer.next()["id"]?.integer, equals: 2)
  }

  @Test(arguments: [true, false])
  func `requests that take long in total let others take turns`(isBatch: Bool) throws {
    let setter = try daemon.connect()
    for number in 0..<1000 { try setter.set("shared.much.b\(number)", 1) }
    let observer = try daemon.connect()
    try observer.subscribe("shared.turn.*")
    let patterns = (0..<10).map { "\"shared.*.c\($0)\"" }.joined(separator: ",")
    let method = #"{"id":1,"method":"rpc.discover","params":{"boxes":[\#(patterns)]}}"#
    func set(_ box: String) -> String {
      #"{"id":2,"method":"set","params":{"box":"shared.turn.\#(box)","value":1}}"#
    }
    let lines = [set("start")] + Array(repeating: method, count: 98) + [set("end")]
    let busy = try daemon.connect()
    try busy.send(isBatch ? "[\(lines.joined(separator: ","))]" : lines.joined(separator: "\n"))
    // If nobody had taken a turn before the end, both changes would be one line.
    let change = try observer.next("change")["params", "boxes"]
    expect(change?["shared.turn.start"] != nil)
    expect(change?["shared.turn.end"] == nil)
    expect(try observer.next("change")["params", "boxes", "shared.turn.end"] != nil)
  }

  @Test func `a batch is not a transaction`() throws {
    let peer = try daemon.connect()
    try peer.send(
      #"[{"id":1,"method":"set","params":{"box":"shared.a","value":1}},"#
        + #"{"id":2,"method":"set","params":{"box":"elsewhere","value":1}}]"#)
    let responses = try require(try peer.next().elements)
    expect(responses.map(\.errorCode), equals: [nil, -32003])
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#)["result"] != nil)
  }

  @Test func `a batch has at most 100 members`() throws {
    let peer = try daemon.connect()
    let revision = try peer.revision()
    let member = #"{"id":1,"method":"set","params":{"box":"shared.a","value":1}}"#
    try peer.send("[\(Array(repeating: member, count: 101).joined(separator: ","))]")
    let refusal = try peer.next()
    expect(refusal["id"]?.isNull, equals: true)
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"batch"}"#)
    expect(try peer.revision(), equals: revision)
    try peer.send("[\(Array(repeating: member, count: 100).joined(separator: ","))]")
    expect(try peer.next().elements?.count, equals: 100)
  }

  @Test func `the results of a batch have at most 8 MiB in total`() throws {
    let peer = try daemon.connect()
    let value = String(repeating: "x", count: 1_000_000)
    try peer.call("set", #"{"box":"shared.large","value":"\#(value)"}"#)
    let get = #"{"id":1,"method":"get","params":{"boxes":["shared.large"]}}"#
    try peer.send("[\(Array(repeating: get, count: 100).joined(separator: ","))]")
    let answers = try require(try peer.next().elements)
    expect(answers.count, equals: 100)
    expect(answers.prefix(8).allSatisfy { $0["result"] != nil })
    expect(answers.dropFirst(8).allSatisfy { $0.errorData == #"{"limit":"answer"}"# })
  }

  @Test func `an empty batch is an invalid request`() throws {
    let peer = try daemon.connect()
    try peer.send("[ ]")
    let response = try peer.next()
    expect(response["id"]?.isNull, equals: true)
    expect(response.errorCode, equals: -32600)
  }

  @Test func `subscribe in a batch is an invalid request`() throws {
    let peer = try daemon.connect()
    try peer.send(
      #"[{"id":1,"method":"subscribe","params":{"boxes":["**"]}},{"id":2,"method":"ping"}]"#)
    let responses = try require(try peer.next().elements)
    expect(responses.map(\.errorCode), equals: [-32600, nil])
    expect(responses[0]["id"]?.integer, equals: 1)
    let other = try daemon.connect()
    try other.call("set", #"{"box":"shared.a","value":1}"#)
    try peer.send(#"{"id":3,"method":"ping"}"#)
    expect(try peer.next()["id"]?.integer, equals: 3)
  }

  @Test func `a batch of notifications has no answer`() throws {
    let peer = try daemon.connect()
    let revision = try peer.revision()
    try peer.send(#"[{"method":"ping"},{"method":"set","params":{"box":"shared.a","value":1}}]"#)
    try peer.send(#"{"id":1,"method":"ping"}"#)
    let response = try peer.next()
    expect(response["id"]?.integer, equals: 1)
    expect(response["result", "revision"]?.integer, equals: revision + 1)
  }
}
