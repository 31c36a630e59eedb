import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct IntentTests {
  @LoopActor
  private final class Desk {
    struct OutOfPaper: Error {}

    let number = Box(0)
    let mayAnswer = Gate()
    private(set) var started = 0

    func publish(_ registry: Registry) {
      let scene = Scene("desk")
      scene.publish(Output(number), as: "number")
      scene.intent("wait") { [self] _ in
        started += 1
        await mayAnswer.wait()
        number.value += 1
        return [("number", JSONText(number.value))]
      }
      scene.intent("break") { _ in throw OutOfPaper() }
      scene.intent("refuse") { _ in
        throw RequestError(.unavailable, "come back later", .retryAfter(.milliseconds(250)))
      }
      scene.intent("who") { caller in
        [("pid", JSONText(Int(caller.credentials?.processID ?? 0)))]
      }
      scene.intent(
        "echo", Parameter<String>("text"), Parameter<Int?>("count"),
        Parameter<Double>("ratio", default: 0.5), Parameter<Bool?>("flag"),
        Parameter<JSONText?>("any")
      ) { _, text, count, ratio, flag, any in
        [("echo", JSONText("\(text) \(count as Any) \(ratio) \(flag as Any) \(any as Any)"))]
      }
      registry.add(scene)
    }
  }

  @Test func `an intent that waits can answer later than requests after it`() async throws {
    let desk = await Desk()
    let server = try await TestServer(desk.publish)
    let peer = try server.subscribe("desk.**")
    try peer.send(#"{"id":"wait","method":"desk.wait"}"#)
    try peer.send(#"{"id":"ping","method":"ping"}"#)
    expect(try peer.next()["id"]?.string, equals: "ping")
    desk.mayAnswer.open()
    let answer = try peer.nextResponse()
    expect(answer["id"]?.string, equals: "wait")
    expect(answer["result", "number"]?.integer, equals: 1)
    expect(try peer.next("change")["params", "revision"], equals: answer["result", "revision"])
  }

  @Test func `a batch is answered when its last member is done`() async throws {
    let desk = await Desk()
    let server = try await TestServer(desk.publish)
    let peer = try server.connect()
    try peer.send(#"[{"id":1,"method":"desk.wait"},{"id":2,"method":"ping"}]"#)
    try peer.send(#"{"id":3,"method":"ping"}"#)
    expect(try peer.next()["id"]?.integer, equals: 3)
    desk.mayAnswer.open()
    let responses = try require(try peer.next().elements)
    expect(responses.map { $0["id"]?.integer }, equals: [1, 2])
  }

  @Test func `any other error is reported as an internal error and logged`() async throws {
    let server = try await TestServer(await Desk().publish)
    let peer = try server.connect()
    let response = try peer.call("desk.break")
    expect(response.errorCode, equals: -32603)
    expect(response["error", "message"]?.string?.contains("OutOfPaper"), equals: false)
    expect(server.log.events.contains { $0.contains("desk.break") && $0.contains("OutOfPaper") })
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `a protocol error is passed on unchanged`() async throws {
    let server = try await TestServer(await Desk().publish)
    let response = try server.connect().call("desk.refuse")
    expect(
      response["error"]?.description,
      equals: #"{"code":-32005,"message":"come back later","data":{"retryAfter":250}}"#)
  }

  @Test func `an intent knows its caller`() async throws {
    let server = try await TestServer(await Desk().publish)
    let result = try server.connect().call("desk.who")["result"]
    expect(result?["pid"]?.integer, equals: Int(getpid()))
  }

  @Test func `parameters are parsed by their types`() async throws {
    let server = try await TestServer(await Desk().publish)
    let peer = try server.connect()
    for (params, echo) in [
      (#"{"text":"a"}"#, "a nil 0.5 nil nil"),
      (
        #"{"text":"\u0061","count":2.0,"ratio":1,"flag":true,"any":[1, null]}"#,
        "a Optional(2) 1.0 Optional(true) Optional([1,null])"
      ),
    ] {
      expect(try peer.call("desk.echo", params)["result", "echo"]?.string, equals: echo)
    }
    for (params, member) in [
      ("{}", "text"), (#"{"text":1}"#, "text"), (#"{"text":"a","count":"1"}"#, "count"),
      (#"{"text":"a","count":1.5}"#, "count"), (#"{"text":"a","count":null}"#, "count"),
      (#"{"text":"a","ratio":"x"}"#, "ratio"), (#"{"text":"a","ratio":1e999}"#, "ratio"),
      (#"{"text":"a","flag":0}"#, "flag"), (#"{"text":"a","more":1}"#, "more"),
    ] {
      let response = try peer.call("desk.echo", params)
      expect(response.errorCode, equals: -32602, "\(params)")
      expect(response.errorData, equals: #"{"member":"\#(member)"}"#, "\(params)")
    }
  }

  @Test func `the daemon stops reading from a client with too many pending requests`() async throws
  {
    let desk = await Desk()
    let server = try await TestServer(desk.publish)
    let peer = try server.connect()
    let more = ServerLimits.unanswered + 50
    for id in 1...more { try peer.send(#"{"id":\#(id),"method":"desk.wait"}"#) }
    let other = try server.connect()
    // The daemon has read all it will when a round trip starts no further intent.
    var started = 0
    while case let now = await desk.started, now > started || now < ServerLimits.unanswered {
      started = now
      try other.call("ping")
    }
    expect(started < more)
    desk.mayAnswer.open()
    var answered: Set<Int> = []
    while answered.count < more { answered.insert(try require(try peer.next()["id"]?.integer)) }
    expect(answered, equals: Set(1...more))
  }
}
