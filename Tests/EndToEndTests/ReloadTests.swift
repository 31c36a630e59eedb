import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// SIGHUP reloads the configuration.
@Suite(.blocking) struct ReloadTests {
  private let directory = TemporaryDirectory()
  private let receiver: StateReceiver

  init() throws {
    receiver = try StateReceiver(at: directory.file("notify"))
  }

  @Test func `changeable settings take effect at once`() throws {
    let daemon = try daemon(#"{"limits":{"patterns":1},"log-level":"critical"}"#)
    let peer = try daemon.connect()
    try peer.call("subscribe", #"{"boxes":["shared.a"]}"#)
    expect(try peer.call("subscribe", #"{"boxes":["shared.b"]}"#)["error"] != nil)
    try reload(daemon, #"{"limits":{"patterns":2}}"#)
    expect(try peer.call("subscribe", #"{"boxes":["shared.b"]}"#)["error"] == nil)
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello["params", "limits", "patterns"]?.integer, equals: 2)
    // The log level is the default again.
    let file = directory.file("procond.json")
    expect(daemon.process.standardError.contains("configured by \(file)"))
    expect(!daemon.process.standardError.contains("listening"))
  }

  @Test func `a client that reads nothing is closed when a timeout is set`() throws {
    let daemon = try daemon("{}")
    try reload(daemon, #"{"client-timeout":0.2}"#)
    let slow = try daemon.connect()
    try slow.subscribe("shared.**")
    let other = try daemon.connect()
    for number in 0..<40 { try other.set("shared.b\(number)", text(100_000)) }
    try other.call("subscribe", #"{"boxes":["daemon.stats"]}"#)
    while try other.next()["params", "boxes", "daemon.stats", "connections"]?.integer != 1 {}
  }

  @Test func `an idle time that is set without clients ends the daemon`() throws {
    let daemon = try daemon("{}", environment: ["PROCON_IDLE_EXIT": ""])
    try write(#"{"idle-exit":0.1}"#, to: directory.file("procond.json"))
    daemon.process.signal(SIGHUP)
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
  }

  @Test func `a file with a mistake changes nothing, and is reported in log and status`() throws {
    let daemon = try daemon(#"{"limits":{"patterns":3}}"#)
    for (text, words) in [
      ("{\"limits\":{},\n\"colour\":1}", ":2: there is no key \"colour\""),
      ("{\"limits\":{\"patterns\":", ":1: not JSON: unexpected end"),
    ] {
      try reload(daemon, text)
      let file = directory.file("procond.json")
      expect(
        daemon.process.standardError.contains(
          "keeping the old configuration: \(file)\(words)"))
      let hello = try Peer(to: daemon.socket, of: daemon).next()
      expect(hello["params", "limits", "patterns"]?.integer, equals: 3)
    }
    unlink(directory.file("procond.json"))
    daemon.process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    let status = try require(try receiver.wait(for: "READY=1").last?.last)
    expect(status.contains("old configuration, since "), "\(status)")
    expect(status.hasSuffix("cannot be read: it does not exist"))
    // The next valid file clears the error.
    try reload(daemon, "{}")
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello["params", "limits", "patterns"]?.integer, equals: 64)
  }

  @Test func `a mistake is reported to the manager in one state, whatever it contains`() throws {
    let file = directory.file("a\r\nWATCHDOG=trigger\nb")
    try write("{}", to: file)
    let daemon = try DaemonProcess(
      ["--config", file], environment: ["NOTIFY_SOCKET": receiver.name], in: directory)
    try receiver.wait(for: "READY=1")
    unlink(file)
    daemon.process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    let states = try require(try receiver.wait(for: "READY=1").last)
    expect(states.count, equals: 2, "\(states)")
    expect(
      states.last?.contains(#"a\r\nWATCHDOG=trigger\nb cannot be read"#), equals: true, "\(states)")
  }

  @Test func `settings that need a restart are named`() throws {
    let daemon = try daemon("{}")
    try reload(daemon, #"{"state-dir":"\#(directory.file("state"))"}"#)
    let log = daemon.process.standardError
    expect(log.contains("warning procond: [procond] state-dir has changed"))
    // An option has priority, whatever the file says.
    expect(!log.contains("socket has changed"))
    expect(access(directory.file("state"), F_OK) != 0)
    expect(try daemon.connect().call("ping")["result"] != nil)
  }

  @Test func `a changed socket needs a restart`() throws {
    let file = directory.file("procond.json")
    let socket = directory.file("first.sock")
    try write(#"{"socket":"\#(socket)","idle-exit":60}"#, to: file)
    let process = try ChildProcess(
      builtProgram("procond"), ["--config", file], environment: ["NOTIFY_SOCKET": receiver.name])
    try receiver.wait(for: "READY=1")
    try write(#"{"socket":"\#(directory.file("second.sock"))","idle-exit":60}"#, to: file)
    process.signal(SIGHUP)
    try receiver.wait(for: "READY=1")
    expect(process.standardError.contains("socket has changed; it takes effect after a restart"))
    expect(try Peer.connect(to: socket).call("ping")["result"] != nil)
    expect(access(directory.file("second.sock"), F_OK) != 0)
    process.signal(SIGTERM)
    expect(try process.waitForEnd(), equals: .exited(0))
  }

  private func daemon(
    _ text: String, environment: [String: String] = [:]
  ) throws -> DaemonProcess {
    let file = directory.file("procond.json")
    try write(text, to: file)
    let daemon = try DaemonProcess(
      ["--config", file],
      environment: environment.merging(["NOTIFY_SOCKET": receiver.name]) { $1 }, in: directory)
    try receiver.wait(for: "READY=1")
    return daemon
  }

  /// Returns when the daemon has reported the end of a reload.
  private func reload(_ daemon: DaemonProcess, _ text: String) throws {
    try write(text, to: directory.file("procond.json"))
    daemon.process.signal(SIGHUP)
    try receiver.wait(for: "RELOADING=1")
    try receiver.wait(for: "READY=1")
  }
}
