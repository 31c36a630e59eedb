import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import Terminal

/// Outputs that other processes have open too.
@Suite(.enabled(if: LoopThread.isRunning))
struct SharedOutputTests {
  @LoopActor
  @Test(arguments: SharedOutput.blockingKinds, [true, false])
  func `a shared output writes everything in order and keeps its flags`(
    kind: SharedOutput.Kind, mayReopen: Bool
  ) async throws {
    let shared = try SharedOutput(kind)
    let flags = shared.flags
    expect(flags & O_NONBLOCK, equals: 0)
    let output = mayReopen ? StandardOutput(shared.writer) : shared.outputWithoutPermission()
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    let pieces = (0..<40_000).map { "piece \($0) " }
    for piece in pieces { output.write(Array(piece.utf8)) }
    expect(output.isBlocked)
    await Task.yield()
    expect(shared.flags, equals: flags)
    let expected = pieces.joined()
    let received = try await onOwnThread { shared.read(count: expected.utf8.count) }
    expect(received, equals: expected)
    try await events.wait { $0.last == .drained }
    expect(!output.isBlocked)
    expect(shared.flags, equals: flags)
  }

  @LoopActor
  @Test(arguments: SharedOutput.blockingKinds)
  func `an output that cannot be reopened does not block the loop while its reader waits`(
    kind: SharedOutput.Kind
  ) async throws {
    let shared = try SharedOutput(kind)
    let output = shared.outputWithoutPermission()
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    // Another thread is writing the first block; only the second can be replaced.
    output.write([UInt8](repeating: 0x79, count: 1 << 20))
    output.writeLast(Array("end".utf8))
    await output.settle(within: .milliseconds(20))
    expect(output.isBlocked)
    let received = try await onOwnThread { shared.read(count: (1 << 20) + 3) }
    try require(received.hasSuffix("xend"))
    try await output.settle()
    expect(!output.isBlocked)
  }

  @LoopActor
  @Test(arguments: SharedOutput.blockingKinds)
  func `an output that another process made non-blocking writes everything`(
    kind: SharedOutput.Kind
  ) async throws {
    let shared = try SharedOutput(kind)
    _ = fcntl(shared.writer, F_SETFL, O_RDWR | O_NONBLOCK)
    let output = shared.outputWithoutPermission()
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    output.write(Array("end".utf8))
    let received = try await onOwnThread { shared.read(count: (1 << 20) + 3) }
    try require(received.hasSuffix("xend"))
    try await output.settle()
    expect(shared.flags & O_NONBLOCK != 0)
  }

  @LoopActor
  @Test(arguments: SharedOutput.blockingKinds, [0, 1 << 20])
  func `a closed reader ends an output that cannot be reopened`(
    kind: SharedOutput.Kind, queued: Int
  ) async throws {
    let shared = try SharedOutput(kind)
    let output = shared.outputWithoutPermission()
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    output.write([UInt8](repeating: 0x78, count: queued))
    await Task.yield()
    shared.closeReader()
    try await events.wait { $0.last == .ended(.readerGone) }
    await #expect(throws: OutputError.readerGone) { try await output.settle() }
    // The other thread must not write to another file with the same number.
    while output.isBlocked { await Task.yield() }
  }
}

extension SharedOutput {
  fileprivate static let blockingKinds: [Kind] = [.pipe, .terminal, .socket]

  /// An output that could not reopen its file.
  @LoopActor
  fileprivate func outputWithoutPermission() -> StandardOutput {
    forbidReopening()
    // Root may open everything, so the thread has another file system user while files are opened.
    setFileUser(65534)
    defer { setFileUser(geteuid()) }
    expect(open("/proc/self/fd/\(writer)", O_WRONLY) < 0)
    return StandardOutput(writer)
  }

  /// Reads `count` bytes; fewer at the end of the stream.
  fileprivate func read(count: Int) -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = read()
      if part.isEmpty { break }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// setfsuid(2), whose header the C library's module omits.
private func setFileUser(_ user: uid_t) {
  typealias SetFileUser = @convention(c) (uid_t) -> Int32
  guard let symbol = dlsym(nil, "setfsuid") else { return }
  _ = unsafeBitCast(symbol, to: SetFileUser.self)(user)
}
