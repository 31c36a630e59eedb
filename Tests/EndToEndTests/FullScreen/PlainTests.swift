import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// procon-tui where nothing can be drawn, or where nothing is to be drawn.
@Suite(.blocking) struct PlainTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  /// Runs `procon-tui --plain` with these lines to its end.
  private func run(
    _ lines: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let client = try one.user.start(
      "procon-tui", ["--plain", "--socket", one.daemon.socket], input: .pipe)
    try client.write(lines.map { "\($0)\n" }.joined())
    client.endInput()
    return (try client.waitForEnd(), client.output, client.errors)
  }

  /// Starts the program on a terminal of this type; nil for one without a type.
  private func start(
    _ arguments: String..., on type: String?
  ) throws -> (client: UserProcess, terminal: PseudoTerminal) {
    let terminal = try PseudoTerminal()
    let setting = type.map { "TERM=\($0)" }
    let words = ["procon-tui", "--socket", one.daemon.socket] + arguments
    let client = try one.user.start(
      "/usr/bin/env", (setting.map { [$0] } ?? ["-u", "TERM"]) + words,
      environment: ["PATH": one.user.path], input: .terminal, output: .terminal(terminal))
    return (client, terminal)
  }

  // MARK: Pipes

  @Test func `lines open a board, add to it and write a post`() throws {
    let result = try run(
      "#1", "pros.add", "Always awake", "2", "toCreatePost", "", "setTitle", "Trial", "setContent",
      "It is faster.", "save")
    expect(result.end, equals: .exited(0), "\(result.errors)")
    expect(result.output.contains("\n+ Always awake ×2 [5]"))
    let peer = try one.daemon.connect()
    expect(try peer.value("topics.ai.pros.items").elements?.count, equals: 5)
    expect(try peer.value("topics.ai.posts.items").elements?.count, equals: 1)
  }

  @Test func `its pages are those of procon-client session`() throws {
    let session = try one.user.run(["session"], with: one.daemon, input: "#1\n?\n")
    let pages = try run("#1", "?")
    expect(pages.end, equals: .exited(0), "\(pages.errors)")
    expect(pages.output, equals: session.output)
    expect(pages.output.contains("leans pro"))
  }

  @Test func `a line that cannot be used ends a script`() throws {
    let result = try run("nonsense", "#1")
    expect(result.end, equals: .exited(65))
    expect(result.errors.hasPrefix("procon-tui: there is no 'nonsense'"))
    expect(!result.output.contains("👍 Pros (4)"))
  }

  @Test(arguments: [UserProcess.Input.nothing, .terminal])
  func `without a terminal it names the option`(input: UserProcess.Input) throws {
    let terminal = try PseudoTerminal()
    let isTerminal = if case .terminal = input { true } else { false }
    let client = try one.user.start(
      "procon-tui", ["--socket", one.daemon.socket], input: isTerminal ? .nothing : input,
      output: isTerminal ? .terminal(terminal) : .pipe)
    expect(try client.waitForEnd(), equals: .exited(64))
    let text = client.errors + terminal.screen.text.replacing("\n", with: "")
    expect(text.contains("print lines with --plain"))
  }

  // MARK: Terminals

  @Test(arguments: [
    ("dumb", "type 'dumb' cannot be drawn on"), ("no-such-type", "type 'no-such-type' cannot"),
    (nil, "TERM is not set"),
  ])
  func `a terminal that cannot be drawn on gets printed pages`(type: String?, reason: String) throws
  {
    let (client, terminal) = try start(on: type)
    try client.wait { terminal.screen.contains("? help") }
    expect(terminal.screen.text.contains("procon-tui: "))
    expect(terminal.screen.text.contains(reason))
    try terminal.type("#1\r")
    try client.wait { terminal.screen.contains("+ Error reduction [1]") }
    let peer = try one.daemon.connect()
    try peer.call("topics.ai.cons.add", #"{"text":"Seen at once"}"#)
    try client.wait { terminal.screen.contains("- Seen at once [4]") }
    try terminal.type("\u{4}")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(!terminal.bytes.contains(0x1B))
  }

  @Test func `with the option, nothing is drawn on any terminal`() throws {
    let (client, terminal) = try start("--plain", "--color", "never", on: "xterm-256color")
    try client.wait { terminal.screen.contains("? help") }
    expect(!terminal.screen.text.contains("procon-tui: "))
    try terminal.type("\u{4}")
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(!terminal.bytes.contains(0x1B))
  }
}
