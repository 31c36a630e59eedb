/// Says what is being done, on standard error if that is a terminal.
struct Progress {
  private let isShown = StandardError.isTerminal

  /// Replaces what was said before.
  func show(_ text: String) {
    if isShown { StandardError.write("\r\u{1B}[K\(text)") }
  }

  /// Takes back what was said.
  func end() {
    show("")
  }
}
