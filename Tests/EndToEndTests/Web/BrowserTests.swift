import BoxWireTestSupport
import SystemTestSupport
import Testing

/// `procon-web` in a real browser.
@Suite(.blocking, .long) struct BrowserTests {
  private let user = TestUser()

  @Test func `an open page is live, and nothing typed is lost`() throws {
    let daemon = try DaemonProcess(store: .sqlite)
    let gateway = try user.start(
      "procon-web", ["--socket", daemon.socket, "--no-browser", "--print-token"])
    let link = try gateway.nextLine()
    let script = try user.shell(
      "exec /usr/bin/python3 \(SourceTree.root)/Tests/Browser/live.py '\(link)' '\(daemon.socket)'"
        + " \(daemon.process.processID)", input: .pipe)
    while try script.nextLine(within: .seconds(120)) != "restart" {}
    try daemon.process.waitForEnd()
    let successor = try DaemonProcess(in: daemon.directory, socket: daemon.socket, store: .sqlite)
    try script.write("\n")
    #expect(try script.waitForEnd() == .exited(0), "\(script.errors)")
    #expect(script.errors == "")
    _ = successor
  }
}
