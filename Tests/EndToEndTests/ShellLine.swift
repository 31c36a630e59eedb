import BoxWire
import Glibc
import SystemTestSupport
import Testing

/// A line that is typed into a shell on a terminal.
final class ShellLine {
  private let shell: Shell
  private let terminal: PseudoTerminal
  private let process: UserProcess
  private let file: String

  /// Starts the shell with the client's completion script, and waits for the prompt.
  ///
  /// - Parameter socket: of the daemon that the client uses.
  init(_ shell: Shell, of user: TestUser, socket: String) throws {
    self.shell = shell
    let home = user.directory.file("home")
    file = user.directory.file("output")
    let setUp = try user.shell(
      """
      mkdir \(home)/functions && cd \(home) && printf '%s\\n' '\(shell.configuration(home: home))' \
      > .zshrc && procon-client --generate-completion-script \(shell) > functions/_procon-client
      """)
    try #require(try setUp.waitForEnd() == .exited(0), "\(setUp.errors)")
    let path = "\(builtProgram("").dropLast()):\(user.environment["PATH"] ?? "")"
    let terminal = try PseudoTerminal(columns: 200)
    self.terminal = terminal
    process = try user.start(
      "/usr/bin/env", shell.command(home: home),
      environment: ["PATH": path, "PROCON_SOCKET": socket, "ZDOTDIR": home],
      input: .terminal, output: .terminal(terminal))
    try process.wait { terminal.screen.contains("ready>") }
  }

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
        return try process.wait(within: .seconds(5)) { terminal.screen.contains(result) }
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
