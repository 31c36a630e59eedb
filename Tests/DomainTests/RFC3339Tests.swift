import Domain
import Expectations
import Testing

struct RFC3339Tests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1, "1970-01-01T00:00:00.001Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_800_000, "2000-03-01T00:00:00.000Z"),
    (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
    (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
    (-62_162_121_600_001, "0000-02-28T23:59:59.999Z"),
  ])
  func `a timestamp is written in UTC with milliseconds`(milliseconds: Int64, text: String) {
    expect(Timestamp(millisecondsSince1970: milliseconds).rfc3339, equals: text)
  }

  @Test(arguments: [-62_167_219_200_000, -62_167_219_200_001, .min] as [Int64])
  func `a timestamp before the year 0 is written as the first one of that year`(milliseconds: Int64)
  {
    let text = Timestamp(millisecondsSince1970: milliseconds).rfc3339
    expect(text, equals: "0000-01-01T00:00:00.000Z")
  }

  @Test(arguments: [253_402_300_799_999, 253_402_300_800_000, .max] as [Int64])
  func `a timestamp after the year 9999 is written as the last one of that year`(
    milliseconds: Int64
  ) {
    let text = Timestamp(millisecondsSince1970: milliseconds).rfc3339
    expect(text, equals: "9999-12-31T23:59:59.999Z")
  }

  @Test func `each day of 400 years follows the previous one`() {
    var (year, month, day) = (1900, 1, 1)
    for number in 0..<146_097 {
      let moment = Timestamp(millisecondsSince1970: (Int64(number) - 25_567) * 86_400_000)
      let text = moment.rfc3339
      let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
      guard parts == [year, month, day] else {
        Issue.record("\(text) is not \(year), \(month), \(day)")
        return
      }
      (year, month, day) = following(year, month, day)
    }
    expect((year, month, day) == (2300, 1, 1))
  }

  private func following(_ year: Int, _ month: Int, _ day: Int) -> (Int, Int, Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if day < lengths[month - 1] { return (year, month, day + 1) }
    return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
  }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:34:56.789Z", 1_709_210_096_789),
      ("2024-02-29t12:34:56.7899999z", 1_709_210_096_789),
      ("2024-02-29 13:34:56.7+01:00", 1_709_210_096_700),
      ("2024-02-28T23:34:56.78-13:00", 1_709_210_096_780),
      ("1969-12-31T23:59:59.999Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
      ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)])
  func `a timestamp is parsed from its text`(text: String, milliseconds: Int64) {
    expect(Timestamp(rfc3339: text)?.millisecondsSince1970, equals: milliseconds)
  }

  @Test(arguments: [
    "", "2024", "2024-02-29", "2024-02-29T12:34:56", "2024-02-30T12:34:56Z",
    "2023-02-29T12:34:56Z", "1900-02-29T12:34:56Z", "2024-13-01T12:34:56Z", "2024-00-01T12:34:56Z",
    "2024-01-00T12:34:56Z", "2024-01-01T24:00:00Z", "2024-01-01T12:60:00Z",
    "2024-01-01T12:34:61Z", "2024-01-01T12:34:56.Z", "2024-01-01T12:34:56+1:00",
    "2024-01-01T12:34:56+24:00", "2024-01-01T12:34:56+01:60", "2024-01-01T12:34:56ZZ",
    "-024-01-01T12:34:56Z", "2024-01-01T12:34:5٦Z", "today",
  ])
  func `other text is refused`(text: String) {
    expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `every timestamp is read back as written`() {
    var moment: Int64 = -62_167_219_200_000
    while moment <= 253_402_300_799_999 {
      let timestamp = Timestamp(millisecondsSince1970: moment)
      expect(Timestamp(rfc3339: timestamp.rfc3339), equals: timestamp)
      moment += 86_400_000 * 97 + 12_345_678
    }
  }
}
