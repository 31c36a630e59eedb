internal import Glibc

/// A real terminal for a program under test: a window of tmux(1), with a server of its own.
package final class Tmux {
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

  /// Presses keys, by their names in tmux, such as `Enter`, `C-l` or `a`.
  package func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Types a text as it is.
  package func type(_ text: String) throws {
    try tmux(["send-keys", "-l", "--", text])
  }

  /// Types bytes that are perhaps no text.
  package func type(_ bytes: [UInt8]) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes a text, marked as such if the program has asked for that.
  package func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  /// Draws on the terminal, as another program would.
  package func draw(_ text: String) throws {
    let terminal = open(try value("pane_tty"), O_WRONLY | O_NOCTTY | O_CLOEXEC)
    try check("open", terminal)
    defer { close(terminal) }
    try check("write", Int32(write(terminal, text, text.utf8.count)))
  }

  package func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The rows of the window, without trailing blanks.
  package func lines() throws -> [String] {
    let text = try tmux(["capture-pane", "-p"])
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  /// The rows of the window with the sequences that style them.
  package func styledLines() throws -> [String] {
    try tmux(["capture-pane", "-p", "-e"]).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The column in which a text begins, as the terminal counts the widths of characters, from 0.
  ///
  /// - Parameter text: it is shown once, and does not begin with a hyphen.
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

  /// The text that was copied last.
  package func copied() throws -> String {
    try tmux(["show-buffer"])
  }

  /// The value of a format, such as `alternate_on`.
  package func value(_ name: String) throws -> String {
    String(try tmux(["display", "-p", "#{\(name)}"]).dropLast())
  }

  /// Waits until the window shows a text.
  package func wait(for text: String) throws {
    try wait("it shows \(text)") { $0.contains { $0.contains(text) } }
  }

  /// Waits until a condition on the rows of the window is true.
  ///
  /// - Throws: `DeadlinePassed` with the window's content.
  package func wait(_ what: String = "it is as expected", _ isSo: ([String]) throws -> Bool) throws
  {
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
