import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `set` and `delete` with several `changes`.
@Suite(.blocking) struct SeveralChangesTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  @Test func `several boxes are set in one revision`() throws {
    let every = try subscriber("every")
    let latest = try subscriber("latest")
    let revision = try peer.revision()
    let response = try set(#"{"box":"shared.a","value":1},{"box":"shared.b","value":[2]}"#)
    expect(response["result"]?.description, equals: #"{"revision":\#(revision + 1)}"#)
    for reader in [every, latest] {
      expect(
        try reader.next()["params"]?.description,
        equals: #"{"revision":\#(revision + 1),"boxes":{"shared.a":1,"shared.b":[2]}}"#)
    }
    expect(try peer.revision(), equals: revision + 1)
  }

  @Test func `several boxes are deleted in one revision`() throws {
    try set(#"{"box":"shared.a","value":1},{"box":"shared.b","value":2}"#)
    let reader = try subscriber("every")
    let revision = try peer.revision()
    let response = try delete(#"{"box":"shared.a"},{"box":"shared.b","ifRevision":\#(revision)}"#)
    expect(response["result"]?.description, equals: #"{"revision":\#(revision + 1)}"#)
    expect(
      try reader.next()["params"]?.description,
      equals: #"{"revision":\#(revision + 1),"boxes":{},"removed":["shared.a","shared.b"]}"#)
  }

  @Test func `values that the boxes already have publish nothing`() throws {
    try set(#"{"box":"shared.a","value":1}"#)
    let revision = try peer.revision()
    let changed = try set(#"{"box":"shared.a","value":1},{"box":"shared.b","value":2}"#)
    expect(changed["result", "revision"]?.integer, equals: revision + 1)
    // The newest revision of the two.
    let unchanged = try set(#"{"box":"shared.b","value":2},{"box":"shared.a","value":1}"#)
    expect(unchanged["result", "revision"]?.integer, equals: revision + 1)
    expect(try peer.revision(), equals: revision + 1)
  }

  @Test func `a conflict changes nothing and names the change`() throws {
    try set(#"{"box":"shared.a","value":1}"#)
    let revision = try peer.revision()
    let response = try set(
      #"{"box":"shared.b","value":2},{"box":"shared.a","value":3,"ifRevision":0}"#)
    expect(response.errorCode, equals: -32002)
    expect(response.errorData, equals: #"{"revision":\#(revision),"member":"changes[1]"}"#)
    expect(response["error", "message"]?.string, equals: "changes[1]: shared.a has changed")
    expect(try peer.revision(), equals: revision)
    expect(try boxes(), equals: #"{"shared.a":1}"#)
  }

  @Test func `a box that does not exist ends a delete, and the error names it`() throws {
    try set(#"{"box":"shared.a","value":1}"#)
    let response = try delete(#"{"box":"shared.a"},{"box":"shared.b"}"#)
    expect(response.errorCode, equals: -32001)
    expect(response.errorData, equals: #"{"member":"changes[1]"}"#)
    expect(try boxes(), equals: #"{"shared.a":1}"#)
  }

  @Test func `each change is checked like a single one`() throws {
    for (change, code, data) in [
      (#"{"value":1}"#, -32602, #"{"member":"changes[1].box"}"#),
      (#"{"box":"shared.b"}"#, -32602, #"{"member":"changes[1].value"}"#),
      (#"{"box":"shared.b","value":1,"ttl":0}"#, -32602, #"{"member":"changes[1].ttl"}"#),
      (#"{"box":"shared.b","value":1,"x":0}"#, -32602, #"{"member":"changes[1].x"}"#),
      (#"{"box":"shared.a","value":1}"#, -32602, #"{"member":"changes[1].box"}"#),
      ("1", -32602, #"{"member":"changes[1]"}"#),
      (#"{"box":"daemon.info","value":1}"#, -32003, #"{"member":"changes[1]"}"#),
    ] {
      let response = try set(#"{"box":"shared.a","value":1},\#(change)"#)
      expect(response.errorCode, equals: code, "\(change)")
      expect(response.errorData, equals: data, "\(change)")
    }
    expect(try boxes(), equals: "{}")
  }

  @Test func `changes is an array, and replaces the other parameters`() throws {
    for parameters in [#"{"changes":[]}"#, #"{"changes":{}}"#, #"{"changes":null}"#] {
      expect(try peer.call("set", parameters).errorData, equals: #"{"member":"changes"}"#)
    }
    let both = try peer.call(
      "set", #"{"changes":[{"box":"shared.a","value":1}],"box":"shared.b","value":1}"#)
    expect(both.errorData, equals: #"{"member":"changes"}"#)
  }

  @Test func `there are at most 1,000 changes`() throws {
    let list = { (count: Int) in
      (1...count).map { #"{"box":"shared.n\#($0)","value":\#($0)}"# }.joined(separator: ",")
    }
    let refused = try set(list(ProtocolLimits.changes + 1))
    expect(refused.errorCode, equals: -32004)
    expect(refused.errorData, equals: #"{"limit":"changes"}"#)
    let revision = try peer.revision()
    expect(
      try set(list(ProtocolLimits.changes))["result", "revision"]?.integer, equals: revision + 1)
    expect(
      try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.names.count,
      equals: 1000)
  }

  @Test func `limits apply to all changes together`() throws {
    let daemon = try DaemonInProcess(limits: #""shared-boxes":3"#)
    let peer = try daemon.connect()
    let list = (1...4).map { #"{"box":"shared.n\#($0)","value":1}"# }.joined(separator: ",")
    let response = try peer.call("set", #"{"changes":[\#(list)]}"#)
    expect(response.errorCode, equals: -32004)
    expect(response.errorData, equals: #"{"limit":"boxes","member":"changes[3]"}"#)
    expect(try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.names, equals: [])
  }

  @Test func `the order of changes does not matter to the limit of bytes`() throws {
    let daemon = try DaemonInProcess(limits: #""shared-bytes":5000"#)
    let peer = try daemon.connect()
    let change = { (box: String, size: Int) in
      #"{"box":"shared.\#(box)","value":"\#(String(repeating: "x", count: size))"}"#
    }
    for changes in [
      [change("a", 2300), change("b", 2300)], [change("a", 3300), change("b", 1300)],
      [change("a", 1300), change("b", 3300)],
    ] {
      let response = try peer.call("set", #"{"changes":[\#(changes.joined(separator: ","))]}"#)
      expect(response["result"] != nil, "\(response)")
    }
    let much = try peer.call("set", #"{"changes":[\#(change("a", 3000))]}"#)
    expect(much.errorData, equals: #"{"limit":"bytes"}"#)
  }

  @Test func `each change has its own time to live`() throws {
    try set(#"{"box":"shared.a","value":1,"ttl":0.05},{"box":"shared.b","value":2}"#)
    try waitUntil("shared.a has expired") { try boxes() == #"{"shared.b":2}"# }
  }

  // MARK: Shortcuts

  @discardableResult
  private func set(_ changes: String) throws -> JSONText {
    try peer.call("set", #"{"changes":[\#(changes)]}"#)
  }

  @discardableResult
  private func delete(_ changes: String) throws -> JSONText {
    try peer.call("delete", #"{"changes":[\#(changes)]}"#)
  }

  private func boxes() throws -> String? {
    try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.description
  }

  private func subscriber(_ mode: String) throws -> Peer {
    let peer = try daemon.connect()
    _ = try peer.call("subscribe", #"{"boxes":["shared.**"],"mode":"\#(mode)"}"#)
    _ = try peer.next("synced")
    return peer
  }
}
