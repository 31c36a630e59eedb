import Glibc
import Testing

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

  func closeReader() {
    replace(reader)
  }

  func read() -> String {
    readText(reader)
  }

  /// How many bytes are in it.
  var waiting: Int {
    var count: Int32 = 0
    return ioctl(reader, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }
}

/// A terminal and the descriptor that plays the person before it.
final class PseudoTerminal: Sendable {
  let descriptor: Int32
  private let person: Int32

  init() throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2): unlock the terminal and return its number.
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

  /// Ends the terminal, as closing its window does.
  func closePerson() {
    replace(person)
  }
}

/// Closes the file of a descriptor, but keeps the number in use: it is closed again later.
private func replace(_ descriptor: Int32) {
  let other = open("/dev/null", O_RDONLY | O_CLOEXEC)
  dup2(other, descriptor)
  close(other)
}

private func readText(_ descriptor: Int32) -> String {
  var buffer = [UInt8](repeating: 0, count: 65536)
  let count = read(descriptor, &buffer, buffer.count)
  return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}
