internal import AccountsPlatform
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// `--hash-secret`: prints the hash of a secret from standard input, for the file of users.
enum HashSecret {
  /// Asks for the secret if standard input is a terminal, and reads a line otherwise.
  ///
  /// - Throws: `StartError` if there is no secret that can be hashed, or its hash cannot be printed.
  static func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      try LoopActor.run { try printHash(of: try await NewSecretPrompt.ask()) }
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
    let buffer = SecretBuffer(capacity: longest + 1)
    while !buffer.bytes.contains(UInt8(ascii: "\n")) {
      if try read(into: buffer) == 0 { break }
    }
    do throws(SecretError) {
      return try Secret(buffer.bytes.prefix { $0 != UInt8(ascii: "\n") })
    } catch {
      throw StartError(status: .data, description: error.sentence)
    }
  }

  /// - Returns: the number of bytes; 0 at the end.
  private static func read(into buffer: SecretBuffer) throws(StartError) -> Int {
    while true {
      do throws(SystemCallError) {
        return try buffer.read(from: STDIN_FILENO)
      } catch {
        guard error.code == EAGAIN else {
          throw StartError(
            status: .system, description: "standard input cannot be read: \(error.reason)")
        }
        // Another process has made it non-blocking.
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&input, 1, -1)
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
