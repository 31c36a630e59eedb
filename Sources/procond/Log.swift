internal import Glibc
internal import Logging
internal import UVLoop

/// The daemon's log on standard error. Its lines begin with time and level; for the journal, which
/// records the time itself, they begin with the priority.
enum Log {
  static func make(level: Logger.Level) -> Logger {
    let makeHandler: (String) -> any LogHandler =
      isJournal
      ? { _ in JournalLogHandler() } : { label in StreamLogHandler.standardError(label: label) }
    var logger = Logger(label: "procond", factory: makeHandler)
    logger.logLevel = level
    return logger
  }

  /// Whether standard error is the stream that JOURNAL_STREAM names (systemd.exec(5)). It is not if
  /// a shell redirected it.
  static var isJournal: Bool {
    var status = stat()
    guard let stream = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
