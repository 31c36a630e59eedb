import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The path of the socket: who may use it, and what is left behind.
@Suite(.blocking) struct SocketFileTests {
  private let directory = TemporaryDirectory()

  @Test func `only the user can access the socket, and the lock is beside it`() throws {
    let daemon = try DaemonProcess(in: directory)
    expect(mode(of: daemon.socket), equals: S_IFSOCK | 0o600)
    expect(mode(of: daemon.socket + ".lock"), equals: S_IFREG | 0o600)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(mode(of: daemon.socket) == nil)
    expect(mode(of: daemon.socket + ".lock") == nil)
  }

  @Test func `a log that is no longer read does not end the daemon`() throws {
    let socket = directory.file("procon.sock")
    let command = "'\(builtProgram("procond"))' --socket '\(socket)' 2>&1 | head -c 1"
    let shell = try ChildProcess("/bin/sh", ["-c", command])
    let peer = try Peer.connect(to: socket, waiting: .patience)
    let info = try peer.call("get", #"{"boxes":["daemon.info"]}"#)
    let processID = try require(info["result", "boxes", "daemon.info", "pid"]?.integer)
    kill(pid_t(processID), SIGTERM)
    expect(try peer.next("bye")["params", "reason"]?.string, equals: "shutdown")
    try peer.expectEnd()
    expect(try shell.waitForEnd(), equals: .exited(0))
    expect(mode(of: socket) == nil)
  }

  @Test func `a file that replaced the socket is kept`() throws {
    let daemon = try DaemonProcess(in: directory)
    for name in [daemon.socket, daemon.socket + ".lock"] { unlink(name) }
    let second = try DaemonProcess(["--state-dir", directory.file("other")], in: directory)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(try second.connect().call("ping")["result"] != nil)
    expect(mode(of: second.socket + ".lock"), equals: S_IFREG | 0o600)
  }

  @Test func `a second daemon is refused, and the first one keeps running`() throws {
    let daemon = try DaemonProcess(in: directory)
    let second = try start(at: daemon.socket)
    expect(try second.waitForEnd(), equals: .exited(75))
    try expectOneLine(second.standardError, naming: daemon.socket)
    expect(try daemon.connect().call("ping")["result"] != nil)
  }

  @Test func `of many daemons started at the same time, one stays`() throws {
    let socket = directory.file("procon.sock")
    let daemons = try (0..<10).map { _ in try start(at: socket) }
    let first = try Peer.connect(to: socket, waiting: .patience)
    // The refused ones have exited; waiting for the one that stays would never end.
    let info = try first.call("get", #"{"boxes":["daemon.info"]}"#)
    let winner = try require(info["result", "boxes", "daemon.info"]?["pid"]?.integer)
    for daemon in daemons where Int(daemon.processID) != winner {
      expect(try daemon.waitForEnd(), equals: .exited(75))
    }
    expect(try first.call("ping")["result"] != nil)
  }

  @Test func `the socket of a killed daemon is taken over`() throws {
    let first = try DaemonProcess(in: directory)
    first.process.signal(SIGKILL)
    expect(try first.process.waitForEnd(), equals: .killed(signal: SIGKILL))
    expect(mode(of: first.socket) != nil)
    let second = try DaemonProcess(in: directory)
    expect(try second.connect().call("ping")["result"] != nil)
  }

  @Test func `a live socket without a lock is not taken over`() throws {
    let socket = directory.file("procon.sock")
    let stranger = try listen(at: socket)
    defer { close(stranger) }
    let daemon = try start(at: socket)
    expect(try daemon.waitForEnd(), equals: .exited(75))
    try expectOneLine(daemon.standardError, naming: socket)
    let peer = try Peer(to: socket)
    peer.close()
  }

  @Test func `a file that is not a socket is kept`() throws {
    let socket = directory.file("procon.sock")
    close(open(socket, O_CREAT | O_WRONLY, 0o600))
    let daemon = try start(at: socket)
    expect(try daemon.waitForEnd(), equals: .exited(73))
    try expectOneLine(daemon.standardError, naming: socket)
    expect(mode(of: socket), equals: S_IFREG | 0o600)
  }

  @Test func `a link to another place is not followed`() throws {
    let socket = directory.file("procon.sock")
    symlink("elsewhere", socket)
    let daemon = try start(at: socket)
    expect(try daemon.waitForEnd(), equals: .exited(73))
    expect(mode(of: directory.file("elsewhere")) == nil)
  }

  @Test func `a path of 107 bytes is accepted and a longer one is refused`() throws {
    let name = String(repeating: "s", count: 107 - directory.path.utf8.count - 1)
    let daemon = try DaemonProcess(in: directory, socket: directory.file(name))
    expect(try daemon.connect().call("ping")["result"] != nil)
    for path in [
      directory.file(name + "s"), directory.file(name + String(repeating: "s", count: 300)),
    ] {
      let refused = try start(at: path)
      expect(try refused.waitForEnd(), equals: .exited(64))
      try expectOneLine(refused.standardError, naming: path)
      expect(mode(of: path + ".lock") == nil)
    }
  }

  @Test func `its directory must exist and be a directory`() throws {
    close(open(directory.file("file"), O_CREAT | O_WRONLY, 0o600))
    for name in ["missing", "file"] {
      let daemon = try start(at: directory.file("\(name)/procon.sock"))
      expect(try daemon.waitForEnd(), equals: .exited(73))
      expect(daemon.standardError.contains(directory.file(name)))
    }
  }

  @Test func `a directory that others can write is refused`() throws {
    mkdir(directory.file("open"), 0o700)
    for permissions: mode_t in [0o777, 0o770, 0o702] {
      chmod(directory.file("open"), permissions)
      let daemon = try start(at: directory.file("open/procon.sock"))
      expect(try daemon.waitForEnd(), equals: .exited(77))
      expect(daemon.standardError.contains(directory.file("open")))
    }
    // Allowed where only the owner of a file can replace it, as in /tmp.
    chmod(directory.file("open"), 0o1777)
    let daemon = try DaemonProcess(in: directory, socket: directory.file("open/procon.sock"))
    expect(try daemon.connect().call("ping")["result"] != nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
  func `a directory of another user is refused`() throws {
    mkdir(directory.file("foreign"), 0o755)
    chown(directory.file("foreign"), 12_345, 12_345)
    let daemon = try start(at: directory.file("foreign/procon.sock"))
    expect(try daemon.waitForEnd(), equals: .exited(77))
    try expectOneLine(daemon.standardError, naming: directory.file("foreign"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"), arguments: [true, false])
  func `another user's lock is not mistaken for another daemon`(isLocked: Bool) throws {
    mkdir(directory.file("open"), 0o1777)
    chmod(directory.file("open"), 0o1777)
    let lock = directory.file("open/procon.sock.lock")
    let file = open(lock, O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
    defer { close(file) }
    chown(lock, 12_345, 12_345)
    if isLocked { try check("flock", flock(file, LOCK_EX)) }
    let daemon = try start(at: directory.file("open/procon.sock"))
    expect(try daemon.waitForEnd(), equals: .exited(77))
    expect(
      daemon.standardError,
      equals: """
        procond: the lock \(lock) belongs to another user; choose another socket, or ask them to \
        remove it

        """)
    expect(access(lock, F_OK), equals: 0)
  }

  private func start(at socket: String) throws -> ChildProcess {
    try ChildProcess(
      builtProgram("procond"), ["--socket", socket], environment: ["PROCON_IDLE_EXIT": "60"])
  }

  private func expectOneLine(_ text: String, naming word: String) throws {
    expect(text.hasSuffix("\n"))
    expect(text.split(separator: "\n").count, equals: 1, "\(text)")
    expect(text.contains(word), "\(text)")
  }

  /// The type and permissions of a file; nil if there is none.
  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  private func listen(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try require(status == 0 && Glibc.listen(descriptor, 8) == 0)
    return descriptor
  }
}
