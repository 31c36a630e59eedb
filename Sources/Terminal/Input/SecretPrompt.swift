internal import Glibc
internal import OperatingSystem
package import UVLoop

/// Asks for a secret on the terminal that controls this process, whatever its standard input is.
@LoopActor
package final class SecretPrompt {
  private let question: String
  private let terminal: Int32
  private var echo: TerminalEcho
  private var hasEnded = false

  private init(_ question: String, on terminal: Int32) {
    self.question = question
    self.terminal = terminal
    echo = TerminalEcho(of: terminal)
  }

  /// Waits for a line. It is not shown while it is typed, and the terminal's settings are restored
  /// afterwards, even if a signal ends or stops the program.
  ///
  /// - Parameter question: the line is typed after it.
  /// - Returns: the line without its end; nil if the input ends.
  /// - Throws: `LoopError` if there is no terminal, or it cannot be read.
  package static func ask(_ question: String) async throws(LoopError) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw LoopError(operation: "open", code: errno) }
    defer { close(terminal) }
    return try await SecretPrompt(question, on: terminal).ask()
  }

  private func ask() async throws(LoopError) -> String? {
    // A signal that arrived before the answer may be handled after it.
    let signals = TerminalSignals(
      restore: { [self] in echo.restore() }, prepare: { [self] in prepare() })
    prepare()
    let line = await BlockingWork.run { [terminal] in readLine(from: terminal) }
    signals.cancel()
    echo.restore()
    hasEnded = true
    write("\n")
    return try line.get()
  }

  private func prepare() {
    guard !hasEnded else { return }
    echo.hide()
    write(question)
  }

  private func write(_ text: String) {
    // A terminal that is gone cannot be read either.
    _ = writeAll(Array(text.utf8)[...], to: terminal)
  }
}

/// Reads a line of a terminal, without its end. Blocks the thread.
///
/// - Returns: nil if the input ends.
private func readLine(from terminal: Int32) -> Result<String?, LoopError> {
  // A terminal has no longer lines.
  let buffer = SecretBuffer(capacity: 4096)
  do throws(SystemCallError) {
    while buffer.bytes.last != UInt8(ascii: "\n") {
      guard try buffer.read(from: terminal) > 0 else { break }
    }
  } catch {
    return .failure(LoopError(error))
  }
  guard !buffer.bytes.isEmpty else { return .success(nil) }
  let line = buffer.bytes.prefix { $0 != UInt8(ascii: "\n") }
  return .success(String(decoding: line, as: UTF8.self))
}
