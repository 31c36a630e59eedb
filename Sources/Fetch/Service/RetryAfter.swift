/// The header field `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Returns how long to wait from now on, at least zero; nil if the text is neither a number nor a
  /// date.
  static func duration(_ text: String, now: WallTime) -> Duration? {
    let text = text.split(separator: " ").joined(separator: " ")
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(Int64(text) ?? longest)
    }
    return date(text).map { max(.zero, now.duration(to: $0)) }
  }

  /// What a number of seconds that no integer can hold is taken for: 100 years.
  private static let longest: Int64 = 3_155_760_000

  /// A date in any of the three formats of RFC 9110, section 5.6.7:
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  private static func date(_ text: String) -> WallTime? {
    let parts = text.split { " ,-:".contains($0) }.dropFirst().filter { $0 != "GMT" }
    guard parts.count == 6 else { return nil }
    let isMonthFirst = months.contains { $0 == parts[0] }
    let order = isMonthFirst ? [5, 0, 1, 2, 3, 4] : [2, 1, 0, 3, 4, 5]
    guard let month = months.firstIndex(where: { $0 == parts[order[1]] }),
      let year = Int64(parts[order[0]]), (0...9999).contains(year),
      let day = Int64(parts[order[2]]), (1...31).contains(day),
      let hour = Int64(parts[order[3]]), (0...23).contains(hour),
      let minute = Int64(parts[order[4]]), (0...59).contains(minute),
      let second = Int64(parts[order[5]]), (0...60).contains(second)
    else { return nil }
    // Two digits belong to this century: a date to wait for is never decades in the past.
    let fullYear = parts[order[0]].count == 2 ? 2000 + year : year
    let days = daysSince1970(year: fullYear, month: Int64(month) + 1, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    return WallTime(millisecondsSince1970: seconds * 1000)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// For years from 0. The number of days before March of a year, and then before its months, which
  /// have a period of 153 days in five, when years start in March.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let isEarly = month < 3
    let year = isEarly ? year + 399 : year + 400
    let month = isEarly ? month + 9 : month - 3
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (153 * month + 2) / 5 + day - 719_469 - 146_097
  }
}
