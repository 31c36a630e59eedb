import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's recipes for builds, presence and cron jobs, followed word for word.
@Suite(.blocking) struct ReadmeScriptTests {
  private let user = TestUser()
  private let daemon: DaemonProcess
  private let peer: Peer

  init() throws {
    daemon = try DaemonProcess()
    peer = try daemon.connect()
  }

  private func shell(
    _ script: String, output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    try user.shell(
      script, environment: ["PROCON_SOCKET": daemon.socket, "USER": "ada"], output: output)
  }

  @Test func `the lamp shows whether a build runs, is done or has failed`() throws {
    let heading = "### A lamp for builds"
    try user.install("build", Readme.block(after: heading, "sh"))
    // The whole pipeline ends with its terminal.
    let terminal = try PseudoTerminal()
    let lamp = try shell(
      try Readme.block(after: heading, "sh", number: 2), output: .terminal(terminal))
    func shows(_ color: Int, _ text: String) -> Bool {
      String(decoding: terminal.bytes, as: UTF8.self).hasSuffix(
        "\r\u{1B}[K\u{1B}[\(color)m●\u{1B}[m \(text)")
    }
    // Its warning, which goes to the same terminal, comes before anything that it shows.
    try lamp.wait { terminal.screen.text.contains("waiting for it") }
    let gate = user.directory.file("gate")
    let build = try shell("build sh -c 'until [ -e \(gate) ]; do sleep 0.01; done'")
    try lamp.wait { shows(33, "running") }
    let command = "procon wait shared.build.state done failed"
    expect(Readme.text.contains("`\(command)`"))
    let wait = try shell(command)
    try write("", to: gate)
    expect(try build.waitForEnd(), equals: .exited(0), "\(build.errors)")
    expect(try wait.waitForEnd(), equals: .exited(0), "\(wait.errors)")
    expect(wait.output, equals: "\"done\"\n")
    try lamp.wait { shows(32, "done") }
    expect(try shell("build false").waitForEnd(), equals: .exited(1))
    try lamp.wait { shows(31, "failed") }
    try peer.call("delete", #"{"box":"shared.build.state"}"#)
    try lamp.wait { shows(90, "no build") }
  }

  @Test func `who is here disappears soon after the writer was killed`() throws {
    let recipe = try Readme.block(after: "### Who is here", "sh")
      .replacing("--ttl 1m", with: "--ttl 1s").replacing("sleep 30", with: "sleep 0.3")
    let terminal = try PseudoTerminal()
    let script = try shell(recipe, output: .terminal(terminal))
    try script.wait {
      terminal.screen.text.contains(/shared\.here\.ada set \d\d:\d\d/)
    }
    let others = try shell("procon subscribe 'shared.here.*' --format '{@path} {@event}'")
    expect(try others.nextLine(), equals: "shared.here.ada set")
    // The process group is the writer and the subscription in that terminal.
    kill(-script.processID, SIGKILL)
    try others.wait { others.output.hasSuffix("shared.here.ada removed\n") }
  }
}
