import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// The commands of the recipes for a decision and for lists.
@Suite(.blocking) struct ReadmeDecisionTests {
  @Test func `a decision between options is made and recorded`() throws {
    let daemon = try DaemonProcess()
    let user = TestUser()
    let commands = try Readme.block(after: "### A decision between options", "sh")
      .split(separator: "\n")
    var outputs: [String] = []
    for command in commands {
      let process = try user.shell(
        String(command), environment: ["PROCON_SOCKET": daemon.socket])
      expect(try process.waitForEnd(), equals: .exited(0), "\(command): \(process.errors)")
      outputs.append(process.output)
    }
    expect(outputs[outputs.count - 2].hasPrefix("decided: Postgres · by "))
    expect(
      outputs.last?.contains("Chosen option: \"Postgres\", because It is enough"), equals: true)
  }

  @Test func `lists are read with jq`() throws {
    let daemon = try DaemonProcess()
    let script = try Readme.block(after: "### Lists for jq", "sh")
    let shell = try TestUser().shell(script, environment: ["PROCON_SOCKET": daemon.socket])
    expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    expect(
      shell.output.split(separator: "\n"),
      equals: [
        "\"1\"", "Ask everybody", "editor Which editor?", "created \"Which editor?\"",
      ])
  }
}
