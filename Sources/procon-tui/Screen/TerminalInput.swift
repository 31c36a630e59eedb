internal import Glibc
internal import Terminal
internal import UVLoop

/// The terminal, opened once more for reading: polling makes an open file non-blocking, and the shell
/// shares the one of standard input.
///
/// ncurses reads a pipe that the loop fills with whole characters and sequences. It would lose those
/// that arrive in parts, and could read the end of a terminal that is gone for ever.
@LoopActor
final class TerminalInput {
  /// What can be read from the stream.
  enum Arrival {
    /// Characters, or the key Escape.
    case characters
    /// One escape sequence.
    case sequence
    /// Nothing: this is what the mouse has done.
    case mouse(Key)
    /// Nothing more: the terminal is gone.
    case end
  }

  /// Called when keys can be read from the stream, which must be emptied then; and when the terminal is
  /// gone.
  var ready: (@LoopActor (Arrival) -> Void)?
  /// What ncurses reads.
  let stream: UnsafeMutablePointer<FILE>
  private let terminal: Int32
  /// The end of the pipe that is written.
  private let pipe: Int32
  private var poll: Poll?
  private var units = InputUnits()
  /// Waits for the rest of a sequence.
  private var patience: Timer?

  /// In bytes, fewer than the pipe holds.
  private static let mostAtOnce = 4096
  /// The time in which the rest of a sequence must follow.
  private static let escapeDelay = Duration.milliseconds(25)

  /// nil if the terminal cannot be opened.
  init?() {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let reopened = open("/proc/self/fd/0", flags)
    // Another user's terminal, as after su, may be opened by this name only.
    let terminal = reopened >= 0 ? reopened : open("/dev/tty", flags)
    guard terminal >= 0 else { return nil }
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0, let stream = fdopen(ends[0], "r") else {
      for descriptor in ends + [terminal] where descriptor >= 0 { close(descriptor) }
      return nil
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    self.stream = stream
    self.terminal = terminal
    pipe = ends[1]
    poll = try? Poll(terminal, [.readable, .hangUp]) { [unowned self] in read($0) }
    if poll == nil { return nil }
  }

  isolated deinit {
    poll?.close()
    fclose(stream)
    close(pipe)
    close(terminal)
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
    patience = nil
    poll?.close()
    poll = nil
  }

  /// The rest of what was typed is reported again.
  private func read(_ events: Poll.Events) {
    var bytes = [UInt8](repeating: 0, count: Self.mostAtOnce)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    if count > 0 {
      pass(units.append(bytes.prefix(count)))
      patience =
        units.hasSequence
        ? Timer(after: Self.escapeDelay) { [unowned self] in pass(units.flush()) } : nil
    } else if events.contains(.hangUp) || count == 0 || (errno != EAGAIN && errno != EINTR) {
      ready?(.end)
    }
  }

  /// Passes each sequence by itself, so that the reader knows where one ends that ncurses does not know.
  private func pass(_ units: [ArraySlice<UInt8>]) {
    var characters: [UInt8] = []
    for unit in units {
      if InputUnits.isSequence(unit) {
        pass(characters, .characters)
        characters = []
        if let report = MouseReport(unit) {
          report.key.map { ready?(.mouse($0)) }
        } else {
          pass(Array(unit), .sequence)
        }
      } else {
        characters += unit
      }
    }
    pass(characters, .characters)
  }

  private func pass(_ bytes: [UInt8], _ arrival: Arrival) {
    guard !bytes.isEmpty else { return }
    write(pipe, bytes, bytes.count)
    ready?(arrival)
  }
}
