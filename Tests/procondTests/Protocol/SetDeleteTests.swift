import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct SetDeleteTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `set creates a box and returns the revision`() throws {
    let revision = try peer.revision()
    let response = try set(#""box":"shared.weather.now","value":21.5"#)
    expect(response["result"]?.description, equals: #"{"revision":\#(revision + 1)}"#)
    expect(try value("shared.weather.now"), equals: "21.5")
  }

  @Test func `any JSON value can be set, even null`() throws {
    for value in ["null", "true", "0", #""""#, "[]", "{}", #"{"a":[{"b":null}]}"#] {
      expect(try set(#""box":"shared.a","value":\#(value)"#)["result"] != nil)
      expect(try self.value("shared.a"), equals: value)
    }
  }

  @Test func `box and value are required`() throws {
    for (params, member) in [
      (#""value":1"#, "box"), (#""box":"shared.a""#, "value"), (#""box":1,"value":1"#, "box"),
    ] {
      let response = try set(params)
      expect(response.errorCode, equals: -32602)
      expect(response.errorData, equals: #"{"member":"\#(member)"}"#)
    }
    expect(try delete("").errorData, equals: #"{"member":"box"}"#)
  }

  @Test func `only boxes under shared can be set and deleted`() throws {
    for path in ["shared", "sharedx.a", "topics.ai.pros.items", "daemon.info", "session.a", "a"] {
      expect(try set(#""box":"\#(path)","value":1"#).errorCode, equals: -32003, "\(path)")
      expect(try delete(#""box":"\#(path)""#).errorCode, equals: -32003, "\(path)")
    }
    expect(try value("topics.ai.pros.items") != "1")
  }

  @Test func `each set or delete with an effect has its own revision`() throws {
    let revision = try peer.revision()
    try peer.send(
      #"[{"id":1,"method":"set","params":{"box":"shared.a","value":1}},"#
        + #"{"id":2,"method":"set","params":{"box":"shared.b","value":1}},"#
        + #"{"id":3,"method":"delete","params":{"box":"shared.a"}}]"#)
    let responses = try require(try peer.next().elements)
    expect(
      responses.map { $0["result", "revision"]?.integer },
      equals: [
        revision + 1, revision + 2, revision + 3,
      ])
  }

  @Test func `delete removes a box and returns the revision`() throws {
    try set(#""box":"shared.a","value":1"#)
    let revision = try peer.revision()
    let response = try delete(#""box":"shared.a""#)
    expect(response["result"]?.description, equals: #"{"revision":\#(revision + 1)}"#)
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode, equals: -32001)
  }

  @Test func `a missing box cannot be deleted`() throws {
    expect(try delete(#""box":"shared.a""#).errorCode, equals: -32001)
    expect(try delete(#""box":"shared.a","ifRevision":0"#).errorCode, equals: -32001)
    try set(#""box":"shared.a","value":1"#)
    try delete(#""box":"shared.a""#)
    expect(try delete(#""box":"shared.a""#).errorCode, equals: -32001)
  }

  @Test func `setting the current value publishes nothing and returns its revision`() throws {
    let first = try set(#""box":"shared.a","value":{"b":[1,"x y"]}"#)
    try set(#""box":"shared.b","value":1"#)
    let revision = try peer.revision()
    let again = try set(#""box":"shared.a","value":{ "b" : [ 1 , "x y" ] }"#)
    expect(again["result"], equals: first["result"])
    expect(try peer.revision(), equals: revision)
    // An equivalent value is not the same text.
    let other = try set(#""box":"shared.a","value":{"b":[1.0,"x y"]}"#)
    expect(other["result", "revision"]?.integer, equals: revision + 1)
  }

  @Test func `ifRevision 0 sets only a box that does not exist`() throws {
    let made = try set(#""box":"shared.a","value":1,"ifRevision":0"#)
    let revision = try require(made["result", "revision"]?.integer)
    try expectConflict(try set(#""box":"shared.a","value":2,"ifRevision":0"#), revision)
    try delete(#""box":"shared.a""#)
    expect(try set(#""box":"shared.a","value":3,"ifRevision":0"#)["result"] != nil)
    expect(try value("shared.a"), equals: "3")
  }

  @Test func `ifRevision sets only a box that has not changed since`() throws {
    let first = try require(
      try set(#""box":"shared.a","value":1"#)["result", "revision"]?.integer)
    // A change of another box does not matter.
    try set(#""box":"shared.b","value":1"#)
    let second = try require(
      try set(#""box":"shared.a","value":2,"ifRevision":\#(first)"#)["result", "revision"]?.integer)
    try expectConflict(try set(#""box":"shared.a","value":3,"ifRevision":\#(first)"#), second)
    expect(try value("shared.a"), equals: "2")
    let now = try set(#""box":"shared.c","value":1"#)["result", "revision"]?.integer ?? 0
    expect(try set(#""box":"shared.a","value":4,"ifRevision":\#(now)"#)["result"] != nil)
  }

  @Test func `ifRevision of a box that does not exist is a conflict with revision 0`() throws {
    let revision = try peer.revision()
    try expectConflict(try set(#""box":"shared.a","value":1,"ifRevision":\#(revision)"#), 0)
    try expectConflict(try delete(#""box":"shared.a","ifRevision":\#(revision)"#), 0)
  }

  @Test func `ifRevision above the daemon's revision is a conflict`() throws {
    let made = try set(#""box":"shared.a","value":1"#)
    let revision = try require(made["result", "revision"]?.integer)
    let future = revision + 1
    try expectConflict(try set(#""box":"shared.a","value":2,"ifRevision":\#(future)"#), revision)
    try expectConflict(try delete(#""box":"shared.a","ifRevision":\#(future)"#), revision)
    try expectConflict(try set(#""box":"shared.x","value":2,"ifRevision":\#(future)"#), 0)
  }

  @Test func `ifRevision is checked first`() throws {
    try set(#""box":"shared.a","value":1"#)
    // The box has this value already.
    let response = try set(#""box":"shared.a","value":1,"ifRevision":0"#)
    expect(response.errorCode, equals: -32002)
  }

  @Test func `ifRevision of delete is the same as for set`() throws {
    let first = try require(
      try set(#""box":"shared.a","value":1"#)["result", "revision"]?.integer)
    try set(#""box":"shared.a","value":2"#)
    try expectConflict(try delete(#""box":"shared.a","ifRevision":\#(first)"#), first + 1)
    expect(try delete(#""box":"shared.a","ifRevision":\#(first + 1)"#)["result"] != nil)
  }

  @Test func `ifRevision is a whole number from 0`() throws {
    for value in ["-1", "1.5", #""1""#, "null", "1e30"] {
      let response = try set(#""box":"shared.a","value":1,"ifRevision":\#(value)"#)
      expect(response.errorCode, equals: -32602, "\(value)")
      expect(response.errorData, equals: #"{"member":"ifRevision"}"#, "\(value)")
    }
  }

  @Test func `a box with a ttl expires`() throws {
    try peer.call("subscribe", #"{"boxes":["shared.*"]}"#)
    _ = try peer.next("synced")
    let response = try set(#""box":"shared.a","value":1,"ttl":0.05"#)
    let revision = try require(response["result", "revision"]?.integer)
    expect(try peer.next()["params", "boxes"]?.description, equals: #"{"shared.a":1}"#)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(revision + 1),"boxes":{},"removed":["shared.a"]}"#)
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode, equals: -32001)
  }

  @Test func `a set without ttl makes the box permanent, whatever the value`() throws {
    for value in [1, 2] {
      _ = try set(#""box":"shared.a","value":1,"ttl":0.05"#)
      _ = try set(#""box":"shared.a","value":\#(value)"#)
      try outlive(0.06)
      expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode == nil)
    }
  }

  @Test func `of several ttls the last one counts, from its own set on`() throws {
    _ = try set(#""box":"shared.a","value":1,"ttl":0.05"#)
    let first = try set(#""box":"shared.a","value":1,"ttl":1000"#)
    try outlive(0.06)
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode == nil)
    let second = try set(#""box":"shared.a","value":1,"ttl":0.001"#)
    expect(second["result", "revision"]?.integer, equals: first["result", "revision"]?.integer)
    try outlive(0.01)
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode, equals: -32001)
  }

  @Test func `a box that was deleted and created again does not expire with its old ttl`() throws {
    _ = try set(#""box":"shared.a","value":1,"ttl":0.05"#)
    try peer.call("delete", #"{"box":"shared.a"}"#)
    _ = try set(#""box":"shared.a","value":1"#)
    try outlive(0.06)
    expect(try peer.call("get", #"{"boxes":["shared.a"]}"#).errorCode == nil)
  }

  @Test func `a ttl is 0,001 to 31536000 seconds`() throws {
    for value in ["0", "-1", "0.0001", "31536001", #""1""#, "null"] {
      let response = try set(#""box":"shared.a","value":1,"ttl":\#(value)"#)
      expect(response.errorCode, equals: -32602, "\(value)")
      expect(response.errorData, equals: #"{"member":"ttl"}"#, "\(value)")
    }
    expect(try set(#""box":"shared.a","value":1,"ttl":31536000"#).errorCode == nil)
  }

  /// Waits until a box with this ttl, set last, has expired. Boxes with less time left have expired
  /// then too.
  private func outlive(_ seconds: Double) throws {
    let other = try daemon.connect()
    try other.call("subscribe", #"{"boxes":["shared.clock"]}"#)
    _ = try other.next("synced")
    _ = try other.call("set", #"{"box":"shared.clock","value":1,"ttl":\#(seconds)}"#)
    while try other.next()["params", "removed"] == nil {}
  }

  @Test func `there are at most 10000 shared boxes`() throws {
    for first in stride(from: 0, to: 10_000, by: 100) {
      let members = (first..<first + 100).map {
        #"{"method":"set","params":{"box":"shared.b\#($0)","value":1}}"#
      }
      try peer.send("[\(members.joined(separator: ","))]")
    }
    let refusal = try set(#""box":"shared.more","value":1"#)
    expect(refusal.errorCode, equals: -32004)
    expect(refusal.errorData, equals: #"{"limit":"boxes"}"#)
    expect(try set(#""box":"shared.b1","value":2"#)["result"] != nil)
    try delete(#""box":"shared.b0""#)
    expect(try set(#""box":"shared.more","value":1"#)["result"] != nil)
  }

  @discardableResult
  private func set(_ params: String) throws -> JSONText {
    try peer.call("set", "{\(params)}")
  }

  @discardableResult
  private func delete(_ params: String) throws -> JSONText {
    try peer.call("delete", "{\(params)}")
  }

  private func value(_ path: String) throws -> String? {
    try peer.call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes", path]?.description
  }

  private func expectConflict(_ response: JSONText, _ revision: Int) throws {
    expect(response.errorCode, equals: -32002)
    expect(response.errorData, equals: #"{"revision":\#(revision)}"#)
  }
}
