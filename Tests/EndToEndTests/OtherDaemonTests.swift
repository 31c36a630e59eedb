import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The program beside the client is not always a working daemon.
@Suite(.blocking, .enabled(if: !systemDaemonListens)) struct OtherDaemonTests {
  private let user = TestUser()

  /// A copy of the client in its own directory, `bin`.
  private func copyClient() throws -> String {
    let directory = user.directory.file("bin")
    let copy = try user.shell(
      "mkdir \(directory) && cp '\(builtProgram("procon-client"))' \(directory)")
    expect(try copy.waitForEnd(), equals: .exited(0))
    return user.directory.file("bin/procon-client")
  }

  private func putDaemon(_ script: String) throws {
    let path = user.directory.file("bin/procond")
    let write = try user.shell("cat > \(path) && chmod 755 \(path)", input: .pipe)
    try write.write("#!/bin/sh\n\(script)\n")
    write.endInput()
    expect(try write.waitForEnd(), equals: .exited(0))
  }

  @Test func `the client starts the daemon beside itself`() throws {
    let client = try copyClient()
    try putDaemon(#"echo "$0 $@" > "$HOME/started"; exec procond "$@""#)
    let programs = builtProgram("").dropLast()
    let path = "\(programs):\(user.environment["PATH"] ?? "/usr/bin:/bin")"
    let ping = try user.start(client, ["ping"], environment: ["PATH": path])
    expect(try ping.waitForEnd(), equals: .exited(0), "\(ping.errors)")
    expect(
      contents(of: user.directory.file("home/started")),
      equals: "\(user.directory.path)/bin/procond --socket \(user.socket) --idle-exit 60\n")
  }

  @Test func `without a daemon beside it, the client prints what to do`() throws {
    let ping = try user.start(try copyClient(), ["ping"])
    expect(try ping.waitForEnd(), equals: .exited(69))
    expect(
      ping.errors,
      equals: """
        procon-client: no daemon listens, and \(user.directory.path)/bin/procond cannot be started: \
        No such file or directory; start procond, or name its socket with --socket

        """)
  }

  @Test func `a daemon that exits at once is reported with its log`() throws {
    let client = try copyClient()
    try putDaemon("echo out of order >&2; exit 3")
    let ping = try user.start(client, ["ping"])
    expect(try ping.waitForEnd(), equals: .exited(69))
    expect(
      ping.errors,
      equals: """
        procon-client: procond was started, but exited with status 3; see \
        \(user.directory.path)/state/procon/procond.log

        """)
    expect(user.log, equals: "out of order\n")
  }

  @Test func `a second daemon is refused while the first one listens`() throws {
    let first = try DaemonProcess()
    let second = try user.start("procond", ["--socket", first.socket])
    expect(try second.waitForEnd(), equals: .exited(75))
    expect(second.errors.split(separator: "\n").count, equals: 1)
    expect(second.errors.contains(first.socket))
    try first.connect().call("ping")
  }

  @Test func `the socket of a killed daemon is taken over`() throws {
    let first = try DaemonProcess()
    first.process.signal(SIGKILL)
    expect(try first.process.waitForEnd(), equals: .killed(signal: SIGKILL))
    expect(access(first.socket, F_OK), equals: 0)
    let refused = try user.client("ping", "--socket", first.socket)
    expect(try refused.waitForEnd(), equals: .exited(69))
    let second = try DaemonProcess(in: first.directory, socket: first.socket)
    let ping = try user.client("ping", "--socket", second.socket)
    expect(try ping.waitForEnd(), equals: .exited(0))
  }

  @Test func `the socket of a killed daemon is taken over by the daemon that a client starts`()
    throws
  {
    try user.client("ping").waitForEnd()
    let first = try require(user.daemons.first)
    kill(first, SIGKILL)
    try waitUntil("it is gone") { user.daemons.isEmpty }
    let ping = try user.client("ping")
    expect(try ping.waitForEnd(), equals: .exited(0))
    expect(ping.errors.hasPrefix("procon-client: started procond (process "))
    expect(user.daemons.count, equals: 1)
  }

  @Test func `a daemon that cuts clients off as it exits is replaced`() throws {
    let script = """
      import os, socket
      os.makedirs(os.path.dirname("\(user.socket)"), mode=0o700)
      listener = socket.socket(socket.AF_UNIX)
      listener.bind("\(user.socket)")
      listener.listen()
      print("ready", flush=True)
      for _ in range(3): listener.accept()[0].close()
      """
    let dying = try user.start("/usr/bin/env", ["python3", "-c", script])
    try dying.wait { dying.output.contains("ready") }
    let ping = try user.client("ping")
    expect(try ping.waitForEnd(), equals: .exited(0), "\(ping.errors)")
    expect(try dying.waitForEnd(), equals: .exited(0))
    expect(ping.errors.hasPrefix("procon-client: started procond (process "))
    expect(user.daemons.count, equals: 1)
  }
}
