internal import Glibc

/// The stream for errors and notices, one line each.
package enum StandardError {
  package static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes the program's name and a sentence as one line. Control characters, which a daemon's
  /// message may contain, are replaced.
  package static func report(_ sentence: String, from program: String) {
    write("\(program): \(sentence.printable)")
  }

  /// Writes a line as it is. Failures are ignored: there is no other place to report them.
  package static func write(_ line: String) {
    write(bytes: Array("\(line)\n".utf8))
  }

  /// Writes a question; the answer is typed after it.
  package static func prompt(_ question: String) {
    write(bytes: Array(question.utf8))
  }

  private static func write(bytes: [UInt8]) {
    var rest = (isTerminal && ASCIIText.isNeeded ? ASCIIText.bytes(of: bytes) : bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
