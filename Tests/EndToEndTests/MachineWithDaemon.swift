import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// A machine of its own as far as `/run` and `/etc/procon` are concerned, on which the system's
/// daemon runs, and a user. Only root may make one.
final class MachineWithDaemon {
  let user = TestUser()
  private let machine: UserProcess
  private var system: UserProcess?

  /// - Parameter configuration: the text of `/etc/procon/procond.json`; nil for no such file.
  init(configuration: String? = nil) throws {
    let etc = user.directory.file("etc")
    machine = try user.start(
      "/usr/bin/unshare",
      [
        "--mount", "sh", "-ec",
        """
        mount -t tmpfs tmpfs /run
        mkdir /run/procon
        cp -a /etc '\(etc)'
        mount --bind '\(etc)' /etc
        rm -rf /etc/procon /etc/systemd/user
        mkdir /etc/procon
        echo ready
        exec sleep infinity
        """,
      ])
    try machine.wait { machine.output == "ready\n" }
    if let configuration { try write(configuration, to: "\(etc)/procon/procond.json") }
    try startSystemDaemon()
  }

  /// Starts the system's daemon with the topic "team", and waits until it answers.
  func startSystemDaemon() throws {
    let state = user.directory.file("system")
    system = try start(
      builtProgram("procond"),
      [
        "--socket", "/run/procon/procon.sock", "--state-dir", state,
        "--config=-/etc/procon/procond.json", "--idle-exit", "60",
      ])
    try waitUntil("the system's daemon answers") {
      try client("ping", "--socket", "/run/procon/procon.sock").waitForEnd() == .exited(0)
    }
    _ = try client("new", "Team", "--socket", "/run/procon/procon.sock").waitForEnd()
  }

  /// Stops the system's daemon, which then removes its socket unless it is killed.
  func stopSystemDaemon(_ signal: Int32 = SIGTERM) throws {
    system?.signal(signal)
    try system?.waitForEnd()
  }

  /// The titles of the system's topics.
  func systemTopics() throws -> String {
    let topics = try client("topics", "--socket", "/run/procon/procon.sock")
    try topics.waitForEnd()
    return topics.output
  }

  /// Starts a program of the user's on this machine.
  func start(_ program: String, _ arguments: [String]) throws -> UserProcess {
    try user.start(
      "/usr/bin/nsenter", ["--target", "\(machine.processID)", "--mount", program] + arguments)
  }

  /// Starts `procon-client` of the user's on this machine.
  func client(_ arguments: String...) throws -> UserProcess {
    try start(builtProgram("procon-client"), arguments)
  }

  /// Starts `procon-tui` of the user's on this machine, on a terminal.
  func screen() throws -> VirtualTerminal {
    try VirtualTerminal(
      user, "nsenter --target \(machine.processID) --mount '\(builtProgram("procon-tui"))'")
  }

  /// Kills the user's own daemon, and waits until it is gone.
  func killOwnDaemon() throws {
    // Its clients may start another one at once.
    let killed = user.daemons
    for daemon in killed { kill(daemon, SIGKILL) }
    try waitUntil("it is gone") { killed.allSatisfy { !user.daemons.contains($0) } }
  }
}
