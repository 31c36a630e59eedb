import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A line that is typed into a shell on a terminal.
final class ShellLine {
  /// The completion scripts of `procon-client`.
  private static let scripts: Result<[Shell: String], any Error> = Result {
    var scripts: [Shell: String] = [:]
    for shell in Shell.allCases {
      let client = try TestUser().client("--generate-completion-script", shell.rawValue)
      try require(try client.waitForEnd() == .exited(0), "\(client.errors)")
      scripts[shell] = client.output
    }
    return scripts
  }

  private let shell: Shell
  private let terminal: PseudoTerminal
  private let process: UserProcess
  private let file: String

  /// Starts the shell with the completion script of `procon-client` or of an installed command, and
  /// waits for the prompt.
  ///
  /// - Parameters:
  ///   - socket: of the daemon that the client uses.
  ///   - alias: what the word `p` stands for; nil for nothing.
  ///   - prefix: where procon is installed; nil to use the programs that are built here.
  ///   - command: the installed command.
  init(
    _ shell: Shell, of user: TestUser, socket: String, alias: String? = nil,
    installedUnder prefix: String? = nil, command: String = "procon"
  ) throws {
    self.shell = shell
    let home = user.directory.file("home")
    file = user.directory.file("output")
    mkdir("\(home)/functions", 0o700)
    let script =
      try prefix.map { contents(of: "\($0)/\(shell.installedScript(of: command))") }
      ?? Self.scripts.get()[shell]
    try write(
      try require(script), to: "\(home)/functions/_\(prefix == nil ? "procon-client" : command)")
    try write(
      shell.configuration(home: home, alias: alias) + "\n", to: "\(home)/.zshrc")
    let programs = prefix.map { "\($0)/bin" } ?? String(builtProgram("").dropLast())
    let path = "\(programs):\(user.environment["PATH"] ?? "")"
    let terminal = try PseudoTerminal(columns: 200)
    self.terminal = terminal
    process = try user.start(
      "/usr/bin/env", shell.command(home: home),
      environment: ["PATH": path, "PROCON_SOCKET": socket, "ZDOTDIR": home],
      input: .terminal, output: .terminal(terminal))
    try process.wait { terminal.screen.contains("ready>") }
  }

  /// What the terminal shows now.
  var screen: String { terminal.screen.text }

  /// Types a text and Tab, and Tab again if a busy machine was too slow for an answer.
  ///
  /// - Parameters:
  ///   - result: the completed line.
  ///   - answer: runs after each Tab.
  func complete(
    _ text: String, to result: String, answer: () throws -> Void = {}
  ) throws {
    try terminal.type(text)
    var attempts = 10
    while true {
      try terminal.type("\t")
      try answer()
      attempts -= 1
      do {
        // The shell may have wrapped the line. A second Tab before the answer would choose a candidate.
        return try process.wait(within: .seconds(15)) {
          terminal.screen.lines.joined().contains(result)
        }
      } catch  where attempts > 0 && process.end == nil {
        try terminal.type(shell.keyBetweenTabs)
      }
    }
  }

  func enter() throws {
    try terminal.type("\n")
  }

  /// Runs the line.
  ///
  /// - Returns: the line of JSON that it prints.
  func output() throws -> JSONText {
    try terminal.type(" > \(file)\n")
    try process.wait { contents(of: file)?.hasSuffix("\n") == true }
    return try JSONText(parsing: (contents(of: file) ?? "").utf8)
  }
}
