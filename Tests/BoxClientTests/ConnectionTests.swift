import BoxClient
import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct ConnectionTests {
  @LoopActor
  @Test func `a call sends its parameters and returns the result as it was written`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let result = Task { try await connection.call("a.b", parameters(["x": 1])) }
    try await daemon.requests.wait(count: 1)
    expect(daemon.requests.events, equals: [#"a.b {"x":1}"#])
    daemon.answer(.success(try JSONText(parsing: #"{"n": 1.50}"#.utf8)))
    expect(try await result.value.description, equals: #"{"n":1.50}"#)
  }

  @LoopActor
  @Test func `answers reach their calls in any order`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let answers = Journal<String>()
    connection.send("first") { answers.note("first \($0.text)") }
    connection.send("second") { answers.note("second \($0.text)") }
    try await daemon.requests.wait(count: 2)
    daemon.answer(.success(JSONText(2)))
    daemon.answer(.success(JSONText(1)), back: 1)
    expect(try await answers.wait(count: 2), equals: ["second 2", "first 1"])
    connection.close()
  }

  @LoopActor
  @Test func `a call that awaits its effect is one line with a ping`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let result = Task { try await connection.call("a.b", awaitsEffect: true) }
    try await daemon.requests.wait(count: 2)
    daemon.answer((.success(JSONText(7)), .success(JSONText(1))))
    expect(try await result.value, equals: JSONText(7))
    let refused = Task { try await connection.call("a.b", awaitsEffect: true) }
    try await daemon.requests.wait(count: 4)
    let error = RequestError(.failed, "no")
    daemon.answer((.failure(error), .success(JSONText(1))))
    await #expect(throws: CallError.refused(error)) { try await refused.value }
    let methods = daemon.requests.events.map { $0.prefix { $0 != " " } }
    expect(methods, equals: ["a.b", "ping", "a.b", "ping"])
    connection.close()
  }

  @LoopActor
  @Test func `requests that are sent together are answered one by one`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let answers = Journal<String>()
    connection.send([
      ("first", Parameters(), { answers.note("first \($0.text)") }),
      ("second", Parameters(), { answers.note("second \($0.text)") }),
    ])
    try await daemon.requests.wait(count: 2)
    daemon.answer(.success(JSONText(2)))
    daemon.answer(.success(JSONText(1)), back: 1)
    expect(try await answers.wait(count: 2), equals: ["second 2", "first 1"])
    connection.close()
    connection.send([("third", Parameters(), { answers.note("third \($0.text)") })])
    expect(try await answers.wait(count: 3).last?.hasPrefix("third "), equals: true)
  }

  @LoopActor
  @Test func `a refused call throws the daemon's error`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let result = Task { try await connection.call("a.b") }
    try await daemon.requests.wait(count: 1)
    let error = RequestError.invalid(member: "text", "text is missing")
    daemon.answer(.failure(error))
    await #expect(throws: CallError.refused(error)) { try await result.value }
  }

  @LoopActor
  @Test func `an error without an id belongs to the oldest call`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let answers = Journal<String>()
    connection.send("first") { answers.note("first \($0.text)") }
    connection.send("second") { answers.note("second \($0.text)") }
    try await daemon.requests.wait(count: 2)
    daemon.send(Response(id: .null, .failure(RequestError(.notJSON, "what"))).line)
    expect(try await answers.wait(count: 1), equals: ["first refused what"])
    connection.close()
  }

  @LoopActor
  @Test func `events arrive in the order of the daemon's lines`() async throws {
    let daemon = try ScriptedDaemon()
    let (connection, events) = try await observed(daemon)
    daemon.synchronise(boxes(1, ["a": 1]))
    daemon.change(boxes(2, ["a": 2], removed: ["b"]))
    daemon.send(Gap(from: 2, to: 9).line)
    daemon.send(Array(#"{"jsonrpc":"2.0","method":"later","params":{}}"#.utf8) + [0x0A])
    daemon.send(Bye(.shutdown, retryAfter: .milliseconds(5)).line)
    let hello = Hello(server: "scripted", epoch: "e", revision: 1)
    expect(
      try await events.wait(count: 6),
      equals: [
        .hello(hello), .snapshot(boxes(1, ["a": 1])), .synced(Synced(epoch: "e", revision: 1)),
        .change(boxes(2, ["a": 2], removed: ["b"])), .gap(Gap(from: 2, to: 9)),
        .lost(.bye(Bye(.shutdown, retryAfter: .milliseconds(5)))),
      ])
    expect(connection.hello, equals: hello)
    expect(connection.disconnection, equals: .bye(Bye(.shutdown, retryAfter: .milliseconds(5))))
  }

  @LoopActor
  @Test func `losing the daemon fails pending calls first, then is reported`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (connection, events) = try await observed(daemon)
    let order = Journal<String>()
    connection.observer = { event in
      events.note(event)
      order.note("event")
    }
    connection.send("a") { order.note("a \($0.text)") }
    connection.send("b") { order.note("b \($0.text)") }
    try await daemon.requests.wait(count: 2)
    daemon.hangUp()
    expect(try await order.wait(count: 3), equals: ["a lost", "b lost", "event"])
    expect(events.events, equals: [.lost(.ended)])
    await #expect(throws: CallError.lost(.ended)) { try await connection.call("late") }
  }

  @LoopActor
  @Test func `a daemon with another protocol version is disconnected`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (connection, events) = try await observed(daemon)
    let hello =
      #"{"method":"hello","params":{"protocol":2,"server":"s","epoch":"e","revision":0}}"#
    daemon.send(Array(hello.utf8) + [0x0A])
    expect(try await events.wait(count: 1), equals: [.lost(.otherVersion(2))])
    expect(connection.disconnection, equals: .otherVersion(2))
  }

  @LoopActor
  @Test func `a peer that does not greet first is disconnected, whatever it sends`() async throws {
    for line in [#"{"id":1,"result":{}}"#, "[]", #"{"method":"gap","params":{"from":1,"to":2}}"#] {
      let daemon = try ScriptedDaemon(greeting: nil)
      let (connection, events) = try await observed(daemon)
      daemon.send(Array(line.utf8) + [0x0A])
      expect(try await events.wait(count: 1), equals: [.lost(.noGreeting)])
      await #expect(throws: Disconnection.noGreeting) {
        try await connection.greeting(within: .seconds(60))
      }
    }
  }

  @LoopActor
  @Test func `the greeting can be awaited before and after it arrives`() async throws {
    let daemon = try ScriptedDaemon()
    let connection = try await Connection.connect(to: daemon.path)
    let hello = Hello(server: "scripted", epoch: "e", revision: 1)
    expect(try await connection.greeting(within: .seconds(60)), equals: hello)
    expect(try await connection.greeting(within: .seconds(60)), equals: hello)
    connection.close()
    await #expect(throws: Disconnection.closed) { try await connection.greeting() }
  }

  @LoopActor
  @Test func `a goodbye in place of the greeting, or right after it, is thrown`() async throws {
    let bye = Bye(.limit, retryAfter: .milliseconds(5))
    for greeting in [[], Hello(server: "s", epoch: "e", revision: 1).line] {
      let daemon = try ScriptedDaemon(greeting: nil)
      let connection = try await Connection.connect(to: daemon.path)
      try await daemon.connections.wait(count: 1)
      daemon.send(greeting + bye.line)
      await #expect(throws: Disconnection.bye(bye)) {
        try await connection.greeting(within: .seconds(60))
      }
    }
  }

  @LoopActor
  @Test func `cancelling the wait for a greeting closes the connection`()
    async throws
  {
    let daemon = try ScriptedDaemon(greeting: nil)
    let connection = try await Connection.connect(to: daemon.path)
    let waiting = Task { try await connection.greeting(within: .seconds(60)) }
    try await daemon.connections.wait(count: 1)
    waiting.cancel()
    await #expect(throws: Disconnection.closed) { try await waiting.value }
  }

  @LoopActor
  @Test func `a daemon that sends something other than JSON is disconnected`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (connection, events) = try await observed(daemon)
    daemon.send(Array("hello?\n".utf8))
    let disconnection = Disconnection.notJSON(JSONError(.unexpectedByte, at: 0))
    expect(try await events.wait(count: 1), equals: [.lost(disconnection)])
    expect(connection.disconnection, equals: disconnection)
  }

  @LoopActor
  @Test func `a line with the largest value of a box is read`() async throws {
    let daemon = try ScriptedDaemon()
    let (connection, events) = try await observed(daemon)
    let value = JSONText(String(repeating: "x", count: ProtocolLimits.sceneValue - 2))
    daemon.change(BoxValues(revision: 2, values: [("a", value)]))
    let change = BoxValues(revision: 2, values: [("a", value)])
    expect(try await events.wait(count: 2).last, equals: .change(change))
    expect(connection.disconnection == nil)
    expect(Connection.longestLine >= 2 * ProtocolLimits.sceneValue)
  }

  @LoopActor
  @Test func `closing fails pending calls and reports nothing to the observer`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (connection, events) = try await observed(daemon)
    let answers = Journal<String>()
    connection.send("a") { answers.note($0.text) }
    connection.close()
    connection.close()
    expect(answers.events, equals: ["lost"])
    expect(events.events.isEmpty)
    expect(connection.disconnection, equals: .closed)
  }

  @LoopActor
  @Test func `releasing a connection closes it`() async throws {
    let daemon = try ScriptedDaemon()
    weak var released: Connection?
    let answers = Journal<String>()
    do {
      let connection = try await Connection.connect(to: daemon.path)
      released = connection
      connection.send("a") { answers.note($0.text) }
    }
    expect(try await answers.wait(count: 1), equals: ["lost"])
    expect(released == nil)
  }

  @LoopActor
  @Test func `while reading is paused, the daemon has to keep what it sends`() async throws {
    let daemon = try ScriptedDaemon(greeting: nil)
    let (connection, events) = try await observed(daemon)
    connection.pauseReading()
    daemon.send(Hello(server: "scripted", epoch: "e", revision: 1).line)
    let value = JSONText(String(repeating: "x", count: 1 << 20))
    for revision in 2...9 { daemon.change(BoxValues(revision: revision, values: [("a", value)])) }
    // A round trip over another connection gives enough time to what is not paused.
    let other = try await Connection.connect(to: daemon.path)
    other.send("ping") { _ in }
    try await daemon.requests.wait(count: 1)
    expect(events.events.isEmpty)
    connection.resumeReading()
    try await events.wait(count: 9)
    expect(connection.disconnection == nil)
  }

  @LoopActor
  @Test func `connecting without a listener throws the system's error`() async throws {
    let directory = TemporaryDirectory()
    await #expect(throws: LoopError(operation: "connect", code: ENOENT)) {
      try await Connection.connect(to: directory.file("s"))
    }
  }

  @LoopActor
  @Test func `connecting to a full backlog is retried until there is room`() async throws {
    let backlog = try FullBacklog()
    let connecting = Task { try await Connection.connect(to: backlog.path) }
    await Task.yield()
    backlog.acceptOne()
    let connection = try await connecting.value
    expect(connection.disconnection == nil)
  }

  @LoopActor
  @Test func `a backlog that stays full is an error in the end`() async throws {
    let backlog = try FullBacklog()
    let backoff = Backoff(
      first: .milliseconds(1), longest: .milliseconds(1), total: .milliseconds(5))
    await #expect(throws: LoopError(operation: "connect", code: EAGAIN)) {
      try await Connection.connect(to: backlog.path, backoff: backoff)
    }
  }

  @LoopActor
  private func observed(
    _ daemon: ScriptedDaemon
  ) async throws -> (Connection, Journal<Connection.Event>) {
    let events = Journal<Connection.Event>()
    let connection = try await Connection.connect(to: daemon.path)
    connection.observer = { events.note($0) }
    try await daemon.connections.wait(count: 1)
    return (connection, events)
  }

  private func parameters(_ members: KeyValuePairs<String, Int>) -> Parameters {
    Parameters(members.map { .init(name: $0.key, value: JSONText($0.value)) })
  }
}

extension Result<JSONText, CallError> {
  fileprivate var text: String {
    switch self {
    case .success(let result): result.description
    case .failure(.refused(let error)): "refused \(error.message)"
    case .failure(.lost): "lost"
    case .failure(.cancelled): "cancelled"
    }
  }
}
