internal import Glibc
internal import Logging
internal import UVLoop

/// The daemon's log on standard error: lines with time and level; where that is the journal, which
/// notes the time itself, lines with the priority that it understands.
enum Log {
  static func make(level: Logger.Level) -> Logger {
    let makeHandler: (String) -> any LogHandler =
      isJournal
      ? { _ in JournalLogHandler() } : { label in StreamLogHandler.standardError(label: label) }
    var logger = Logger(label: "procond", factory: makeHandler)
    logger.logLevel = level
    return logger
  }

  /// Whether standard error is the stream that JOURNAL_STREAM names (systemd.exec(5)): a child, or
  /// a shell's redirection, may have another.
  static var isJournal: Bool {
    var status = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
