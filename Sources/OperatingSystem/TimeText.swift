internal import Glibc

/// A time as people write it: numbers with units, such as `10m`, `1.5s`, `500ms` or `1h30m`; or a plain
/// number.
///
/// The units are `ms`, `s`, `m` (or `min`), `h` and `d`.
package enum TimeText {
  // No initializer of Duration: looking one up makes swiftc 6.3 take timespec for a type of another
  // module than Glibc.

  /// Returns the time that a text means; nil for any other text, and for more than some 30,000 years.
  ///
  /// - Parameter unit: the unit of a plain number.
  package static func duration(_ text: String, unit: Duration) -> Duration? {
    let milliseconds: Double?
    if let number = Double(text) {
      milliseconds = number * (unit / .milliseconds(1))
    } else {
      milliseconds = sum(of: text)
    }
    guard let milliseconds, milliseconds.magnitude < 1e15 else { return nil }
    return .milliseconds(milliseconds)
  }

  /// - Returns: in milliseconds.
  private static func sum(of text: String) -> Double? {
    var sum = 0.0
    var rest = Substring(text)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard let number = Double(number), let unit = units[String(name)] else { return nil }
      sum += number * unit
    }
    return sum
  }

  /// In milliseconds, by name.
  private static let units = [
    "ms": 1.0, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]
}

/// The system's clock, which may be set and go back.
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
