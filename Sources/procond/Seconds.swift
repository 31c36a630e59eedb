internal import ArgumentParser
internal import BoxWire

/// A time that is given as a number of seconds: by an option, a variable or the configuration.
protocol Seconds: ExpressibleByArgument {
  static var range: ClosedRange<Double> { get }

  init(duration: Duration)
}

extension Seconds {
  /// What may be given, for a person.
  static var allowed: String {
    "a number of seconds, \(JSONText(range.lowerBound)) to \(JSONText(range.upperBound))"
  }

  /// nil when it is out of range.
  init?(seconds: Double) {
    guard Self.range.contains(seconds) else { return nil }
    self.init(duration: .seconds(seconds))
  }

  init?(argument: String) {
    guard let seconds = Double(argument) else { return nil }
    self.init(seconds: seconds)
  }
}
