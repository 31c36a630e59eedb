internal import ArgumentParser
internal import Glibc
internal import Logging
internal import OperatingSystem

/// The daemon's log on standard error: lines with time and level, or if that is the journal, which
/// records the time itself, lines with the priority in the journal's format.
enum Log {
  static let output = LogOutput(STDERR_FILENO) { count in
    let lines = count == 1 ? "1 line was" : "\(count) lines were"
    // Not through a logger, whose level might suppress it.
    handler.log(
      event: LogEvent(
        level: .warning, message: "\(lines) dropped here, because nothing read the log",
        metadata: nil, source: nil, file: #fileID, function: #function, line: #line))
  }

  private static let handler: any LogHandler =
    isJournal
    ? JournalLogHandler(output: output) : StreamLogHandler(label: "procond", stream: output)

  static func make(level: Logger.Level) -> Logger {
    var logger = Logger(label: "procond") { _ in handler }
    logger.logLevel = level
    return logger
  }

  /// Writes a message of a program that does not, or cannot, serve, after all logged lines, and
  /// waits until it is read.
  static func writeLast(_ message: String, _ level: Logger.Level = .error) {
    if isJournal {
      JournalLogHandler(output: output).write(message, level)
    } else {
      output.write("procond: \(message)\n")
    }
    output.flush()
  }

  /// Whether standard error is the stream that JOURNAL_STREAM names (systemd.exec(5)): a child, or
  /// a shell's redirection, may have a different one.
  private static var isJournal: Bool {
    var status = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

/// A log level, by its name.
struct LogLevel: ExpressibleByArgument {
  static let allowed = "trace, debug, info, notice, warning, error or critical"

  let level: Logger.Level

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }
}
