internal import Glibc

/// Both ends of the output of programs. The test has it open too.
package final class SharedOutput: Sendable {
  package enum Kind: CaseIterable, Sendable {
    case pipe
    case terminal
    case socket
    case file
  }

  package let writer: Int32
  private let reader: Int32

  package init(_ kind: Kind) throws {
    // Writing without a reader must be an error, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .pipe: try check("pipe", pipe(&ends))
    case .socket:
      try check("socketpair", socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends))
    case .terminal:
      let terminal = try PseudoTerminal()
      ends = [dup(terminal.descriptor), dup(terminal.programSide)]
    case .file:
      withExtendedLifetime(TemporaryDirectory()) { directory in
        ends[1] = open(directory.file("output"), O_WRONLY | O_CREAT, 0o600)
        ends[0] = open(directory.file("output"), O_RDONLY)
      }
    }
    // A process that another test starts must not inherit them.
    for end in ends { try check("FD_CLOEXEC", fcntl(end, F_SETFD, FD_CLOEXEC)) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// The flags of the open file, which all its users share.
  package var flags: Int32 { fcntl(writer, F_GETFL) }

  /// Whether there is something to read, or the end of the stream.
  package var hasOutput: Bool { Deadline(after: .zero).wait(for: POLLIN, on: reader) }

  /// Waits for bytes and reads some of them; empty at the end of the stream.
  package func read() -> [UInt8] {
    guard Deadline().wait(for: POLLIN, on: reader) else { return [] }
    var part = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(reader, &part, part.count)
    return Array(part.prefix(max(0, count)))
  }

  /// Writes until the output is full. It must be possible to open it again.
  package func fill() {
    let own = open("/proc/self/fd/\(writer)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    while write(own, [0], 1) == 1 {}
    close(own)
  }

  /// Prevents this process from opening the output again, unless it runs as root.
  package func forbidReopening() {
    fchmod(writer, 0)
  }

  package func allowReopening() {
    fchmod(writer, 0o600)
  }

  package func closeReader() {
    // The descriptor number stays in use, because it is closed again later.
    let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(other, reader)
    close(other)
  }
}
