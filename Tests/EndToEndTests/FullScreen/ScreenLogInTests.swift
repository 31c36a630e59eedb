import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// The options with which procon-tui logs in.
@Suite(.blocking) struct ScreenLogInTests {
  private let one: LogInUser
  private var user: TestUser { one.user }
  private var daemon: DaemonProcess { one.daemon }

  init() throws {
    one = try LogInUser()
  }

  private func start(_ options: String, with daemon: DaemonProcess? = nil) throws
    -> any TerminalWindow
  {
    let socket = (daemon ?? self.daemon).socket
    return try VirtualTerminal(user, "cd ~; procon-tui --socket \(socket) \(options); echo end $?")
  }

  @Test func `the password is asked for, and what the user adds is theirs`() throws {
    let window = try start("--login ada")
    try window.wait(for: "Password of ada:")
    try window.type("enchantress")
    try window.press("Enter")
    try window.wait(for: "Artificial Intel")
    expect(try !window.lines().joined().contains("enchantress"))
    try window.press("Enter")
    try window.wait(for: "👍 Pros (4)")
    try window.press("a")
    try window.type("Hers")
    try window.press("Enter")
    try window.wait(for: "👍 Pros (5)")
    try window.wait(for: "ada")
  }

  @Test(arguments: ["--login ada --password-file password", "--token-file token"])
  func `a file with a secret logs in`(options: String) throws {
    let window = try start(options)
    try window.wait(for: "Artificial Intel")
    try window.press("q")
    try window.wait(for: "end 0")
  }

  @Test func `without the options, the scene to log in is shown`() throws {
    let window = try start("")
    try window.wait(for: "Log in")
    expect(try !window.lines().joined().contains("Artificial"))
  }

  @Test(arguments: LogInUser.refusals)
  func `a log-in that fails is explained before anything is drawn`(
    options: String, sentence: String, code: Int32
  ) throws {
    let window = try start(options)
    try window.wait(for: "end \(code)")
    let text = try window.lines().joined()
    expect(text.hasPrefix("procon-tui: "), "\(text)")
    expect(text.contains(sentence), "\(text)")
  }

  @Test func `the help says that no secret is read from standard input`() throws {
    let help = try user.shell("procon-tui --help")
    expect(try help.waitForEnd(), equals: .exited(0))
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      words.contains("- is standard input, unless the command reads it itself, as procon-tui does"))
  }

  // MARK: Another daemon

  @Test(arguments: [
    ("--login ada --password-file password", "Artificial Intel"), ("--login ada", "Log in"),
  ])
  func `after a restart of the daemon, only a secret in a file logs in again`(
    options: String, text: String
  ) throws {
    let files = try PolicyFiles(LogInUser.rules)
    var daemon: DaemonProcess? = try files.start()
    let window = try start(options, with: daemon)
    if !options.contains("file") {
      try window.wait(for: "Password of ada:")
      try window.type("enchantress")
      try window.press("Enter")
    }
    try window.wait(for: "? keys")
    try window.wait(for: "Artificial Intel")
    try daemon?.terminate()
    daemon = nil
    try window.wait(for: "Connection lost")
    daemon = try files.start()
    try window.wait { !$0[0].hasPrefix("Connection lost") && $0.joined().contains(text) }
    withExtendedLifetime(daemon) {}
  }
}
