internal import ArgumentParser
internal import OperatingSystem

/// The values of an option that is a time: their range, and the unit of a plain number.
struct TimeOption: Sendable {
  let range: ClosedRange<Duration>
  let unit: Duration

  private init(_ range: ClosedRange<Duration>, unit: Duration = .seconds(1)) {
    self.range = range
    self.unit = unit
  }

  /// Of `--timeout`: up to a year.
  static let timeout = TimeOption(.milliseconds(1)...year)
  /// Of `--ttl`, as the daemon allows it.
  static let timeToLive = TimeOption(.milliseconds(1)...year)
  /// Of a lock: long enough to be renewed over a slow link, and short enough to wait for.
  static let lock = TimeOption(.seconds(1) ... .seconds(86_400))
  /// Between two updates of a subscription, as the daemon allows it.
  static let update = TimeOption(.zero ... .seconds(60), unit: .milliseconds(1))
  /// Between two pages of `top`: shorter intervals show noise, and longer ones are of no use.
  static let page = TimeOption(.milliseconds(100) ... .seconds(3600))

  private static let year = Duration.seconds(31_536_000)

  /// The allowed values in words, such as `100ms to 1h; a plain number is in seconds`.
  var help: String { "\(limits); a plain number is in \(unitName)" }

  private var limits: String { "\(range.lowerBound.short) to \(range.upperBound.short)" }

  private var unitName: String { unit == .seconds(1) ? "seconds" : "milliseconds" }

  /// Parses an argument of the command line. The time is in whole milliseconds, rounded up.
  func duration(_ text: String) throws(ValidationError) -> Duration {
    guard let duration = TimeText.duration(text, unit: unit), range.contains(duration) else {
      throw ValidationError(
        "it must be a time such as 10m, 1.5s or 500ms, from \(limits), or a number of \(unitName)")
    }
    return .milliseconds((duration / .milliseconds(1)).rounded(.up))
  }
}

extension Duration {
  /// A whole number of the largest possible unit: `365d`, `100ms`.
  fileprivate var short: String {
    let milliseconds = Int(self / .milliseconds(1))
    let units = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)]
    guard milliseconds > 0 else { return "0" }
    let unit = units.first { milliseconds % $0.1 == 0 } ?? ("ms", 1)
    return "\(milliseconds / unit.1)\(unit.0)"
  }
}
