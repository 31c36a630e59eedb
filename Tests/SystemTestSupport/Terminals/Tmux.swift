internal import Glibc

/// A terminal that users have: a window of tmux(1), with a server of its own. Each look at it starts a
/// process.
package final class Tmux: TerminalWindow {
  private let user: TestUser
  private let socket: String

  /// Runs a shell script in a window.
  ///
  /// - Parameter script: may name the user's programs without their paths. When it ends, its last
  ///   output stays in the window.
  package init(
    _ user: TestUser, columns: Int = 80, rows: Int = 24, name: String = "tmux",
    environment: [String: String] = [:], _ script: String
  ) throws {
    self.user = user
    socket = user.directory.file(name)
    var variables = ["PATH": user.path]
    variables.merge(environment) { $1 }
    try tmux(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "\(script); exec sleep infinity"],
      variables)
    try tmux(["set", "-g", "set-clipboard", "on"])
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  package func press(_ keys: [String]) throws {
    try tmux(["send-keys"] + keys)
  }

  package func type(_ bytes: [UInt8]) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  package func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  package func mouse(_ button: Int, isReleased: Bool, row: Int, column: Int) throws {
    guard try value("mouse_sgr_flag") == "1" else {
      throw DeadlinePassed(soFar: "the mouse is not asked for")
    }
    try type(mouseReport(button, isReleased: isReleased, row: row, column: column))
  }

  package func draw(_ text: String) throws {
    let terminal = open(try value("pane_tty"), O_WRONLY | O_NOCTTY | O_CLOEXEC)
    try check("open", terminal)
    defer { close(terminal) }
    try check("write", Int32(write(terminal, text, text.utf8.count)))
  }

  package func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  package func lines() throws -> [String] {
    let text = try tmux(["capture-pane", "-p"])
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  package func styledLines() throws -> [String] {
    try tmux(["capture-pane", "-p", "-e"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  package func selectedText() throws -> String? {
    try styledLines().lazy.compactMap {
      $0.firstMatch(of: #/\e\[(?:[0-9;]*;)?7m(?:\e\[[0-9;]*m)*([^\e]*?) *(?:\e|$)/#)
    }
    .first.map { String($0.1) }
  }

  package func column(of text: String) throws -> Int? {
    try tmux(
      [
        "set", "mode-keys", "vi", ";", "copy-mode", ";", "send", "-X", "top-line", ";", "send",
        "-X",
        "start-of-line", ";", "send", "-X", "search-forward-text", text,
      ])
    defer { _ = try? tmux(["send", "-X", "cancel"]) }
    return Int(try value("copy_cursor_x"))
  }

  package func cursorColumn() throws -> Int { Int(try value("cursor_x")) ?? -1 }

  package func modes() throws -> TerminalModes {
    var modes = TerminalModes()
    modes.isAlternate = try value("alternate_on") == "1"
    modes.hasKeypad = try value("keypad_flag") == "1"
    modes.reportsMouse = try value("mouse_any_flag") == "1" || value("mouse_sgr_flag") == "1"
    modes.isCursorShown = try value("cursor_flag") == "1"
    return modes
  }

  package func copied() throws -> String {
    try tmux(["show-buffer"])
  }

  /// The value of a format, such as `alternate_on`.
  private func value(_ name: String) throws -> String {
    String(try tmux(["display", "-p", "#{\(name)}"]).dropLast())
  }

  package func wait(_ what: String, _ isSo: ([String]) throws -> Bool) throws {
    let deadline = Deadline()
    while true {
      let lines = try lines()
      if try isSo(lines) { return }
      guard !deadline.hasPassed else {
        throw DeadlinePassed(soFar: "not true: \(what)\n\(lines.joined(separator: "\n"))")
      }
      poll(nil, 0, 10)
    }
  }

  @discardableResult
  private func tmux(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> String {
    let client = try user.start(
      "/usr/bin/tmux", ["-S", socket, "-f", "/dev/null"] + arguments, environment: environment)
    let end = try client.waitForEnd()
    guard end == .exited(0) else {
      throw DeadlinePassed(soFar: "tmux \(arguments): \(end) \(client.errors)")
    }
    return client.output
  }
}
