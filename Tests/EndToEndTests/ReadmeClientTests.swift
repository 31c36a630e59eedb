import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's clients without a library of ours, followed word for word.
@Suite(.blocking) struct ReadmeClientTests {
  private let user = TestUser()

  @Test func `the commands with socat and jq print one line per change`() throws {
    let daemon = try DaemonProcess()
    let script = try Readme.block(after: "### socat and jq", "sh", number: 2)
      .replacing("/tmp/board.sock", with: daemon.socket)
    let pipeline = try user.shell(script, input: .pipe)
    expect(try pipeline.nextLine(), equals: "topics.ai.summary 1")
    let peer = try daemon.connect()
    try peer.call("topics.ai.pros.add", #"{"text":"one"}"#)
    expect(try pipeline.nextLine(), equals: "topics.ai.summary 2")
    try peer.call("topics.ai.cons.add", #"{"text":"one","weight":5}"#)
    expect(try pipeline.nextLine(), equals: "topics.ai.summary -3")
    daemon.process.signal(SIGTERM)
    pipeline.endInput()
    expect(try pipeline.waitForEnd(), equals: .exited(0), "\(pipeline.errors)")
    expect(pipeline.output.split(separator: "\n").count, equals: 3)
  }

  @Test func `the command that starts a daemon by hand starts one`() throws {
    let path = user.directory.file("board.sock")
    let line = try Readme.block(after: "### socat and jq", "sh")
      .replacing("/tmp/board.sock", with: path)
    let shell = try user.shell("\(line) echo $! && wait")
    let daemon = try require(Int32(try shell.nextLine()))
    try shell.wait { shell.errors.contains("listening on \(path)") }
    let ping = try user.client("ping", "--socket", path)
    expect(try ping.waitForEnd(), equals: .exited(0))
    kill(daemon, SIGTERM)
    expect(try shell.waitForEnd(), equals: .exited(0))
  }

  @Test func `the Python program prints a line at once and one per change`() throws {
    let daemon = try DaemonProcess()
    let script = try user.save(Readme.block(after: "### Python", "python"), as: "board.py")
    let python = try user.shell(
      "PROCON_SOCKET=/tmp/board.sock exec python3 board.py"
        .replacing("/tmp/board.sock", with: daemon.socket).replacing("board.py", with: script))
    expect(try python.nextLine(), equals: "topics.ai.summary Artificial Intelligence 1")
    let add = try user.client("add", "con", "Too fast", "--socket", daemon.socket)
    try add.waitForEnd()
    expect(try python.nextLine(), equals: "topics.ai.summary Artificial Intelligence 0")
    daemon.process.signal(SIGTERM)
    expect(try python.waitForEnd(), equals: .exited(0), "\(python.errors)")
    expect(Readme.text.contains("`PROCON_SOCKET=/tmp/board.sock python3 board.py`"))
  }

  @Test func `the Node program prints a line at once and one per change`() throws {
    let daemon = try DaemonProcess()
    let script = try user.save(Readme.block(after: "### Node", "js"), as: "board.mjs")
    let command = "PROCON_SOCKET=/tmp/board.sock node board.mjs"
    expect(Readme.text.contains("`\(command)`"))
    let node = try user.shell(
      "exec env \(command)"
        .replacing("/tmp/board.sock", with: daemon.socket).replacing("board.mjs", with: script))
    expect(try node.nextLine(), equals: "topics.ai.summary Artificial Intelligence 1")
    try daemon.connect().call("topics.ai.cons.add", #"{"text":"Too fast"}"#)
    expect(try node.nextLine(), equals: "topics.ai.summary Artificial Intelligence 0")
    daemon.process.signal(SIGTERM)
    expect(try node.waitForEnd(), equals: .exited(0), "\(node.errors)")
  }
}
