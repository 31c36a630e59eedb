import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `procon-client session` with a real daemon: on a terminal, and in a pipe.
@Suite(.blocking) struct SessionCommandTests {
  private let user = TestUser()
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal(columns: 80, rows: 24)
  }

  private func start(_ daemon: any TestDaemon, _ words: String...) throws -> UserProcess {
    try user.start(
      "procon-client", ["session", "--socket", daemon.socket] + words, input: .terminal,
      output: .terminal(terminal))
  }

  /// Types a line, and waits until the session prints this and asks for the next line.
  private func type(
    _ line: String, _ client: UserProcess, until text: String, prompt: String = ">"
  ) throws {
    try terminal.type("\(line)\r")
    try client.wait {
      terminal.reaction.contains(text) && terminal.reaction.hasSuffix("\(prompt) ")
    }
  }

  private func posts(_ daemon: any TestDaemon) throws -> [String] {
    let items = try daemon.connect().value("topics.ai.posts.items").elements ?? []
    return items.compactMap { $0["title"]?.string }
  }

  // MARK: A terminal

  @Test func `the whole way, from the topics to a post that is written, edited and deleted`() throws
  {
    let daemon = try DaemonInProcess()
    let client = try start(daemon)
    try client.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    try type("#1", client, until: "+ No breaks [4]")
    try daemon.connect().call("topics.ai.pros.add", #"{"text":"By another client"}"#)
    try client.wait { terminal.screen.contains("+ By another client [5]") }
    try type("toPosts", client, until: "topics.ai if empty", prompt: "at:")
    try type("", client, until: "Posts: Artificial Intelligence")
    try type("toCreatePost", client, until: "topics.ai if empty", prompt: "at:")
    try type("", client, until: "Save     not ready")
    try type("setTitle", client, until: "required", prompt: "title:")
    try type("試験 👍🏽", client, until: "Title    試験 👍🏽")
    try type("setContent", client, until: "required", prompt: "content:")
    try type("One\\", client, until: "required", prompt: "content:")
    try type("two", client, until: "Save     ready")
    expect(terminal.screen.contains("Content  One"))
    try type("save", client, until: "#1  試験")
    expect(try posts(daemon), equals: ["試験 👍🏽"])
    try type("#1", client, until: "1 edit  2 setTitle")
    try type("edit", client, until: "1 edit (Save)")
    try type("setTitle", client, until: "required", prompt: "title:")
    try type("試験 👍🏽, edited", client, until: "It is being edited, and can be saved.")
    try type("edit", client, until: "1 edit  2 setTitle")
    expect(try posts(daemon), equals: ["試験 👍🏽, edited"])
    try type("delete", client, until: "want to delete this post?", prompt: "[y/N]")
    try type("y", client, until: "Posts (0)")
    expect(try posts(daemon), equals: [])
    try type("dismiss", client, until: "+ No breaks [4]")
    try type("dismiss", client, until: "#1  ai  Artificial Intelligence")
    try terminal.type("\u{4}")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(terminal.screen.unexpected, equals: [])
  }

  @Test func `a draft is cancelled, and dismissed`() throws {
    let daemon = try DaemonInProcess()
    let client = try start(daemon)
    try client.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    for intent in ["cancel", "dismiss"] {
      try type("toCreatePost", client, until: "required", prompt: "at:")
      try type("topics.ai", client, until: "New post")
      try type("save", client, until: "Alert: title must not be empty")
      expect(terminal.reaction.contains("refused: title must not be empty (-32602)"))
      try type(intent, client, until: "#1  ai  Artificial Intelligence")
    }
    expect(try posts(daemon), equals: [])
  }

  @Test func `when another client removes what is shown, the next page is the one before`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    let written = try peer.call("topics.ai.posts.write", #"{"title":"A","content":"Words"}"#)
    let id = try require(written["result", "id"]?.string)
    let client = try start(daemon)
    try client.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    try type("toPost", client, until: "required", prompt: "at:")
    try type("topics.ai", client, until: "toPost, id", prompt: "id:")
    try type(id, client, until: "Words")
    try terminal.type("")
    try peer.call("topics.ai.posts.remove", #"{"id":"\#(id)"}"#)
    try client.wait { terminal.reaction.contains("#1  ai  Artificial Intelligence") }
  }

  @Test func `the next daemon begins with a new session`() throws {
    let first = try DaemonProcess()
    let client = try start(first)
    try client.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    try type("#1", client, until: "+ No breaks [4]")
    try terminal.type("")
    first.process.signal(SIGKILL)
    try client.wait { terminal.reaction.contains("The connection to the daemon is lost") }
    try first.process.waitForEnd()
    let second = try DaemonProcess(in: first.directory, socket: first.socket)
    try client.wait { terminal.reaction.contains("#1  ai  Artificial Intelligence") }
    try type("#1", client, until: "+ No breaks [4]")
    withExtendedLifetime(second) {}
  }

  @Test func `a session is resumed after an answer that was too late`() throws {
    let daemon = try DaemonProcess()
    let client = try start(daemon, "--timeout", "1s")
    try client.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    daemon.process.signal(SIGSTOP)
    try terminal.type("#1\r")
    try client.wait { terminal.reaction.contains("The connection to the daemon is lost") }
    daemon.process.signal(SIGCONT)
    try client.wait { terminal.reaction.contains("#1  ai  Artificial Intelligence") }
    try type("#1", client, until: "+ No breaks [4]")
  }

  // MARK: Rights

  private func limited() throws -> DaemonProcess {
    try PolicyFiles([
      rule("group:staff", "read", "topics.**"), rule("group:staff", "call", "topics.*.pros.*"),
    ]).start()
  }

  @Test func `a policy that allows nothing shows the login, and after it the topics`() throws {
    let daemon = try limited()
    let client = try start(daemon)
    try client.wait { terminal.screen.contains("Log in  not ready") }
    try type("setName", client, until: "required", prompt: "name:")
    try type("ada", client, until: "Log in  ready")
    try type("login", client, until: "login, name", prompt: "name:")
    try type("ada", client, until: "login, password", prompt: "password:")
    try type("wrong secret", client, until: "login, token", prompt: "token:")
    try type("", client, until: "refused: the name or the password is wrong")
    try type("login", client, until: "login, name", prompt: "name:")
    try type("ada", client, until: "login, password", prompt: "password:")
    try type("enchantress", client, until: "login, token", prompt: "token:")
    try type("", client, until: "#1  ai  Artificial Intelligence")
    try type("#1", client, until: "1 pros.fetch  2 pros.add")
    expect(!terminal.reaction.contains("cons.add"))
    try type("toCreatePost", client, until: "required", prompt: "at:")
    try type("", client, until: "New post")
    for (intent, prompt) in [("setTitle", "title:"), ("setContent", "content:")] {
      try type(intent, client, until: "required", prompt: prompt)
      try type("Any", client, until: "Any")
    }
    try type("save", client, until: "Alert: you may not call topics.ai.posts.write")
    try type("logout", client, until: "Log in  ready")
    let all = String(decoding: terminal.bytes, as: UTF8.self)
    for secret in ["wrong secret", "enchantress"] { expect(!all.contains(secret)) }
    withExtendedLifetime(daemon) {}
  }

  @Test func `--login asks for the password without an echo`() throws {
    let daemon = try limited()
    let client = try start(daemon, "--login", "ada")
    try client.wait { terminal.screen.contains("Password of ada:") }
    try type("enchantress", client, until: "#1  ai  Artificial Intelligence")
    expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("enchantress"))
    withExtendedLifetime(daemon) {}
  }

  @Test func `--login with a wrong password ends before a session begins`() throws {
    let settings = terminal.settings
    let daemon = try limited()
    let client = try start(daemon, "--login", "ada")
    try client.wait { terminal.screen.contains("Password of ada:") }
    try terminal.type("mistyped\r")
    expect(try client.waitForEnd(), equals: .exited(77))
    expect(
      terminal.screen.contains("cannot log in: the name or the password is wrong"),
      "\(terminal.screen.text)")
    expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("mistyped"))
    expect(!terminal.screen.isAlternate)
    expect(terminal.settings, equals: settings)
    withExtendedLifetime(daemon) {}
  }

  // MARK: A pipe

  /// Runs a session to its end.
  private func run(
    _ daemon: any TestDaemon, _ words: [String] = [], lines: [String]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(["session"] + words, with: daemon, input: lines.map { "\($0)\n" }.joined())
  }

  @Test func `a script goes the whole way`() throws {
    let daemon = try DaemonInProcess()
    let (end, output, errors) = try run(
      daemon,
      lines: [
        "#1", "pros.add", "Always awake", "2", "toPosts", "", "toCreatePost", "", "setTitle", "A",
        "setContent", #"One\"#, "two", "save", "#1", "edit", "setTitle", "B", "edit", "dismiss",
        "dismiss", "dismiss", "create", "Cats", "#2",
      ])
    expect(end, equals: .exited(0), "\(errors)")
    let all = [
      "Topics (1)", "Topics (2)", "Artificial Intelligence", "Posts: Artificial Intelligence",
      "New post", "A", "B", "Cats",
    ]
    let titles = output.split(separator: "\n").filter { all.contains(String($0)) }
    expect(
      titles,
      equals: [
        "Topics (1)", "Artificial Intelligence", "Artificial Intelligence",
        "Posts: Artificial Intelligence", "New post", "New post", "New post",
        "Posts: Artificial Intelligence", "A", "A", "B", "B", "Posts: Artificial Intelligence",
        "Artificial Intelligence", "Topics (1)", "Topics (2)", "Cats",
      ], "\(output)")
    expect(output.contains("+ Always awake ×2 [5]"))
    expect(try posts(daemon), equals: ["B"])
  }

  @Test func `a reader that takes its time gets the whole page`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    // More than a pipe holds.
    let topics = 1500
    let title = String(repeating: "x", count: 60)
    for number in 1..<topics {
      try peer.call("topics.create", #"{"title":"\#(title) \#(number)"}"#)
    }
    let session = try ChildProcess(
      builtProgram("procon-client"), ["session", "--socket", daemon.socket])
    try session.waitForOutput()
    try waitUntil("the session has ended") {
      try peer.value("daemon.stats")["connections"]?.integer == 1
    }
    expect(try session.waitForEnd(), equals: .exited(0), "\(session.standardError)")
    let rows = session.standardOutput.split(separator: "\n").filter { $0.hasPrefix("#") }
    expect(rows.count, equals: topics)
  }

  @Test func `a script logs in with a token, and with a password`() throws {
    let daemon = try PolicyFiles([rule("group:staff token:sensor", "read", "topics.**")]).start()
    for (secret, words) in [
      ("sensor.enchantress", ["--token-file"]),
      ("enchantress", ["--login", "ada", "--password-file"]),
    ] {
      let file = try user.save(secret, as: "secret")
      chmod(file, 0o600)
      let (end, output, errors) = try run(daemon, words + [file], lines: ["#1"])
      expect(end, equals: .exited(0), "\(errors)")
      expect(output.hasPrefix("Topics (1)\n"))
      expect(output.contains("+ No breaks [4]"))
    }
    let (end, output, _) = try run(
      daemon, lines: ["login", "ada", "enchantress", "", "logout"])
    expect(end, equals: .exited(0))
    let titles = output.split(separator: "\n").filter { ["Log in", "Topics (1)"].contains($0) }
    expect(titles, equals: ["Log in", "Topics (1)", "Log in"])
  }

  @Test func `a script ends at the first refusal, with its exit code`() throws {
    let daemon = try limited()
    for (lines, code, sentence) in [
      (["toBoard", "topics.ai"], 77, "refused: you may not read topics.ai; log in as"),
      (["login", "ada", "wrong", ""], 77, "refused: the name or the password is wrong"),
    ] {
      let (end, output, errors) = try run(daemon, lines: lines + ["setName", "late"])
      expect(end, equals: .exited(Int32(code)))
      expect(errors.hasPrefix("procon-client: \(sentence)"), "\(errors)")
      expect(!output.contains("late"))
    }
    let (end, _, errors) = try run(try DaemonInProcess(), lines: ["toBoard", "topics.nope"])
    expect(end, equals: .exited(4))
    expect(errors, equals: "procon-client: refused: there is no topic topics.nope (-32001)\n")
  }

  // MARK: Scenes that a client does not know

  /// The client in Python has no view for any kind of scene.
  @Test func `every scene can be shown by its description alone`() throws {
    let daemon = try DaemonInProcess()
    let client = try user.shell(
      "exec python3 '\(SourceTree.root)/Tests/PythonClient/follow.py' \(daemon.socket)",
      input: .pipe)
    func page() -> String { client.output.split(separator: "== ").last.map(String.init) ?? "" }
    func choose(_ intent: String, _ lines: String..., until text: String) throws {
      let menu = page().split(separator: "\n")
      let line = try require(menu.last { $0.hasSuffix(" \(intent)") }, "\(client.output)")
      try client.write((["\(line.prefix { $0.isNumber })"] + lines).map { "\($0)\n" }.joined())
      try client.wait { page().contains(text) && page().contains("session.logout") }
    }
    try client.wait { page().contains("session.logout") }
    expect(page().hasPrefix("Topics\n"))
    try choose("session.toBoard", "topics.ai", until: "topics.ai.pros.add")
    expect(page().hasPrefix("Artificial Intelligence\n"))
    expect(page().contains("Error reduction"))
    try choose("session.toPosts", "topics.ai", until: "Posts: Artificial Intelligence")
    try choose("session.toCreatePost", "topics.ai", until: "session.draft.save")
    try choose("session.draft.setTitle", "Trial", until: "title: Trial")
    try choose("session.draft.setContent", "It is faster.", until: "canSave: True")
    try choose("session.draft.save", until: "Posts: Artificial Intelligence")
    expect(page().contains("Trial"))
    expect(try posts(daemon), equals: ["Trial"])
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
  }
}
