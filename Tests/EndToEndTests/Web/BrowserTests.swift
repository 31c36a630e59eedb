import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// `procon-web` in a real browser.
@Suite(.blocking, .long, .serialized) struct BrowserTests {
  private let user = TestUser()

  /// Starts a script with the built programs on its path.
  private func start(_ script: String, _ words: [String] = []) throws -> UserProcess {
    try user.shell(
      "exec /usr/bin/python3 '\(SourceTree.root)/Tests/Browser/\(script).py' "
        + words.map { "'\($0)'" }.joined(separator: " "), input: .pipe)
  }

  /// Runs a script that passes.
  private func run(_ script: String, _ words: [String] = []) throws {
    let process = try start(script, words)
    let end = try process.waitForEnd(within: .seconds(600))
    expect(end, equals: .exited(0), "\(process.output)\(process.errors)")
    expect(process.errors, equals: "")
  }

  /// Starts a gateway, and returns the link that lets a browser in.
  private func link(to daemon: DaemonProcess) throws -> (gateway: UserProcess, link: String) {
    let gateway = try user.start(
      "procon-web", ["--socket", daemon.socket, "--no-browser", "--print-token"])
    return (gateway, try gateway.nextLine())
  }

  @Test func `an open page is live, and nothing typed is lost`() throws {
    let daemon = try DaemonProcess(store: .sqlite)
    let (gateway, link) = try link(to: daemon)
    let script = try start("live", [link, daemon.socket, "\(daemon.process.processID)"])
    while try script.nextLine(within: .seconds(120)) != "restart" {}
    try daemon.process.waitForEnd()
    let successor = try DaemonProcess(in: daemon.directory, socket: daemon.socket, store: .sqlite)
    try script.write("\n")
    expect(try script.waitForEnd(), equals: .exited(0), "\(script.errors)")
    expect(script.errors, equals: "")
    withExtendedLifetime((successor, gateway)) {}
  }

  @Test(arguments: ["keys", "accessible"])
  func `every page can be used by keyboard and by everybody`(script: String) throws {
    let daemon = try DaemonProcess(store: .sqlite)
    let (gateway, link) = try link(to: daemon)
    try run(script, [link, daemon.socket])
    withExtendedLifetime(gateway) {}
  }

  @Test func `windows and browsers agree, with and without scripts and logins`() throws {
    try run("windows")
  }

  @Test func `what is typed arrives while others change the board, and through crashes`() throws {
    try run("keystrokes", ["--long"])
  }
}
