internal import Glibc
internal import UVLoop

/// The terminal, opened once more for reading: polling makes an open file non-blocking, and the shell
/// shares the one of standard input.
@LoopActor
final class TerminalInput {
  let stream: UnsafeMutablePointer<FILE>
  private let descriptor: Int32
  private var poll: Poll?

  /// nil if the terminal cannot be opened.
  ///
  /// - Parameter ready: called when keys have arrived, with false when the terminal is gone.
  init?(_ ready: @escaping @LoopActor (_ isAlive: Bool) -> Void) {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let reopened = open("/proc/self/fd/0", flags)
    // Another user's terminal, as after su, may be opened by this name only.
    descriptor = reopened >= 0 ? reopened : open("/dev/tty", flags)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopen(descriptor, "r") else {
      close(descriptor)
      return nil
    }
    self.stream = stream
    poll = try? Poll(descriptor, [.readable, .hangUp]) { ready(!$0.contains(.hangUp)) }
    if poll == nil { return nil }
  }

  isolated deinit {
    poll?.close()
    fclose(stream)
  }

  /// Leaves what is typed to another program.
  func pause() {
    poll?.watch([])
  }

  func resume() {
    poll?.watch([.readable, .hangUp])
  }

  /// Reads nothing from now on.
  func end() {
    poll?.close()
    poll = nil
  }
}
