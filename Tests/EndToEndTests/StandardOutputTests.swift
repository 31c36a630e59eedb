import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// How the client reacts to its standard output.
@Suite(.blocking) struct StandardOutputTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  private func subscriber(
    _ words: String..., output: UserProcess.Output = .pipe
  ) throws -> UserProcess {
    try user.start(
      "procon-client", ["subscribe", "--socket", daemon.socket] + words, output: output)
  }

  private func set(_ box: String, _ value: String) throws {
    try daemon.connect().call("set", #"{"box":"\#(box)","value":\#(value)}"#)
  }

  @Test(arguments: ["lines", "json", "value", "board"])
  func `a closed reader ends the client while nothing is written`(format: String) throws {
    let client = try subscriber("--format", format)
    _ = try client.nextLine()
    client.closeOutput()
    expect(try client.waitForEnd(), equals: .exited(0))
    expect(client.errors, equals: "")
  }

  @Test func `a closed reader also ends a client that has lost the daemon`() throws {
    let daemon = try DaemonProcess()
    let client = try user.client("subscribe", "--socket", daemon.socket, "topics.ai.summary")
    _ = try client.nextLine()
    daemon.process.signal(SIGKILL)
    try client.wait { client.errors.contains("trying again") }
    client.closeOutput()
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test func `a reader that closes without reading ends the client too`() throws {
    let client = try subscriber("shared.big", output: .unreadPipe)
    let text = String(repeating: "x", count: 500_000)
    try set("shared.big", "\"\(text)\"")
    // A pipe holds 64 KiB, and the client waits for more space.
    try waitUntil("the pipe is full") { client.outputWaiting == 65_536 }
    client.closeOutput()
    expect(try client.waitForEnd(), equals: .exited(0))
  }

  @Test func `head ends the client`() throws {
    let pipeline = try user.shell(
      "{ procon-client subscribe --socket \(daemon.socket); echo $? >&2; } | head -1")
    expect(try pipeline.waitForEnd(), equals: .exited(0))
    expect(pipeline.output.split(separator: "\n").count, equals: 1)
    expect(pipeline.errors, equals: "0\n")
  }

  @Test(arguments: [
    ["get", "**"], ["ping"], ["subscribe"], ["subscribe", "--once"], ["subscribe", "--help"],
    ["--version"],
  ])
  func `a full disk as output is reported and has its exit code`(command: [String]) throws {
    let client = try user.start(
      "procon-client", command + ["--socket", daemon.socket], output: .file("/dev/full"))
    expect(try client.waitForEnd(), equals: .exited(74))
    expect(
      client.errors,
      equals: """
        procon-client: cannot write to standard output: No space left on device; free space, or write \
        elsewhere

        """)
  }

  @Test func `a closed output is reported`() throws {
    let client = try user.shell("procon-client ping --socket \(daemon.socket) >&-; echo $?")
    try client.waitForEnd()
    expect(client.output, equals: "74\n")
    expect(client.errors.hasPrefix("procon-client: cannot write to standard output: "))
  }

  @Test func `a file accepts everything`() throws {
    let file = user.directory.file("lines")
    let client = try subscriber("shared.**", "daemon.info", output: .file(file))
    try waitUntil("it has written") { contents(of: file)?.hasPrefix("daemon.info\t") == true }
    for number in 1...100 { try set("shared.n", "\(number)") }
    try waitUntil("it has written all") { contents(of: file)?.hasSuffix("\t100\n") == true }
    expect(client.end == nil)
  }

  @Test func `Ctrl-C ends a subscriber that prints lines on a terminal`() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    let settings = terminal.settings
    let client = try user.client(
      "subscribe", "topics.**", "--socket", daemon.socket, input: .terminal,
      output: .terminal(terminal))
    try client.wait { terminal.screen.contains("topics.ai.summary") }
    expect(!terminal.screen.isAlternate)
    try terminal.type("\u{3}")
    expect(try client.waitForEnd(), equals: .killed(signal: SIGINT))
    expect(terminal.settings, equals: settings)
  }

  @Test func `a slow reader blocks nobody and gets the newest values at the end`() throws {
    let client = try subscriber("shared.big", "shared.end", output: .unreadPipe)
    let peer = try daemon.connect()
    let text = String(repeating: "x", count: 100_000)
    for number in 1...200 {
      try peer.call("set", #"{"box":"shared.big","value":"\#(text)\#(number)"}"#)
    }
    try peer.call("set", #"{"box":"shared.end","value":true}"#)
    // 20 MB have passed; the client holds only a few lines, however long it waits.
    expect(try client.peakMemory < 25_000)
    client.readOutput()
    try client.wait { client.endsOutput(with: "shared.end\ttrue\n") }
    let lines = client.output.split(separator: "\n")
    expect(lines.count < 50)
    expect(lines.last { $0.hasPrefix("shared.big") }?.hasSuffix("x200\""), equals: true)
    expect(try client.peakMemory < 25_000)
  }
}
