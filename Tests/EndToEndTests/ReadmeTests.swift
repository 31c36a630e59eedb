import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's instructions for newcomers, followed word for word.
@Suite(.blocking) struct ReadmeTests {
  private let user = TestUser()

  @Test(.enabled(if: !systemDaemonListens))
  func `the commands for the second terminal show on the board in the first`() throws {
    let terminal = try PseudoTerminal()
    let board = try user.client("subscribe", input: .terminal, output: .terminal(terminal))
    try board.wait { terminal.screen.contains("Artificial Intelligence") }
    let commands = try Readme.block(after: "## Quick start", "sh", number: 2).split(separator: "\n")
    expect(commands.first, equals: #"alias procon="$PWD/.build/release/procon-client""#)
    var outputs: [String] = []
    for command in commands.dropFirst() {
      let process = try user.shell(String(command))
      if command.hasPrefix("procon subscribe") {
        outputs.append([try process.nextLine(), try process.nextLine()].sorted().joined())
        continue
      }
      expect(try process.waitForEnd(), equals: .exited(0), "\(command): \(process.errors)")
      expect(process.errors.isEmpty, equals: !command.hasPrefix("procon set"), "\(process.errors)")
      outputs.append(process.output)
    }
    expect(outputs.count, equals: 13)
    let lists = outputs.filter {
      $0.hasPrefix("topics.") && $0.contains("topics.which-editor.summary")
    }
    expect(lists.count, equals: 2)
    expect(outputs[7].contains(#""id":"which-editor""#))
    try board.wait { terminal.screen.contains("+ Error reduction ×5") }
    expect(terminal.screen.contains("+ Always awake ×2"))
    expect(!terminal.screen.contains("Lesser jobs"))
    expect(terminal.screen.lines[1].hasPrefix("decided: yes · by "))
    expect(terminal.screen.lines[2], equals: "5 pros · 2 cons · score +8 · leans pro")
    for (number, score) in [(2, 4), (11, 8)] {
      expect(outputs[number].hasPrefix("topics.ai.summary\t{"))
      expect(outputs[number].contains("\"score\":\(score),"))
    }
  }

  @Test func `the commands for everyday use do what they say`() throws {
    let daemon = try DaemonProcess()
    let peer = try daemon.connect()
    try user.install("notify-send", #"echo "$@""#)
    let lines = try Readme.block(after: "## Everyday use", "sh").split(separator: "\n")
    try require(lines.count == 10)
    func start(_ line: Substring) throws -> UserProcess {
      try user.shell(
        String(line), environment: ["PROCON_SOCKET": daemon.socket, "USER": "ada"])
    }
    var outputs: [String] = []
    for line in lines.prefix(6) {
      let command = try start(line)
      expect(try command.waitForEnd(), equals: .exited(0), "\(line): \(command.errors)")
      outputs.append(command.output)
    }
    expect(outputs[4], equals: "one at a time\n")
    let boxes = try peer.call("get", #"{"boxes":["shared.**"]}"#)["result", "boxes"]
    expect(
      boxes?.members?.map { "\($0.name)=\($0.value)" }.sorted(),
      equals: [
        "shared.builds=1", #"shared.printer.user="ada""#, #"shared.sky="rather-blue""#,
        "shared.wind=3",
      ])

    let wait = try start(lines[6])
    try wait.wait { wait.errors.contains("no shared.build.state yet") }
    try peer.set("shared.build.state", #""failed""#)
    expect(try wait.waitForEnd(), equals: .exited(0))
    expect(wait.output, equals: "\"failed\"\n")
    let watch = try start(lines[7])
    let replay = try start(lines[8])
    expect(try replay.nextLine(), equals: #"shared.sky\#t"rather-blue""#)
    try replay.wait { replay.output.contains("shared.build.state\t\n") }
    let top = try start(lines[9])
    expect(try top.nextLine(), equals: "procond 0.1.0 is running")
    try top.wait { top.output.contains("\n changes/s        total  box\n") }
    // watch-exec was started before, and runs its command once it watches.
    var number = 0
    try waitUntil("the command has run") {
      number += 1
      try peer.call("topics.ai.pros.add", #"{"text":"\#(number)"}"#)
      return (try? watch.wait(within: .milliseconds(100)) { !watch.output.isEmpty }) != nil
    }
    expect(watch.output.hasPrefix("A decision changed\n"))
  }

  @Test func `the templates print what they name`() throws {
    let daemon = try DaemonProcess()
    let lines = try Readme.block(after: "## Status bars and scripts", "sh")
    let shell = try user.shell(lines, environment: ["PROCON_SOCKET": daemon.socket])
    expect(try shell.waitForEnd(), equals: .exited(0), "\(shell.errors)")
    expect(
      shell.output,
      equals: """
        Artificial Intelligence: 4 pros · 3 cons · score +1 · leans pro
        Error reduction; Increase work efficiency; Reduced cost of training; No breaks
        Artificial Intelligence

        """)
    let offline = try user.shell(
      String(lines.prefix { $0 != "\n" }),
      environment: ["PROCON_SOCKET": user.directory.file("none")])
    expect(try offline.waitForEnd(), equals: .exited(0), "\(offline.errors)")
    expect(offline.output, equals: "?\n")
  }
}
