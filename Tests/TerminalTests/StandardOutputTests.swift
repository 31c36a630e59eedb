import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import Terminal

@Suite(.enabled(if: LoopThread.isRunning))
struct StandardOutputTests {
  @LoopActor
  @Test func `what a reader takes at once is not queued`() throws {
    let pipe = Pipe()
    let output = StandardOutput(pipe.writer)
    output.write(Array("hello\n".utf8))
    #expect(!output.isBlocked)
    #expect(pipe.read() == "hello\n")
  }

  @LoopActor
  @Test func `what the reader does not take is queued, and arrives whole and in order`()
    async throws
  {
    let pipe = Pipe()
    let output = StandardOutput(pipe.writer)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    let lines = (0..<40000).map { "line \($0)\n" }
    for line in lines { output.write(Array(line.utf8)) }
    #expect(output.isBlocked)
    let expected = lines.joined()
    let received = try await onOwnThread {
      var text = ""
      while text.utf8.count < expected.utf8.count { text += pipe.read() }
      return text
    }
    #expect(received == expected)
    #expect(try await events.wait(count: 1) == [.drained])
    #expect(!output.isBlocked)
  }

  @LoopActor
  @Test func `a pipe, terminal or socket that others share stays as it is`() async throws {
    let pipe = Pipe()
    let terminal = try PseudoTerminal()
    let (peer, socket) = RawSocket.pair()
    _ = fcntl(socket, F_SETFL, 0)
    for descriptor in [pipe.writer, terminal.descriptor, socket] {
      let flags = fcntl(descriptor, F_GETFL)
      let output = StandardOutput(descriptor)
      output.write([UInt8](repeating: 0x78, count: 1 << 20))
      #expect(output.isBlocked)
      await Task.yield()
      #expect(fcntl(descriptor, F_GETFL) == flags)
      #expect(flags & O_NONBLOCK == 0)
    }
    peer.close()
    close(socket)
  }

  @LoopActor
  @Test func `a socket that is shared takes all, and its reader's end is noticed`() async throws {
    let (peer, socket) = RawSocket.pair()
    _ = fcntl(socket, F_SETFL, 0)
    let output = StandardOutput(socket)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    let sent = [UInt8](repeating: 0x78, count: 1 << 20)
    output.write(sent)
    #expect(output.isBlocked)
    let received = try await onOwnThread { try peer.receive(exactly: sent.count) }
    #expect(received.count == sent.count)
    #expect(try await events.wait(count: 1) == [.drained])
    peer.close()
    #expect(try await events.wait(count: 2) == [.drained, .ended(.readerGone)])
    close(socket)
  }

  @LoopActor
  @Test func `a reader who goes is told of while nothing is written`() async throws {
    let pipe = Pipe()
    let output = StandardOutput(pipe.writer)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    pipe.closeReader()
    #expect(try await events.wait(count: 1) == [.ended(.readerGone)])
    await #expect(throws: OutputError.readerGone) { try await output.settle() }
  }

  @LoopActor
  @Test func `a reader who goes while much is queued is told of`() async throws {
    let pipe = Pipe()
    let output = StandardOutput(pipe.writer)
    output.write([UInt8](repeating: 0, count: 1 << 20))
    let settling = Task { try await output.settle() }
    await Task.yield()
    pipe.closeReader()
    await #expect(throws: OutputError.readerGone) { try await settling.value }
    #expect(!output.isBlocked)
  }

  @LoopActor
  @Test func `a full disk is a failure`() async throws {
    let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let output = StandardOutput(descriptor)
    output.write(Array("hello\n".utf8))
    let full = OutputError.failed(LoopError(operation: "write", code: ENOSPC))
    await #expect(throws: full) { try await output.settle() }
  }

  @LoopActor
  @Test func `a regular file takes everything at once`() throws {
    let directory = TemporaryDirectory()
    let descriptor = open(directory.file("out"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let output = StandardOutput(descriptor)
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    #expect(!output.isBlocked)
    #expect(lseek(descriptor, 0, SEEK_END) == 1 << 20)
  }

  @LoopActor
  @Test func `a closed output is a failure`() async throws {
    let output = StandardOutput(9999)
    output.write(Array("hello\n".utf8))
    let closed = OutputError.failed(LoopError(operation: "write", code: EBADF))
    await #expect(throws: closed) { try await output.settle() }
  }

  @LoopActor
  @Test func `a terminal gets no control sequences from a daemon`() throws {
    let terminal = try PseudoTerminal()
    let output = StandardOutput(terminal.descriptor)
    #expect(output.isTerminal)
    output.write(line: Array("\"a\u{9B}31m\u{7F}\"".utf8))
    #expect(terminal.read() == "\"a\\u009b31m\\u007f\"\r\n")
  }

  @LoopActor
  @Test func `a pipe gets a daemon's lines as they are`() throws {
    let pipe = Pipe()
    StandardOutput(pipe.writer).write(line: Array("\"a\u{7F}\"".utf8))
    #expect(pipe.read() == "\"a\u{7F}\"\n")
  }
}

/// Both ends of a pipe.
final class Pipe: Sendable {
  let reader: Int32
  let writer: Int32

  init() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "a pipe cannot be made")
    // A process that another test starts must not keep the reader's end open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Puts something else in the reader's place, so that it is not closed twice.
  func closeReader() {
    let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(other, reader)
    close(other)
  }

  func read() -> String {
    readText(reader)
  }
}

/// A terminal and the descriptor that plays the person before it.
final class PseudoTerminal: Sendable {
  let descriptor: Int32
  private let person: Int32

  init() throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlocks the terminal, and tells its number.
    var number: Int32 = 0
    try #require(ioctl(person, 0x4004_5431, &number) == 0)
    try #require(ioctl(person, 0x8004_5430, &number) == 0)
    descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
    close(person)
  }

  func read() -> String {
    readText(person)
  }
}

private func readText(_ descriptor: Int32) -> String {
  var buffer = [UInt8](repeating: 0, count: 65536)
  let count = read(descriptor, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}
