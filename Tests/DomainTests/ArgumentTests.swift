import Domain
import Expectations
import Testing

struct ArgumentTests {
  private func argument(_ text: String, weight: Int = 1) throws(BoardError) -> Argument {
    let now = Timestamp(millisecondsSince1970: 0)
    return try Argument(
      id: "1", side: .pro, text: text, weight: weight, author: "ada", created: now, updated: now)
  }

  /// The rule that the text violates.
  private func brokenRule(_ text: String) throws -> BoardError.BrokenRule? {
    do throws(BoardError) {
      _ = try argument(text)
      return nil
    } catch {
      guard case .invalid(let rule) = error else { throw error }
      return rule
    }
  }

  @Test(arguments: [
    " No breaks", "No breaks\n", "\t No breaks \r\n", "\u{a0}No breaks\u{3000}",
    "No breaks\u{2028}",
  ])
  func `whitespace at the ends is removed`(text: String) throws {
    expect(try argument(text).text, equals: "No breaks")
  }

  @Test func `whitespace within is kept`() throws {
    expect(try argument("No  breaks").text, equals: "No  breaks")
  }

  @Test func `a combining mark at the end is kept`() throws {
    expect(try argument("a \u{301} ").text, equals: "a \u{301}")
  }

  @Test(arguments: ["", " ", "\n\t", "\u{2003}"])
  func `text that is empty or only whitespace is refused`(text: String) throws {
    expect(try brokenRule(text), equals: .text(.empty))
  }

  @Test(arguments: [
    "\u{200b}", "\u{200d}", " \u{200b} \u{feff} ", "\u{ad}", "\u{2060}\u{2060}", "\u{fe0f}",
    "\u{200e}\u{200f}\u{61c}", "\u{34f}", "\u{3164}", "\u{e0061}\u{e007f}", "\u{fff9}",
    "\u{202e}",
  ])
  func `text without a visible character is refused as empty`(text: String) throws {
    expect(try brokenRule(text), equals: .text(.empty))
  }

  @Test(arguments: ["a", "é", "界", "👩‍👩‍👧‍👦"])
  func `a single character is enough`(text: String) throws {
    expect(try argument(text).text, equals: text)
  }

  @Test func `500 characters are accepted, 501 are not`() throws {
    expect(Limits.textCharacters, equals: 1...500)
    expect(try argument(String(repeating: "é", count: 500)).text.count, equals: 500)
    expect(
      try brokenRule(String(repeating: "é", count: 501)), equals: .text(.tooManyCharacters(501)))
  }

  @Test func `whitespace at the ends does not count`() throws {
    expect(try argument(" " + String(repeating: "a", count: 500) + " ").text.count, equals: 500)
  }

  @Test func `2048 bytes are accepted, 2049 are not`() throws {
    expect(Limits.textBytes, equals: 2048)
    let family = String(repeating: "👩‍👩‍👧‍👦", count: 81)
    let fits = family + String(repeating: "a", count: 2048 - family.utf8.count)
    expect(try argument(fits).text.utf8.count, equals: 2048)
    expect(try brokenRule(fits + "a"), equals: .text(.tooManyBytes(2049)))
  }

  @Test func `one character with too many combining marks is refused`() throws {
    let text = "a" + String(repeating: "\u{301}", count: 1024)
    expect(text.count, equals: 1)
    expect(try brokenRule(text), equals: .text(.tooManyBytes(2049)))
  }

  @Test(arguments: [
    "a\nb", "a\r\nb", "a\tb", "a\0b", "\u{1b}[31mred", "a\u{7f}b", "a\u{85}b", "a\u{9b}b",
    "a\u{2028}b", "a\u{2029}b", "bell\u{7}",
  ])
  func `control characters and line breaks are refused`(text: String) throws {
    expect(try brokenRule(text), equals: .text(.controlCharacter))
  }

  @Test(arguments: Array(0x202A...0x202E) + Array(0x2066...0x2069))
  func `bidirectional embeddings, overrides and isolates are refused`(value: UInt32) throws {
    let scalar = try require(Unicode.Scalar(value))
    expect(try brokenRule("a\(scalar)b"), equals: .text(.bidirectionalControl))
    expect(try brokenRule("\(scalar)a"), equals: .text(.bidirectionalControl))
    expect(try brokenRule("a\(scalar)"), equals: .text(.bidirectionalControl))
  }

  @Test(arguments: [
    "مرحبا\u{200f}!", "\u{200e}שלום C++\u{200e}", "\u{61c}مرحبا",
  ])
  func `Arabic and Hebrew with their marks are accepted`(text: String) throws {
    expect(try argument(text).text, equals: text)
  }

  @Test(arguments: [
    "❤\u{fe0f}", "❤\u{fe0e}", "1\u{fe0f}\u{20e3}", "🏳\u{fe0f}\u{200d}🌈", "葛\u{e0100}",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  ])
  func `emoji sequences and variation selectors are accepted`(text: String) throws {
    expect(try argument(text).text, equals: text)
  }

  @Test(arguments: ["👩‍🚀 approves", "می‌خواهم", "क्‍ष", "e\u{301}"])
  func `joiners and combining marks are accepted`(text: String) throws {
    expect(try argument(text).text, equals: text)
  }

  @Test(arguments: 1...5) func `a weight from 1 to 5 is accepted`(weight: Int) throws {
    expect(Limits.weight, equals: 1...5)
    expect(try argument("a", weight: weight).weight, equals: weight)
  }

  @Test(arguments: [0, 6, -1, .max, .min]) func `any other weight is refused`(weight: Int) {
    #expect(throws: BoardError.invalid(.weightOutOfRange(weight))) {
      try argument("a", weight: weight)
    }
  }

  @Test func `the default weight is 1`() throws {
    let now = Timestamp(millisecondsSince1970: 0)
    let argument = try Argument(
      id: "1", side: .con, text: "a", author: "ada", created: now, updated: now)
    expect(Limits.defaultWeight, equals: 1)
    expect(argument.weight, equals: 1)
  }
}
