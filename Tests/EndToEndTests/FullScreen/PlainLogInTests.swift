import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// The options with which `procon-tui --plain` logs in.
@Suite(.blocking) struct PlainLogInTests {
  private let one: LogInUser
  private var user: TestUser { one.user }
  private var daemon: DaemonProcess { one.daemon }

  init() throws {
    one = try LogInUser()
  }

  private func start(
    _ options: String, input: UserProcess.Input, output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    try user.shell(
      "cd ~; exec setsid --wait procon-tui --plain --socket \(daemon.socket) \(options)",
      input: input, output: output)
  }

  /// Runs the program with these lines to its end, without a terminal.
  private func run(
    _ options: String, _ lines: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try start(options, input: .pipe)
    // A program that refuses its options may have ended before this, and then nobody reads it.
    try? client.write(lines.map { "\($0)\n" }.joined())
    client.endInput()
    return (try client.waitForEnd(), client.output, client.errors)
  }

  // MARK: Pipes

  @Test func `a script logs in with a password, and what it adds is the user's`() throws {
    let result = try run(
      "--login ada --password-file password", "#1", "pros.add", "Hers", "1")
    expect(result.end, equals: .exited(0), "\(result.errors)")
    expect(result.output.contains("+ Hers"))
    let items = try daemon.connect(as: "ada").value("topics.ai.pros.items").elements
    expect(items?.last?["author"]?.string, equals: "ada")
  }

  @Test func `a script logs in with a token, whose rights it has`() throws {
    let result = try run("--token-file token", "#1", "pros.add")
    expect(result.end, equals: .exited(65), "\(result.errors)")
    expect(result.output.contains("+ Error reduction"))
    expect(result.errors.contains("there is no 'pros.add'"), "\(result.errors)")
  }

  @Test func `without the options, the page to log in is printed`() throws {
    let result = try run("")
    expect(result.end, equals: .exited(0), "\(result.errors)")
    expect(result.output.hasPrefix("Log in"))
    expect(!result.output.contains("Artificial"))
  }

  /// Without a terminal, no password can be asked for.
  private static let noTerminal = (
    "--login ada",
    "there is no terminal to ask for the password on; give it with --password-file; see"
      + " 'procon-tui --help'", Int32(64)
  )

  @Test(arguments: LogInUser.refusals + [noTerminal])
  func `a log-in that fails is explained before anything is printed`(
    options: String, sentence: String, code: Int32
  ) throws {
    let result = try run(options, "#1")
    expect(result.end, equals: .exited(code), "\(result.errors)")
    expect(result.output, equals: "")
    expect(result.errors.hasPrefix("procon-tui: "), "\(result.errors)")
    expect(result.errors.contains(sentence), "\(result.errors)")
  }

  // MARK: Terminals

  @Test func `on a terminal the password is asked for, and not shown`() throws {
    let terminal = try PseudoTerminal()
    let client = try user.start(
      "procon-tui", ["--plain", "--socket", daemon.socket, "--login", "ada"], input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("Password of ada:") }
    expect(!terminal.screen.contains("Log in"))
    try terminal.type("enchantress\n")
    try client.wait { terminal.screen.contains("Artificial Intelligence") }
    expect(!terminal.contains("enchantress"))
    try terminal.type("\u{4}")
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [
    ("procon-tui --plain", "procon-tui --help"),
    ("procon-client session", "procon-client session --help"),
    ("procon session", "procon session --help"),
  ])
  func `without a terminal for a secret, the help of the program that runs is named`(
    program: String, help: String
  ) throws {
    // Nothing is drawn on a terminal of this type. It does not control the program.
    let terminal = try PseudoTerminal(columns: 200)
    let client = try user.shell(
      "exec setsid --wait \(program) --socket \(daemon.socket)", environment: ["TERM": "dumb"],
      input: .terminal, output: .terminal(terminal))
    try client.wait { terminal.screen.contains("? help") }
    try terminal.type("login\nada\n")
    try client.wait { terminal.screen.contains("--help") }
    expect(
      terminal.screen.contains("there is no terminal to ask for a secret on; see '\(help)'"),
      "\(terminal.screen)")
    expect(try client.waitForEnd(), equals: .exited(64))
  }
}
