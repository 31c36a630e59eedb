internal import Glibc
internal import OperatingSystem

/// When something was.
enum Age {
  /// How dates are shown.
  enum Format: String, CaseIterable {
    /// Such as `5 min ago`.
    case relative
    /// Where the user is, such as `2026-11-27 14:05`.
    case absolute

    /// What the user has set.
    static var current: Format { ScreenSettings.current.dates }

    /// The most columns of a date.
    var columns: Int { self == .relative ? 10 : 16 }
  }

  /// How long ago something was, or when; empty if the date is not known.
  ///
  /// - Parameter date: as the daemon writes it (RFC 3339, UTC); nil if it is not known.
  static func words(
    since date: String?, now: Int = WallClock.milliseconds / 1000, as format: Format = .current
  ) -> String {
    guard let then = date.flatMap(seconds) else { return "" }
    guard format == .relative else { return local(then, "%Y-%m-%d %H:%M") }
    let age = max(0, now - then)
    return switch age {
    case ..<60: "just now"
    case ..<3600: "\(age / 60) min ago"
    case ..<86_400: "\(age / 3600) h ago"
    default: "\(age / 86_400) d ago"
    }
  }

  /// The day of a date where the user is, such as `Today` and `2026-11-27`; empty if the date is not
  /// known.
  static func day(
    of date: String?, now: Int = WallClock.milliseconds / 1000, as format: Format = .current
  ) -> String {
    guard let then = date.flatMap(seconds) else { return "" }
    let day = local(then, "%Y-%m-%d")
    guard format == .relative else { return day }
    if day == local(now, "%Y-%m-%d") { return "Today" }
    return day == local(now - 86_400, "%Y-%m-%d") ? "Yesterday" : day
  }

  /// The time of a date where the user is, such as `14:05`; empty if the date is not known.
  static func clock(of date: String?) -> String {
    date.flatMap(seconds).map { local($0, "%H:%M") } ?? ""
  }

  /// - Parameter format: see strftime(3).
  private static func local(_ seconds: Int, _ format: String) -> String {
    var (seconds, time) = (seconds, tm())
    localtime_r(&seconds, &time)
    return String(unsafeUninitializedCapacity: 64) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, 64, format, &time) }
    }
  }

  /// Since 1970; nil for anything but a date in UTC.
  private static func seconds(_ date: String) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let numbers = date.utf8.split { !digits.contains($0) }.prefix(6)
      .compactMap { Int32(Substring($0)) }
    guard numbers.count == 6, date.hasSuffix("Z") else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (time.tm_hour, time.tm_min, time.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return timegm(&time)
  }
}
