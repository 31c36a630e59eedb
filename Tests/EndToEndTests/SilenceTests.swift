import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// The client with a server that accepts connections and sends nothing. Each test has its own
/// thread, because it takes as long as the client's timeout.
@Suite struct SilenceTests {
  @Test(arguments: [["ping"], ["subscribe"], ["subscribe", "--once"]])
  func `a process that does not greet within 5 s is not a daemon`(command: [String]) async throws {
    try await onOwnThread {
      let user = TestUser()
      let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
      let client = try user.start("procon-client", command + ["--socket", server.path])
      let connection = try server.accept()
      expect(try client.waitForEnd(), equals: .exited(69))
      expect(client.output, equals: "")
      expect(
        client.errors,
        equals: """
          procon-client: no daemon greets at \(server.path) within 5 s; try again, or name another \
          socket with --socket

          """)
      withExtendedLifetime(connection) {}
    }
  }

  @Test func `a refusal is reported even if nothing follows`() async throws {
    try await onOwnThread {
      let user = TestUser()
      let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
      let client = try user.client("call", "topics.ai.pros.ad", "--yes", "--socket", server.path)
      let connection = try server.accept()
      try connection.greet()
      let id = try require(try connection.next()["id"])
      try connection.send(#"{"id":\#(id),"error":{"code":-32601,"message":"there is none"}}"#)
      expect(try connection.next()["method"]?.string, equals: "rpc.discover")
      expect(try client.waitForEnd(), equals: .exited(65))
      expect(client.errors.hasPrefix("procon-client: refused: there is none; "))
      withExtendedLifetime(connection) {}
    }
  }

  @Test func `the help describes this timeout`() async throws {
    try await onOwnThread {
      let help = try TestUser().client("--help")
      expect(try help.waitForEnd(), equals: .exited(0))
      expect(
        help.output.contains(
          "\n  69   no daemon listens, greets within 5 s or answers within --timeout\n"))
    }
  }

  @Test func `a subscriber that finds a silent server in place of the daemon tries again`()
    async throws
  {
    try await onOwnThread {
      let user = TestUser()
      let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
      let client = try user.client("subscribe", "shared.**", "--socket", server.path)
      let first = try server.acceptSubscriber(#"{"shared.a":1}"#)
      expect(try client.nextLine(), equals: "shared.a\t1")
      first.close()
      let silent = try server.accept()
      let third = try server.acceptSubscriber(#"{"shared.a":2}"#, epoch: "e2")
      expect(try client.nextLine(), equals: "shared.a\t2")
      expect(
        client.errors, equals: "procon-client: the daemon closed the connection; trying again\n")
      silent.close()
      third.close()
    }
  }
}
