import Expectations
import SystemTestSupport
import Testing

/// The name of the client in what it prints: the one that the user typed.
@Suite(.blocking) struct CommandNameTests {
  private let user = TestUser()

  /// Runs the client by a link to it.
  private func run(
    as name: String, _ arguments: String...
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let link = user.directory.file(name)
    let shell = try user.shell("ln -sf '\(builtProgram("procon-client"))' '\(link)'")
    try require(try shell.waitForEnd() == .exited(0), "\(shell.errors)")
    let client = try user.start(link, arguments)
    return (try client.waitForEnd(), client.output, client.errors)
  }

  @Test(arguments: [
    ("procon", "procon"), ("procon-client", "procon-client"), ("x", "procon-client"),
  ])
  func `a message names the command that the user typed`(link: String, name: String) throws {
    let failure = try run(as: link, "get", "--nonsense")
    expect(failure.end, equals: .exited(64))
    expect(failure.errors.hasPrefix("\(name): "), "\(failure.errors)")
    expect(failure.errors.hasSuffix("; see '\(name) get --help'\n"), "\(failure.errors)")
  }

  @Test func `help shows the short name in its usage and its examples`() throws {
    let help = try run(as: "procon", "watch-exec", "--help").output
    expect(help.contains("USAGE: procon watch-exec "))
    expect(help.contains("\n  procon watch-exec 'shared.**' -- jq .\n"))
    expect(!help.contains("procon-client"))
    expect(try run(as: "procon", "--help").output.contains("'procon subscribe' shows the board"))
    expect(try run(as: "procon", "--version").output, equals: "procon-client 0.1.0\n")
  }

  @Test func `what the user typed is repeated as it is`() throws {
    let failure = try run(as: "procon", "get", "--format", "procon-client")
    expect(failure.end, equals: .exited(64))
    expect(failure.errors.contains("'procon-client'"), "\(failure.errors)")
  }
}
