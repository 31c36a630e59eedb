internal import Logging

/// Writes each message as a line for the journal: its priority in angle brackets, as in
/// sd-daemon(3), and the message.
struct JournalLogHandler: LogHandler {
  let output: LogOutput
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  init(output: LogOutput) {
    self.output = output
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    write("\(event.message)", event.level)
  }

  func write(_ message: String, _ level: Logger.Level) {
    output.write("<\(level.priority)>\(message)\n")
  }
}

extension Logger.Level {
  /// The priority as in syslog(3).
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
