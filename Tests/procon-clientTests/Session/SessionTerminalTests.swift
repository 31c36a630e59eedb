import Boxes
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// `session` on a terminal: pages are printed, and lines are typed after a prompt.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionTerminalTests {
  private let user = TestUser()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 60, rows: 16)
  }

  /// Starts a session, and waits for its first page.
  private func start(_ server: SessionServer, words: [String] = []) throws -> UserProcess {
    let client = try user.start(
      "procon-client", ["session", "--socket", server.socket] + words, input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.reaction.hasSuffix("? help\n> ") }
    return client
  }

  /// Types a line, and waits for what is printed then, up to the next prompt.
  private func type(
    _ line: String, _ client: UserProcess, until text: String = "", prompt: String = "> "
  ) throws {
    try terminal.type("\(line)\r")
    try client.wait {
      terminal.reaction.contains(text) && terminal.reaction.hasSuffix("\n\(prompt)")
    }
  }

  // MARK: Pages

  @Test func `a page has the scene and what can be done, and fits`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    let lines = terminal.reaction.split(separator: "\n", omittingEmptySubsequences: false)
    expect(lines[0], equals: "Topics (2)")
    expect(lines[2].hasPrefix("#1  ai   Artificial"))
    expect(lines.contains("1 create  2 toTopics  3 toBoard  4 toPosts  5 toPost"))
    expect(lines.suffix(2), equals: ["? help", "> "])
    expect(lines.allSatisfy { $0.count <= 60 })
    try type("#2", client, until: "Tea or coffee?")
    try type("dismiss", client, until: "Topics (2)")
    expect(terminal.screen.unexpected, equals: [])
    withExtendedLifetime(server) {}
  }

  @Test func `a change by others is printed, and what is being typed is taken`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("#1", client, until: "+ Fast [1]")
    try terminal.type("pro")
    // The kernel echoes it in its own time.
    try client.wait { terminal.reaction == "pro" }
    await onLoop { server.pros.value.append(.fake(id: "3", text: "Later")) }
    try client.wait {
      terminal.reaction.contains("+ Later [3]") && terminal.reaction.hasSuffix("\n> ")
    }
    try type(
      "s.add", client, until: "pros.add, text: string; required. The argument.", prompt: "text: ")
    try type("Typed", client, prompt: "weight: ")
    try type("9", client, until: "weight must be: whole number, 1 to 5", prompt: "weight: ")
    try type("", client, until: "+ Typed [4]")
    expect(server.calls.events, equals: ["add Typed 1"])
  }

  @Test func `Escape cancels, and a refusal is reported`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("toBoard", client, prompt: "at: ")
    try type("\u{1B}", client)
    try type("toBoard", client, prompt: "at: ")
    try type("topics.nope", client, until: "refused: there is no topics.nope")
    try type("nonsense", client, until: "there is no 'nonsense'")
    try type("#1", client, until: "+ Fast [1]")
    withExtendedLifetime(server) {}
  }

  @Test func `an alert is red`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    await onLoop { server.topicsState.value = Content(status: false, message: "The disk is full.") }
    try client.wait { terminal.screen.contains("Alert: The disk is full.") }
    expect(terminal.screen.style(of: "Alert"), equals: "1;31")
  }

  @Test func `help and answers are printed`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("?", client, until: "toPoll        Shows the poll.")
    try type("create", client, prompt: "title: ")
    try type("New", client, until: #"{"id": "new"}"#)
    withExtendedLifetime(server) {}
  }

  // MARK: Login

  @Test func `a password is not shown`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let settings = terminal.settings
    let client = try start(server)
    expect(terminal.screen.contains("Log in  not ready"))
    try type("setName", client, prompt: "name: ")
    try type("ada", client, until: "Log in  ready")
    for (password, text) in [
      ("wrong one", "Wrong name or password."), ("se cret", "Topics (2)"),
    ] {
      try type("login", client, prompt: "name: ")
      try type("ada", client, prompt: "password: ")
      expect(terminal.settings != settings)
      try type(password, client, prompt: "token: ")
      try type("", client, until: text)
      expect(terminal.settings, equals: settings)
    }
    expect(server.logIns.events, equals: ["ada/wrong one/", "ada/se cret/"])
    let all = String(decoding: terminal.bytes, as: UTF8.self)
    for secret in ["wrong one", "se cret", "secret", "token-0"] { expect(!all.contains(secret)) }
  }

  // MARK: The end

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `Ctrl-C and Ctrl-D end it`(key: String) async throws {
    let settings = terminal.settings
    let server = try await SessionServer()
    let client = try start(server)
    try type("create", client, prompt: "title: ")
    try terminal.type(key)
    expect(try client.waitForEnd(), equals: (key == "\u{3}" ? .killed(signal: 2) : .exited(0)))
    expect(terminal.settings, equals: settings)
    expect(terminal.screen.unexpected, equals: [])
    withExtendedLifetime(server) {}
  }

  @Test func `a lost daemon is waited for, and the next session is a new one`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try terminal.type("")
    await server.stop()
    try client.wait {
      terminal.reaction.contains("The connection to the daemon is lost; trying again")
    }
    // The first attempt fails.
    try hangUp(at: server.socket)
    try await server.listen()
    // The page is the same, and printed again.
    try client.wait {
      terminal.reaction.contains("Topics (2)") && terminal.reaction.hasSuffix("\n> ")
    }
    try type("#1", client, until: "+ Fast [1]")
  }

  @Test func `a new session logs in with the token of the last one`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let client = try start(server)
    try type("login", client, prompt: "name: ")
    try type("ada", client, prompt: "password: ")
    try type("se cret", client, prompt: "token: ")
    try type("", client, until: "Topics (2)")
    try terminal.type("")
    await server.stop()
    try client.wait { terminal.reaction.contains("trying again") }
    try await server.listen()
    try client.wait { terminal.reaction.contains("Topics (2)") }
    expect(server.logIns.events, equals: ["ada/se cret/", "//token-0"])
    try type("logout", client, until: "Log in  not ready")
  }

  @Test func `a dumb terminal gets no control sequences`() async throws {
    let server = try await SessionServer()
    let client = try user.start(
      "procon-client", ["session", "--socket", server.socket], environment: ["TERM": "dumb"],
      input: .terminal, output: .terminal(terminal))
    await onLoop { server.topicsState.value = Content(status: false, message: "Full.") }
    try client.wait {
      terminal.reaction.contains("Alert: Full.") && terminal.reaction.hasSuffix("\n> ")
    }
    try terminal.type("\u{4}")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(!terminal.bytes.contains(0x1B))
  }
}
