import BoxServer
import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import SessionTestSupport

/// The options with which commands log in.
@Suite(.blocking, .enabled(if: LoopThread.isRunning)) struct LoginTests {
  private let user = TestUser()

  /// A server that lets only those read who have logged in.
  private func server() async throws -> SessionServer {
    let server = try await SessionServer()
    await onLoop { server.rights = Rights(read: [], set: [], delete: [], call: []) }
    return server
  }

  /// - Parameter mode: the permissions of the file.
  private func file(_ content: String, mode: mode_t = 0o600) throws -> String {
    let path = user.directory.file("key")
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try require(descriptor >= 0)
    defer { close(descriptor) }
    _ = write(descriptor, content, content.utf8.count)
    fchmod(descriptor, mode)
    return path
  }

  private func get(
    _ server: SessionServer, _ words: String..., input: UserProcess.Input = .nothing
  ) throws -> UserProcess {
    try user.start(
      "procon-client", words + ["get", "topics.ai.summary", "--socket", server.socket],
      input: input)
  }

  // MARK: Files

  @Test(arguments: ["se cret\n", "se cret", "se cret\r\n"])
  func `a password is read from the only line of a file`(content: String) async throws {
    let server = try await server()
    let client = try get(server, "--login", "ada", "--password-file", try file(content))
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    expect(client.output.contains("Artificial Intelligence"))
    expect(server.logIns.events, equals: ["ada/se cret/"])
  }

  @Test func `a token is read from a file`() async throws {
    let server = try await server()
    await onLoop { server.tokens = ["sensor"] }
    let client = try get(server, "--token-file=\(try file("sensor\n"))")
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    expect(server.logIns.events, equals: ["//sensor"])
  }

  @Test(arguments: ["--password-file", "--token-file"])
  func `a dash reads standard input`(option: String) async throws {
    let server = try await server()
    await onLoop { server.tokens = ["se cret"] }
    let words = option == "--token-file" ? [] : ["--login", "ada"]
    let client = try user.start(
      "procon-client",
      ["get", "topics.ai.summary", "--socket", server.socket, option, "-"] + words, input: .pipe)
    try client.write("se cret\n")
    client.endInput()
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666])
  func `a file that others can use is refused`(mode: mode_t) async throws {
    let server = try await server()
    let path = try file("se cret\n", mode: mode)
    let client = try get(server, "--login", "ada", "--password-file", path)
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(
      client.errors,
      equals:
        "procon-client: other users can read or change \(path), so it is not used; make it yours"
        + " alone with: chmod 600 \(path)\n")
    expect(server.logIns.events, equals: [])
  }

  @Test(arguments: ["", "\n", "one\ntwo\n", String(repeating: "x", count: 4097)])
  func `a file with anything but one line is refused`(content: String) async throws {
    let server = try await server()
    let client = try get(server, "--token-file", try file(content))
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(
      client.errors.hasSuffix(
        "key is not a secret; it must be one line of 1 to 4096 bytes in UTF-8\n"))
    expect(server.logIns.events, equals: [])
  }

  @Test func `a file that does not exist is reported`() async throws {
    let server = try await server()
    let client = try get(server, "--token-file", "/nonexistent")
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(
      client.errors,
      equals:
        "procon-client: /nonexistent cannot be read: No such file or directory; check its path and"
        + " its permissions\n")
  }

  // MARK: Pipes

  /// Makes a pipe with a name.
  private func pipe(mode: mode_t = 0o600) throws -> String {
    let path = user.directory.file("pipe")
    try require(mkfifo(path, mode) == 0)
    return path
  }

  @Test(arguments: ["--password-file", "--token-file"])
  func `a secret is read from a pipe, in parts`(option: String) async throws {
    let server = try await server()
    await onLoop { server.tokens = ["se cret"] }
    let words = option == "--token-file" ? [] : ["--login", "ada"]
    let path = try pipe()
    let client = try user.start(
      "procon-client",
      ["get", "topics.ai.summary", "--socket", server.socket, option, path] + words)
    try await onOwnThread {
      // Waits until the client has opened it.
      let writer = open(path, O_WRONLY)
      for part in ["se ", "cret\n"] { _ = write(writer, part, part.utf8.count) }
      close(writer)
    }
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
  }

  @Test func `the output of a command is a pipe`() async throws {
    let server = try await server()
    let client = try user.start(
      "/bin/bash",
      [
        "-c", #"exec "$0" get topics.ai.summary --login ada --password-file <(echo se cret) "$@""#,
        builtProgram("procon-client"), "--socket", server.socket,
      ])
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    expect(server.logIns.events, equals: ["ada/se cret/"])
  }

  @Test(arguments: [false, true])
  func `a pipe that does not end is given up after the timeout`(isOpened: Bool) async throws {
    let server = try await server()
    let path = try pipe()
    // Reading, too, so that opening does not wait for the client.
    let writer = isOpened ? open(path, O_RDWR) : -1
    defer { if isOpened { close(writer) } }
    if isOpened { _ = write(writer, "se cret\n", 8) }
    let client = try user.start(
      "procon-client",
      ["get", "topics.ai.summary", "--socket", server.socket, "--token-file", path]
        + ["--timeout", "200ms"])
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(
      client.errors,
      equals:
        "procon-client: \(path) has not ended within 0.2 s; check the program that writes to it, or"
        + " give it more time with --timeout\n")
    expect(server.logIns.events, equals: [])
  }

  @Test func `standard input that does not end is given up, too`() async throws {
    let server = try await server()
    let client = try user.start(
      "procon-client",
      ["get", "topics.ai.summary", "--socket", server.socket, "--token-file", "-"]
        + ["--timeout", "200ms"], input: .pipe)
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(client.errors.contains("standard input has not ended within 0.2 s"), "\(client.errors)")
  }

  @Test(arguments: ["/", "/dev/zero", "/dev/null", "/dev/tty"])
  func `a directory or a device is refused at once`(path: String) async throws {
    let server = try await server()
    let client = try get(server, "--login", "ada", "--password-file", path)
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(!client.errors.contains("other users can read"), "\(client.errors)")
    guard path != "/dev/tty" else { return }
    expect(
      client.errors,
      equals: "procon-client: \(path) is a directory or a device; name a file or a pipe\n")
  }

  @Test func `a pipe that others can use is refused`() async throws {
    let server = try await server()
    let path = try pipe()
    chmod(path, 0o622)
    let client = try get(server, "--token-file", path)
    expect(try client.waitForEnd(), equals: .exited(66))
    expect(client.errors.contains("other users can read or change"), "\(client.errors)")
  }

  @Test func `when the token is no longer valid, a pipe is not read again`() async throws {
    let server = try await server()
    let path = try pipe()
    let client = try user.start(
      "procon-client",
      ["subscribe", "topics.ai.summary", "--socket", server.socket, "--login", "ada"]
        + ["--password-file", path])
    try await onOwnThread { try write("se cret\n", to: path) }
    try client.wait { client.output.contains("topics.ai.summary") }
    await server.stop()
    await onLoop { server.tokens = [] }
    try await server.listen()
    expect(try client.waitForEnd(), equals: .exited(77))
    expect(client.errors.contains("cannot log in: wrong name, password or token"))
  }

  // MARK: The terminal

  /// Starts a client, and waits for its question. Its standard input is not the terminal.
  private func ask(
    _ server: SessionServer, on terminal: PseudoTerminal
  ) throws -> UserProcess {
    let client = try user.start(
      "procon-client", ["--login", "ada", "get", "topics.ai.summary", "--socket", server.socket],
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Password of ada:") }
    return client
  }

  @Test func `a password is asked for on the terminal, and is not shown`() async throws {
    let server = try await server()
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let client = try ask(server, on: terminal)
    expect(terminal.settings != settings)
    try terminal.type("se cret\n")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(terminal.settings, equals: settings)
    expect(terminal.screen.contains("Artificial Intelligence"))
    expect(!terminal.screen.contains("cret"))
  }

  @Test func `Ctrl-C at the question restores the terminal`() async throws {
    let server = try await server()
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let client = try ask(server, on: terminal)
    try terminal.type("half\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    expect(terminal.settings, equals: settings)
    expect(server.logIns.events, equals: [])
  }

  @Test func `without a terminal, a file is needed`() async throws {
    let server = try await server()
    let client = try user.shell(
      "setsid -w procon get topics.ai.summary --login ada --socket \(server.socket)")
    expect(try client.waitForEnd(), equals: .exited(64))
    expect(client.errors.contains("there is no terminal to ask for the password on"))
    expect(server.logIns.events, equals: [])
  }

  // MARK: Refusals

  @Test func `a wrong password ends the command with 77`() async throws {
    let server = try await server()
    let client = try get(server, "--login", "ada", "--password-file", try file("guessed\n"))
    expect(try client.waitForEnd(), equals: .exited(77))
    expect(
      client.errors.hasSuffix(
        """
        procon-client: cannot log in: wrong name, password or token; check the name, and the password \
        or token (-32003)

        """))
    expect(client.output, equals: "")
  }

  @Test func `a log-in that may succeed later ends the command with 75`() async throws {
    let server = try await server()
    await onLoop { server.isBusy = true }
    let client = try get(server, "--login", "ada", "--password-file", try file("se cret\n"))
    expect(try client.waitForEnd(), equals: .exited(75))
    expect(
      client.errors,
      equals:
        "procon-client: cannot log in: another log-in is in progress; try again later (-32000)\n")
  }

  @Test func `a daemon without log-ins is reported`() async throws {
    let server = try await TopicsServer(topics: 1)
    let client = try user.start(
      "procon-client",
      ["get", "topics.**", "--socket", server.socket, "--token-file", try file("token\n")])
    expect(try client.waitForEnd(), equals: .exited(65))
    expect(client.errors.contains("this daemon has no log-in: leave out the option for it"))
    withExtendedLifetime(server) {}
  }

  @Test func `what the rules do not allow ends a command with 77 and says how to log in`()
    async throws
  {
    let server = try await server()
    let client = try get(server)
    expect(try client.waitForEnd(), equals: .exited(77))
    expect(
      client.errors,
      equals: """
        procon-client: refused: you may not read topics.ai.summary; log in as another user with \
        --login, or ask the administrator of the daemon (-32003)

        """)
  }

  // MARK: Secrets

  @Test func `secrets are in neither arguments nor environment nor errors`() async throws {
    let server = try await server()
    let client = try user.start(
      "procon-client",
      [
        "--login", "ada", "--password-file", try file("se cret\n"), "subscribe", "topics.**",
        "--socket", server.socket,
      ])
    try client.wait { client.output.contains("topics.ai.summary") }
    for name in ["cmdline", "environ"] {
      let text = contents(of: "/proc/\(client.processID)/\(name)") ?? ""
      expect(!text.isEmpty)
      for secret in ["cret", "token-0"] { expect(!text.contains(secret)) }
    }
    client.signal(SIGTERM)
    try client.waitForEnd()
    for secret in ["se cret", "token-0"] {
      expect(!(client.output + client.errors).contains(secret))
    }
    withExtendedLifetime(server) {}
  }

  @Test func `the token ends with the command`() async throws {
    let server = try await server()
    let client = try get(server, "--login", "ada", "--password-file", try file("se cret\n"))
    expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
    expect(try await server.calls.wait(count: 1), equals: ["logout"])
  }

  // MARK: Further connections

  @Test func `further connections log in with the session's token`() async throws {
    let server = try await server()
    let client = try user.start(
      "procon-client",
      [
        "subscribe", "topics.ai.summary", "--socket", server.socket, "--login", "ada",
        "--password-file", try file("se cret\n"),
      ])
    try client.wait { client.output.contains("topics.ai.summary") }
    await server.stop()
    try client.wait { client.errors.contains("trying again") }
    try await server.listen()
    expect(
      try await server.logIns.wait(count: 2), equals: ["ada/se cret/", "//token-0"])
    client.signal(SIGTERM)
    try client.waitForEnd()
  }

  @Test func `when the token is no longer valid, the file is read again`() async throws {
    let server = try await server()
    let path = try file("se cret\n")
    let client = try user.start(
      "procon-client",
      [
        "subscribe", "topics.ai.summary", "--socket", server.socket, "--login", "ada",
        "--password-file", path,
      ])
    try client.wait { client.output.contains("topics.ai.summary") }
    await server.stop()
    await onLoop { server.tokens = [] }
    try await server.listen()
    expect(
      try await server.logIns.wait(count: 3), equals: ["ada/se cret/", "//token-0", "ada/se cret/"])
    client.signal(SIGTERM)
    try client.waitForEnd()
  }

  @Test func `when a typed password is gone and the token no longer valid, the command ends`()
    async throws
  {
    let server = try await server()
    let client = try user.start(
      "procon-client",
      [
        "subscribe", "topics.ai.summary", "--socket", server.socket, "--login", "ada",
        "--password-file", "-",
      ], input: .pipe)
    try client.write("se cret\n")
    client.endInput()
    try client.wait { client.output.contains("topics.ai.summary") }
    await server.stop()
    await onLoop { server.tokens = [] }
    try await server.listen()
    expect(try client.waitForEnd(), equals: .exited(77))
    expect(client.errors.contains("cannot log in: wrong name, password or token"))
  }
}
