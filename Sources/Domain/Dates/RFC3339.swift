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

  /// The day of the week in UTC: 0 for Sunday to 6 for Saturday.
  public var weekday: Int {
    // The first of January 1970 was a Thursday.
    Int(
      Self.floorDivide(Self.floorDivide(millisecondsSince1970, by: 86_400_000).quotient + 4, by: 7)
        .remainder)
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

extension Timestamp {
  /// The time given by an RFC 3339 text, with any offset from UTC. Fractions of a millisecond are
  /// dropped, and a leap second becomes the second after it. nil for any other text.
  public init?(rfc3339 text: String) {
    var reader = RFC3339Reader(text)
    guard let days = reader.readDate(), reader.skip("T", "t", " "),
      let time = reader.readTime(), let offset = reader.readOffset(), reader.isAtEnd
    else { return nil }
    self.init(millisecondsSince1970: days * 86_400_000 + time - offset)
  }
}

/// Reads the parts of a date in order.
private struct RFC3339Reader {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips one of these characters. Returns false if the next character is a different one.
  mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, characters.contains(Unicode.Scalar(first)) else { return false }
    rest.removeFirst()
    return true
  }

  /// Days since 1970-01-01; nil if there is no such date.
  mutating func readDate() -> Int64? {
    guard let year = readNumber(digits: 4), skip("-"), let month = readNumber(digits: 2), skip("-"),
      let day = readNumber(digits: 2), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    return Self.daysSince1970(year: year, month: month, day: day)
  }

  /// Milliseconds since midnight.
  mutating func readTime() -> Int64? {
    guard let hour = readNumber(digits: 2), skip(":"), let minute = readNumber(digits: 2),
      skip(":"),
      let second = readNumber(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    guard skip(".") else { return seconds * 1000 }
    let fraction = rest.prefix { Self.isDigit($0) }
    guard !fraction.isEmpty else { return nil }
    rest = rest.dropFirst(fraction.count)
    let thousandths = (fraction.prefix(3) + [0x30, 0x30]).prefix(3)
    return seconds * 1000 + thousandths.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The offset from UTC in milliseconds; positive if local time is ahead.
  mutating func readOffset() -> Int64? {
    if skip("Z", "z") { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard skip("+", "-"), let hours = readNumber(digits: 2), skip(":"),
      let minutes = readNumber(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * 60_000 * (isBehind ? -1 : 1)
  }

  private mutating func readNumber(digits: Int) -> Int64? {
    let number = rest.prefix(digits)
    guard number.count == digits, number.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return number.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Counts the days since 1970-01-01 with Howard Hinnant's algorithm `days_from_civil`,
  /// https://howardhinnant.github.io/date_algorithms.html, for the proleptic Gregorian calendar.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Timestamp.floorDivide(yearFromMarch, by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
