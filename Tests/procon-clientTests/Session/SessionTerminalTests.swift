import Boxes
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// `session` on a terminal: drawn in place, with a line to type in at the bottom.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct SessionTerminalTests {
  private let user = TestUser()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 60, rows: 16)
  }

  /// Starts a session, and waits for its first page.
  private func start(
    _ server: SessionServer, words: [String] = [], environment: [String: String] = [:]
  ) throws -> UserProcess {
    let client = try user.start(
      "procon-client", ["session", "--socket", server.socket] + words, environment: environment,
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("? help") && terminal.screen.lines.last == ">" }
    return client
  }

  /// Types a line, and waits for what it shows.
  private func type(_ line: String, _ client: UserProcess, until text: String) throws {
    try terminal.type("\(line)\r")
    try client.wait { terminal.screen.contains(text) }
  }

  // MARK: Drawing

  @Test func `the scene is at the top, the menu and the prompt at the bottom`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    let lines = terminal.screen.lines
    #expect(lines[0] == "Topics (2)")
    #expect(lines[2].hasPrefix("#1  ai   Artificial"))
    #expect(lines[12] == "1 create  2 toTopics  3 toBoard  4 toPosts  5 toPost")
    #expect(lines[14] == "? help")
    #expect(lines[15] == ">")
    #expect(terminal.screen.isCursorShown)
    #expect(terminal.screen.cursor == (15, 2))
    try type("#2", client, until: "Tea or coffee?")
    try type("dismiss", client, until: "Topics (2)")
    #expect(terminal.screen.unexpected == [])
    withExtendedLifetime(server) {}
  }

  @Test func `a change by others is drawn, and what is being typed stays`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("#1", client, until: "+ Fast [1]")
    try terminal.type("pro")
    try client.wait { terminal.screen.contains("> pro") }
    await onLoop { server.pros.value.append(FakeArgument(id: "3", text: "Later")) }
    try client.wait { terminal.screen.contains("+ Later [3]") }
    #expect(terminal.screen.contains("> pro"))
    try type("s.add", client, until: "text:")
    #expect(terminal.screen.contains("pros.add, text: string; required. The argument."))
    try type("Typed", client, until: "weight:")
    try type("9", client, until: "weight must be: whole number, 1 to 5")
    try type("", client, until: "+ Typed [4]")
    #expect(server.calls.events == ["add Typed 1"])
  }

  @Test func `Escape cancels, and a refusal is shown until the next line`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("toBoard", client, until: "at:")
    try terminal.type("topics.nope")
    try client.wait { terminal.screen.contains("at: topics.nope") }
    try terminal.type("\u{1B}")
    try client.wait { terminal.screen.lines.last == ">" }
    try type("toBoard", client, until: "at:")
    try type("topics.nope", client, until: "refused: there is no topics.nope")
    #expect(terminal.screen.style(of: "refused") == "31")
    try type("nonsense", client, until: "there is no 'nonsense'")
    #expect(!terminal.screen.contains("refused"))
    try type("#1", client, until: "+ Fast [1]")
    #expect(!terminal.screen.contains("there is no 'nonsense'"))
    withExtendedLifetime(server) {}
  }

  @Test func `an alert is red`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    await onLoop { server.topicsState.value = Content(status: false, message: "The disk is full.") }
    try client.wait { terminal.screen.contains("Alert: The disk is full.") }
    #expect(terminal.screen.style(of: "Alert") == "1;31")
  }

  @Test func `resizing redraws`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try terminal.resize(columns: 100, rows: 30)
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    try client.wait { terminal.screen.lines.count == 30 && terminal.screen.lines[29] == ">" }
    try terminal.resize(columns: 40, rows: 6)
    try client.wait { terminal.screen.lines.last == ">" && terminal.screen.contains("… ? help") }
    #expect(terminal.screen.lines.allSatisfy { $0.count <= 40 })
    withExtendedLifetime(server) {}
  }

  @Test func `help and answers take the scene's place until the next line`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("?", client, until: "toPoll        Shows the poll.")
    try type("", client, until: "Topics (2)")
    try type("create", client, until: "title:")
    try type("New", client, until: #"{"id": "new"}"#)
    try type("", client, until: "Topics (2)")
    withExtendedLifetime(server) {}
  }

  @Test func `Page Down and Page Up scroll a page that is longer than the terminal`() async throws {
    let server = try await SessionServer()
    let words = (1...30).map { "line \($0)." }.joined(separator: "\n")
    await onLoop { server.posts.value[0].subtitle = words }
    let client = try start(server)
    try type("toPost", client, until: "at:")
    try type("topics.ai", client, until: "id:")
    try type("p1", client, until: "line 8.")
    try client.wait { terminal.screen.lines[10] == "… 22 more lines" }
    try terminal.type("\u{1B}[6~")
    try client.wait { terminal.screen.lines[0] == "line 9." }
    #expect(terminal.screen.lines[10] == "… 12 more lines")
    try terminal.type("typed\u{1B}[6~\u{1B}[6~")
    try client.wait { terminal.screen.lines[10] == "line 30." }
    #expect(terminal.screen.lines.last == "> typed")
    try terminal.type("\u{15}\u{1B}[5~")
    try client.wait { terminal.screen.lines[0] == "line 10." }
    try terminal.type("\u{1B}[5~")
    try client.wait { terminal.screen.contains("line 1.") }
    try terminal.type("\u{1B}[5~")
    try client.wait { terminal.screen.lines[0] == "SECOND" }
    try terminal.type("\u{1B}[6~")
    try client.wait { terminal.screen.lines[0] == "line 9." }
    try terminal.resize(columns: 10, rows: 2)
    try client.wait { terminal.screen.lines.count == 2 && terminal.screen.lines[1] == ">" }
    try terminal.resize(columns: 60, rows: 16)
    try client.wait { terminal.screen.contains("? help") }
    // Another page begins at its top.
    try type("?", client, until: "1   setTitle")
    try type("dismiss", client, until: "Topics (2)")
  }

  // MARK: Typing

  @Test func `the present value is edited, and pasted line ends are part of it`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("toCreatePost", client, until: "at:")
    try type("topics.ai", client, until: "New post")
    try type("setContent", client, until: "content:")
    try terminal.type("\u{1B}[200~one\rtwo\u{1B}[201~")
    try client.wait { terminal.screen.contains("content: one⏎two") }
    try type("", client, until: "Content  one")
    try type("setContent", client, until: "content: one⏎two")
    try terminal.type("\u{1}zero \u{5}!")
    try client.wait { terminal.screen.contains("content: zero one⏎two!") }
    try type("", client, until: "Content  zero one")
    #expect(await onLoop { server.session?.content.value } == "zero one\ntwo!")
  }

  @Test func `a backslash at the end of the present value does not continue the line`() async throws
  {
    let server = try await SessionServer()
    let client = try start(server)
    try type("toCreatePost", client, until: "at:")
    try type("topics.ai", client, until: "New post")
    await onLoop { server.session?.set(content: #"C:\"#) }
    try client.wait { terminal.screen.contains(#"Content  C:\"#) }
    try type("setContent", client, until: #"content: C:\\"#)
    try terminal.type("\u{1}on \r")
    try client.wait { terminal.screen.contains(#"Content  on C:\"#) }
    #expect(await onLoop { server.session?.content.value } == #"on C:\"#)
  }

  @Test func `a question that leaves no room for the answer is above the line`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try terminal.resize(columns: 40, rows: 16)
    try type("toPosts", client, until: "at:")
    try type("topics.ai", client, until: "Posts of topics.ai")
    try type("#1", client, until: "4 delete")
    try type("delete", client, until: "[y/N]")
    #expect(terminal.screen.contains("Are you sure you want to delete this"))
    #expect(terminal.screen.cursor == (15, 0))
    try type("y", client, until: "Posts (1)")
    #expect(await onLoop { server.posts.value.count } == 1)
  }

  @Test func `a long text scrolls on the line`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try terminal.type(String(repeating: "abcdefghi ", count: 10))
    try client.wait { terminal.screen.lines.last?.hasSuffix("efghi abcdefghi") == true }
    #expect(terminal.screen.cursor == (15, 59))
    try terminal.type("\u{15}")
    try client.wait { terminal.screen.lines.last == ">" }
    withExtendedLifetime(server) {}
  }

  @Test func `a password is not shown`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let client = try start(server)
    #expect(terminal.screen.contains("Log in  not ready"))
    try type("setName", client, until: "name:")
    try type("ada", client, until: "Log in  ready")
    try type("login", client, until: "name: ada")
    try type("", client, until: "password:")
    try terminal.type("wrong one")
    try type("", client, until: "token:")
    try type("", client, until: "Wrong name or password.")
    #expect(terminal.screen.style(of: "Wrong") == "31")
    try type("login", client, until: "name: ada")
    try type("", client, until: "password:")
    try type("se cret", client, until: "token:")
    try type("", client, until: "Topics (2)")
    #expect(server.logIns.events == ["ada/wrong one/", "ada/se cret/"])
    let all = String(decoding: terminal.bytes, as: UTF8.self)
    for secret in ["wrong one", "se cret", "secret", "token-0"] { #expect(!all.contains(secret)) }
  }

  // MARK: The end

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `Ctrl-C and Ctrl-D end it and restore the terminal`(key: String) async throws {
    let settings = terminal.settings
    let server = try await SessionServer()
    let client = try start(server)
    #expect(terminal.settings != settings)
    #expect(terminal.screen.marksPaste)
    try type("create", client, until: "title:")
    try terminal.type(key)
    #expect(try client.waitForEnd() == (key == "\u{3}" ? .killed(signal: 2) : .exited(0)))
    #expect(terminal.settings == settings)
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.isCursorShown)
    #expect(!terminal.screen.marksPaste)
    #expect(terminal.screen.unexpected == [])
    withExtendedLifetime(server) {}
  }

  @Test func `Ctrl-Z restores the terminal, and fg draws the session again`() async throws {
    let settings = terminal.settings
    let server = try await SessionServer()
    let client = try user.shell(
      "set -m; procon session --socket \(server.socket); echo stopped; read x; fg",
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("? help") }
    let whileShown = terminal.settings
    try terminal.type("\u{1A}")
    try client.wait { terminal.screen.contains("stopped") }
    #expect(terminal.settings == settings)
    try terminal.type("\n")
    try client.wait { terminal.screen.contains("? help") }
    #expect(terminal.settings == whileShown)
    try type("#1", client, until: "+ Fast [1]")
    try terminal.type("\u{4}")
    try client.waitForEnd()
    #expect(terminal.settings == settings)
    withExtendedLifetime(server) {}
  }

  @Test func `a lost daemon is waited for, and the next session is a new one`() async throws {
    let server = try await SessionServer()
    let client = try start(server)
    try type("#1", client, until: "+ Fast [1]")
    await server.stop()
    try client.wait {
      terminal.screen.contains("The connection to the daemon is lost; trying again")
    }
    #expect(terminal.screen.contains("+ Fast [1]"))
    // The first attempt fails.
    try hangUp(at: server.socket)
    try await server.listen()
    try client.wait { terminal.screen.contains("Topics (2)") }
    try client.wait { !terminal.screen.contains("lost") }
    try type("#1", client, until: "+ Fast [1]")
  }

  @Test func `a new session logs in with the token of the last one`() async throws {
    let server = try await SessionServer(requiresLogin: true)
    let client = try start(server)
    try type("login", client, until: "name:")
    try type("ada", client, until: "password:")
    try type("se cret", client, until: "token:")
    try type("", client, until: "Topics (2)")
    await server.stop()
    try client.wait { terminal.screen.contains("trying again") }
    try await server.listen()
    try client.wait { terminal.screen.contains("Topics (2)") && !terminal.screen.contains("lost") }
    #expect(server.logIns.events == ["ada/se cret/", "//token-0"])
    try type("logout", client, until: "Log in  not ready")
  }

  // MARK: A simple terminal

  @Test func `on a dumb terminal pages are printed, and lines are typed after a prompt`()
    async throws
  {
    let server = try await SessionServer(requiresLogin: true)
    let settings = terminal.settings
    let client = try start(server, environment: ["TERM": "dumb"])
    try type("login", client, until: "name:")
    try type("ada", client, until: "password:")
    #expect(terminal.settings != settings)
    try type("se cret", client, until: "token:")
    try terminal.type("\n")
    try client.wait { terminal.screen.contains("Topics (2)") }
    #expect(terminal.settings == settings)
    await onLoop { server.topicsState.value = Content(status: false, message: "Full.") }
    try client.wait {
      terminal.screen.contains("Alert: Full.") && terminal.screen.lines.last == ">"
    }
    try terminal.type("\u{4}")
    #expect(try client.waitForEnd() == .exited(0))
    let all = String(decoding: terminal.bytes, as: UTF8.self)
    #expect(!all.contains("se cret"))
    #expect(!all.contains("\u{1B}"))
    #expect(all.split(separator: "\r\n").allSatisfy { $0.count <= 60 })
  }
}
