internal import ArgumentParser
internal import BoxWire
internal import OperatingSystem

/// A duration in seconds, from an option, an environment variable or the configuration.
protocol Seconds: ExpressibleByArgument {
  static var range: ClosedRange<Double> { get }

  init(duration: Duration)
}

extension Seconds {
  /// The allowed values, for an error message.
  static var allowed: String {
    "a number of seconds, \(JSONText(range.lowerBound)) to \(JSONText(range.upperBound)), or a time"
      + " such as \"10m\""
  }

  /// nil when it is out of range.
  init?(seconds: Double) {
    guard Self.range.contains(seconds) else { return nil }
    self.init(duration: .seconds(seconds))
  }

  init?(argument: String) {
    guard let duration = TimeText.duration(argument, unit: .seconds(1)) else { return nil }
    self.init(seconds: duration / .seconds(1))
  }
}

/// Maximum time that a client may go without reading.
struct ClientTimeout: Seconds {
  static let range = 0.001...31_536_000

  let duration: Duration
}

/// How long the daemon runs without clients.
struct IdleTime: Seconds {
  static let range = 0.0...31_536_000

  let duration: Duration
}

/// How long what was removed can be restored.
struct TrashTime: Seconds {
  static let range = 1.0...315_360_000

  let duration: Duration

  /// A month: long enough to notice that something is missing.
  static let byDefault = Duration.seconds(30 * 86_400)
}

/// How long a copy of a service's content is used, or the time between two requests for it.
struct RefreshTime: Seconds {
  static let range = 0.0...31_536_000

  let duration: Duration
}
