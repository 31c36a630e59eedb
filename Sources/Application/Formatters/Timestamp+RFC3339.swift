public import Domain

extension Timestamp {
  /// The moment as RFC 3339 writes it, in UTC and with milliseconds: `2024-02-29T12:34:56.789Z`.
  ///
  /// RFC 3339 knows the years 0000 to 9999; a moment outside of them is written as the first or
  /// the last moment of these.
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

  /// The moment that such a text names, in any offset from UTC; what is smaller than a millisecond is
  /// dropped. nil for any other text. A leap second is the moment after it.
  public init?(rfc3339 text: String) {
    let text = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= text.count else { return nil }
      var number: Int64 = 0
      for byte in text[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return number
    }
    func has(_ scalars: Unicode.Scalar..., at index: Int) -> Bool {
      index < text.count && scalars.contains { UInt8(ascii: $0) == text[index] }
    }
    guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
      let day = number(8..<10), has("T", "t", " ", at: 10), let hour = number(11..<13),
      has(":", at: 13), let minute = number(14..<16), has(":", at: 16),
      let second = number(17..<19), hour < 24, minute < 60, second <= 60,
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    var index = 19
    var milliseconds: Int64 = 0
    if has(".", at: index) {
      let digits = text[(index + 1)...].prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      guard !digits.isEmpty else { return nil }
      milliseconds = (digits.prefix(3) + [0x30, 0x30]).prefix(3)
        .reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
      index += 1 + digits.count
    }
    var offset: Int64 = 0
    if has("Z", "z", at: index) {
      index += 1
    } else {
      guard has("+", "-", at: index), let hours = number(index + 1..<index + 3),
        has(":", at: index + 3), let minutes = number(index + 4..<index + 6), hours < 24,
        minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (has("-", at: index) ? -1 : 1)
      index += 6
    }
    guard index == text.count else { return nil }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let minutes = (days * 24 + hour) * 60 + minute - offset
    self.init(millisecondsSince1970: (minutes * 60 + second) * 1000 + milliseconds)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// The inverse of ``civilDate(daysSince1970:)``: `days_from_civil` of the same source.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(yearFromMarch, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 0000-01-01T00:00:00.000Z
  private static let firstWritable: Int64 = -62_167_219_200_000
  /// 9999-12-31T23:59:59.999Z
  private static let lastWritable: Int64 = 253_402_300_799_999

  /// The date in the proleptic Gregorian calendar. The algorithm is `civil_from_days` of Howard
  /// Hinnant, https://howardhinnant.github.io/date_algorithms.html: years begin in March and
  /// come in eras of 400, which are all 146,097 days long.
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

  /// The quotient rounded down, and the remainder, which is never negative.
  private static func floorDivide(
    _ number: Int64, by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
