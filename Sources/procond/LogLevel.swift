internal import ArgumentParser
internal import Logging

/// A log level, by its name.
struct LogLevel: ExpressibleByArgument {
  static let allowed = "trace, debug, info, notice, warning, error or critical"

  let level: Logger.Level

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }
}
