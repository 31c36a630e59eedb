import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// `procond --reload`, which asks a running daemon to reload and waits for the result.
@Suite(.blocking) struct ReloadOptionTests {
  private let directory = TemporaryDirectory()

  @Test func `a valid configuration succeeds`() throws {
    let daemon = try daemon(#"{"limits":{"patterns":1}}"#)
    try save(#"{"limits":{"patterns":2}}"#)
    let reload = try reload(daemon)
    expect(try reload.waitForEnd(), equals: .exited(0))
    expect(reload.standardOutput + reload.standardError, equals: "")
    // It was applied before the command ended.
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello["params", "limits", "patterns"]?.integer, equals: 2)
  }

  @Test func `an invalid configuration is an error with its line and key`() throws {
    let daemon = try daemon("{}")
    try save("{\"limits\":{},\n\"colour\":1}")
    let refused = try reload(daemon)
    expect(try refused.waitForEnd(), equals: .exited(78))
    expect(
      refused.standardError.hasPrefix(
        "procond: \(directory.file("procond.json")):2: there is no key \"colour\"; there are "))
    expect(refused.standardError.hasSuffix("\n"))
    expect(refused.standardError.split(separator: "\n").count, equals: 1)
    expect(daemon.process.standardError.contains("keeping the old configuration"))
    try save("{}")
    expect(try reload(daemon).waitForEnd(), equals: .exited(0))
  }

  @Test func `a setting that needs a restart is a warning`() throws {
    let daemon = try daemon("{}")
    try save(#"{"state-dir":"\#(directory.file("state"))"}"#)
    let reload = try reload(daemon)
    expect(try reload.waitForEnd(), equals: .exited(0))
    expect(
      reload.standardError,
      equals: "procond: state-dir has changed; it takes effect after a restart\n")
  }

  @Test func `the daemon is found through the variable`() throws {
    let daemon = try daemon("{}")
    let reload = try start(
      ["--reload", "\(daemon.process.processID)"], ["PROCON_SOCKET": daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(0), "\(reload.standardError)")
  }

  @Test func `the daemon is found in its default place`() throws {
    let socket = directory.file("procon/procon.sock")
    let environment = ["XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.path]
    let process = try start(["--idle-exit", "60"], environment)
    _ = try Peer.connect(to: socket, waiting: .patience)
    let found = try start(["--reload", "\(process.processID)"], environment)
    expect(try found.waitForEnd(), equals: .exited(0), "\(found.standardError)")
    let other = try start(["--reload", "\(getpid())"], environment)
    expect(try other.waitForEnd(), equals: .exited(69))
    expect(
      other.standardError,
      equals: """
        procond: no procond with process id \(getpid()) listens on \(socket) or \
        /run/procon/procon.sock; name its socket with --socket

        """)
  }

  @Test func `another process is neither signalled nor reloaded`() throws {
    let daemon = try daemon("{}")
    // SIGHUP would end it.
    let other = try ChildProcess("/bin/sleep", ["60"])
    let reload = try start(["--reload", "\(other.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(69))
    expect(
      reload.standardError,
      equals: """
        procond: no procond with process id \(other.processID) listens on \(daemon.socket); name \
        its socket with --socket

        """)
    expect(kill(other.processID, 0), equals: 0)
    expect(
      daemon.process.standardError.split(separator: "configured by").count, equals: 2,
      "it was reloaded")
    other.signal(SIGTERM)
    expect(try other.waitForEnd(), equals: .killed(signal: SIGTERM))
    let gone = try start(["--reload", "\(other.processID)", "--socket", daemon.socket])
    expect(try gone.waitForEnd(), equals: .exited(69))
    expect(gone.standardError, equals: "procond: there is no process \(other.processID)\n")
  }

  @Test func `a server that does not greet gets no request`() throws {
    let server = try ScriptedServer(at: directory.file("scripted.sock"))
    let reload = try start(["--reload", "\(getpid())", "--socket", server.path])
    let connection = try server.accept()
    try connection.send(#"{"id":1,"result":{"warnings":[]}}"#)
    expect(try reload.waitForEnd(), equals: .exited(69))
    expect(
      reload.standardError,
      equals: "procond: the process at \(server.path) closed the connection without an answer\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `only root and the daemon's own user can reload it`() throws {
    chmod(directory.path, 0o755)
    let daemon = try daemon("{}")
    chmod(daemon.socket, 0o666)
    let words = "--clear-groups --reuid=12345 --regid=12345".split(separator: " ").map(String.init)
    // A copy, since the build directory may be closed to others.
    let program = directory.file("procond")
    let copy = try ChildProcess("/bin/cp", [builtProgram("procond"), program])
    expect(try copy.waitForEnd(), equals: .exited(0))
    let reload = try ChildProcess(
      "/usr/bin/setpriv",
      words + [program, "--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
    expect(try reload.waitForEnd(), equals: .exited(77))
    expect(
      reload.standardError,
      equals: "procond: process \(daemon.process.processID) belongs to another user\n")
    let request = #"{"id":1,"method":"daemon.reload"}"#
    let script = "echo '\(request)' | socat -t5 - 'UNIX-CONNECT:\(daemon.socket)'"
    let call = try ChildProcess("/usr/bin/setpriv", words + ["/bin/sh", "-c", script])
    expect(try call.waitForEnd(), equals: .exited(0))
    let answer = try require(call.standardOutput.split(separator: "\n").last)
    expect(try JSONText(parsing: answer.utf8).errorCode, equals: -32003, "\(answer)")
  }

  @Test(arguments: ["0", "-1", "x", "", "99999999999"])
  func `a process id must be a positive number`(_ text: String) throws {
    let reload = try start(["--reload=\(text)"])
    expect(try reload.waitForEnd(), equals: .exited(64))
    expect(reload.standardError.split(separator: "\n").count, equals: 1)
  }

  @Test func `a client can ask for a reload too, and only for one process`() throws {
    let daemon = try daemon("{}")
    let peer = try daemon.connect()
    expect(try peer.call("daemon.reload")["result", "warnings"]?.description, equals: "[]")
    let process = Int(daemon.process.processID)
    expect(try peer.call("daemon.reload", #"{"pid":\#(process)}"#)["result"] != nil)
    expect(try peer.call("daemon.reload", #"{"pid":1}"#).errorCode, equals: -32001)
    try save("nonsense")
    let refused = try peer.call("daemon.reload")
    expect(refused.errorCode, equals: -32000)
    expect(refused.errorData, equals: #"{"reason":"configuration"}"#)
  }

  private func daemon(_ text: String) throws -> DaemonProcess {
    try save(text)
    return try DaemonProcess(["--config", directory.file("procond.json")], in: directory)
  }

  private func save(_ text: String) throws {
    try write(text, to: directory.file("procond.json"))
  }

  private func reload(_ daemon: DaemonProcess) throws -> ChildProcess {
    try start(["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
  }

  private func start(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(builtProgram("procond"), arguments, environment: environment)
  }
}
