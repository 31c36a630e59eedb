internal import Logging

/// The daemon's log: lines with time and level on standard error.
enum Log {
  static func make(level: Logger.Level) -> Logger {
    var logger = Logger(label: "procond") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
  }
}
