import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct FramingTests {
  @Test func `every line from the daemon is one JSON object with jsonrpc 2_0`() throws {
    let peer = try Peer(to: daemon.socket, of: daemon)
    try peer.send(#"{"id":1,"method":"subscribe","params":{"boxes":["**"]}}"#)
    try peer.send(#"{"id":2,"method":"set","params":{"box":"shared.a","value":1}}"#)
    try peer.send("no JSON")
    for _ in 0..<6 {
      let line = try peer.next()
      expect(line.members != nil)
      expect(line["jsonrpc"]?.string, equals: "2.0")
    }
  }

  @Test func `a CR before the LF is tolerated and an empty line is ignored`() throws {
    let peer = try daemon.connect()
    try peer.send(Array("\n\r\n{\"id\":1,\"method\":\"ping\"}\r\n\n\n".utf8))
    expect(try peer.next()["id"]?.integer, equals: 1)
    expect(try peer.call("ping")["id"]?.integer, equals: 1)
  }

  @Test func `a line may arrive in any number of pieces`() throws {
    let peer = try daemon.connect()
    let other = try daemon.connect()
    for byte in "{\"id\":\"é\",\"method\":\"ping\"}".utf8 {
      try peer.send([byte])
      // Wait until the daemon has read the byte.
      try other.call("ping")
    }
    try peer.send([0x0A])
    expect(try peer.next()["id"]?.string, equals: "é")
  }

  @Test func `several lines may arrive in one piece`() throws {
    let peer = try daemon.connect()
    try peer.send(Array((1...100).map { "{\"id\":\($0),\"method\":\"ping\"}\n" }.joined().utf8))
    for id in 1...100 { expect(try peer.next()["id"]?.integer, equals: id) }
  }

  @Test func `a last line without LF at the end of the stream is ignored`() throws {
    let peer = try daemon.connect()
    let other = try daemon.connect()
    try peer.send(Array(#"{"id":1,"method":"set","params":{"box":"shared.a","value":1}}"#.utf8))
    peer.endSending()
    try peer.expectEnd()
    expect(try other.call("get", #"{"boxes":["shared.a"]}"#).errorCode, equals: -32001)
  }

  @Test func `a line of exactly the limit is served`() throws {
    let peer = try daemon.connect()
    let revision = try peer.revision()
    let before = #"{"id":1,"method":"set","params":{"box":"shared.a","value":""#
    let after = #""}}"#
    let text = String(repeating: "x", count: (1 << 20) - before.utf8.count - after.utf8.count)
    try peer.send(before + text + after)
    expect(try peer.next()["result", "revision"]?.integer, equals: revision + 1)
  }

  @Test func `a line is refused as soon as it exceeds the limit, and the connection closes`() throws
  {
    let peer = try daemon.connect()
    // Without LF: the daemon need not wait for one.
    try peer.send([UInt8](repeating: 0x20, count: (1 << 20) + 1))
    let error = try peer.next()
    expect(error["id"]?.isNull, equals: true)
    expect(error.errorCode, equals: -32006)
    let bye = try peer.next()
    expect(bye["method"]?.string, equals: "bye")
    expect(bye["params"]?.description, equals: #"{"reason":"limit"}"#)
    try peer.expectEnd()
  }

  @Test func `the same line has the same bytes for all subscribers`() throws {
    let peers = try (0..<3).map { _ in try daemon.connect() }
    let next = try peers[0].revision() + 1
    for peer in peers {
      try peer.send(#"{"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
      _ = try peer.next("synced")
    }
    try daemon.connect().call("set", #"{"box":"shared.a","value":{"b":1,"a":[1.50, 2e3]}}"#)
    for peer in peers {
      expect(
        String(decoding: try peer.nextLine(), as: UTF8.self),
        equals: #"{"jsonrpc":"2.0","method":"change","params":{"revision":\#(next),"boxes":"#
          + #"{"shared.a":{"b":1,"a":[1.50,2e3]}}}}"#)
    }
  }

  @Test func `no line contains a raw LF, whatever is shown`() throws {
    let peer = try daemon.connect()
    try peer.call("set", #"{"box":"shared.a","value":"a\nb\u000ac\"\\"}"#)
    try peer.send(#"{"id":2,"method":"get","params":{"boxes":["shared.a"]}}"#)
    let line = String(decoding: try peer.nextLine(), as: UTF8.self)
    expect(line.contains(#"{"shared.a":"a\nb\u000ac\"\\"}"#))
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `unknown members beside params are ignored`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"id":1,"trace":{"a":[1]},"method":"ping","params":{},"params2":1}"#)
    expect(try peer.next()["result", "revision"] != nil)
  }

  @Test func `an unknown member of params is named`() throws {
    let peer = try daemon.connect()
    for method in [
      "subscribe", "unsubscribe", "get", "set", "delete", "ping", "topics.ai.pros.add",
    ] {
      let response = try peer.call(method, #"{"colour":1}"#)
      expect(response.errorCode, equals: -32602, "\(method)")
      expect(response.errorData, equals: #"{"member":"colour"}"#, "\(method)")
    }
  }

  @Test func `jsonrpc may be omitted, and any other value of it is an invalid request`() throws {
    let peer = try daemon.connect()
    try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    expect(try peer.next()["result"] != nil)
    for version in [#""1.0""#, #""2""#, "2.0", "null", "[]"] {
      try peer.send(#"{"jsonrpc":\#(version),"id":1,"method":"ping"}"#)
      let response = try peer.next()
      expect(response.errorCode, equals: -32600, "\(version)")
      expect(response["id"]?.isNull, equals: true, "\(version)")
    }
  }

  @Test func `params is an object or omitted`() throws {
    let peer = try daemon.connect()
    for params in ["[]", "1", "null", #""text""#] {
      expect(try peer.call("ping", params).errorCode, equals: -32602, "\(params)")
    }
    try peer.send(#"{"id":"none","method":"ping"}"#)
    expect(try peer.next()["result"] != nil)
  }

  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }
}
