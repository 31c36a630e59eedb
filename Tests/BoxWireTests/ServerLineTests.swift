import BoxWire
import Expectations
import Testing

struct ServerLineTests {
  @Test func `the greeting is as in the protocol and is read back`() throws {
    let hello = Hello(server: "procond 0.1.0", epoch: "5f0c", revision: 7)
    expect(
      String(decoding: hello.line, as: UTF8.self),
      equals: #"{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"procond 0.1.0","#
        + #""epoch":"5f0c","revision":7,"#
        + #""limits":{"line":1048576,"value":1048576,"patterns":64}}}"# + "\n")
    expect(try ServerLine(hello.line.dropLast()), equals: .hello(hello))
  }

  @Test func `a greeting may have an identity`() throws {
    let hello = Hello(server: "s", identity: "9c3f", epoch: "e", revision: 7)
    expect(
      String(decoding: hello.line, as: UTF8.self).contains(#""s","identity":"9c3f","epoch":"e""#))
    expect(try ServerLine(hello.line.dropLast()), equals: .hello(hello))
    for identity in ["7", "null"] {
      let params =
        #"{"protocol":1,"server":"s","identity":\#(identity),"epoch":"e","revision":7}"#
      let hello = try require(Hello(try JSONText(parsing: params.utf8)))
      expect(hello.identity == nil)
    }
  }

  @Test func `a greeting has the daemon's limits, with defaults for invalid ones`() throws {
    let limits = AnnouncedLimits(line: 2048, value: 10, patterns: 3)
    let hello = Hello(server: "s", epoch: "e", revision: 7, limits: limits)
    expect(try ServerLine(hello.line.dropLast()), equals: .hello(hello))
    let params = #"{"protocol":1,"server":"s","epoch":"e","revision":7,"limits":{"patterns":"?"}}"#
    expect(Hello(try JSONText(parsing: params.utf8))?.limits, equals: AnnouncedLimits())
  }

  @Test func `notifications are read back as written`() throws {
    let synced = Synced(epoch: "e", revision: 1 << 53 - 1)
    expect(try ServerLine(synced.line.dropLast()), equals: .synced(synced))
    let gap = Gap(from: 43, to: 9000)
    expect(try ServerLine(gap.line.dropLast()), equals: .gap(gap))
    for bye in [
      Bye(.shutdown, retryAfter: .milliseconds(500)), Bye(.limit), Bye(.slow, retryAfter: .zero),
    ] {
      expect(try ServerLine(bye.line.dropLast()), equals: .bye(bye))
    }
  }

  @Test func `snapshots and changes are built from members and read back`() throws {
    let values =
      [("a.b", JSONText("x\ny")), ("c", .null), ("d", JSONText(elements: [JSONText(1)]))]
      as [(path: String, value: JSONText)]
    let removed = ["e.f", "g"]
    for (kind, removed) in [(BoxesLine.Kind.snapshot, []), (.change, []), (.change, removed)] {
      var builder = BoxesLine(kind, revision: 43, capacity: 10)
      for (path, value) in values {
        builder.append(member: BoxesLine.member(path: try require(Path(path)), value: value))
      }
      let line = builder.finish(removed: removed.compactMap(Path.init))
      expect(line.last, equals: 0x0A)
      expect(line.dropLast().allSatisfy { $0 >= 0x20 })
      let boxes = BoxValues(revision: 43, values: values, removed: removed)
      let read = try ServerLine(line.dropLast())
      expect(read, equals: (kind == .snapshot ? .snapshot(boxes) : .change(boxes)))
      expect(try BoxValues(JSONText(parsing: boxes.json.bytes)), equals: boxes)
    }
  }

  @Test func `a change that only removes boxes still has the member boxes`() throws {
    let line = BoxesLine(.change, revision: 1, capacity: 0).finish(
      removed: [try require(Path("a.b"))])
    expect(
      String(decoding: line, as: UTF8.self),
      equals:
        #"{"jsonrpc":"2.0","method":"change","params":{"revision":1,"boxes":{},"removed":["a.b"]}}"#
        + "\n")
  }

  @Test func `merged is written if it is above 1`() throws {
    for (merged, text) in [(nil, ""), (1, ""), (2, #","merged":2"#)] {
      let line = BoxesLine(.change, revision: 1, capacity: 0).finish(merged: merged)
      let start = #"{"jsonrpc":"2.0","method":"change","params":{"revision":1,"boxes":{}"#
      expect(String(decoding: line, as: UTF8.self), equals: "\(start)\(text)}}\n")
    }
    let boxes = BoxValues(revision: 1, values: [], removed: ["a"], merged: 7)
    expect(BoxValues(boxes.json), equals: boxes)
  }

  @Test func `the result of get is built from members`() throws {
    let members = [("a", JSONText(1)), ("b.c", JSONText("x"))].map { path, value in
      BoxesLine.member(path: Path(path)!, value: value)
    }
    let result = BoxesLine.result(epoch: "e\"", revision: 3, members: members)
    expect(result.description, equals: #"{"epoch":"e\"","revision":3,"boxes":{"a":1,"b.c":"x"}}"#)
    expect(try JSONText(parsing: result.bytes), equals: result)
    let empty = BoxesLine.result(epoch: "e", revision: 0, members: [])
    expect(empty.description, equals: #"{"epoch":"e","revision":0,"boxes":{}}"#)
  }

  @Test func `unknown members are ignored everywhere`() throws {
    let line =
      #"{"x":1,"jsonrpc":"2.0","method":"synced","y":[],"params":{"z":{},"epoch":"e","revision":1}}"#
    expect(try ServerLine(line.utf8), equals: .synced(Synced(epoch: "e", revision: 1)))
    let change = #"{"method":"change","params":{"merged":5,"revision":1,"boxes":{},"more":null}}"#
    expect(
      try ServerLine(change.utf8), equals: .change(BoxValues(revision: 1, values: [], merged: 5)))
    let response = #"{"id":1,"result":{},"more":[1]}"#
    expect(
      try ServerLine(response.utf8),
      equals: .response(Response(id: JSONText(1), .success(JSONText(members: [])))))
  }

  @Test func `the answers to a batch are read in order`() throws {
    let responses = [
      Response(id: JSONText(1), .success(JSONText(members: []))),
      Response(id: JSONText(2), .failure(RequestError(.failed, "no"))),
    ]
    let line = try require(Response.line(batch: responses))
    expect(try ServerLine(line.dropLast()), equals: .batch(responses))
    expect(try ServerLine(#"[1,{"id":1,"result":{}},{}]"#.utf8), equals: .batch([responses[0]]))
    expect(try ServerLine(#"[1,{}]"#.utf8), equals: .unknown)
  }

  @Test(arguments: [
    #"{"method":"news","params":{}}"#, #"{"method":"synced"}"#, #"{"params":{}}"#, "{}", "[]", "1",
    #"{"method":"synced","params":{"epoch":"e"}}"#, #"{"method":"gap","params":{"from":1}}"#,
    #"{"method":"bye","params":{}}"#, #"{"method":"hello","params":{"protocol":1}}"#,
    #"{"method":"change","params":{"revision":1}}"#, #"{"method":"change","params":{"boxes":{}}}"#,
    #"{"method":"change","params":{"revision":1,"boxes":[]}}"#, #"{"id":1}"#,
    #"{"id":1,"error":1}"#,
    #"{"method":"change","params":{"revision":1,"boxes":{},"removed":[1]}}"#,
    #"{"method":"change","params":{"revision":1,"boxes":{},"removed":"a"}}"#,
    #"{"method":"change","params":{"revision":1,"boxes":{},"boxes":[]}}"#,
    #"{"method":"change","params":[{"revision":1,"boxes":{}}]}"#,
  ])
  func `unknown or incomplete lines are ignored`(_ text: String) throws {
    expect(try ServerLine(text.utf8), equals: .unknown)
  }

  @Test(arguments: [
    #"{"method":"change","params":{"boxes":{"a":1},"revision":1}}"#,
    #"{"params":{"revision":1,"boxes":{"a":1}},"method":"change"}"#,
    #" { "method" : "change" , "params" : { "revision" : 1 , "boxes" : { "a" : 1 } } } "#,
    // Of equal names the last one counts.
    #"{"method":"gap","params":{},"method":"change","params":{"revision":1,"boxes":{"a":1}}}"#,
    #"{"method":"change","params":{"revision":2,"boxes":{"b":1},"revision":1,"boxes":{"a":1}}}"#,
    #"{"method":"change","params":{"revision":1,"boxes":1,"boxes":{"a":2,"a":1}}}"#,
    #"{"method":"change","params":{"x":{"boxes":{"b":1}},"revision":1,"\u0062oxes":{"a":1}}}"#,
  ])
  func `members are found wherever they are`(_ text: String) throws {
    let boxes = BoxValues(revision: 1, values: [("a", JSONText(1))])
    expect(try ServerLine(text.utf8), equals: .change(boxes))
  }

  @Test func `a line that is not JSON is an error`() {
    #expect(throws: JSONError.self) { try ServerLine("{".utf8) }
    #expect(throws: JSONError.self) { try ServerLine("".utf8) }
    #expect(throws: JSONError.self) { try ServerLine("[1".utf8) }
    #expect(throws: JSONError.self) { try ServerLine("{}{}".utf8) }
  }

  @Test func `a line from the server can be deeper than a request`() throws {
    // The deepest value that a request can set, in the deepest line that can contain it.
    let value = nested(62)
    let change = "{\"method\":\"change\",\"params\":{\"revision\":1,\"boxes\":{\"a\":\(value)}}}"
    guard case .change(let boxes) = try ServerLine(change.utf8) else {
      Issue.record("it is not a change")
      return
    }
    expect(boxes.values[0].value.description, equals: value)
    let result = "{\"id\":1,\"result\":{\"boxes\":{\"a\":\(value)}}}"
    guard case .response(let response) = try ServerLine(result.utf8) else {
      Issue.record("it is not a response")
      return
    }
    expect(try response.outcome.get()["boxes"]?["a"]?.description, equals: value)
    #expect(throws: JSONError.self) { try ServerLine(nested(73).utf8) }
  }

  @Test func `an unknown reason of a later version is kept`() throws {
    guard case .bye(let bye) = try ServerLine(#"{"method":"bye","params":{"reason":"tired"}}"#.utf8)
    else {
      Issue.record("it is not a bye")
      return
    }
    expect(bye.reason, equals: "tired")
    expect(bye.retryAfter == nil)
  }
}
