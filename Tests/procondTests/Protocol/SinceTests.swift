import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// `since`: a client that returns continues where it was.
@Suite(.blocking) struct SinceTests {
  private let daemon: DaemonInProcess
  private let peer: Peer
  private let writer: Peer
  private let epoch: String

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
    writer = try daemon.connect()
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    epoch = try require(hello["params", "epoch"]?.string)
  }

  @Test func `latest gets what it missed as a change, then synced, and no snapshot`() throws {
    try writer.set("shared.kept", 1)
    let revision = try writer.set("shared.a", 1)
    try writer.set("shared.a", 2)
    try writer.set("shared.b", 3)
    let last = try writer.set("shared.a", 4)
    let result = try resume("shared.**", since: revision)
    expect(
      result.description, equals: #"{"epoch":"\#(epoch)","revision":\#(last),"resumed":true}"#)
    // The number of combined revisions is unknown after a resume.
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(last),"boxes":{"shared.b":3,"shared.a":4}}"#)
    try expectSynced(last)
  }

  @Test func `every gets each missed revision, then synced`() throws {
    let revision = try writer.set("shared.a", 0)
    try writer.setMany((1...3000).map { ("shared.b\($0 % 3)", "[\($0),\(text(200))]") })
    try resume("shared.**", since: revision, #""mode":"every""#)
    for number in 1...3000 {
      let line = try peer.next()
      expect(line.method, equals: "change")
      try require(line.revision == revision + number)
      try require(
        line["params", "boxes", "shared.b\(number % 3)"]?.elements?.first?.integer == number)
    }
    try expectSynced(revision + 3000)
  }

  @Test func `a client that missed nothing gets only synced`() throws {
    let revision = try writer.set("shared.a", 1)
    for mode in ["latest", "every"] {
      let peer = try daemon.connect()
      let result = try peer.requestSubscription(
        "shared.**", members: "\(since(revision)),\"mode\":\"\(mode)\"")
      expect(result["resumed"]?.boolean, equals: true)
      expect(try peer.next().method, equals: "synced")
      expect(try peer.linesUpToNow().isEmpty)
    }
  }

  @Test func `changes of other boxes are not missed`() throws {
    let revision = try writer.set("shared.a", 1)
    let last = try writer.set("shared.b", 1)
    expect(try resume("shared.a", since: revision)["resumed"]?.boolean, equals: true)
    try expectSynced(last)
  }

  @Test(arguments: ["latest", "every"])
  func `removals during the absence are sent`(mode: String) throws {
    try writer.set("shared.again", 1)
    try writer.set("shared.gone", 1)
    let revision = try writer.set("shared.kept", 1)
    try writer.delete("shared.gone")
    try writer.delete("shared.again")
    let last = try writer.set("shared.again", 2)
    try resume("shared.**", since: revision, "\"mode\":\"\(mode)\"")
    let lines = try peer.linesUpToNow()
    expect(lines.last?.method, equals: "synced")
    expect(lines.dropLast().allSatisfy { $0.method == "change" })
    if mode == "latest" {
      expect(
        lines.first?["params"]?.description,
        equals: #"{"revision":\#(last),"boxes":{"shared.again":2},"removed":["shared.gone"]}"#)
    } else {
      expect(lines.map(\.removed), equals: [["shared.gone"], ["shared.again"], [], []])
    }
  }

  @Test func `after a resume, changes arrive as usual`() throws {
    let revision = try writer.set("shared.a", 1)
    try writer.set("shared.a", 2)
    try resume("shared.**", since: revision)
    _ = try peer.next("synced")
    let next = try writer.set("shared.a", 3)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(next),"boxes":{"shared.a":3}}"#)
  }

  @Test func `from revision 0, everything is replayed as long as the ring reaches back`() throws {
    try writer.set("shared.a", 1)
    try writer.set("shared.b", 1)
    expect(try resume("shared.**", since: 0, #""mode":"every""#)["resumed"]?.boolean, equals: true)
    expect(try peer.next().boxes, equals: #"{"shared.a":1}"#)
    expect(try peer.next().boxes, equals: #"{"shared.b":1}"#)
    expect(try peer.next().method, equals: "synced")
  }

  @Test func `after another epoch there is a full snapshot`() throws {
    let revision = try writer.set("shared.a", 1)
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"],"#
        + #""since":{"epoch":"other","revision":\#(revision)}}}"#)
    try expectSnapshot(#"{"shared.a":1}"#)
  }

  @Test func `after a revision from the future there is a full snapshot`() throws {
    let revision = try writer.set("shared.a", 1)
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"],\#(since(revision + 1))}}"#)
    try expectSnapshot(#"{"shared.a":1}"#)
  }

  @Test(arguments: ["latest", "every"])
  func `after a revision that the ring does not reach there is a full snapshot`(mode: String) throws
  {
    let revision = try writer.set("shared.a", 1)
    try writer.setMany((1...120).map { ("shared.large", "[\($0),\(text(90_000))]") })
    try writer.delete("shared.large")
    try peer.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"],"mode":"\#(mode)","#
        + "\(since(revision))}}")
    try expectSnapshot(#"{"shared.a":1}"#)
  }

  @Test func `since is only for connections without patterns`() throws {
    let revision = try peer.subscribe("shared.a")
    let refused = try peer.call(
      "subscribe", #"{"boxes":["shared.b"],\#(since(revision))}"#)
    expect(refused.errorCode, equals: -32602)
    expect(refused.errorData, equals: #"{"member":"since"}"#)
    // The refused subscription is not kept.
    try writer.set("shared.b", 1)
    expect(try peer.linesUpToNow().isEmpty)
    try peer.call("unsubscribe")
    expect(try resume("shared.**", since: revision)["resumed"]?.boolean, equals: true)
    expect(try peer.next().boxes, equals: #"{"shared.b":1}"#)
  }

  @Test func `since is an object with epoch and revision`() throws {
    for value in [
      "1", "null", "{}", #"{"epoch":"x"}"#, #"{"revision":1}"#, #"{"epoch":1,"revision":1}"#,
      #"{"epoch":"x","revision":-1}"#, #"{"epoch":"x","revision":1.5}"#,
      #"{"epoch":"x","revision":1,"more":1}"#,
    ] {
      let response = try peer.call("subscribe", #"{"boxes":["shared.a"],"since":\#(value)}"#)
      expect(response.errorCode, equals: -32602, "\(value)")
      expect(response.errorData, equals: #"{"member":"since"}"#, "\(value)")
    }
  }

  @Test func `a resume over 1 MiB arrives in snapshot lines`() throws {
    try writer.set("shared.gone", 1)
    let revision = try writer.set("shared.same", 1)
    try writer.setMany((0..<20).map { ("shared.b\($0)", text(100_000)) })
    let last = try writer.delete("shared.gone")
    expect(try resume("shared.**", since: revision)["resumed"]?.boolean, equals: true)
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"revision":\#(last),"boxes":{},"removed":["shared.gone"]}"#)
    for number in 0..<20 {
      let line = try peer.next()
      expect(line.method, equals: "snapshot")
      expect(line["params", "boxes"]?.names, equals: ["shared.b\(number)"])
    }
    try expectSynced(last)
  }

  @Test func `a client that reconnects repeatedly ends with the current state`() throws {
    var state: [String: Int] = [:]
    var revision = try writer.revision()
    for round in 1...30 {
      for number in 0..<5 { try writer.set("shared.b\(round % 7 + number)", round) }
      try writer.delete("shared.b\(round % 7)")
      let peer = try daemon.connect()
      try peer.requestSubscription("shared.**", members: since(revision))
      while case let line = try peer.next(), line.method != "synced" {
        expect(line.method, equals: "change")
        for (path, value) in line["params", "boxes"]?.members ?? [] {
          state[path] = value.integer
        }
        for path in line.removed { state[path] = nil }
        revision = try require(line.revision)
      }
    }
    let answer = try writer.call("get", #"{"boxes":["shared.**"]}"#)
    let members = try require(answer["result", "boxes"]?.members)
    expect(state.count, equals: members.count)
    for (path, value) in members { expect(state[path], equals: value.integer) }
  }

  private func since(_ revision: Int) -> String {
    #""since":{"epoch":"\#(epoch)","revision":\#(revision)}"#
  }

  @discardableResult
  private func resume(
    _ pattern: String, since revision: Int, _ members: String = ""
  ) throws -> JSONText {
    let rest = members.isEmpty ? "" : ",\(members)"
    return try peer.requestSubscription(pattern, members: since(revision) + rest)
  }

  private func expectSynced(_ revision: Int) throws {
    expect(
      try peer.next()["params"]?.description,
      equals: #"{"epoch":"\#(epoch)","revision":\#(revision)}"#)
    expect(try peer.linesUpToNow().isEmpty)
  }

  private func expectSnapshot(_ boxes: String) throws {
    expect(try peer.nextResponse()["result", "resumed"]?.boolean, equals: false)
    let snapshot = try peer.next()
    expect(snapshot.method, equals: "snapshot")
    expect(snapshot.boxes, equals: boxes)
    expect(try peer.next().method, equals: "synced")
  }
}
