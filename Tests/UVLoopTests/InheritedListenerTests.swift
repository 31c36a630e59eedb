import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

/// Listening sockets that another process set up.
@Suite(.enabled(if: LoopThread.isRunning))
struct InheritedListenerTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.file("socket") }

  @LoopActor
  @Test func `an inherited listener is served, non-blocking and not passed on`() async throws {
    let descriptor = try boundSocket(SOCK_STREAM)
    try require(Glibc.listen(descriptor, 8) == 0)
    // Connects before the server exists.
    let early = try RawSocket.connect(to: path)
    let journal = Journal<Bool>()
    let listener = try PipeListener(
      inherited: descriptor,
      accepted: { connection in
        connection.write([7])
        connection.closeWhenDrained()
        journal.note(true)
      }, refused: { _ in })
    expect(listener.name, equals: path)
    expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    let late = try RawSocket.connect(to: path)
    try await journal.wait(count: 2)
    for peer in [early, late] { expect(try peer.receiveAll(), equals: [7]) }
    listener.close()
    expect(access(path, F_OK), equals: 0)
  }

  @LoopActor
  @Test func `anything but a listening Unix stream socket is refused and stays open`() throws {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let datagrams = try boundSocket(SOCK_DGRAM)
    let quiet = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    for (descriptor, code) in [
      (file, ENOTSOCK), (internet, EAFNOSUPPORT), (datagrams, EPROTOTYPE), (quiet, EINVAL),
    ] {
      #expect(throws: LoopError(operation: "inherited socket", code: code)) {
        try serve(descriptor)
      }
      expect(close(descriptor), equals: 0)
      #expect(throws: LoopError(operation: "inherited socket", code: EBADF)) {
        try serve(descriptor)
      }
    }
  }

  @LoopActor
  @Test func `a name in the abstract namespace starts with an at sign`() throws {
    let name = "@procon-test\(directory.path)"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try bind(descriptor, to: name)
    try require(Glibc.listen(descriptor, 8) == 0)
    let listener = try serve(descriptor)
    expect(listener.name, equals: name)
    listener.close()
  }

  @LoopActor
  @discardableResult
  private func serve(_ descriptor: Int32) throws(LoopError) -> PipeListener {
    try PipeListener(inherited: descriptor, accepted: { _ in }, refused: { _ in })
  }

  private func boundSocket(_ type: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try bind(descriptor, to: path)
    return descriptor
  }

  private func bind(_ descriptor: Int32, to name: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: name.utf8)
      if name.hasPrefix("@") { path[0] = 0 }
    }
    let size = MemoryLayout<sa_family_t>.size + name.utf8.count
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(size))
      }
    }
    try require(status == 0)
  }
}
