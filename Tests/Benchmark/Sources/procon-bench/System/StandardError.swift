internal import Glibc

/// The output for errors and notices.
enum StandardError {
  /// Writes a line after the program's name.
  static func say(_ sentence: String) {
    write("procon-bench: \(sentence)\n")
  }

  /// Writes a text as it is. Failures are ignored.
  private static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Replaces the line about what is being measured, if standard error is a terminal.
  static func show(progress: String) {
    if isatty(2) == 1 { write("\r\u{1B}[K\(progress)") }
  }
}
