import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The access check that every request passes, and connections without a socket.
@Suite(.enabled(if: LoopThread.isRunning)) struct DoorTests {
  /// Requests that name something, with `@` in place of a name that exists, or does not.
  private static let requests = [
    #"{"id":1,"method":"set","params":{"box":"shared.@","value":1}}"#,
    #"{"id":1,"method":"set","params":{"box":"shared.@","value":[ 2 ],"ttl":9}}"#,
    #"{"id":1,"method":"set","params":{"box":"shared.@","value":1,"ifRevision":1}}"#,
    #"{"id":1,"method":"set","params":{"changes":[{"box":"shared.@","value":1}]}}"#,
    #"{"id":1,"method":"delete","params":{"box":"shared.@"}}"#,
    #"{"id":1,"method":"delete","params":{"changes":[{"box":"shared.@"},{"box":"shared.b"}]}}"#,
    #"{"id":1,"method":"get","params":{"boxes":["shared.**","shared.@"]}}"#,
    #"{"id":1,"method":"subscribe","params":{"boxes":["shared.@"]}}"#,
    #"{"id":1,"method":"rpc.discover","params":{"boxes":["shared.@"]}}"#,
    #"{"id":1,"method":"rpc.discover","params":{"boxes":["house.@.lamp"]}}"#,
    #"{"id":1,"method":"house.@.lamp.set","params":{"to":1}}"#,
    #"{"id":1,"method":"house.@.lamp.set"}"#,
    #"{"id":1,"method":"@.set"}"#,
  ]
  private static let nothing = Rights(read: [], set: [], delete: [], call: [])

  @LoopActor
  @Test(arguments: requests)
  func `what is forbidden is refused with the same bytes whether it exists or not`(
    request: String
  ) async {
    let fixture = ConnectionFixture()
    for name in ["bath", "exists"] {
      _ = fixture.send(#"{"id":1,"method":"set","params":{"box":"shared.\#(name)","value":0}}"#)
    }
    let revision = fixture.registry.revision
    fixture.rights = Self.nothing
    let answers = ["bath", "nope"].map { name in
      fixture.send(request.replacing("@", with: name)).map {
        $0.description.replacing(name, with: "@")
      }
    }
    expect(answers[0], equals: answers[1])
    expect(answers[0].count, equals: 1)
    expect(answers[0][0].contains(#""code":-32003"#))
    expect(answers[0][0].contains(#""reason":"policy""#))
    expect(fixture.registry.revision, equals: revision)
    expect(fixture.registry.subscribers, equals: 0)
    // A notification is refused too, without an answer.
    let notification = request.replacing(#""id":1,"#, with: "").replacing("@", with: "bath")
    expect(fixture.send(notification).isEmpty)
    expect(fixture.registry.revision, equals: revision)
    guard !request.contains("subscribe") else { return }
    let batch = fixture.send("[\(request.replacing("@", with: "bath"))]")
    expect(batch.first?.elements?.map(\.errorCode), equals: [-32003])
  }

  @LoopActor
  @Test func `the error names the change that is not allowed`() {
    let fixture = ConnectionFixture()
    fixture.rights = Rights(read: [], set: [Pattern("shared.a")!], delete: [], call: [])
    let answers = fixture.send(
      #"{"id":1,"method":"set","params":{"changes":[{"box":"shared.a","value":1},{"box":"shared.b","value":2}]}}"#
    )
    expect(answers.first?.errorData, equals: #"{"reason":"policy","member":"changes[1]"}"#)
    expect(fixture.registry.log.box(at: Path("shared.a")!) == nil)
  }

  @LoopActor
  @Test func `what is allowed to everyone needs no rights`() {
    let fixture = ConnectionFixture()
    fixture.rights = Self.nothing
    for method in ["ping", "unsubscribe", "rpc.discover"] {
      let answers = fixture.send(#"{"id":1,"method":"\#(method)"}"#)
      expect(answers.map(\.errorCode), equals: [nil], "\(method)")
    }
    let unnamed = fixture.send(#"{"id":1,"method":"no such method"}"#)
    expect(unnamed.map(\.errorCode), equals: [-32601])
  }

  @LoopActor
  @Test func `the caller is looked up once`() {
    let fixture = ConnectionFixture()
    expect(fixture.transport.lookUps, equals: 1)
    for line in Self.requests { _ = fixture.send(line) }
    expect(fixture.transport.lookUps, equals: 1)
  }

  @LoopActor
  @Test func `a connection does not need a socket`() {
    let fixture = ConnectionFixture()
    _ = fixture.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    let lines = fixture.send(#"{"id":2,"method":"set","params":{"box":"shared.a","value":1}}"#)
    expect(lines.map { $0["method"]?.string ?? "answer" }, equals: ["answer", "change"])
    fixture.transport.endOfStream()
    fixture.flush()
    expect(fixture.transport.isClosed)
    expect(fixture.connection == nil)
  }

  @LoopActor
  @Test func `the rest of a snapshot waits while others use up the pass`() {
    let fixture = ConnectionFixture()
    for number in 0..<200 {
      let value = String(repeating: "x", count: 1000)
      _ = fixture.send(
        #"{"method":"set","params":{"box":"shared.b\#(number)","value":"\#(value)"}}"#)
    }
    var methods = fixture.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#
    ).map { $0["method"]?.string }
    expect(!methods.contains("synced"))
    fixture.transport.drain()
    fixture.flush(spent: 1_000_000_000)
    expect(fixture.transport.lines, equals: [])
    for _ in 0..<4 {
      methods += fixture.flushed().map { $0["method"]?.string }
      fixture.transport.drain()
    }
    expect(methods.filter { $0 == "synced" }.count, equals: 1)
    expect(methods.last, equals: "synced")
  }

  @LoopActor
  @Test func `what may be read after a change of rights waits its turn`() {
    let fixture = ConnectionFixture()
    _ = fixture.send(#"{"method":"set","params":{"box":"shared.a","value":1}}"#)
    _ = fixture.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    fixture.flush()
    fixture.transport.lines = []
    fixture.rights = Rights(read: [Pattern("**")!], set: [], delete: [], call: [])
    fixture.flush(spent: 1_000_000_000)
    expect(fixture.transport.lines.map { $0["method"]?.string }, equals: ["gap"])
    fixture.transport.lines = []
    let rest = fixture.flushed().map { $0["method"]?.string }
    expect(rest, equals: ["snapshot", "synced"])
  }

  @LoopActor
  @Test func `a disconnected client receives nothing, but its requests are carried out`() {
    let fixture = ConnectionFixture()
    _ = fixture.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    let subscribers = fixture.registry.subscribers
    expect(subscribers, equals: 1)
    // The pass is used up, so these requests have to wait for their turn.
    fixture.registry.turns.charge(nanoseconds: 1_000_000_000)
    fixture.transport.receive(#"{"id":2,"method":"get","params":{"boxes":["shared.**"]}}"#)
    fixture.transport.receive(#"{"id":3,"method":"subscribe","params":{"boxes":["a.**"]}}"#)
    fixture.transport.receive(#"{"id":4,"method":"set","params":{"box":"shared.a","value":1}}"#)
    fixture.transport.breakOff()
    expect(fixture.registry.subscribers, equals: 0)
    expect(fixture.connection != nil)
    // Three requests take at most three turns.
    for _ in 0..<3 { expect(fixture.flushed(), equals: []) }
    expect(fixture.registry.subscribers, equals: 0)
    expect(fixture.registry.revision, equals: 1)
    expect(fixture.connection == nil)
    expect(fixture.registry.log.memory.unfinished, equals: 0)
    expect(fixture.registry.log.memory.unsent, equals: 0)
  }
}
