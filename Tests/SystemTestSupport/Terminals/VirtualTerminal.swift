internal import Glibc

/// A terminal in the test's own process, where waiting costs nothing until something is drawn.
///
/// A sequence that it does not know fails the next look at it.
package final class VirtualTerminal: TerminalWindow {
  private let user: TestUser
  private let terminal: PseudoTerminal
  private let reader: TerminalReader
  private let shell: RunningProcess

  /// Runs a shell script.
  ///
  /// - Parameter script: may name the user's programs without their paths. When it ends, its last
  ///   output stays on the screen.
  package init(
    _ user: TestUser, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    _ script: String
  ) throws {
    self.user = user
    terminal = try PseudoTerminal(columns: columns, rows: rows, for: .fullScreen)
    reader = try TerminalReader(terminal.descriptor)
    var variables = user.environment
    variables["PATH"] = user.path
    var start = ProcessStart(
      "/bin/sh", ["-c", "\(script); exit"], environment: variables.merging(environment) { $1 })
    start.isSessionLeader = true
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      start.descriptors[descriptor] = .path(terminal.path, O_RDWR)
    }
    shell = try start.begin()
  }

  deinit {
    reader.end()
    // The programs are sent SIGHUP, before their shell is killed.
    terminal.hangUp()
    shell.signal(SIGKILL)
    _ = shell.waitForEnd()
  }

  // MARK: What its user does

  package func press(_ keys: [String]) throws {
    try type(keys.map(bytes).joined())
  }

  package func type(_ bytes: [UInt8]) throws {
    try terminal.type(bytes)
  }

  package func paste(_ text: String) throws {
    let text = String(text.map { $0 == "\n" ? "\r" : $0 })
    try terminal.type(screen().marksPaste ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
  }

  package func mouse(_ button: Int, isReleased: Bool, row: Int, column: Int) throws {
    let modes = try screen().modes
    guard modes.isSuperset(of: [1000, 1006]) else {
      throw DeadlinePassed(soFar: "the mouse is not asked for")
    }
    try type(mouseReport(button, isReleased: isReleased, row: row, column: column))
  }

  package func draw(_ text: String) throws {
    try check("write", Int32(write(terminal.programSide, text, text.utf8.count)))
  }

  package func resize(columns: Int, rows: Int) throws {
    _ = try screen()
    try terminal.resize(columns: columns, rows: rows)
  }

  // MARK: What it shows

  package func lines() throws -> [String] { try screen().rowTexts }

  package func styledLines() throws -> [String] { try screen().styledLines }

  package func selectedText() throws -> String? { try screen().reversedText }

  package func column(of text: String) throws -> Int? { try screen().place(of: text)?.column }

  package func cursorColumn() throws -> Int { try screen().cursor.column }

  package func modes() throws -> TerminalModes {
    let screen = try screen()
    var modes = TerminalModes()
    modes.isAlternate = screen.isAlternate
    modes.hasKeypad = screen.hasKeypad
    modes.reportsMouse = !screen.modes.isDisjoint(with: [1000, 1002, 1003, 1006])
    modes.isCursorShown = screen.isCursorShown
    return modes
  }

  /// The texts that lead to URLs, in their order on the screen.
  package func links() throws -> [(text: String, url: String)] { try screen().links }

  package func copied() throws -> String { try screen().copied.map(decodeBase64) ?? "" }

  package func wait(_ what: String, _ isSo: ([String]) throws -> Bool) throws {
    let deadline = Deadline()
    while true {
      let screen = try screen()
      let lines = screen.rowTexts
      // A partly drawn screen is checked once it is complete.
      if !screen.isUpdating, try isSo(lines) { return }
      guard deadline.wait(for: POLLIN, on: reader.arrived) else {
        throw DeadlinePassed(soFar: "not true: \(what)\n\(lines.joined(separator: "\n"))")
      }
    }
  }

  /// The screen with all that has arrived.
  private func screen() throws -> VirtualScreen {
    terminal.show(reader.take())
    guard terminal.screen.unexpected.isEmpty else {
      throw DeadlinePassed(soFar: "unknown to the terminal: \(terminal.screen.unexpected)")
    }
    return terminal.screen
  }

  // MARK: Keys

  private func bytes(of key: String) throws -> String {
    if let letter = Self.letters[key] {
      return terminal.screen.modes.contains(1) ? "\u{1B}O\(letter)" : "\u{1B}[\(letter)"
    }
    if let bytes = Self.keys[key] { return bytes }
    if key.hasPrefix("C-"), let code = key.dropFirst(2).first?.asciiValue, key.count == 3 {
      return String(Unicode.Scalar(code & 0x1F))
    }
    guard key.count == 1 else { throw DeadlinePassed(soFar: "no key is called \(key)") }
    return key
  }

  /// The last letters of sequences that depend on mode 1.
  private static let letters = [
    "Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F",
  ]

  private static let keys = [
    "Enter": "\r", "Escape": "\u{1B}", "Tab": "\t", "BTab": "\u{1B}[Z", "Space": " ",
    "BSpace": "\u{7F}", "DC": "\u{1B}[3~", "Delete": "\u{1B}[3~", "PageUp": "\u{1B}[5~",
    "PageDown": "\u{1B}[6~",
  ]
}

private func decodeBase64(_ text: String) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var (bytes, bits, count) = ([UInt8](), 0, 0)
  for digit in text.utf8.compactMap({ digits.firstIndex(of: $0) }) {
    (bits, count) = ((bits << 6 | digit) & 0xFFFF, count + 6)
    guard count >= 8 else { continue }
    count -= 8
    bytes.append(UInt8(truncatingIfNeeded: bits >> count))
  }
  return String(decoding: bytes, as: UTF8.self)
}
