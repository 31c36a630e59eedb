import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's section about `procon session`, followed word for word.
@Suite(.blocking) struct ReadmeSessionTests {
  private static let heading = "## Scene by scene"
  private let user = TestUser()

  @Test func `the script prints the pages that the section shows`() throws {
    let daemon = try DaemonProcess()
    let shell = try user.shell(
      try Readme.block(after: Self.heading, "sh"), environment: ["PROCON_SOCKET": daemon.socket])
    expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    let pages = try Readme.block(after: Self.heading)
    expect(shell.output.contains("\n\n\(pages)\n"), "\(shell.output)")
    expect(
      try daemon.connect().value("topics.ai.posts.items").elements?.map { $0["title"]?.string },
      equals: ["Trial"])
  }

  @Test func `the options log in`() throws {
    let daemon = try PolicyFiles([
      rule("user:ada", "read", "topics.**"), rule("token:sensor", "set", "shared.weather.now"),
    ]).start()
    let home = user.directory.file("home")
    for (secret, name) in [
      ("enchantress", "ada.password"), ("sensor.enchantress", "sensor.token"),
    ] {
      chmod(try user.save(secret, as: name), 0o600)
    }
    let lines = try Readme.block(after: Self.heading, "sh", number: 2).split(separator: "\n")
    try require(lines.count == 3)
    for line in lines.dropFirst() {
      let shell = try user.shell(
        "cd \(home) && \(line)", environment: ["PROCON_SOCKET": daemon.socket])
      expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    }
    let terminal = try PseudoTerminal()
    let session = try user.shell(
      String(lines[0]), environment: ["PROCON_SOCKET": daemon.socket], input: .terminal,
      output: .terminal(terminal))
    try session.wait { terminal.screen.contains("Password of ada:") }
    try terminal.type("enchantress\r")
    try session.wait { terminal.screen.contains("#1  ai  Artificial Intelligence") }
    try terminal.type("\u{4}")
    expect(try session.waitForEnd(), equals: .exited(0))
  }
}
