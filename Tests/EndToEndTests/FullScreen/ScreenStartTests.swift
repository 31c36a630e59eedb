import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// How the full screen is started: by which name, with which daemon.
@Suite(.blocking) struct ScreenStartTests {
  private let user = TestUser()

  /// Starts a command in a window.
  private func start(_ command: String, _ environment: [String: String] = [:]) throws
    -> any TerminalWindow
  {
    try VirtualTerminal(user, environment: environment, "\(command); echo end $?")
  }

  // MARK: The daemon

  @Test(.enabled(if: !systemDaemonListens))
  func `without a daemon it starts one, and says so`() throws {
    let window = try start("procon-tui")
    try window.wait(for: "Artificial Intel")
    expect(user.daemons.count, equals: 1)
    try window.press("q")
    try window.wait(for: "end 0")
    try window.wait { $0[0].hasPrefix("procon-tui: started procond (process ") }
    expect(user.log != nil)
  }

  @Test(.enabled(if: !systemDaemonListens), arguments: ["--no-start", "--socket /none/s"])
  func `it starts none if the user does not want that`(option: String) throws {
    let window = try start("procon-tui \(option)")
    try window.wait(for: "end 69")
    try window.wait { $0.joined().contains("start procond, or name its socket with --socket") }
    expect(user.daemons.isEmpty)
  }

  // MARK: The short name

  @Test func `procon without a command starts it`() throws {
    let daemon = try DaemonProcess()
    let window = try start("procon", ["PROCON_SOCKET": daemon.socket])
    try window.wait(for: "? keys")
    try window.press("q")
    try window.wait(for: "end 0")
  }

  @Test func `options before no command are its options`() throws {
    let daemon = try DaemonProcess()
    let window = try start("procon --color=never --socket \(daemon.socket)")
    try window.wait(for: "? keys")
    expect(try !window.styledLines().joined().contains("\u{1B}[32m"))
  }

  @Test func `without the program, procon shows a session`() throws {
    let daemon = try DaemonProcess()
    let window = try start(
      #"cp "$(readlink ~/../programs/procon)" ~/procon && ~/procon --socket \#(daemon.socket)"#)
    try window.wait(for: "20 logout  ? help")
  }

  @Test func `in a pipe, and by its full name, it shows the help`() throws {
    for name in ["procon", "procon-client"] {
      let client = try user.shell(name)
      expect(try client.waitForEnd(), equals: .exited(0))
      expect(client.output.contains("SUBCOMMANDS:"), "\(client.output)\(client.errors)")
    }
    let window = try start("procon-client | tail -n 3")
    try window.wait(for: "end 0")
  }
}
