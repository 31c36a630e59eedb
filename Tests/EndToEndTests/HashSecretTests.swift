import Expectations
import Glibc
import SystemTestSupport
import Testing

/// `procond --hash-secret`, which prints the hash of a password.
@Suite(.blocking) struct HashSecretTests {
  private let user = TestUser()

  private func run(_ input: [UInt8]) throws -> UserProcess {
    let process = try user.start("procond", ["--hash-secret"], input: .pipe)
    try process.write(input)
    process.endInput()
    try process.waitForEnd()
    return process
  }

  /// Whether the hash is that of the secret, according to the system.
  private func isHash(_ hash: String, of secret: String) throws -> Bool {
    let program = "import crypt, os; print(crypt.crypt(os.environ['S'], os.environ['H']))"
    let python = try user.start(
      "/usr/bin/python3", ["-W", "ignore", "-c", program], environment: ["S": secret, "H": hash])
    expect(try python.waitForEnd(), equals: .exited(0), "\(python.errors)")
    return python.output == "\(hash)\n"
  }

  @Test(arguments: ["lovelace\n", "lovelace", "lovelace\nsecond line\n"])
  func `the first line of a pipe is hashed`(input: String) throws {
    let process = try run(Array(input.utf8))
    expect(process.end, equals: .exited(0))
    expect(process.errors, equals: "")
    expect(process.output.wholeMatch(of: #/\$y\$[./\w]+\$[./\w]+\$[./\w]{43}\n/#) != nil)
    expect(try isHash(String(process.output.dropLast()), of: "lovelace"))
  }

  @Test func `it does not wait for the end after a line`() throws {
    let process = try user.start("procond", ["--hash-secret"], input: .pipe)
    try process.write("love")
    try process.write("lace\n")
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    ([], "the secret is empty"), ([0x0A], "the secret is empty"),
    ([0x61, 0, 0x62], "the secret contains a NUL"),
    (Array(repeating: 0x61, count: 512), "the secret is longer than 511 bytes"),
  ])
  func `what cannot be hashed is an error`(input: [UInt8], message: String) throws {
    let process = try run(input)
    expect(process.end, equals: .exited(65))
    expect(process.output, equals: "")
    expect(process.errors, equals: "procond: \(message)\n")
  }

  @Test func `the longest secret has 511 bytes, with or without a newline`() throws {
    let secret = [UInt8](repeating: 0x61, count: 511)
    expect(try run(secret).end, equals: .exited(0))
    expect(try run(secret + [0x0A]).end, equals: .exited(0))
  }

  @Test(arguments: [
    ["--socket", "/tmp/s"], ["--reload", "1"], ["--config", "/tmp/c"], ["--state-dir", "/tmp/d"],
    ["--log-level", "info"], ["--idle-exit", "1"], ["--client-timeout", "1"], ["--keep-shared"],
    ["--no-keep-shared"], ["lovelace"], ["--hash-secret=lovelace"], ["--lovelace"],
  ])
  func `it takes no other option or argument, and shows none`(words: [String]) throws {
    let process = try user.start("procond", ["--hash-secret"] + words)
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.output, equals: "")
    expect(
      process.errors,
      equals: """
        procond: --hash-secret takes no other option or argument: it reads the secret from \
        standard input

        """)
  }

  @Test func `a full disk is an error`() throws {
    let process = try user.shell("echo lovelace | procond --hash-secret > /dev/full")
    expect(try process.waitForEnd(), equals: .exited(71))
    expect(
      process.errors,
      equals: "procond: standard output cannot be written: No space left on device\n")
  }

  @Test func `on a terminal it asks twice and does not show what is typed`() throws {
    let terminal = try PseudoTerminal(columns: 120)
    let settings = terminal.settings
    let process = try ask(on: terminal)
    try terminal.type("lovelace\n")
    try process.wait { terminal.screen.contains("Again:") }
    try terminal.type("lovelace\n")
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(terminal.settings, equals: settings)
    expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("lovelace"))
    let hash = try require(terminal.screen.lines.first { $0.hasPrefix("$y$") })
    expect(try isHash(hash.replacing(/\ +$/, with: ""), of: "lovelace"))
    expect(terminal.screen.lines.prefix(2), equals: ["Secret:", "Again:"])
  }

  @Test func `two different answers are an error`() throws {
    let terminal = try PseudoTerminal()
    let process = try ask(on: terminal)
    try terminal.type("lovelace\n")
    try process.wait { terminal.screen.contains("Again:") }
    try terminal.type("lovelaec\n")
    expect(try process.waitForEnd(), equals: .exited(65))
    expect(terminal.screen.contains("procond: the two secrets differ"))
  }

  @Test(arguments: ["\n", "\u{4}"])
  func `an empty answer is an error at once`(answer: String) throws {
    let terminal = try PseudoTerminal()
    let process = try ask(on: terminal)
    try terminal.type(answer)
    expect(try process.waitForEnd(), equals: .exited(65))
    expect(terminal.screen.contains("procond: the secret is empty"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it, and the terminal shows what is typed again`(signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let settings = terminal.settings
    let process = try ask(on: terminal)
    expect(terminal.settings != settings)
    if signal == SIGINT { try terminal.type("love\u{3}") } else { process.signal(signal) }
    expect(try process.waitForEnd(), equals: .killed(signal: signal))
    expect(terminal.settings, equals: settings)
    expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("love"))
  }

  /// Returns when it has asked for the secret.
  private func ask(on terminal: PseudoTerminal) throws -> UserProcess {
    let process = try user.start(
      "procond", ["--hash-secret"], input: .terminal, output: .terminal(terminal))
    try process.wait { terminal.screen.contains("Secret:") }
    return process
  }
}
