import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import Terminal

/// Outputs that other processes have open, too.
@Suite(.enabled(if: LoopThread.isRunning))
struct SharedOutputTests {
  @LoopActor
  @Test(arguments: SharedOutput.Kind.allCases, [true, false])
  func `a shared output takes all, in order, and its flags stay`(
    kind: SharedOutput.Kind, mayReopen: Bool
  ) async throws {
    let shared = try SharedOutput(kind)
    let flags = shared.flags
    #expect(flags & O_NONBLOCK == 0)
    let output = mayReopen ? StandardOutput(shared.writer) : shared.outputWithoutPermission()
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    let pieces = (0..<40_000).map { "piece \($0) " }
    for piece in pieces { output.write(Array(piece.utf8)) }
    #expect(output.isBlocked)
    await Task.yield()
    #expect(shared.flags == flags)
    let expected = pieces.joined()
    let received = try await onOwnThread { shared.read(count: expected.utf8.count) }
    #expect(received == expected)
    try await events.wait { $0.last == .drained }
    #expect(!output.isBlocked)
    #expect(shared.flags == flags)
  }

  @LoopActor
  @Test(arguments: SharedOutput.Kind.allCases)
  func `an output that may not be opened again does not block the loop while its reader waits`(
    kind: SharedOutput.Kind
  ) async throws {
    let shared = try SharedOutput(kind)
    let output = shared.outputWithoutPermission()
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    // The first is being written on another thread; only the second can be replaced.
    output.write([UInt8](repeating: 0x79, count: 1 << 20))
    output.writeLast(Array("end".utf8))
    await output.settle(within: .milliseconds(20))
    #expect(output.isBlocked)
    let received = try await onOwnThread { shared.read(count: (1 << 20) + 3) }
    #expect(received.hasSuffix("xend"))
    try await output.settle()
    #expect(!output.isBlocked)
  }

  @LoopActor
  @Test(arguments: SharedOutput.Kind.allCases)
  func `an output that another process made non-blocking takes all`(
    kind: SharedOutput.Kind
  ) async throws {
    let shared = try SharedOutput(kind)
    _ = fcntl(shared.writer, F_SETFL, O_RDWR | O_NONBLOCK)
    let output = shared.outputWithoutPermission()
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    output.write(Array("end".utf8))
    let received = try await onOwnThread { shared.read(count: (1 << 20) + 3) }
    #expect(received.hasSuffix("xend"))
    try await output.settle()
    #expect(shared.flags & O_NONBLOCK != 0)
  }

  @LoopActor
  @Test(arguments: SharedOutput.Kind.allCases, [0, 1 << 20])
  func `a reader who goes away ends an output that may not be opened again`(
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
    // The other thread must not write to another file under the same number.
    while output.isBlocked { await Task.yield() }
  }
}

/// Both ends of something that programs write their output to, as other processes share it.
final class SharedOutput: Sendable {
  enum Kind: CaseIterable {
    case pipe
    case terminal
    case socket
  }

  let writer: Int32
  private let pipe: Pipe?
  private let terminal: PseudoTerminal?
  private let peer: RawSocket?

  init(_ kind: Kind) throws {
    signal(SIGPIPE, SIG_IGN)
    pipe = kind == .pipe ? Pipe() : nil
    terminal = kind == .terminal ? try PseudoTerminal() : nil
    let pair = kind == .socket ? RawSocket.pair() : nil
    peer = pair?.0
    writer = pipe?.writer ?? terminal?.descriptor ?? pair?.loopEnd ?? -1
    _ = fcntl(writer, F_SETFL, 0)
  }

  deinit {
    if peer != nil { close(writer) }
  }

  var flags: Int32 { fcntl(writer, F_GETFL) }

  /// An output that was not allowed to open the file again.
  @LoopActor
  func outputWithoutPermission() -> StandardOutput {
    fchmod(writer, 0)
    // The superuser may open everything: while files are opened, the thread is another user's.
    setFileUser(65534)
    defer { setFileUser(geteuid()) }
    #expect(open("/proc/self/fd/\(writer)", O_WRONLY) < 0)
    return StandardOutput(writer)
  }

  /// Reads this many bytes.
  func read(count: Int) -> String {
    var text = ""
    while text.utf8.count < count {
      let part = pipe?.read() ?? terminal?.read() ?? received()
      guard !part.isEmpty else { break }
      text += part
    }
    return text
  }

  func closeReader() {
    pipe?.closeReader()
    terminal?.closePerson()
    peer?.close()
  }

  private func received() -> String {
    String(decoding: (try? peer?.receive()) ?? [], as: UTF8.self)
  }
}

/// setfsuid(2), whose header the C library's module leaves out.
private func setFileUser(_ user: uid_t) {
  typealias SetFileUser = @convention(c) (uid_t) -> Int32
  guard let symbol = dlsym(nil, "setfsuid") else { return }
  _ = unsafeBitCast(symbol, to: SetFileUser.self)(user)
}
