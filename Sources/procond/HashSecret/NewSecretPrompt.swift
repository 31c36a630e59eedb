internal import AccountsPlatform
internal import Glibc
internal import UVLoop

/// Asks for a secret on the terminal of standard input, without showing what is typed.
@LoopActor
enum NewSecretPrompt {
  /// Asks twice; the prompts go to standard error.
  ///
  /// The terminal shows what is typed again when this returns, and also when a signal ends the
  /// program.
  ///
  /// - Throws: `StartError` if the answers differ or are not a secret, or the terminal cannot be
  ///   used.
  static func ask() async throws(StartError) -> Secret {
    let input: HiddenInput
    do throws(LoopError) {
      input = try HiddenInput()
    } catch {
      throw StartError(
        status: .system, description: "the terminal cannot be used: \(error.description)")
    }
    defer { input.close() }
    // A signal is handled while this waits.
    return try await BlockingWork.run(readTwice).get()
  }

  private nonisolated static func readTwice() -> Result<Secret, StartError> {
    Result { () throws(StartError) in
      printText("Secret: ")
      let secret = try Secret.readLine()
      printText("Again: ")
      guard secret.equals(try Secret.readLine()) else {
        throw StartError(status: .data, description: "the two secrets differ")
      }
      return secret
    }
  }

  fileprivate nonisolated static func printText(_ text: String) {
    _ = write(STDERR_FILENO, text, text.utf8.count)
  }
}

/// The terminal of standard input, while it does not show what is typed: until ``close()``, or until
/// a signal ends the program.
@LoopActor
private final class HiddenInput {
  private let settings: termios
  private var signals: [Signal] = []

  /// - Throws: `LoopError` if the terminal does not allow it.
  init() throws(LoopError) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
      throw LoopError(operation: "tcgetattr", code: errno)
    }
    self.settings = settings
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
      signals.append(try Signal(number) { [weak self] in self?.end(by: number) })
    }
    // If it stopped, its shell would have a terminal that shows nothing.
    signal(SIGTSTP, SIG_IGN)
    // The ends of lines are shown. What was typed before is dropped.
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_lflag |= tcflag_t(ECHONL)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else {
      throw LoopError(operation: "tcsetattr", code: errno)
    }
  }

  /// Restores the settings from the start. What was typed and not read is dropped, since it may be
  /// the rest of a secret, which a shell would show.
  func close() {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    for signal in signals { signal.cancel() }
  }

  private func end(by signal: Int32) {
    close()
    NewSecretPrompt.printText("\n")
    // It has its default effect now.
    raise(signal)
  }
}
