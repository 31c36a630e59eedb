internal import Domain

/// Moments as documents contain them: RFC 3339 in UTC with milliseconds, such as
/// `2026-11-22T10:00:00.000Z`. A person may leave out the fraction, or write the day only.
enum DateText {
  /// A moment outside of the years 0000 to 9999 is written as the nearest moment in them.
  static func text(_ date: Timestamp) -> String {
    let milliseconds = min(max(date.millisecondsSince1970, first), last)
    let (days, rest) = floorDivide(milliseconds, by: 86_400_000)
    let (year, month, day) = civilDate(days)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
      + "\(time.joined(separator: ":")).\(digits(rest % 1000, 3))Z"
  }

  /// nil for any other text.
  static func date(_ text: ArraySlice<UInt8>) -> Timestamp? {
    var rest = text
    guard let year = number(&rest, digits: 4), skip("-", &rest),
      let month = number(&rest, digits: 2), skip("-", &rest), let day = number(&rest, digits: 2),
      (1...12).contains(month), day >= 1
    else { return nil }
    let days = daysSince1970(year, month, day)
    guard civilDate(days) == (year, month, day), let time = time(rest) else { return nil }
    return Timestamp(millisecondsSince1970: days * 86_400_000 + time)
  }

  /// Milliseconds since midnight: 0 for nothing, nil for what is not a time.
  private static func time(_ text: ArraySlice<UInt8>) -> Int64? {
    if text.isEmpty { return 0 }
    var rest = text
    guard skip("T", &rest), let hour = number(&rest, digits: 2), skip(":", &rest),
      let minute = number(&rest, digits: 2), skip(":", &rest),
      let second = number(&rest, digits: 2), hour < 24, minute < 60, second < 60
    else { return nil }
    var milliseconds: Int64 = 0
    if skip(".", &rest) {
      guard let fraction = number(&rest, digits: 3) else { return nil }
      milliseconds = fraction
    }
    guard skip("Z", &rest), rest.isEmpty else { return nil }
    return (hour * 3600 + minute * 60 + second) * 1000 + milliseconds
  }

  private static func skip(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int64? {
    let number = rest.prefix(digits)
    guard number.count == digits, number.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest.removeFirst(digits)
    return number.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// 0000-01-01T00:00:00.000Z
  private static let first: Int64 = -62_167_219_200_000
  /// 9999-12-31T23:59:59.999Z
  private static let last: Int64 = 253_402_300_799_999

  // The algorithms are `civil_from_days` and `days_from_civil` of Howard Hinnant,
  // https://howardhinnant.github.io/date_algorithms.html, for the proleptic Gregorian calendar.

  private static func civilDate(_ days: Int64) -> (Int64, Int64, Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(yearFromMarch, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func floorDivide(
    _ number: Int64, by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
