import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The server's part in revisions and shared boxes that outlive the daemon.
@Suite(.enabled(if: LoopThread.isRunning), .blocking) struct KeepingTests {
  private let events = Journal<String>()

  private func set(_ peer: Peer, _ box: String, _ rest: String = "") throws -> JSONText {
    try peer.call("set", #"{"box":"shared.\#(box)","value":1\#(rest)}"#)
  }

  @Test func `revisions start after the given one`() async throws {
    let server = try await onLoop { try TestServer { $0.beginRevisions(after: 1 << 40) } }
    let peer = try server.connect()
    expect(try peer.revision(), equals: 1 << 40)
    expect(try set(peer, "a")["result", "revision"]?.integer, equals: 1 << 40 + 1)
    // Every revision of an earlier run is older than any box.
    for stale in [1, 1 << 40] {
      expect(try set(peer, "a", #","ifRevision":\#(stale)"#).errorCode, equals: -32002)
    }
  }

  @Test func `both modes and since work with large revisions`() async throws {
    let server = try await onLoop { try TestServer { $0.beginRevisions(after: 1 << 40) } }
    let peer = try server.connect()
    let epoch = await onLoop { server.registry.epoch }
    _ = try set(peer, "a")
    for mode in ["latest", "every"] {
      let subscriber = try server.connect()
      let since = #"{"epoch":"\#(epoch)","revision":\#(1 << 40)}"#
      let answer = try subscriber.call(
        "subscribe", #"{"boxes":["shared.**"],"mode":"\#(mode)","since":\#(since)}"#)
      expect(answer["result", "resumed"]?.boolean, equals: true)
      let change = try subscriber.next("change")
      expect(change["params", "revision"]?.integer, equals: 1 << 40 + 1)
      expect(change["params", "boxes"]?.names, equals: ["shared.a"])
    }
  }

  @Test func `more revisions are requested once, when half of them are used`() async throws {
    let events = events
    let server = try await onLoop {
      try TestServer { $0.reserveRevisions(upTo: 10) { events.note("half") } }
    }
    let peer = try server.connect()
    for number in 0..<4 { _ = try set(peer, "a\(number)") }
    expect(events.events.isEmpty)
    for number in 4..<8 { _ = try set(peer, "a\(number)") }
    expect(events.events, equals: ["half"])
  }

  @Test func `without a reserved revision, shared boxes cannot be changed`() async throws {
    let server = try await onLoop { try TestServer { $0.reserveRevisions(upTo: 2) {} } }
    let peer = try server.connect()
    _ = try set(peer, "stays")
    _ = try set(peer, "a", #","ttl":0.5"#)
    let deleted = try peer.call("delete", #"{"box":"shared.stays"}"#)
    for response in [try set(peer, "b"), deleted] {
      expect(response.errorCode, equals: -32005)
      expect(response.errorData, equals: #"{"retryAfter":5000}"#)
    }
    // Boxes still expire.
    try waitUntil("the box has expired") {
      try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.names == [
        "shared.stays"
      ]
    }
    await onLoop { server.registry.reserveRevisions(upTo: 10) {} }
    expect(try set(peer, "b")["result"] != nil)
  }

  @Test func `boxes are restored in order, each with its own revision`() async throws {
    let server = try await onLoop {
      try TestServer {
        $0.beginRevisions(after: 100)
        $0.restoreSharedBoxes(["b", "a"].map { Self.box($0) })
      }
    }
    let peer = try server.connect()
    expect(try peer.revision(), equals: 102)
    let answer = try peer.call("get", #"{"boxes":["shared.**"]}"#)
    expect(
      answer["result", "boxes"]?.members?.map(\.name), equals: ["shared.b", "shared.a"])
    expect(try set(peer, "b", #","ifRevision":100"#).errorData, equals: #"{"revision":101}"#)
    expect(try set(peer, "b", #","ifRevision":101"#)["result"] != nil)
  }

  @Test func `restored boxes count toward the limits, and can be set and deleted`() async throws {
    var limits = ServerLimits()
    limits.sharedBoxes = 1
    let server = try await onLoop { [limits] in
      try TestServer(limits: limits) { $0.restoreSharedBoxes([Self.box("a")]) }
    }
    let peer = try server.connect()
    expect(try set(peer, "b").errorCode, equals: -32004)
    expect(try set(peer, "a")["result"] != nil)
    expect(try peer.call("delete", #"{"box":"shared.a"}"#)["result"] != nil)
    expect(try set(peer, "b")["result"] != nil)
  }

  @Test func `a restored box expires`() async throws {
    let server = try await onLoop {
      try TestServer {
        $0.restoreSharedBoxes([Self.box("a", .milliseconds(1)), Self.box("b")])
      }
    }
    let peer = try server.connect()
    try waitUntil("the box has expired") {
      try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]?.names == ["shared.b"]
    }
  }

  @Test func `stored boxes have the exact value and the remaining time`() async throws {
    let server = try await onLoop { try TestServer() }
    let peer = try server.connect()
    try peer.call(
      "set", #"{"box":"shared.a","value":[1, "\#(String(repeating: "x", count: 100_000))"]}"#)
    _ = try set(peer, "b", #","ttl":1000"#)
    let (boxes, isCopied) = await onLoop {
      let boxes = server.registry.sharedBoxes()
      let held = Path("shared.a").flatMap { server.registry.log.box(at: $0) }?.member ?? []
      let isCopied = held.withUnsafeBytes { held in
        boxes[0].member.withUnsafeBytes { $0.baseAddress != held.baseAddress }
      }
      return (boxes, isCopied)
    }
    expect(!isCopied)
    expect(boxes.map(\.path.text), equals: ["shared.a", "shared.b"])
    expect(boxes[0].value.starts(with: Array("[1,\"".utf8)))
    expect(boxes[0].timeToLive == nil)
    let left = try require(boxes[1].timeToLive)
    expect(left > .zero && left <= .seconds(1000))
  }

  @Test func `each change, including ttl and expiry, is reported if it is not stored yet`()
    async throws
  {
    let events = events
    let server = try await onLoop {
      try TestServer { registry in
        registry.whenSharedBoxesChange { [unowned registry] in
          events.note("changed")
          _ = registry.sharedBoxes()
        }
      }
    }
    let peer = try server.connect()
    // The third element is whether the request changes something.
    let requests = [
      ("set", #"{"box":"shared.a","value":1}"#, true),
      ("set", #"{"box":"shared.a","value":1}"#, false),
      ("set", #"{"box":"shared.a","value":1,"ttl":1000}"#, true),
      ("set", #"{"box":"shared.a","value":1,"ttl":1000}"#, true),
      ("set", #"{"box":"shared.a","value":1}"#, true),
      ("set", #"{"box":"shared.a","value":2,"ifRevision":0}"#, false),
      ("get", #"{"boxes":["shared.a"]}"#, false),
      ("delete", #"{"box":"shared.a"}"#, true),
    ]
    var count = 0
    for (method, parameters, isChange) in requests {
      try peer.call(method, parameters)
      if isChange { count += 1 }
      expect(events.events.count, equals: count, "\(method) \(parameters)")
    }
    try peer.call("set", #"{"box":"shared.b","value":1,"ttl":0.001}"#)
    try await events.wait(count: count + 2)
  }

  @Test func `between two saves only the first change is reported`() async throws {
    let events = events
    let server = try await onLoop {
      try TestServer { $0.whenSharedBoxesChange { events.note("changed") } }
    }
    let peer = try server.connect()
    for number in 0..<10 { _ = try set(peer, "a\(number)") }
    expect(events.events.count, equals: 1)
    _ = await onLoop { server.registry.sharedBoxes() }
    _ = try set(peer, "b")
    expect(events.events.count, equals: 2)
  }

  private static func box(_ name: String, _ timeToLive: Duration? = nil) -> KeptBox {
    KeptBox(
      path: Path("shared.\(name)")!, value: JSONText(21), timeToLive: timeToLive)
  }
}
