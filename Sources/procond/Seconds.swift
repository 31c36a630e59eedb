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
