import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The colours of procon-tui on terminals of each kind.
@Suite(.blocking) struct FullScreenColorTests {
  private let one: FullScreenUser

  init() throws {
    one = try FullScreenUser()
  }

  /// What is sent to a terminal that shows the board and a change by somebody else.
  private func board(_ environment: [String: String]) throws -> String {
    let terminal = try PseudoTerminal()
    let client = try one.start(on: terminal, environment: environment)
    try terminal.type("\r")
    try client.wait { terminal.contains("No breaks") && terminal.contains("High cost") }
    try one.daemon.connect().call("topics.ai.cons.add", #"{"text":"Noise"}"#)
    try client.wait { terminal.contains("Noise") }
    client.signal(SIGTERM)
    try client.waitForEnd()
    return String(decoding: terminal.bytes, as: UTF8.self)
  }

  /// The parameters of all SGR sequences.
  private func styles(_ output: String) -> Set<String> {
    Set(output.matches(of: /\u{1B}\[([0-9;:]*)m/).map { String($0.1) })
  }

  private func hasColor(_ style: String, _ color: String) -> Bool {
    ";\(style);".contains(";\(color);")
  }

  @Test(arguments: [
    ("xterm", ["32", "31", "35"]), ("linux", ["32", "31", "35"]), ("screen", ["32", "31", "35"]),
    ("xterm-256color", ["38;5;28", "38;5;160", "38;5;130"]),
    ("tmux-256color", ["38;5;28", "38;5;160", "38;5;130"]),
    ("rxvt-unicode-256color", ["38;5;28", "38;5;160", "38;5;130"]),
  ])
  func `pros, cons and news have the colours of the terminal`(
    type: String, colors: [String]
  ) throws {
    let styles = styles(try board(["TERM": type]))
    for color in colors {
      expect(styles.contains { hasColor($0, color) }, "\(color) of \(styles)")
    }
    // The background is the terminal's own, light or dark.
    expect(!styles.contains { $0.contains("48;") || hasColor($0, "40") || hasColor($0, "47") })
  }

  /// Debian's ncurses-term, which may be absent, has these. They differ from the common ones in this.
  @Test(arguments: [
    ("xterm-16color", "colors#16, pairs#256, setaf=\\E[3%p1%dm, setab=\\E[4%p1%dm,", ["32", "31"]),
    (
      "xterm-direct",
      "RGB, colors#0x1000000, pairs#0x7FFF, "
        + "setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\\:2\\:\\:%p1%{65536}%/%d\\:"
        + "%p1%{256}%/%{255}%&%d\\:%p1%{255}%&%d%;m, ", ["38:2::0:135:0", "38:2::215:0:0"]
    ),
  ])
  func `16 and direct colours are used`(
    type: String, capabilities: String, colors: [String]
  ) throws {
    let source = one.user.directory.file("terminal")
    try write("\(type)|for tests,\n\t\(capabilities)\n\tuse=xterm-256color,\n", to: source)
    let folder = one.user.directory.file("home/.terminfo")
    let compiler = try one.user.start("/usr/bin/tic", ["-x", "-o", folder, source])
    expect(try compiler.waitForEnd(), equals: .exited(0))
    let styles = styles(try board(["TERM": type]))
    for color in colors {
      expect(styles.contains { hasColor($0, color) }, "\(color) of \(styles)")
    }
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "xterm-mono"], ["TERM": "vt100"]])
  func `without colours, attributes mark what is selected and what is new`(
    environment: [String: String]
  ) throws {
    let styles = styles(try board(environment))
    let parameters = styles.flatMap { $0.split(separator: ";") }
    expect(!parameters.contains { ["3", "4", "9"].contains($0.prefix(1)) && $0.count > 1 })
    expect(parameters.contains("7"))
    expect(parameters.contains("1"))
  }
}
