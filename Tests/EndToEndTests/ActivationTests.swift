import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Sockets that the daemon inherits as described in sd_listen_fds(3).
@Suite(.blocking) struct ActivationTests {
  private let directory = TemporaryDirectory()
  private var socket: String { directory.file("procon.sock") }

  @Test func `the first client starts the daemon, and the socket stays unchanged`() throws {
    let daemon = try ActivatedDaemon([socket])
    try waitUntil("the socket is there") { access(socket, F_OK) == 0 }
    chmod(socket, 0o640)
    let before = try require(FileStatus(socket))
    let peer = try daemon.connect()
    let response = try peer.call("topics.ai.pros.add", #"{"text":"Inherited"}"#)
    expect(response["result", "id"] != nil)
    expect(daemon.process.standardError.contains("listening on \(socket)"))
    expect(FileStatus(socket), equals: before)
    expect(access(socket + ".lock", F_OK) != 0)
    daemon.process.signal(SIGTERM)
    expect(try peer.next("bye")["params", "reason"]?.string, equals: "shutdown")
    expect(try daemon.process.waitForEnd(), equals: .exited(0))
    expect(FileStatus(socket), equals: before)
  }

  @Test func `a daemon that is started by hand leaves the socket alone`() throws {
    let daemon = try ActivatedDaemon([socket])
    let peer = try daemon.connect()
    let second = try ChildProcess(builtProgram("procond"), ["--socket", socket])
    expect(try second.waitForEnd(), equals: .exited(75))
    expect(try peer.call("ping")["result"] != nil)
  }

  @Test func `several sockets are all served, whatever their names`() throws {
    let other = directory.file("other.sock")
    let daemon = try ActivatedDaemon(
      [socket, other], options: ["--fdname", "procond.socket:other"])
    let peers = [try daemon.connect(), try daemon.connect(to: 1)]
    for (number, peer) in peers.enumerated() { try peer.set("shared.a\(number)", number) }
    for (number, peer) in peers.enumerated() {
      let answer = try peer.call("get", #"{"boxes":["shared.*"]}"#)
      expect(answer["result", "boxes"]?.names, equals: ["shared.a0", "shared.a1"], "\(number)")
    }
    for path in daemon.sockets {
      expect(daemon.process.standardError.contains("listening on \(path)"))
    }
  }

  @Test func `inherited sockets override a named socket, and the log says so`() throws {
    let named = directory.file("named.sock")
    let daemon = try ActivatedDaemon([socket], arguments: ["--socket", named])
    _ = try daemon.connect()
    expect(access(named, F_OK) != 0)
    try waitUntil("the log says it") {
      daemon.process.standardError.contains("not listening on \(named)")
    }
  }

  @Test(arguments: ["--seqpacket", "--datagram"])
  func `a socket of another kind is refused by name`(_ kind: String) throws {
    let daemon = try ActivatedDaemon([socket], options: [kind, "--fdname", "odd.socket"])
    try waitUntil("the socket is there") { access(socket, F_OK) == 0 }
    let type = kind == "--datagram" ? SOCK_DGRAM : SOCK_SEQPACKET
    let client = RawSocket(descriptor: Glibc.socket(AF_UNIX, Int32(type.rawValue), 0))
    // It may be bound without listening yet.
    try waitUntil("it takes connections") { (try? client.connect(to: socket)) != nil }
    if type == SOCK_DGRAM { try client.send([1]) }
    expect(try daemon.process.waitForEnd(), equals: .exited(64))
    let error = daemon.process.standardError
    expect(error.contains("procond: the inherited descriptor 3 (odd.socket) is not a Unix stream"))
  }

  @Test func `descriptors for another process are left alone`() throws {
    let daemon = try DaemonProcess(
      environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "procond.socket"],
      in: directory)
    expect(try daemon.connect().call("ping")["result"] != nil)
    expect(access(socket + ".lock", F_OK), equals: 0)
    expect(try daemon.terminate(), equals: .exited(0))
    expect(access(socket, F_OK) != 0)
  }

  @Test(arguments: [
    ("LISTEN_FDS=two", "LISTEN_FDS cannot be 'two'"),
    ("LISTEN_FDS=-1", "LISTEN_FDS cannot be '-1'"),
    ("LISTEN_FDS=2 LISTEN_FDNAMES=a:b", "the inherited descriptor 3 (a) is not a Unix stream"),
    ("LISTEN_FDS=2 LISTEN_FDNAMES=a", "the inherited descriptor 3 (unknown) is not a Unix stream"),
  ])
  func `missing descriptors are an error`(_ variables: String, _ words: String) throws {
    let script = "LISTEN_PID=$$ \(variables) exec '\(builtProgram("procond"))'"
    let process = try ChildProcess("/bin/sh", ["-c", script])
    expect(try process.waitForEnd(), equals: .exited(64))
    expect(process.standardError.hasPrefix("procond: \(words)"), "\(process.standardError)")
  }
}

/// The type, location and permissions of a file.
private struct FileStatus: Equatable {
  private let device: dev_t
  private let number: ino_t
  private let mode: mode_t
  private let owner: uid_t

  /// nil if there is no file.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
    (mode, owner) = (status.st_mode, status.st_uid)
  }
}
