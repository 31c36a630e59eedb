internal import AccountsPlatform
internal import Glibc
internal import UVLoop

/// `--hash-secret`: prints the hash of a secret from standard input, for the file of users.
enum HashSecret {
  /// Asks for the secret if standard input is a terminal, and reads a line otherwise.
  ///
  /// - Throws: `StartError` if there is no secret that can be hashed, or its hash cannot be printed.
  static func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      try LoopActor.run { try printHash(of: try await SecretPrompt.ask()) }
    } else {
      try printHash(of: .readLine())
    }
  }

  private static func printHash(of secret: Secret) throws(StartError) {
    let line: String
    do throws(LoopError) {
      line = "\(try SecretHash(of: secret).text)\n"
    } catch {
      throw StartError(status: .system, description: "the secret cannot be hashed: \(error.reason)")
    }
    // Far shorter than what a pipe takes at once.
    guard write(STDOUT_FILENO, line, line.utf8.count) == line.utf8.count else {
      throw StartError(
        status: .system,
        description: "standard output cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}

extension Secret {
  /// Reads standard input up to its end or a newline, which is dropped.
  ///
  /// - Throws: `StartError` if it cannot be read, or is not a secret.
  static func readLine() throws(StartError) -> Secret {
    // Room for the newline, or for the first byte too many.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: longest + 1, alignment: 1)
    defer {
      if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
      buffer.deallocate()
    }
    var count = 0
    while count < buffer.count, !buffer[..<count].contains(UInt8(ascii: "\n")) {
      let new = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      if new == 0 { break }
      count += new
    }
    do throws(SecretError) {
      return try Secret(buffer[..<count].prefix { $0 != UInt8(ascii: "\n") })
    } catch {
      throw StartError(status: .data, description: error.sentence)
    }
  }

  /// - Returns: the number of bytes; 0 at the end.
  private static func read(into buffer: UnsafeMutableRawBufferPointer) throws(StartError) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another process has made it non-blocking.
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&input, 1, -1)
      default:
        throw StartError(
          status: .system,
          description: "standard input cannot be read: \(String(cString: strerror(errno)))")
      }
    }
  }
}

extension SecretError {
  fileprivate var sentence: String {
    switch self {
    case .empty: "the secret is empty"
    case .tooLong: "the secret is longer than \(Secret.longest) bytes"
    case .containsNUL: "the secret contains a NUL"
    }
  }
}
