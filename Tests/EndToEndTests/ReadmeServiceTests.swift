import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

@Suite(.blocking) struct ReadmeServiceTests {
  private let directory = TemporaryDirectory()

  @Test func `the configuration is valid, and has every limit with its default`() throws {
    let text = try Readme.block(after: "## The configuration", "json")
    let file = directory.file("procond.json")
    try write(text, to: file)
    let process = try ChildProcess(
      builtProgram("procond"), ["--config", file, "--socket", directory.file("s")],
      environment: ["PROCON_IDLE_EXIT": "0"])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")

    let help = try ChildProcess(builtProgram("procond"), ["--help"])
    try help.waitForEnd()
    let words = help.standardOutput.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let limits = try require(try JSONText(parsing: text.utf8)["limits"]?.members)
    for (name, value) in limits { expect(words.contains("\(name) (\(value))"), "\(name)") }
    expect(words.matches(of: /[a-z-]+ \(\d+\)/).count, equals: limits.count)
  }

  @Test func `the file of users is valid with the hash of a token that the commands make`() throws {
    let user = TestUser()
    let commands = try Readme.block(after: "## Who can log in", "sh")
    let shell = try user.shell("cd \(user.directory.path) && \(commands)")
    expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    let token = try require(contents(of: user.directory.file("sensor.token")))
    expect(token.wholeMatch(of: /sensor\.[0-9a-f]{64}\n/) != nil)
    var status = stat()
    expect(stat(user.directory.file("sensor.token"), &status), equals: 0)
    expect(status.st_mode & 0o777, equals: 0o600)

    let example = try Readme.block(after: "## Who can log in", "json")
    let hash = String(shell.output.dropLast())
    try write(example.replacing("$y$j9T$…", with: hash), to: directory.file("users.json"))
    let file = directory.file("procond.json")
    try write(#"{"users":"\#(directory.file("users.json"))"}"#, to: file)
    let process = try ChildProcess(
      builtProgram("procond"), ["--config", file, "--socket", directory.file("s")],
      environment: ["PROCON_IDLE_EXIT": "0"])
    expect(try process.waitForEnd(), equals: .exited(0), "\(process.standardError)")
    expect(hash.hasPrefix("$y$j9T$"))
  }

  @Test func `the units are where the README says, and are enabled by name`() throws {
    let commands = try Readme.block(after: "## As a service", "sh", number: 2)
    for manager in ["system", "user"] {
      expect(SourceTree.names(in: "systemd/\(manager)").contains("procond.socket"))
    }
    expect(commands.contains("systemctl --user enable --now procond.socket"))
    let sysusers = try require(SourceTree.text(of: "systemd/sysusers.d/procon.conf"))
    expect(sysusers.contains("u procon "))
  }
}
