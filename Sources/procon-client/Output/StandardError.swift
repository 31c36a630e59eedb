internal import Glibc

/// Where errors, alerts and notices go: one line each.
enum StandardError {
  static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes a line of the program's own, its name before it. Control characters, which a daemon's
  /// message may hold, are replaced.
  static func say(_ sentence: String) {
    write("procon-client: \(sentence.printable)")
  }

  /// Writes a line as it is. There is nobody to tell when that fails.
  static func write(_ line: String) {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
