import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// Login of a session, over the socket.
@Suite(.blocking) struct SessionLogInTests {
  private let directory = TemporaryDirectory()

  private func start(_ arguments: [String] = []) throws -> DaemonProcess {
    try .withUsers(arguments, in: directory)
  }

  private static let right = #"{"name":"ada","password":"enchantress"}"#

  @Test func `the form has an initial state`() throws {
    let peer = try DaemonInProcess().connect()
    let form = try peer.value("session.login.form")
    expect(form["name"]?.string, equals: "")
    expect(form["isLoginButtonEnabled"]?.boolean, equals: false)
    expect(form["emailFieldBorderColor"]?.string, equals: "normal")
    expect(form["message"], equals: .null)
    expect(form["isLoggingIn"]?.boolean, equals: false)
    try peer.call("session.login.setName", #"{"name":"ada"}"#)
    expect(try peer.value("session.login.form")["isLoginButtonEnabled"]?.boolean, equals: true)
  }

  @Test func `a user who has logged in is the author`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    let answer = try peer.call("session.login", Self.right)
    expect(answer["result", "token"]?.string?.count, equals: 64)
    expect(try author(peer), equals: "ada")
    try peer.call("session.logout")
    expect(try author(peer) != "ada")
  }

  @Test func `the log says who logs in and out, and who fails to`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    let process = try require(try author(peer))
    try peer.call("session.login", #"{"name":"x\" logged in as \"ada","password":"?"}"#)
    try peer.call("session.login", Self.right)
    try peer.call("session.logout")
    try waitUntil("the logout is logged") {
      daemon.process.standardError.contains(#"session: "ada" logged out"#)
    }
    let log = daemon.process.standardError
    expect(log.contains(#"session: "\#(process)" failed to log in as "x\" logged in as \"ada""#))
    expect(log.contains(#"session: "\#(process)" logged in as "ada""#))
    expect(!log.contains("enchantress"))
  }

  @Test func `another connection logs in with the token, until the logout`() throws {
    let daemon = try start()
    let (peer, other, third) = (
      try daemon.connect(), try daemon.connect(), try daemon.connect()
    )
    let token = try require(
      try peer.call("session.login", Self.right)["result", "token"]?.string)
    expect(try other.call("session.login", #"{"token":"\#(token)"}"#)["result"] != nil)
    expect(try author(other), equals: "ada")
    try peer.call("session.logout")
    expect(try third.call("session.login", #"{"token":"\#(token)"}"#).errorCode, equals: -32003)
    expect(try author(other), equals: "ada")
  }

  @Test func `the token of a session that logs in with a token ends with that token`() throws {
    let daemon = try start()
    let (peer, other, third) = (
      try daemon.connect(), try daemon.connect(), try daemon.connect()
    )
    let token = try require(
      try peer.call("session.login", Self.right)["result", "token"]?.string)
    let next = try require(
      try other.call("session.login", #"{"token":"\#(token)"}"#)["result", "token"]?.string)
    expect(try third.call("session.login", #"{"token":"\#(next)"}"#)["result"] != nil)
    try peer.call("session.logout")
    expect(try third.call("session.login", #"{"token":"\#(next)"}"#).errorCode, equals: -32003)
  }

  @Test func `a session can log in with its own token`() throws {
    let daemon = try start()
    let peer = try daemon.connect()
    let token = try require(
      try peer.call("session.login", Self.right)["result", "token"]?.string)
    let next = try require(
      try peer.call("session.login", #"{"token":"\#(token)"}"#)["result", "token"]?.string)
    let other = try daemon.connect()
    expect(try other.call("session.login", #"{"token":"\#(token)"}"#).errorCode, equals: -32003)
    expect(try other.call("session.login", #"{"token":"\#(next)"}"#)["result"] != nil)
    try peer.call("session.logout")
    expect(try other.call("session.login", #"{"token":"\#(next)"}"#).errorCode, equals: -32003)
  }

  @Test func `a configured token logs a program in`() throws {
    let peer = try start().connect()
    expect(try peer.call("session.login", #"{"token":"sensor.enchantress"}"#)["result"] != nil)
    expect(try author(peer), equals: "sensor")
  }

  @Test func `a wrong password and an unknown name get the same answer, and the form says so`()
    throws
  {
    let daemon = try start()
    let answers = try ["ada", "bob"].map { name in
      let peer = try daemon.connect()
      let answer = try peer.call("session.login", #"{"name":"\#(name)","password":"wrong"}"#)
      expect(answer.errorCode, equals: -32003)
      expect(answer["error", "data", "reason"]?.string, equals: "login")
      let form = try peer.value("session.login.form")
      expect(form["name"]?.string, equals: name)
      expect(form["emailFieldBorderColor"]?.string, equals: "red")
      expect(form["message"]?.string, equals: answer["error", "message"]?.string)
      return answer["error"]
    }
    expect(answers[0], equals: answers[1])
  }

  @Test func `a failure does not end the session`() throws {
    let peer = try start().connect()
    expect(try peer.call("session.login", #"{"name":"ada"}"#).errorCode, equals: -32003)
    expect(try peer.call("session.login", Self.right)["result"] != nil)
  }

  @Test func `a connection makes one attempt at a time`() throws {
    let peer = try start().connect()
    try peer.send(
      (1...2).map { #"{"id":\#($0),"method":"session.login","params":\#(Self.right)}"# }
        .joined(separator: "\n"))
    let busy = try peer.nextResponse()
    expect(busy["id"]?.integer, equals: 2)
    expect(busy["error", "data", "reason"]?.string, equals: "busy")
    expect(try peer.nextResponse()["result"] != nil)
  }

  @Test func `after three failures there is a pause`() throws {
    let peer = try start().connect()
    for _ in 1...3 {
      expect(
        try peer.call("session.login", #"{"name":"ada","password":"x"}"#).errorCode, equals: -32003)
    }
    let early = try peer.call("session.login", Self.right)
    expect(early.errorCode, equals: -32005)
    let wait = early["error", "data", "retryAfter"]?.integer ?? 0
    expect((1...1000).contains(wait))
  }

  @Test func `without users, a login says what to configure`() throws {
    let peer = try DaemonInProcess().connect()
    let answer = try peer.call("session.login", Self.right)
    expect(answer.errorCode, equals: -32005)
    expect(answer["error", "message"]?.string?.contains("users"), equals: true)
  }

  @Test func `no log, box or error contains the secret`() throws {
    let daemon = try start(["--log-level", "trace"])
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["**","session.**","daemon.**"]}"#)
    var lines: [JSONText] = []
    for parameters in [
      Self.right, #"{"name":"ada","password":["enchantress"]}"#,
      #"{"name":"ada","passwords":"enchantress"}"#, #"{"token":"x.enchantress"}"#,
      #"{"token":"enchantress","name":"enchantress.x"}"#,
    ] {
      lines.append(try peer.call("session.login", parameters))
    }
    lines.append(try peer.call("get", #"{"boxes":["session.**","daemon.**","**"]}"#))
    while let line = try peer.nextLineIfThere() { lines.append(try JSONText(parsing: line)) }
    expect(!lines.contains { $0.description.contains("enchantress\"") })
    try daemon.terminate()
    expect(!daemon.process.standardError.contains("enchantress"))
  }

  /// The author of an argument that the client adds.
  private func author(_ peer: Peer) throws -> String? {
    let text = "\(UInt32.random(in: 0 ... .max))"
    try peer.call("topics.ai.pros.add", #"{"text":"\#(text)"}"#)
    let items = try peer.value("topics.ai.pros.items").elements ?? []
    return items.first { $0["text"]?.string == text }?["author"]?.string
  }
}
