internal import Glibc

/// The output for errors and notices.
enum StandardError {
  static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes a line after the program's name.
  static func say(_ sentence: String) {
    write("procon-bench: \(sentence)\n")
  }

  /// Writes a text as it is. Failures are ignored.
  static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// A line about what is being measured, on standard error if that is a terminal.
struct Progress {
  private let isShown = StandardError.isTerminal

  /// Replaces the line.
  func show(_ text: String) {
    if isShown { StandardError.write("\r\u{1B}[K\(text)") }
  }

  /// Erases the line.
  func end() {
    show("")
  }
}
