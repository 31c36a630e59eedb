import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// How many lines a client that follows the route of its session sends, and how often it waits.
@Suite(.blocking) struct SessionTrafficTests {
  private let user = TestUser()
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
  }

  /// Runs `procon-client session` with these lines.
  ///
  /// - Returns: the methods of the lines that it sends, those of one write together. Before each write
  ///   but the first, it has waited for the daemon.
  private func writes(_ lines: String...) throws -> [[String]] {
    let proxy = try CuttingProxy(at: user.directory.file("proxy.sock"), to: daemon.socket)
    let client = try user.start(
      "procon-client", ["session", "--socket", proxy.path], input: .pipe)
    try client.write(lines.map { "\($0)\n" }.joined())
    client.endInput()
    let writes = try proxy.passToEnd()
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    return try writes.map { try $0.map(methods) }
  }

  /// The method of a request; those of a batch with a plus sign between them.
  private func methods(_ line: String) throws -> String {
    let json = try JSONText(parsing: line.utf8)
    return (json.elements ?? [json]).map { $0["method"]?.string ?? "" }.joined(separator: "+")
  }

  private static let beginning = [
    ["subscribe", "ping"], ["subscribe", "rpc.discover", "ping"],
  ]
  private static let change = ["unsubscribe", "subscribe", "rpc.discover", "ping"]

  @Test func `a change of the route costs one round trip after the answer`() throws {
    expect(
      try writes("#1", "toPosts", "topics.ai", "dismiss", "dismiss"),
      equals: Self.beginning + [
        ["session.toBoard+ping"], Self.change, ["session.toPosts+ping"], Self.change,
        ["session.dismiss+ping"], Self.change, ["session.dismiss+ping"], Self.change,
      ])
  }

  @Test func `an intent that does not change the route costs none`() throws {
    let writes = try writes(
      "#1", "pros.add", "Light", "", "pros.add", "Quiet", "3", "toPosts", "", "toCreatePost", "",
      "setTitle",
      "One", "setContent", "Two")
    expect(
      writes,
      equals: Self.beginning + [
        ["session.toBoard+ping"], Self.change, ["topics.ai.pros.add+ping"],
        ["topics.ai.pros.add+ping"], ["session.toPosts+ping"], Self.change,
        ["session.toCreatePost+ping"], Self.change, ["session.draft.setTitle+ping"],
        ["session.draft.setContent+ping"],
      ])
    expect(try daemon.connect().value("topics.ai.pros.items").elements?.count, equals: 6)
  }

  // MARK: What can be done

  /// Answers a request.
  private func answer(
    _ connection: ScriptedConnection, _ method: String, _ result: String
  ) throws {
    let request = try connection.next()
    expect(request["method"]?.string, equals: method)
    try connection.send(#"{"id":\#(try require(request["id"])),"result":\#(result)}"#)
  }

  private func sendRoute(_ connection: ScriptedConnection) throws {
    let hall = #"{"scene":"hall","title":"Hall","boxes":[]}"#
    try connection.notify(
      "snapshot", #"{"revision":1,"boxes":{"session.route":{"stack":[\#(hall)]}}}"#)
    try connection.notify("synced", #"{"epoch":"e1","revision":1}"#)
  }

  private static let description =
    #"{"openrpc":"1.3.2","methods":[{"name":"session.login"},{"name":"session.ring"}]}"#

  /// Begins a session that shows a hall, whose boxes are none.
  private func begin() throws -> (UserProcess, ScriptedConnection) {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.start(
      "procon-client", ["session", "--socket", server.path], input: .pipe)
    let connection = try server.accept()
    try connection.greet()
    try answer(connection, "subscribe", #"{"epoch":"e1","revision":1,"resumed":false}"#)
    try sendRoute(connection)
    try answer(connection, "ping", #"{"revision":1}"#)
    try answer(connection, "rpc.discover", Self.description)
    return (client, connection)
  }

  /// Answers a call of an intent.
  private func answerCall(_ connection: ScriptedConnection, _ intent: String) throws {
    let batch = try require(try connection.next().elements)
    expect(batch.map { $0["method"]?.string }, equals: [intent, "ping"])
    let ids = batch.compactMap { $0["id"] }
    try connection.send(
      #"[{"id":\#(ids[0]),"result":{"revision":1}},{"id":\#(ids[1]),"result":{"revision":1}}]"#)
  }

  @Test func `what can be done is asked for again after a gap`() throws {
    let (client, connection) = try begin()
    try connection.notify("gap", #"{"from":2,"to":1}"#)
    try sendRoute(connection)
    try answer(connection, "rpc.discover", Self.description)
    try client.write("ring\n")
    try answerCall(connection, "session.ring")
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
  }

  @Test func `what can be done is asked for again after a login, and after no other intent`() throws
  {
    let (client, connection) = try begin()
    try client.write("ring\nlogin\nring\n")
    try answerCall(connection, "session.ring")
    try answerCall(connection, "session.login")
    try answer(connection, "rpc.discover", Self.description)
    try answerCall(connection, "session.ring")
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
  }

  @Test func `a daemon that refuses the route ends the session`() throws {
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try user.start(
      "procon-client", ["session", "--socket", server.path], input: .pipe)
    let connection = try server.accept()
    try connection.greet()
    let id = try require(try connection.next()["id"])
    try connection.send(
      #"{"id":\#(id),"error":{"code":-32004,"message":"there are too many sessions"}}"#)
    try answer(connection, "ping", #"{"revision":1}"#)
    expect(try client.waitForEnd() != .exited(0))
    expect(client.errors.contains("too many sessions"))
  }
}
