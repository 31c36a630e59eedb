extension Timestamp {
  /// The time in RFC 3339 format, in UTC and with milliseconds: `2024-02-29T12:34:56.789Z`.
  ///
  /// RFC 3339 covers the years 0000 to 9999; a time outside these is written as their first or last
  /// millisecond.
  public var rfc3339: String {
    let milliseconds = min(max(millisecondsSince1970, Self.firstWritable), Self.lastWritable)
    let (days, rest) = Self.floorDivide(milliseconds, by: 86_400_000)
    let date = Self.civilDate(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var count = 0
      func write(_ number: Int64, digits: Int, then separator: Unicode.Scalar) {
        var number = number
        for place in (count..<count + digits).reversed() {
          buffer[place] = UInt8(ascii: "0") + UInt8(number % 10)
          number /= 10
        }
        buffer[count + digits] = UInt8(ascii: separator)
        count += digits + 1
      }
      write(date.year, digits: 4, then: "-")
      write(date.month, digits: 2, then: "-")
      write(date.day, digits: 2, then: "T")
      write(rest / 3_600_000, digits: 2, then: ":")
      write(rest / 60_000 % 60, digits: 2, then: ":")
      write(rest / 1000 % 60, digits: 2, then: ".")
      write(rest % 1000, digits: 3, then: "Z")
      return count
    }
  }

  /// 0000-01-01T00:00:00.000Z
  private static let firstWritable: Int64 = -62_167_219_200_000
  /// 9999-12-31T23:59:59.999Z
  private static let lastWritable: Int64 = 253_402_300_799_999

  /// The date in the proleptic Gregorian calendar. The algorithm is Howard Hinnant's
  /// `civil_from_days`, https://howardhinnant.github.io/date_algorithms.html: years begin in March
  /// and are grouped into eras of 400, each 146,097 days long.
  private static func civilDate(
    daysSince1970: Int64
  ) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(daysSince1970 + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }

  /// Returns the quotient, rounded down, and the remainder, which is never negative.
  static func floorDivide(
    _ number: Int64, by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
