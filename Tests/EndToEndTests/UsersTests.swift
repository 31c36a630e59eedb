import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The file of users and tokens that the configuration names.
@Suite(.blocking) struct UsersTests {
  private let directory = TemporaryDirectory()
  private var file: String { directory.file("users.json") }
  private var configuration: String { directory.file("procond.json") }

  private static let hash = "$y$j75$salt$ZO75/uAba3Bvdq4yJZ3qPpy6aPr5yvQO8HREtqZ2Pz/"

  private func start() throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"),
      [
        "--config", configuration, "--socket", directory.file("s"), "--state-dir",
        directory.file("state"), "--idle-exit", "0",
      ])
  }

  @Test func `a relative path is in the state directory`() throws {
    try write(#"{"users":"users.json"}"#, to: configuration)
    let missing = try start()
    expect(try missing.waitForEnd(), equals: .exited(78))
    let path = directory.file("state/users.json")
    expect(missing.standardError.hasSuffix("\(path) cannot be read: it does not exist\n"))
    try write("{}", to: path)
    expect(try start().waitForEnd(), equals: .exited(0))
  }

  @Test func `a mistake is reported with file, line and key, and the daemon does not start`()
    throws
  {
    try write(#"{"users":"\#(file)"}"#, to: configuration)
    try write("{\"users\":{\n\"ada\":{\"password\":\"lovelace\"}}}", to: file)
    let process = try start()
    expect(try process.waitForEnd(), equals: .exited(78))
    expect(
      process.standardError.hasSuffix(
        """
        procond: \(file):2: password of "ada" is not a hash as in crypt(5); make one with: procond \
        --hash-secret

        """))
    expect(!process.standardError.contains("lovelace"))
    expect(access(directory.file("s"), F_OK) != 0)
  }

  @Test func `a file that others can write is refused`() throws {
    try write(#"{"users":"\#(file)"}"#, to: configuration)
    try write("{}", to: file)
    chmod(file, 0o620)
    let process = try start()
    expect(try process.waitForEnd(), equals: .exited(77))
    expect(
      process.standardError.hasSuffix(
        "\(file) is not used: others can write to it; run: chmod go-w \(file)\n"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `a daemon of another user reads its own file and root's`() throws {
    chown(directory.path, 12_345, 12_345)
    try write(#"{"users":"\#(file)"}"#, to: configuration)
    chmod(configuration, 0o644)
    try write("{}", to: file)
    // A copy, since the build directory may be closed to others.
    let program = directory.file("procond")
    let copy = try ChildProcess("/bin/cp", [builtProgram("procond"), program])
    expect(try copy.waitForEnd(), equals: .exited(0))
    for (owner, group, status) in [(12_345, 12_345, 0), (0, 12_345, 0), (12_346, 12_345, 77)] {
      chown(file, uid_t(owner), gid_t(group))
      chmod(file, 0o640)
      let process = try ChildProcess(
        "/usr/bin/setpriv",
        [
          "--clear-groups", "--reuid=12345", "--regid=12345", program, "--config", configuration,
          "--socket", directory.file("s"), "--state-dir", directory.file("state"), "--idle-exit",
          "0",
        ])
      expect(try process.waitForEnd(), equals: .exited(Int32(status)), "\(process.standardError)")
    }
  }

  @Test func `a reload with a broken file changes nothing`() throws {
    try write(#"{"users":"\#(file)"}"#, to: configuration)
    try write("{\"users\":{\"ada\":{\"password\":\"\(Self.hash)\"}}}", to: file)
    let daemon = try DaemonProcess(["--config", configuration], in: directory)
    // The configuration itself is valid.
    try write(#"{"users":"\#(file)","limits":{"patterns":1}}"#, to: configuration)
    try write("{\"users\":{\n\"ada\":{}}}", to: file)
    let refused = try reload(daemon)
    expect(try refused.waitForEnd(), equals: .exited(78))
    expect(refused.standardError, equals: "procond: \(file):2: \"ada\" has no password\n")
    expect(daemon.process.standardError.contains("keeping the old configuration: \(file):2: "))
    let hello = try Peer(to: daemon.socket, of: daemon).next()
    expect(hello["params", "limits", "patterns"]?.integer, equals: 64)
    try write("{}", to: file)
    expect(try reload(daemon).waitForEnd(), equals: .exited(0))
    let next = try Peer(to: daemon.socket, of: daemon).next()
    expect(next["params", "limits", "patterns"]?.integer, equals: 1)
  }

  private func reload(_ daemon: DaemonProcess) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"),
      ["--reload", "\(daemon.process.processID)", "--socket", daemon.socket])
  }
}
