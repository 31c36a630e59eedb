import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// Every example of Protocol.md, with the daemon.
@Suite(.blocking) struct ProtocolExampleTests {
  private let daemon: DaemonInProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonInProcess()
    peer = try daemon.connect()
  }

  private func examples(_ heading: String, count: Int) throws -> [String] {
    let examples = ProtocolText.examples[heading] ?? []
    try require(examples.count == count, "\(heading): \(examples)")
    return examples
  }

  private func expectMatch(
    _ said: JSONText?, as example: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let said = try #require(said, "\(example)", sourceLocation: sourceLocation)
    let faults = try ProtocolExample(example).faults(of: said)
    expect(faults, equals: [], "\(example): \(said)", sourceLocation: sourceLocation)
  }

  @Test func `every example is tested`() {
    expect(
      ProtocolText.examples.keys.sorted(),
      equals: [
        "Errors", "Following a route", "Greeting", "Notifications from the server", "Sessions",
        "get",
        "intents", "ping", "rpc.discover", "set, delete", "subscribe", "unsubscribe",
      ])
  }

  @Test func `a wrong example is noticed`() throws {
    let said = try JSONText(parsing: #"{"epoch":"x","revision":7,"boxes":{"a":[1]}}"#.utf8)
    for (example, isSo) in [
      (#"{"epoch":"…","revision":42,"boxes":{"a":[…]}}"#, true),
      (#"{"epoch":"5f…","revision":42,"boxes":{path:value,…}}"#, true),
      (#"{"epoch":"…","revision":42,…}"#, true), (#"{"epoch":…,"revision":…,"boxes":{…}}"#, true),
      (#"{"epoch":"…","revision":42}"#, false), (#"{"epoch":"x","boxes":{…},"revision":1}"#, false),
      (#"{"epoch":"y","revision":42,"boxes":{…}}"#, false),
      (#"{"epoch":"…","revision":42,"boxes":{"b":[…]}}"#, false),
      (#"{"epoch":"…","revision":42,"boxes":{"a":[2]}}"#, false),
      (#"{"epoch":"…","revision":42,"boxes":{"a":{…}}}"#, false),
      (#"{"epoch":"…","revision":"…","boxes":[…]}"#, false),
    ] {
      expect(try ProtocolExample(example).faults(of: said).isEmpty, equals: isSo, "\(example)")
    }
  }

  @Test func greeting() throws {
    let example = try examples("Greeting", count: 1)[0]
    try expectMatch(try Peer(to: daemon.socket, of: daemon).next(), as: example)
  }

  @Test func subscribe() throws {
    let examples = try examples("subscribe", count: 2)
    let epoch = try peer.call("get", #"{"boxes":["none.*"]}"#)["result", "epoch"]?.string
    try peer.send(examples[0].replacing("…", with: try require(epoch)))
    let answer = try peer.next()
    expect(answer["id"]?.integer, equals: 1)
    try expectMatch(answer["result"], as: examples[1])
    expect(try peer.next().method, equals: "snapshot")
    expect(try peer.next().method, equals: "synced")
  }

  @Test func sessions() throws {
    let example = try examples("Sessions", count: 1)[0]
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    try peer.call(
      "topics.ai.decision.ask", #"{"asked":["\#(name)"],"deadline":"2999-11-27T17:00:00Z"}"#)
    try expectMatch(
      try peer.call("get", #"{"boxes":["session.awaiting.*"]}"#)["result", "boxes"], as: example)
  }

  @Test func `following a route`() throws {
    let examples = try examples("Following a route", count: 3)
    try peer.call("session.toBoard", examples[1])
    let answer = try peer.call("get", #"{"boxes":["session.route"]}"#)
    try expectMatch(answer["result", "boxes", "session.route"], as: examples[0])
    // Nobody is a gateway here.
    expect(try peer.call("session.gateway.forward", examples[2]).errorCode, equals: -32003)
  }

  @Test func unsubscribe() throws {
    let examples = try examples("unsubscribe", count: 2)
    try peer.subscribe("topics.ai.**")
    let parameters = examples[0].replacing("…", with: #""topics.ai.**""#)
    try expectMatch(try peer.call("unsubscribe", parameters)["result"], as: examples[1])
    try peer.call("topics.ai.pros.remove", #"{"id":"1"}"#)
    expect(try peer.linesUpToNow(), equals: [])
  }

  @Test func get() throws {
    let examples = try examples("get", count: 2)
    try expectMatch(try peer.call("get", examples[0])["result"], as: examples[1])
  }

  @Test func `set and delete`() throws {
    let examples = try examples("set, delete", count: 6)
    try peer.set("shared.weather.now", 20)
    for number in 0..<50 { try peer.set("shared.other", number) }
    let answer = try peer.call("set", examples[0])
    try expectMatch(answer["result"], as: examples[1])
    let revision = try require(answer["result", "revision"]?.integer)
    let parameters = examples[2]
      .replacing(#""box":…"#, with: #""box":"shared.weather.now""#)
      .replacing(#""ifRevision":…"#, with: #""ifRevision":\#(revision)"#)
    try expectMatch(try peer.call("delete", parameters)["result"], as: examples[3])
    let several = examples[4...].map { example in
      example.replacing(",…]", with: "]")
        .replacing(#""box":…"#, with: #""box":"shared.a""#)
        .replacing(#""ttl":…"#, with: #""ttl":60"#)
    }
    let set = several[0].replacing(#""ifRevision":…"#, with: #""ifRevision":0"#)
      .replacing("…", with: "1")
    let made = try require(try peer.call("set", set)["result", "revision"]?.integer)
    let deleted = try peer.call("delete", several[1].replacing("…", with: "\(made)"))
    expect(deleted["result", "revision"]?.integer, equals: made + 1)
  }

  @Test func ping() throws {
    let examples = try examples("ping", count: 2)
    try expectMatch(try peer.call("ping", examples[0])["result"], as: examples[1])
  }

  @Test func discover() throws {
    let examples = try examples("rpc.discover", count: 2)
    try expectMatch(try peer.call("rpc.discover", examples[0])["result"], as: examples[1])
  }

  @Test func intents() throws {
    let examples = try examples("intents", count: 14)
    // A new installation has it already.
    try peer.call("topics.ai.pros.remove", #"{"id":"4"}"#)
    try peer.send(examples[0])
    let answer = try peer.nextResponse()
    expect(answer["id"]?.integer, equals: 9)
    try expectMatch(answer["result"], as: examples[1])
    try expectMatch(try peer.call("topics.history", examples[3])["result"], as: examples[4])
    try expectMatch(try peer.call("topics.ai.positions.take", examples[6])["result"], as: "{…}")
    try expectMatch(try peer.value("topics.ai.decision"), as: examples[5])
    for (intent, example) in zip(["drop", "decide"], [examples[8], examples[7]]) {
      let ended = try peer.call("topics.ai.decision.\(intent)", example)
      expect(ended["result"] != nil, "\(ended)")
      let refused = try peer.call("topics.ai.pros.remove", #"{"id":"1"}"#)
      expect(refused["error", "data", "reason"]?.string, equals: "decided")
      expect(try peer.call("topics.ai.decision.reopen")["result"] != nil)
    }
    let supported = try peer.call("topics.ai.pros.support", examples[2])
    expect(supported["result"] != nil, "\(supported)")
    // There is no group staff here, and the deadline may have passed.
    let asked = examples[9].replacing(#""group:staff""#, with: #""bob""#)
      .replacing("2027-01-01", with: "2999-01-01")
    let ruled = try peer.call("topics.ai.decision.ask", asked)
    expect(ruled["result"] != nil, "\(ruled)")
    expect(try peer.value("topics.ai.decision")["needed"]?.integer, equals: 2)
    for id in ["editor", nil] {
      let made = try peer.call("topics.create", examples[10])
      expect(made["result", "id"]?.string, equals: id)
      expect(made["error", "data", "reason"]?.string, equals: (id == nil ? "duplicate" : nil))
    }
    let keeper = try DaemonInProcess(store: .sqlite).connect()
    for (intent, example) in zip(["restore", "purge"], examples[12...]) {
      let id = try require(
        try keeper.call("topics.remove", #"{"id":"ai"}"#)["result", "trash"])
      try expectMatch(try keeper.call("topics.remove.trash.list")["result"], as: examples[11])
      let parameters = JSONText(members: [("id", id)])
      try expectMatch(parameters, as: example)
      let answer = try keeper.call("topics.remove.trash.\(intent)", parameters.description)
      expect(answer["result"] != nil, "\(answer)")
    }
  }

  @Test func error() throws {
    let example = try examples("Errors", count: 1)[0]
    try peer.send(#"{"id":9,"method":"topics.ai.pros.add","params":{"text":""}}"#)
    try expectMatch(try peer.nextResponse(), as: example)
  }

  @Test func `notifications of changes`() throws {
    let examples = try examples("Notifications from the server", count: 5)
    try peer.set("shared.a", 1)
    try peer.requestSubscription("shared.**", members: #""interval":60000"#)
    try expectMatch(try peer.next("snapshot")["params"], as: examples[0])
    try expectMatch(try peer.next("synced")["params"], as: examples[1])
    try peer.set("shared.b", 1)
    _ = try peer.next("change")
    // Held back until the ping.
    for number in 2..<5 { try peer.set("shared.b", number) }
    try peer.delete("shared.a")
    try peer.call("ping")
    try expectMatch(try peer.next("change")["params"], as: examples[2])
  }

  @Test func `notification of a gap`() throws {
    let example = try examples("Notifications from the server", count: 5)[3]
    let slow = try daemon.connect()
    try slow.subscribe("shared.**", #""mode":"every""#)
    // More than the kernel buffers, and then more than the daemon remembers.
    for number in 0..<24 { try peer.set("shared.a", text(1_000_000 + number)) }
    try expectMatch(try slow.next("gap")["params"], as: example)
  }

  @Test func `notification of the end`() throws {
    let example = try examples("Notifications from the server", count: 5)[4]
    daemon.end()
    try expectMatch(try peer.next("bye")["params"], as: example)
  }
}
