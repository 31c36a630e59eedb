import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@Suite(.enabled(if: LoopThread.isRunning))
struct PipeListenerTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.file("socket") }

  @LoopActor
  @Test func `a listener hands over each connection`() async throws {
    let journal = Journal<Bool>()
    let kept = Holder<[PipeConnection]>()
    kept.held = []
    let listener = try listen { connection in
      connection.write([UInt8(kept.held!.count)])
      kept.held!.append(connection)
      journal.note(true)
    }
    let peers = try (0..<200).map { _ in try RawSocket.connect(to: path) }
    try await journal.wait(count: 200)
    for (number, peer) in peers.enumerated() {
      expect(try peer.receive(exactly: 1), equals: [UInt8(number)])
    }
    listener.close()
  }

  @LoopActor
  @Test(arguments: [0o600, 0o660, 0o666])
  func `the socket file has the requested mode`(_ mode: UInt32) throws {
    let listener = try PipeListener(path: path, mode: mode, accepted: { _ in }, refused: { _ in })
    var status = stat()
    expect(stat(path, &status), equals: 0)
    expect(status.st_mode & S_IFMT, equals: S_IFSOCK)
    expect(status.st_mode & 0o7777, equals: mode)
    listener.close()
  }

  @LoopActor
  @Test func `a path that exists is refused, and its file stays`() throws {
    let first = try listen { _ in }
    #expect(throws: LoopError(operation: "bind", code: EADDRINUSE)) { _ = try listen { _ in } }
    expect(access(path, F_OK), equals: 0)
    _ = try RawSocket.connect(to: path)
    first.close()
  }

  @LoopActor
  @Test func `a missing directory is an error`() {
    #expect(throws: LoopError(operation: "bind", code: ENOENT)) {
      _ = try PipeListener(
        path: directory.file("none/socket"), mode: 0o600, accepted: { _ in }, refused: { _ in })
    }
  }

  @LoopActor
  @Test func `the longest path has 107 bytes`() throws {
    let longest = directory.file(String(repeating: "x", count: 106 - directory.path.utf8.count))
    expect(longest.utf8.count, equals: 107)
    let listener = try PipeListener(
      path: longest, mode: 0o600, accepted: { _ in }, refused: { _ in })
    expect(access(longest, F_OK), equals: 0)
    try PipeConnection.connect(to: longest).close()
    let tooLong = LoopError(operation: "socket address", code: ENAMETOOLONG)
    #expect(throws: tooLong) {
      _ = try PipeListener(
        path: longest + "x", mode: 0o600, accepted: { _ in }, refused: { _ in })
    }
    #expect(throws: tooLong) { _ = try PipeConnection.connect(to: longest + "x") }
    listener.close()
  }

  @LoopActor
  @Test(arguments: ["", "/tmp/a\0b"])
  func `a path that is empty or contains NUL is refused`(_ path: String) {
    #expect(throws: LoopError(operation: "socket address", code: EINVAL)) {
      _ = try PipeListener(path: path, mode: 0o600, accepted: { _ in }, refused: { _ in })
    }
  }

  @LoopActor
  @Test func `after closing, connections are refused and the file stays`() async throws {
    let listener = try listen { _ in }
    listener.close()
    listener.close()
    expect(await isRefused())
    expect(access(path, F_OK), equals: 0)
  }

  @LoopActor
  @Test func `releasing a listener closes it`() async throws {
    let holder = Holder<PipeListener>()
    holder.held = try listen { _ in }
    holder.held = nil
    expect(await isRefused())
  }

  @LoopActor
  @Test func `a listener closed while it hands over a connection hands over no others`()
    async throws
  {
    let journal = Journal<Bool>()
    let holder = Holder<PipeListener>()
    holder.held = try listen { _ in
      holder.held?.close()
      journal.note(true)
    }
    let peers = try (0..<3).map { _ in try RawSocket.connect(to: path) }
    try await journal.wait(count: 1)
    await nextTurn()
    expect(journal.events.count, equals: 1)
    holder.held = nil
    withExtendedLifetime(peers) {}
  }

  @LoopActor
  @Test func `a listener can be released while it hands over a connection`() async throws {
    let journal = Journal<Bool>()
    let holder = Holder<PipeListener>()
    holder.held = try listen { _ in
      holder.held = nil
      journal.note(true)
    }
    let peers = try (0..<3).map { _ in try RawSocket.connect(to: path) }
    try await journal.wait(count: 1)
    await nextTurn()
    expect(await isRefused())
    withExtendedLifetime(peers) {}
  }

  @LoopActor
  @Test func `a peer that closes before it is accepted does no harm`() async throws {
    let journal = Journal<Bool>()
    let recorder = ConnectionRecorder()
    let listener = try listen {
      recorder.serve($0)
      journal.note(true)
    }
    try RawSocket.connect(to: path).close()
    try await journal.wait(count: 1)
    try await recorder.journal.wait { $0.hasBroken }
    _ = try RawSocket.connect(to: path)
    try await journal.wait(count: 2)
    listener.close()
  }

  @LoopActor
  @Test func `a connection has its peer's credentials, on both sides`() async throws {
    let accepted = Holder<PipeConnection>()
    let journal = Journal<PeerCredentials?>()
    let listener = try listen {
      accepted.held = $0
      journal.note(try? $0.peerCredentials())
    }
    let connection = try PipeConnection.connect(to: path)
    let credentials = try require(try await journal.wait(count: 1)[0])
    expect(credentials.processID, equals: getpid())
    expect(credentials.userID, equals: getuid())
    expect(credentials.groupID, equals: getgid())
    expect(try connection.peerCredentials(), equals: credentials)
    connection.close()
    #expect(throws: LoopError(operation: "peer credentials", code: EBADF)) {
      _ = try connection.peerCredentials()
    }
    listener.close()
  }

  @LoopActor
  @Test func `connecting fails without a listener`() {
    #expect(throws: LoopError(operation: "connect", code: ENOENT)) {
      _ = try PipeConnection.connect(to: path)
    }
  }

  /// Whether connecting is refused: at once, or when a process that is being started has released
  /// its copy of the listener's descriptor.
  @LoopActor
  private func isRefused() async -> Bool {
    for _ in 0..<5000 {
      do throws(LoopError) {
        try PipeConnection.connect(to: path).close()
      } catch {
        return error == LoopError(operation: "connect", code: ECONNREFUSED)
      }
      await nextTurn()
    }
    return false
  }

  @LoopActor
  private func listen(
    _ accepted: @escaping @LoopActor (PipeConnection) -> Void
  ) throws(LoopError) -> PipeListener {
    try PipeListener(path: path, mode: 0o600, accepted: accepted, refused: { _ in })
  }
}
