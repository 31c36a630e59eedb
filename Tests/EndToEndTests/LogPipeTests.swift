import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The log on a pipe that is read late or never.
@Suite(.blocking) struct LogPipeTests {
  private let directory = TemporaryDirectory()
  private let receiver: StateReceiver
  private let reader: Int32

  init() throws {
    receiver = try StateReceiver(at: directory.file("notify"))
    mkfifo(directory.file("log"), 0o600)
    reader = open(directory.file("log"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try check("open", reader)
  }

  @Test func `a daemon whose log nobody reads keeps serving and reports what it dropped`() throws {
    defer { close(reader) }
    let (process, peer) = try start()
    // Each reload logs an error of 2 kB: 500 kB are more than the pipe and the queue can hold.
    for _ in 0..<250 { try reload(process) }
    expect(try peer.call("ping")["result"] != nil)
    // The open file is shared, and is unchanged.
    let flags = try require(contents(of: "/proc/\(process.processID)/fdinfo/2"))
    expect(flags.contains(/flags:\s0100001\n/), "\(flags)")

    var log = ""
    try waitUntil("it has written the count") {
      log += read()
      return log.contains("dropped here")
    }
    try reload(process)
    process.signal(SIGTERM)
    try waitUntil("it has written everything") {
      log += read()
      return log.hasSuffix("ending: signal 15\n")
    }
    expect(try process.waitForEnd(), equals: .exited(0))
    let lines = log.split(separator: "\n")
    let place = try require(lines.firstIndex { $0.contains("dropped here") })
    expect(lines[..<place].allSatisfy { $0.contains("keeping the old configuration") })
    expect(lines[place + 1].contains("keeping the old configuration"))
    let count = try require(
      lines[place].firstMatch(
        of:
          /warning procond: \[procond\] (\d+) lines were dropped here, because nothing read the log/
      ).flatMap { Int($0.output.1) })
    expect(place + count, equals: 250)
    expect(lines.filter { $0.contains("dropped here") }.count, equals: 1)
  }

  @Test func `a daemon whose log nobody reads exits after a second`() throws {
    defer { close(reader) }
    let process = try endWithFullPipe()
    let start = ContinuousClock.now
    expect(try process.waitForEnd(), equals: .exited(0))
    expect((.milliseconds(900)...(.seconds(5))).contains(start.duration(to: .now)))
    expect(access(directory.file("procon.sock"), F_OK) != 0)
  }

  @Test func `a late reader gets what is queued at the end`() throws {
    defer { close(reader) }
    let process = try endWithFullPipe()
    var log = ""
    try waitUntil("it has written everything") {
      log += read()
      return log.hasSuffix("ending: signal 15\n")
    }
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(log.split(separator: "\n").count, equals: 101)
  }

  @Test func `a late reader gets the reason why a daemon cannot start`() throws {
    defer { close(reader) }
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    while write(reader, junk, 4096) > 0 {}
    let process = try ChildProcess(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>'\(directory.file("log"))'", builtProgram("procond"),
        "--socket",
        directory.file("none/procon.sock"),
      ])
    var log = ""
    try waitUntil("it has written") {
      log += read()
      return log.hasSuffix("\n")
    }
    expect(try process.waitForEnd(), equals: .exited(73))
    expect(
      log.drop { $0 == "x" },
      equals: "procond: the directory \(directory.file("none")) does not exist\n")
  }

  /// A daemon with a pipe as standard error and a client. Its configuration has a long path and
  /// became invalid after the start.
  private func start() throws -> (ChildProcess, Peer) {
    var path = directory.path
    for _ in 0..<8 {
      path += "/" + String(repeating: "d", count: 250)
      mkdir(path, 0o700)
    }
    path += "/procond.json"
    try write("{}", to: path)
    let process = try ChildProcess(
      "/bin/sh",
      [
        "-c", "exec \"$0\" \"$@\" 2>'\(directory.file("log"))'", builtProgram("procond"),
        "--config",
        path, "--socket", directory.file("procon.sock"), "--idle-exit", "60", "--log-level", "info",
      ], environment: ["NOTIFY_SOCKET": receiver.name])
    try receiver.wait(for: "READY=1")
    let peer = try Peer.connect(to: directory.file("procon.sock"), waiting: .patience)
    // Lines of another kind would change the count.
    var log = ""
    try waitUntil("it has logged its start") {
      log += read()
      return log.contains("configured by")
    }
    try write("nonsense", to: path)
    return (process, peer)
  }

  /// A daemon that has said goodbye to its clients, with more lines to log than the pipe can hold.
  private func endWithFullPipe() throws -> ChildProcess {
    let (process, peer) = try start()
    for _ in 0..<100 { try reload(process) }
    process.signal(SIGTERM)
    expect(try peer.next("bye")["params", "reason"]?.string, equals: "shutdown")
    try peer.expectEnd()
    return process
  }

  private func reload(_ process: ChildProcess) throws {
    process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    try receiver.wait(for: "READY=1")
  }

  /// The contents of the pipe.
  private func read() -> String {
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while case let count = Glibc.read(reader, &part, part.count), count > 0 {
      text += part[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
