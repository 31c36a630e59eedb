import Expectations
import Testing

@testable import Terminal

struct VisibleNameTests {
  @Test(arguments: [
    ("ad\u{200B}a", "ad<U+200B>a"), ("ada\u{200D}", "ada<U+200D>"), ("\u{FEFF}ada", "<U+FEFF>ada"),
    ("a\u{AD}b\u{2060}", "a<U+00AD>b<U+2060>"), ("a\u{200E}\u{200F}", "a<U+200E><U+200F>"),
    ("a\u{FE0F}", "a<U+FE0F>"), ("a\u{E0041}", "a<U+E0041>"),
    ("a\u{1B}[m\u{200B}", "a\u{FFFD}[m<U+200B>"),
  ])
  func `what cannot be seen in a name is shown as its code point`(name: String, shown: String) {
    expect(name.visibleName, equals: shown)
  }

  @Test(arguments: [
    "", "Tea", "日本語", "👩‍👩‍👧", "❤️‍🔥", "1️⃣", "می‌خواهم", "क्‍ष", "e\u{301}", "é", "葛\u{E0100}",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  ])
  func `names that can be seen are unchanged`(name: String) {
    expect(Array(name.visibleName.utf8), equals: Array(name.utf8))
  }
}
