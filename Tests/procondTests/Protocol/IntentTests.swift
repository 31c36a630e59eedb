import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

@Suite(.blocking) struct IntentTests {
  private let peer: Peer

  init() throws {
    peer = try DaemonInProcess().connect()
  }

  @Test func `an intent returns the revision at which its effect is visible`() throws {
    try peer.call("subscribe", #"{"boxes":["topics.ai.**"]}"#)
    _ = try peer.next("synced")
    let result = try add("Never tired")["result"]
    let change = try peer.next("change")
    expect(result?["revision"], equals: change["params", "revision"])
    let items = try require(change["params", "boxes", "topics.ai.pros.items"]?.elements)
    expect(items.last?["text"]?.string, equals: "Never tired")
    expect(items.last?["id"], equals: result?["id"])
  }

  @Test func `boxes that change together are in one line`() throws {
    try peer.call("subscribe", #"{"boxes":["topics.ai.**"]}"#)
    _ = try peer.next("synced")
    try add("Never tired")
    let boxes = try require(try peer.next("change")["params", "boxes"])
    expect(boxes.names, equals: ["topics.ai.pros.items", "topics.ai.summary"])
    expect(boxes["topics.ai.summary", "pros"]?.integer, equals: 5)
  }

  @Test func `a member with a default may be omitted`() throws {
    try add("Never tired")
    expect(try items().last?["weight"]?.integer, equals: 1)
    try peer.call("topics.ai.pros.add", #"{"text":"Never bored","weight":3}"#)
    expect(try items().last?["weight"]?.integer, equals: 3)
  }

  @Test func `the author is the user at the other end`() throws {
    try add("Never tired")
    let name = String(cString: getpwuid(geteuid()).pointee.pw_name)
    expect(try items().last?["author"]?.string, equals: name)
  }

  @Test func `an argument is changed and removed by its id`() throws {
    let id = try require(try add("Never tired")["result", "id"])
    try peer.call("topics.ai.pros.change", #"{"id":\#(id),"text":"Always awake"}"#)
    expect(try items().last?["text"]?.string, equals: "Always awake")
    try peer.call("topics.ai.pros.change", #"{"id":\#(id),"weight":5}"#)
    expect(try items().last?["weight"]?.integer, equals: 5)
    expect(
      try peer.call("topics.ai.pros.remove", #"{"id":\#(id)}"#)["result"]?.names,
      equals: ["revision"])
    expect(try items().count, equals: 4)
  }

  @Test func `fetch changes nothing if all is up to date`() throws {
    _ = try items()
    let revision = try peer.revision()
    expect(try peer.call("topics.ai.pros.fetch")["result"]?.names, equals: ["revision"])
    expect(try items().count, equals: 4)
    // The box isFetching may have been true for a moment.
    expect(try peer.revision() <= revision + 2)
  }

  @Test func `a missing member is named`() throws {
    for (intent, member) in [("add", "text"), ("change", "id"), ("remove", "id")] {
      try expectInvalid(try peer.call("topics.ai.pros.\(intent)"), member)
    }
  }

  @Test func `a member of the wrong type is named`() throws {
    for (params, member) in [
      (#"{"text":1}"#, "text"), (#"{"text":null}"#, "text"), (#"{"text":["a"]}"#, "text"),
      (#"{"text":"a","weight":"1"}"#, "weight"), (#"{"text":"a","weight":1.5}"#, "weight"),
      (#"{"text":"a","weight":1e400}"#, "weight"), (#"{"text":"a","weight":null}"#, "weight"),
    ] {
      try expectInvalid(try peer.call("topics.ai.pros.add", params), member)
    }
  }

  @Test func `an unknown member is named`() throws {
    try expectInvalid(
      try peer.call("topics.ai.pros.add", #"{"text":"Never tired","mood":"good"}"#), "mood")
    expect(try items().count, equals: 4)
  }

  @Test func `a missing scene or intent has no methods`() throws {
    for method in [
      "topics.ai.pros", "topics.ai.pros.items", "topics.ai.pros.burn", "topics.none.pros.add",
      "topics.ai.add", "nothing", "", "rpc.describe", "subscribe2", "Ping", "topics.ai.pros.add.x",
    ] {
      expect(try peer.call(method).errorCode, equals: -32601, "\(method)")
    }
  }

  @discardableResult
  private func add(_ text: String) throws -> JSONText {
    try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
  }

  private func items() throws -> [JSONText] {
    let answer = try peer.call("get", #"{"boxes":["topics.ai.pros.items"]}"#)
    return try require(answer["result", "boxes", "topics.ai.pros.items"]?.elements)
  }

  private func expectInvalid(_ response: JSONText, _ member: String) throws {
    expect(response.errorCode, equals: -32602)
    expect(response.errorData, equals: #"{"member":"\#(member)"}"#)
  }
}
