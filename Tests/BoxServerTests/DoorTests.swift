import BoxWire
import BoxWireTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The access check that every request passes, and connections without a socket.
@Suite(.enabled(if: LoopThread.isRunning)) struct DoorTests {
  @LoopActor
  private final class Fixture: ConnectionHost {
    let registry = Registry(server: "test 1")
    let transport = MemoryTransport()
    /// The requests that the policy was asked about.
    private(set) var asked: [String] = []
    var refuses = false
    let clientTimeout: Duration? = nil
    let spare = SpareBuffer()
    private(set) var connection: ClientConnection?
    private var toFlush: [ClientConnection] = []

    init() {
      let house = House(rooms: ["bath"])
      house.publish(registry)
      registry.policy = { [unowned self] access throws(RequestError) in
        asked.append("\(access.method) \(access.subject.text)")
        if refuses { throw RequestError(.notAllowed, "not you") }
      }
      connection = ClientConnection(transport, registry: registry, host: self)
      flush()
      transport.lines = []
    }

    func willFlush(_ connection: ClientConnection) { toFlush.append(connection) }
    func end(_ connection: ClientConnection) { self.connection = nil }
    func holdsMore(_ connection: ClientConnection) {}

    /// - Parameter spent: nanoseconds that other connections used in this pass.
    func flush(spent: Int = 0) {
      registry.turns.run()
      registry.turns.charge(nanoseconds: spent)
      registry.log.endTurn()
      let connections = toFlush
      toFlush = []
      for connection in connections { connection.flush() }
      registry.delivery.flush()
    }

    /// Sends a line from the client.
    ///
    /// - Returns: the lines that the client receives.
    func send(_ line: String) -> [JSONText] {
      transport.receive(line)
      return flushed()
    }

    /// Sends what is pending.
    func flushed() -> [JSONText] {
      flush()
      flush()
      defer { transport.lines = [] }
      return transport.lines
    }
  }

  private static let requests: [(line: String, access: String)] = [
    (#"{"id":1,"method":"set","params":{"box":"shared.a","value":1}}"#, "set shared.a"),
    (#"{"id":1,"method":"set","params":{"box":"shared.a","value":[ 2 ],"ttl":9}}"#, "set shared.a"),
    (#"{"id":1,"method":"delete","params":{"box":"shared.a"}}"#, "delete shared.a"),
    (#"{"id":1,"method":"get","params":{"boxes":["shared.**","x.y"]}}"#, "get [shared.**, x.y]"),
    (#"{"id":1,"method":"subscribe","params":{"boxes":["a.**"]}}"#, "subscribe [a.**]"),
    (#"{"id":1,"method":"unsubscribe","params":{"boxes":["a.**"]}}"#, "unsubscribe [a.**]"),
    (#"{"id":1,"method":"unsubscribe"}"#, "unsubscribe *"),
    (#"{"id":1,"method":"ping"}"#, "ping -"),
    (#"{"id":1,"method":"rpc.discover"}"#, "rpc.discover *"),
    (#"{"id":1,"method":"rpc.discover","params":{"boxes":["a"]}}"#, "rpc.discover [a]"),
    (
      #"{"id":1,"method":"house.bath.lamp.set","params":{"to":1}}"#,
      "house.bath.lamp.set house.bath.lamp.set"
    ),
    (#"{"id":1,"method":"no.such.method"}"#, "no.such.method no.such.method"),
    (#"{"id":1,"method":"no such method"}"#, "no such method -"),
  ]

  @LoopActor
  @Test func `the policy is asked about every request, with its method and subject`() async {
    let fixture = Fixture()
    for (line, access) in Self.requests {
      await Task.yield()
      let before = fixture.asked.count
      #expect(!fixture.send(line).isEmpty)
      #expect(fixture.asked.dropFirst(before) == [access])
    }
  }

  @LoopActor
  @Test func `the policy is asked about each of several changes`() {
    let fixture = Fixture()
    _ = fixture.send(
      #"{"id":1,"method":"set","params":{"changes":[{"box":"shared.a","value":1},{"box":"shared.b","value":2}]}}"#
    )
    #expect(fixture.asked == ["set shared.a", "set shared.b"])
    fixture.refuses = true
    let answers = fixture.send(
      #"{"id":1,"method":"delete","params":{"changes":[{"box":"shared.a"},{"box":"shared.b"}]}}"#)
    #expect(answers.map(\.errorCode) == [-32003])
    #expect(answers.first?.errorData == #"{"member":"changes[0]"}"#)
    #expect(fixture.asked.dropFirst(2) == ["delete shared.a"])
  }

  @LoopActor
  @Test func `a refused request has no effect and is answered`() async {
    let fixture = Fixture()
    _ = fixture.send(#"{"id":1,"method":"set","params":{"box":"shared.a","value":0}}"#)
    let revision = fixture.registry.revision
    fixture.refuses = true
    for (line, _) in Self.requests {
      await Task.yield()
      let answers = fixture.send(line)
      #expect(answers.map(\.errorCode) == [-32003], "\(line)")
      // A notification is refused too, without an answer.
      #expect(fixture.send(line.replacing(#""id":1,"#, with: "")).isEmpty)
    }
    let lines = Self.requests.map(\.line).filter { !$0.contains(#""subscribe""#) }
    var answers = fixture.send("[\(lines.joined(separator: ","))]")
    // A batch may pause so that others get a turn.
    while answers.isEmpty {
      await Task.yield()
      answers = fixture.flushed()
    }
    let members = answers.first?.elements ?? []
    #expect(members.count == Self.requests.count - 1)
    #expect(members.allSatisfy { $0.errorCode == -32003 })
    #expect(fixture.registry.revision == revision)
    #expect(fixture.registry.subscribers == 0)
  }

  @LoopActor
  @Test func `the caller is looked up once`() {
    let fixture = Fixture()
    #expect(fixture.transport.lookUps == 1)
    for (line, _) in Self.requests { _ = fixture.send(line) }
    #expect(fixture.transport.lookUps == 1)
  }

  @LoopActor
  @Test func `a connection does not need a socket`() {
    let fixture = Fixture()
    _ = fixture.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    let lines = fixture.send(#"{"id":2,"method":"set","params":{"box":"shared.a","value":1}}"#)
    #expect(lines.map { $0["method"]?.string ?? "answer" } == ["answer", "change"])
    fixture.transport.endOfStream()
    fixture.flush()
    #expect(fixture.transport.isClosed)
    #expect(fixture.connection == nil)
  }

  @LoopActor
  @Test func `the rest of a snapshot waits while others use up the pass`() {
    let fixture = Fixture()
    for number in 0..<200 {
      let value = String(repeating: "x", count: 1000)
      _ = fixture.send(
        #"{"method":"set","params":{"box":"shared.b\#(number)","value":"\#(value)"}}"#)
    }
    var methods = fixture.send(
      #"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#
    ).map { $0["method"]?.string }
    #expect(!methods.contains("synced"))
    fixture.transport.drain()
    fixture.flush(spent: 1_000_000_000)
    #expect(fixture.transport.lines == [])
    for _ in 0..<4 {
      methods += fixture.flushed().map { $0["method"]?.string }
      fixture.transport.drain()
    }
    #expect(methods.filter { $0 == "synced" }.count == 1)
    #expect(methods.last == "synced")
  }

  @LoopActor
  @Test func `a disconnected client receives nothing, but its requests are carried out`() {
    let fixture = Fixture()
    _ = fixture.send(#"{"id":1,"method":"subscribe","params":{"boxes":["shared.**"]}}"#)
    let subscribers = fixture.registry.subscribers
    #expect(subscribers == 1)
    // The pass is used up, so these requests have to wait for their turn.
    fixture.registry.turns.charge(nanoseconds: 1_000_000_000)
    fixture.transport.receive(#"{"id":2,"method":"get","params":{"boxes":["shared.**"]}}"#)
    fixture.transport.receive(#"{"id":3,"method":"subscribe","params":{"boxes":["a.**"]}}"#)
    fixture.transport.receive(#"{"id":4,"method":"set","params":{"box":"shared.a","value":1}}"#)
    fixture.transport.breakOff()
    #expect(fixture.registry.subscribers == 0)
    #expect(fixture.connection != nil)
    // Three requests take at most three turns.
    for _ in 0..<3 { #expect(fixture.flushed() == []) }
    #expect(fixture.registry.subscribers == 0)
    #expect(fixture.registry.revision == 1)
    #expect(fixture.connection == nil)
    #expect(fixture.registry.log.memory.unfinished == 0)
    #expect(fixture.registry.log.memory.unsent == 0)
  }
}

extension Access.Subject {
  fileprivate var text: String {
    switch self {
    case .path(let path): path.text
    case .patterns(let patterns): "\(patterns)"
    case .everything: "*"
    case .nothing: "-"
    }
  }
}
