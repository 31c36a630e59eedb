internal import Glibc

/// Where errors and notices go.
enum StandardError {
  static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes a line, the program's name before it.
  static func say(_ sentence: String) {
    write("procon-bench: \(sentence)\n")
  }

  /// Writes a text as it is. There is nobody to tell when that fails.
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
