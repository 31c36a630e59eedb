import Glibc
import TestSupport
import Testing
import Wire

/// The client against a server that breaks off, or is none of ours.
@Suite(.blocking) struct LostConnectionTests {
  private let user = TestUser()
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(at: user.directory.file("scripted.sock"))
  }

  private static let commands = [
    ["ping"], ["get", "shared.a"], ["set", "shared.a", "1"], ["add", "pro", "x"],
    ["remove", "pro", "x"], ["call", "ping"], ["delete", "shared.a"],
  ]

  private func client(_ words: [String]) throws -> UserProcess {
    try user.start("procon-client", words + ["--socket", server.path])
  }

  @Test(arguments: commands)
  func `a request whose connection is lost ends with 75`(command: [String]) throws {
    let client = try client(command)
    let connection = try server.accept()
    try connection.greet()
    _ = try connection.next()
    connection.close()
    #expect(try client.waitForEnd() == .exited(75))
    #expect(client.output == "")
    #expect(
      client.errors == """
        procon-client: the connection was lost: the daemon closed the connection; see what was done \
        with 'procon-client get', then try again

        """)
  }

  @Test func `bye instead of an answer ends it with 75`() throws {
    let client = try client(["ping"])
    let connection = try server.accept()
    try connection.greet()
    try connection.notify("bye", #"{"reason":"shutdown","retryAfter":500}"#)
    #expect(try client.waitForEnd() == .exited(75))
    #expect(client.errors.contains("the daemon said goodbye (shutdown)"))
  }

  @Test(arguments: [["ping"], ["subscribe"], ["subscribe", "--once"]])
  func `a server of another version is not talked to`(command: [String]) throws {
    let client = try client(command)
    let connection = try server.accept()
    try connection.greet(version: 2)
    #expect(try client.waitForEnd() == .exited(69))
    #expect(
      client.errors == """
        procon-client: the daemon speaks version 2 of the protocol, not 1; install matching \
        versions of procon-client and procond

        """)
  }

  @Test func `a server that does not speak JSON is told as such`() throws {
    let client = try client(["ping"])
    let connection = try server.accept()
    try connection.send("220 mail.example.org ESMTP\u{1B}[2J")
    #expect(try client.waitForEnd() == .exited(75))
    #expect(client.errors.contains("the daemon sent a line that is "))
    #expect(client.errors.split(separator: "\n").count == 1)
  }

  @Test func `a refused subscription ends with 65`() throws {
    let client = try client(["subscribe", "shared.**"])
    let connection = try server.accept()
    try connection.greet()
    let id = try #require(try connection.next()["id"])
    try connection.send(#"{"id":\#(id),"error":{"code":-32003,"message":"not for you"}}"#)
    #expect(try client.waitForEnd() == .exited(65))
    #expect(client.errors == "procon-client: refused: not for you (-32003)\n")
  }
}
