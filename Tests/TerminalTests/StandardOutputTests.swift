import Expectations
import Glibc
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import Terminal

@Suite(.enabled(if: LoopThread.isRunning))
struct StandardOutputTests {
  @LoopActor
  @Test func `bytes that a reader takes at once are not queued`() throws {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    output.write(Array("hello\n".utf8))
    expect(!output.isBlocked)
    expect(pipe.readText(), equals: "hello\n")
  }

  @LoopActor
  @Test func `bytes that the reader does not take are queued and arrive completely and in order`()
    async throws
  {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    let lines = (0..<40000).map { "line \($0)\n" }
    for line in lines { output.write(Array(line.utf8)) }
    expect(output.isBlocked)
    let expected = lines.joined()
    let received = try await onOwnThread {
      var text = ""
      while text.utf8.count < expected.utf8.count { text += pipe.readText() }
      return text
    }
    expect(received, equals: expected)
    expect(try await events.wait(count: 1), equals: [.drained])
    expect(!output.isBlocked)
  }

  @LoopActor
  @Test func `a closed reader is reported while nothing is written`() async throws {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    pipe.closeReader()
    expect(try await events.wait(count: 1), equals: [.ended(.readerGone)])
    await #expect(throws: OutputError.readerGone) { try await output.settle() }
  }

  @LoopActor
  @Test func `a closed reader is reported while much is queued`() async throws {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    output.write([UInt8](repeating: 0, count: 1 << 20))
    let settling = Task { try await output.settle() }
    await Task.yield()
    pipe.closeReader()
    await #expect(throws: OutputError.readerGone) { try await settling.value }
    expect(!output.isBlocked)
  }

  @LoopActor
  @Test func `the last bytes replace queued ones, and waiting for them ends after the timeout`()
    async throws
  {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    output.writeLast(Array("end".utf8))
    await output.settle(within: .milliseconds(20))
    expect(output.isBlocked)
    async let text = onOwnThread {
      var text = ""
      while !text.hasSuffix("end") { text += pipe.readText() }
      return text
    }
    await output.settle(within: .patience)
    expect(!output.isBlocked)
    // The buffer of a pipe has 64 KiB.
    expect(try await text.utf8.count, equals: 65_536 + 3)
  }

  @LoopActor
  @Test func `a blocked output reports when its last bytes are written`()
    async throws
  {
    let pipe = try SharedOutput(.pipe)
    let output = StandardOutput(pipe.writer)
    let events = Journal<StandardOutput.Event>()
    output.observer = { events.note($0) }
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    // There is room again, but the loop has not reported it yet.
    while pipe.hasOutput { _ = pipe.readText() }
    output.writeLast(Array("end".utf8))
    expect(try await events.wait(count: 1), equals: [.drained])
    expect(pipe.readText(), equals: "end")
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
  @Test func `a regular file accepts everything at once`() throws {
    let directory = TemporaryDirectory()
    let descriptor = open(directory.file("out"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let output = StandardOutput(descriptor)
    output.write([UInt8](repeating: 0x78, count: 1 << 20))
    expect(!output.isBlocked)
    expect(lseek(descriptor, 0, SEEK_END), equals: 1 << 20)
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
    let terminal = try SharedOutput(.terminal)
    let output = StandardOutput(terminal.writer)
    expect(output.isTerminal)
    output.write(line: Array("\"a\u{9B}31m\u{7F}\"".utf8))
    expect(terminal.readText(), equals: "\"a\\u009b31m\\u007f\"\r\n")
  }

  @LoopActor
  @Test func `a pipe gets a daemon's lines unchanged`() throws {
    let pipe = try SharedOutput(.pipe)
    StandardOutput(pipe.writer).write(line: Array("\"a\u{7F}\"".utf8))
    expect(pipe.readText(), equals: "\"a\u{7F}\"\n")
  }
}

extension SharedOutput {
  fileprivate func readText() -> String {
    String(decoding: read(), as: UTF8.self)
  }
}
