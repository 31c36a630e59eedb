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
