import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// A standard output that the client shares with its parent, which is the test here.
@Suite(.blocking) struct SharedOutputTests {
  private let user = TestUser()
  private let daemon: DaemonInProcess

  init() throws {
    daemon = try DaemonInProcess()
  }

  /// - Parameter mayReopen: whether the client can open the output again for itself.
  private func client(
    _ command: String..., output: SharedOutput, mayReopen: Bool, socket: String? = nil
  ) throws -> UserProcess {
    var words = command + ["--socket", socket ?? daemon.socket]
    var program = "procon-client"
    if !mayReopen {
      output.forbidReopening()
      // Root can open everything, except without this capability.
      if geteuid() == 0 {
        words = ["--bounding-set=-dac_override", builtProgram(program)] + words
        program = "/usr/bin/setpriv"
      }
    }
    return try user.start(program, words, output: .shared(output.writer))
  }

  @Test(arguments: SharedOutput.Kind.allCases, ["subscribe", "top"])
  func `the output's flags stay unchanged while the client runs and after it ends`(
    kind: SharedOutput.Kind, command: String
  ) throws {
    for (mayReopen, signal) in [(true, SIGINT), (false, SIGKILL)] {
      let output = try SharedOutput(kind)
      var reader = OutputReader(output)
      let flags = output.flags
      expect(flags & O_NONBLOCK, equals: 0)
      let client = try client(command, output: output, mayReopen: mayReopen)
      try reader.wait()
      expect(output.flags, equals: flags)
      try reader.expectToBlock(for: user)
      client.signal(signal)
      expect(try client.waitForEnd(), equals: .killed(signal: signal))
      expect(output.flags, equals: flags)
      try reader.expectToBlock(for: user)
    }
  }

  @Test(arguments: [SharedOutput.Kind.pipe, .terminal, .socket], [true, false])
  func `a signal ends a client that waits for its reader, and the flags stay unchanged`(
    kind: SharedOutput.Kind, mayReopen: Bool
  ) throws {
    for signal in [SIGINT, SIGKILL] {
      let output = try SharedOutput(kind)
      var reader = OutputReader(output)
      let flags = output.flags
      let client = try client("subscribe", "shared.big", output: output, mayReopen: mayReopen)
      let text = String(repeating: "x", count: 1_000_000)
      try daemon.connect().call("set", #"{"box":"shared.big","value":"\#(text)"}"#)
      // It is writing and cannot finish.
      try waitUntil("there is output") { output.hasOutput }
      expect(output.flags, equals: flags)
      client.signal(signal)
      expect(try client.waitForEnd(), equals: .killed(signal: signal))
      expect(output.flags, equals: flags)
      try reader.expectToBlock(for: user)
    }
  }

  @Test(arguments: [true, false])
  func `a signal ends a board on a terminal that is blocked`(mayReopen: Bool) throws {
    let output = try SharedOutput(.terminal)
    var reader = OutputReader(output)
    let client = try client("subscribe", output: output, mayReopen: mayReopen)
    try reader.wait()
    output.allowReopening()
    output.fill()
    try daemon.connect().call("topics.ai.pros.add", #"{"text":"Something to draw"}"#)
    client.signal(SIGTERM)
    expect(try client.waitForEnd(), equals: .killed(signal: SIGTERM))
  }

  @Test(arguments: [true, false])
  func `a board that fails restores the terminal before it ends`(mayReopen: Bool) throws {
    let output = try SharedOutput(.terminal)
    var reader = OutputReader(output)
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try client(
      "subscribe", output: output, mayReopen: mayReopen, socket: server.path)
    try server.showTopic()
    let connection = try server.acceptSubscriber(#"{"topics.ai.summary":\#(summaryJSON("One"))}"#)
    try reader.wait(for: "One")
    connection.close()
    try server.accept().greet(version: 2)
    expect(try client.waitForEnd(), equals: .exited(69))
    // Leaves the alternate screen.
    try reader.wait(for: "\u{1B}[?1049l")
  }
}

/// What is read from an output that the client shares.
private struct OutputReader {
  let output: SharedOutput
  private(set) var text: [UInt8] = []
  private var zeros = 0

  init(_ output: SharedOutput) {
    self.output = output
  }

  /// Waits for output that contains this text.
  mutating func wait(for text: String = "") throws {
    try waitUntil("there is output") {
      read()
      return !self.text.isEmpty && String(decoding: self.text, as: UTF8.self).contains(text)
    }
  }

  /// Lets another program write more than fits at once. It fails unless its writes wait for the
  /// reader.
  mutating func expectToBlock(for user: TestUser) throws {
    let count = 1 << 18
    let program = try user.start(
      "/usr/bin/head", ["-c", "\(count)", "/dev/zero"], output: .shared(output.writer))
    let end = zeros + count
    try waitUntil("all is written") {
      read()
      return zeros == end
    }
    expect(try program.waitForEnd(), equals: .exited(0))
    expect(program.errors, equals: "")
  }

  private mutating func read() {
    while output.hasOutput {
      let bytes = output.read()
      if bytes.isEmpty { return }
      let others = bytes.filter { $0 != 0 }
      zeros += bytes.count - others.count
      text += others
    }
  }
}
