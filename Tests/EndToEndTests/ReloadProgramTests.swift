import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// `procond --reload` with `--program`, which replaces the program of a running daemon.
@Suite(.blocking) struct ReloadProgramTests {
  private let directory = TemporaryDirectory()
  /// A copy of the daemon's program.
  private var copy: String { directory.file("newer") }

  init() throws {
    let copying = try ChildProcess("/bin/cp", [builtProgram("procond"), copy])
    try require(try copying.waitForEnd() == .exited(0))
  }

  private func daemon() throws -> DaemonProcess {
    try DaemonProcess(["--keep-shared"], in: directory, store: .sqlite)
  }

  private func reload(_ daemon: DaemonProcess, _ program: String) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"),
      [
        "--reload", "\(daemon.process.processID)", "--socket", daemon.socket, "--program", program,
      ], environment: [:])
  }

  private func replaceProgram(of daemon: DaemonProcess, by program: String) throws {
    let reload = try reload(daemon, program)
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
    expect(reload.standardError, equals: "")
    expect(self.program(of: daemon), equals: realPath(program))
  }

  /// The path of the program that a daemon is.
  private func program(of daemon: DaemonProcess) -> String? {
    realPath("/proc/\(daemon.process.processID)/exe")
  }

  private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  @Test func `clients keep their connections, drafts and streams`() throws {
    let daemon = try daemon()
    let followers = [Follower("**"), Follower("topics.ai.**", "topics.items")]
    for follower in followers { try follower.follow(try daemon.connect()) }
    let writer = try daemon.connect()
    try writer.call("session.toCreatePost", #"{"at":"topics.ai"}"#)
    try writer.call("session.draft.setTitle", #"{"title":"Half a sent"}"#)
    for (round, program) in [copy, builtProgram("procond"), copy].enumerated() {
      try writer.set("shared.a", round)
      try writer.call("topics.ai.pros.add", #"{"text":"Argument \#(round)"}"#)
      try replaceProgram(of: daemon, by: program)
      for follower in followers {
        let lines = try follower.sync()
        expect(lines.allSatisfy { $0.hasPrefix("change") }, "\(lines)")
        let other = Follower(follower.patterns)
        try other.follow(try daemon.connect())
        expect(follower.values, equals: other.values)
        expect(follower.epoch, equals: other.epoch)
      }
      expect(try writer.value("session.draft.title").string, equals: "Half a sent")
    }
    // It ends as if it had always been that program.
    expect(try daemon.terminate(), equals: .exited(0))
    expect(realPath(daemon.socket) == nil)
    expect(realPath("\(daemon.socket).lock") == nil)
  }

  @Test func `a client that connects while the program starts is served by it`() throws {
    let daemon = try daemon()
    // A program that takes its time.
    try write(
      """
      #!/bin/sh
      [ "$1" = --version ] && exec '\(copy)' --version
      sleep 1
      exec '\(copy)' "$@"
      """, to: directory.file("slow"))
    chmod(directory.file("slow"), 0o755)
    let reload = try reload(daemon, directory.file("slow"))
    try waitUntil("the shell runs") { program(of: daemon) == realPath("/bin/sh") }
    let peer = try daemon.connect()
    expect(try peer.revision() > 0)
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
    expect(program(of: daemon), equals: realPath(copy))
  }

  @Test func `the socket and the state directory stay locked`() throws {
    let daemon = try daemon()
    try replaceProgram(of: daemon, by: copy)
    let second = try ChildProcess(
      copy, ["--socket", daemon.socket],
      environment: ["XDG_STATE_HOME": directory.file("elsewhere")])
    expect(try second.waitForEnd(), equals: .exited(75), "\(second.standardError)")
    let third = try ChildProcess(
      copy, ["--socket", directory.file("third.sock")],
      environment: ["XDG_STATE_HOME": "\(daemon.socket).state"])
    expect(try third.waitForEnd(), equals: .exited(69), "\(third.standardError)")
    expect(third.standardError.contains("process id \(daemon.process.processID)"))
  }

  @Test(arguments: [
    ("/bin/true", "/bin/true is not a procond"),
    ("/etc/passwd", "/etc/passwd is not a procond"),
  ])
  func `another program is refused`(program: String, reason: String) throws {
    let daemon = try daemon()
    let peer = try daemon.connect()
    let real = try require(realPath(program))
    let refused = try reload(daemon, program)
    expect(try refused.waitForEnd(), equals: .exited(78))
    expect(
      refused.standardError,
      equals: "procond: \(reason.replacing(program, with: real))\n")
    expect(try peer.revision() > 0)
  }

  @Test func `a path that is missing or relative is refused`() throws {
    let daemon = try daemon()
    let missing = try reload(daemon, "/nowhere/procond")
    expect(try missing.waitForEnd(), equals: .exited(64))
    expect(
      missing.standardError,
      equals: "procond: --program /nowhere/procond: No such file or directory\n")
    let answer = try daemon.connect().call("daemon.reload", #"{"program":"procond"}"#)
    expect(answer["error", "message"]?.string, equals: "procond is not an absolute path")
  }

  @Test func `a mistake in the configuration keeps the old program`() throws {
    let daemon = try daemon()
    try write(#"{"colour":1}"#, to: directory.file("procon/procond.json"))
    let refused = try reload(daemon, copy)
    expect(try refused.waitForEnd(), equals: .exited(78))
    expect(refused.standardError.contains("there is no key \"colour\""))
    expect(program(of: daemon), equals: realPath(builtProgram("procond")))
  }

  @Test func `a new socket in the configuration replaces the old one`() throws {
    let (old, new) = (directory.file("old.sock"), directory.file("new.sock"))
    let configuration = directory.file("procond.json")
    try write(#"{"socket":"\#(old)"}"#, to: configuration)
    let process = try ChildProcess(
      builtProgram("procond"), ["--config", configuration, "--idle-exit", "60"],
      environment: ["XDG_STATE_HOME": directory.path])
    let peer = try Peer.connect(to: old, waiting: .patience)
    try peer.subscribe("shared.**")
    try write(#"{"socket":"\#(new)"}"#, to: configuration)
    let reload = try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(process.processID)", "--socket", old, "--program", copy], environment: [:])
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
    expect(reload.standardError, equals: "")
    let other = try Peer.connect(to: new, waiting: .patience)
    let revision = try other.set("shared.a", 1)
    expect(try peer.next("change")["params", "revision"]?.integer, equals: revision)
    expect(realPath(old) == nil)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(realPath(new) == nil)
  }

  @Test func `a daemon of a service manager is restarted by that`() throws {
    let manager = try StateReceiver(at: directory.file("notify"))
    let daemon = try DaemonProcess(in: directory, manager: manager)
    let refused = try reload(daemon, copy)
    expect(try refused.waitForEnd(), equals: .exited(78))
    expect(
      refused.standardError,
      equals: "procond: a service manager started this daemon; restart its service instead\n")
  }

  @Test func `--program needs --reload`() throws {
    let process = try ChildProcess(
      builtProgram("procond"), ["--program", copy], environment: [:])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError.contains("--program needs --reload"))
  }
}
