import Expectations
import Testing

@testable import procon_tui

struct WordsTests {
  @Test func `an age is in the largest whole unit`() {
    let date = "2026-11-22T10:00:00Z"
    let then = 1_795_341_600
    expect(Age.words(since: date, now: then + 59), equals: "just now")
    expect(Age.words(since: date, now: then - 5), equals: "just now")
    expect(Age.words(since: date, now: then + 60), equals: "1 min ago")
    expect(Age.words(since: date, now: then + 7200), equals: "2 h ago")
    expect(Age.words(since: date, now: then + 200_000), equals: "2 d ago")
    expect(Age.words(since: "yesterday", now: then), equals: "")
  }

  @Test func `a date is shown where the user is if they want that`() {
    let date = "2026-11-22T10:00:00Z"
    let words = Age.words(since: date, as: .absolute)
    // Somewhere it is the day before or after.
    expect(words.wholeMatch(of: #/2026-11-2[123] \d\d:\d\d/#) != nil, "\(words)")
    expect(words, equals: "\(Age.day(of: date, as: .absolute)) \(Age.clock(of: date))")
    expect(words.count, equals: Age.Format.absolute.columns)
    expect(Age.words(since: nil, as: .absolute), equals: "")
  }

  @Test func `a day has a name until the day after the next`() {
    let date = "2026-11-22T10:00:00Z"
    let day = Age.day(of: date, as: .absolute)
    let then = 1_795_341_600
    expect(Age.day(of: date, now: then, as: .relative), equals: "Today")
    expect(Age.day(of: date, now: then + 86_400, as: .relative), equals: "Yesterday")
    expect(Age.day(of: date, now: then + 172_800, as: .relative), equals: day)
    expect(Age.day(of: date, now: then, as: .absolute), equals: day)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 is as in RFC 4648`(text: String, expected: String) {
    expect(Base64.text(of: Array(text.utf8)), equals: expected)
  }
}
