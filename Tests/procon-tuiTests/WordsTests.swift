import Testing

@testable import procon_tui

struct WordsTests {
  @Test func `an age is in the largest whole unit`() {
    let date = "2026-11-22T10:00:00Z"
    let then = 1_795_341_600
    #expect(Age.words(since: date, now: then + 59) == "just now")
    #expect(Age.words(since: date, now: then - 5) == "just now")
    #expect(Age.words(since: date, now: then + 60) == "1 min ago")
    #expect(Age.words(since: date, now: then + 7200) == "2 h ago")
    #expect(Age.words(since: date, now: then + 200_000) == "2 d ago")
    #expect(Age.words(since: "yesterday", now: then) == "")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `Base64 is as in RFC 4648`(text: String, expected: String) {
    #expect(Base64.text(of: Array(text.utf8)) == expected)
  }
}
