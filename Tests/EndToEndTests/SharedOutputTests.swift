import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// A standard output that the client shares with its parent: here, the test.
@Suite(.blocking) struct SharedOutputTests {
  private let user = TestUser()
  private let daemon: DaemonProcess

  init() throws {
    daemon = try DaemonProcess()
  }

  /// - Parameter mayReopen: whether the client may open the output again for itself.
  private func client(
    _ command: String..., output: SharedOutput, mayReopen: Bool, socket: String? = nil
  ) throws -> UserProcess {
    var words = command + ["--socket", socket ?? daemon.socket]
    var program = "procon-client"
    if !mayReopen {
      fchmod(output.writer, 0)
      // The superuser may open everything, except without this capability.
      if geteuid() == 0 {
        words = ["--bounding-set=-dac_override", builtProgram(program)] + words
        program = "/usr/bin/setpriv"
      }
    }
    return try user.start(program, words, output: .shared(output.writer))
  }

  @Test(arguments: SharedOutput.Kind.allCases, ["subscribe", "top"])
  func `the output's flags stay while the client runs, and after it has ended`(
    kind: SharedOutput.Kind, command: String
  ) throws {
    for (mayReopen, signal) in [(true, SIGINT), (false, SIGKILL)] {
      let output = try SharedOutput(kind, in: user.directory)
      let flags = output.flags
      #expect(flags & O_NONBLOCK == 0)
      let client = try client(command, output: output, mayReopen: mayReopen)
      try output.waitForOutput()
      #expect(output.flags == flags)
      try output.expectToBlock(for: user)
      client.signal(signal)
      #expect(try client.waitForEnd() == .killed(signal: signal))
      #expect(output.flags == flags)
      try output.expectToBlock(for: user)
    }
  }

  @Test(arguments: [SharedOutput.Kind.pipe, .terminal, .socket], [true, false])
  func `a client that waits for its reader ends by a signal, and the flags stay`(
    kind: SharedOutput.Kind, mayReopen: Bool
  ) throws {
    for signal in [SIGINT, SIGKILL] {
      let output = try SharedOutput(kind, in: user.directory)
      let flags = output.flags
      let client = try client("subscribe", "shared.big", output: output, mayReopen: mayReopen)
      let text = String(repeating: "x", count: 1_000_000)
      try daemon.connect().call("set", #"{"box":"shared.big","value":"\#(text)"}"#)
      // It has begun to write, and cannot end.
      try waitUntil("there is output") { output.hasOutput }
      #expect(output.flags == flags)
      client.signal(signal)
      #expect(try client.waitForEnd() == .killed(signal: signal))
      #expect(output.flags == flags)
      try output.expectToBlock(for: user)
    }
  }

  @Test(arguments: [true, false])
  func `a board on a terminal that takes nothing ends by a signal`(mayReopen: Bool) throws {
    let output = try SharedOutput(.terminal, in: user.directory)
    let client = try client("subscribe", output: output, mayReopen: mayReopen)
    try output.waitForOutput()
    output.fill()
    try daemon.connect().call("topics.ai.pros.add", #"{"text":"Something to draw"}"#)
    client.signal(SIGTERM)
    #expect(try client.waitForEnd(within: .seconds(10)) == .killed(signal: SIGTERM))
  }

  @Test(arguments: [true, false])
  func `a board that fails restores the terminal before it ends`(mayReopen: Bool) throws {
    let output = try SharedOutput(.terminal, in: user.directory)
    let server = try ScriptedServer(at: user.directory.file("scripted.sock"))
    let client = try client(
      "subscribe", output: output, mayReopen: mayReopen, socket: server.path)
    let connection = try server.acceptSubscriber(#"{"topics.ai.summary":{"title":"One"}}"#)
    try output.waitForOutput(containing: "One")
    connection.close()
    try server.accept().greet(version: 2)
    #expect(try client.waitForEnd() == .exited(69))
    // Leaves the alternate screen.
    try output.waitForOutput(containing: "\u{1B}[?1049l")
  }
}

/// An open file that the test and the client write to, and its reader.
final class SharedOutput {
  enum Kind: CaseIterable {
    case pipe
    case terminal
    case socket
    case file
  }

  let writer: Int32
  private let reader: Int32
  private let terminal: PseudoTerminal?
  /// What was read, except for zeros.
  private var received: [UInt8] = []
  private var zeros = 0

  init(_ kind: Kind, in directory: TemporaryDirectory) throws {
    terminal = kind == .terminal ? try PseudoTerminal() : nil
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .pipe: try check("pipe", pipe(&ends))
    case .socket:
      try check("socketpair", socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends))
    case .terminal: ends = [dup(terminal?.descriptor ?? -1), dup(terminal?.programSide ?? -1)]
    case .file:
      let path = directory.file("output")
      ends[1] = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      ends[0] = open(path, O_RDONLY)
    }
    for end in ends { try check("FD_CLOEXEC", fcntl(end, F_SETFD, FD_CLOEXEC)) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  var flags: Int32 { fcntl(writer, F_GETFL) }

  /// Whether there is something to read.
  var hasOutput: Bool { Deadline(after: .zero).wait(for: POLLIN, on: reader) }

  /// Writes until the output takes nothing more.
  func fill() {
    fchmod(writer, 0o600)
    let own = open("/proc/self/fd/\(writer)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    while write(own, [0], 1) == 1 {}
    close(own)
  }

  /// Waits until something is written that contains this text.
  func waitForOutput(containing text: String = "") throws {
    try waitUntil("there is output") {
      read()
      return !received.isEmpty && String(decoding: received, as: UTF8.self).contains(text)
    }
  }

  /// Lets another program write more than the output takes at once. It fails unless its writes wait
  /// for the reader.
  func expectToBlock(for user: TestUser) throws {
    let count = 1 << 18
    let program = try user.start(
      "/usr/bin/head", ["-c", "\(count)", "/dev/zero"], output: .shared(writer))
    let end = zeros + count
    try waitUntil("all is written") {
      read()
      return zeros == end
    }
    #expect(try program.waitForEnd() == .exited(0))
    #expect(program.errors == "")
  }

  /// Reads what there is.
  private func read() {
    var part = [UInt8](repeating: 0, count: 65536)
    while hasOutput {
      let count = Glibc.read(reader, &part, part.count)
      guard count > 0 else { return }
      let bytes = part[..<count].filter { $0 != 0 }
      zeros += count - bytes.count
      received += bytes
    }
  }
}
