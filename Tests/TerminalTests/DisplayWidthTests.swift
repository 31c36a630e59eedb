import Expectations
import Testing

@testable import Terminal

struct DisplayWidthTests {
  @Test(arguments: ["a", "é", "e\u{301}", "ß", "…", "×", "─", "\u{FFFD}", "\u{AD}", "ي", "☝", "❤"])
  func `letters and signs take one column`(text: String) {
    expect(text.displayWidth, equals: 1)
  }

  @Test(arguments: ["日", "語", "한", "\u{1112}\u{1161}\u{11AB}", "ａ", "、", "\u{3000}", "𠀀"])
  func `wide East Asian characters take two columns`(text: String) {
    expect(text.displayWidth, equals: 2)
  }

  @Test(arguments: [
    "👍", "👎", "👍🏽", "☝🏽", "👩‍👩‍👧‍👦", "❤️", "❤️‍🔥", "☝️", "🇩🇪", "🇩", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🧑🏿‍🚀", "⌚",
  ])
  func `emoji take two columns, however many scalars they have`(text: String) {
    expect(text.count, equals: 1)
    expect(text.displayWidth, equals: 2)
  }

  @Test(arguments: ["", "a", " ", "日", "\u{1F3FD}"])
  func `a skin tone without a base takes two columns after any text`(text: String) {
    expect("\u{1F3FD}".displayWidth, equals: 2)
    expect((text + "\u{1F3FD}").displayWidth, equals: text.displayWidth + 2)
  }

  @Test(arguments: ["", "\u{301}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{FE0F}", "\u{FEFF}"])
  func `combining and invisible scalars take no column`(text: String) {
    expect(text.displayWidth, equals: 0)
  }

  @Test(arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\n", "\r\n", "\u{2028}"])
  func `control characters take no column`(text: String) {
    expect(text.displayWidth, equals: 0)
  }

  @Test func `a spacing mark adds its width`() {
    expect("กำ".count, equals: 1)
    expect("กำ".displayWidth, equals: 2)
    expect("कि".count, equals: 1)
    expect("कि".displayWidth, equals: 2)
  }

  @Test(arguments: ["\u{E000}", "\u{F8FF}", "\u{10FFFD}", "\u{378}", "\u{10FFFF}", "\u{0600}"])
  func `private, unassigned and prepended scalars take one column`(text: String) {
    expect(text.displayWidth, equals: 1)
  }

  @Test func `unassigned ideographs take two columns`() {
    expect("\u{2EBF0}".displayWidth, equals: 2)
    expect("\u{3FFFD}".displayWidth, equals: 2)
  }

  @Test func `the width of a text is the sum over its grapheme clusters`() {
    expect("plain text".displayWidth, equals: 10)
    expect("日本語 ok 👍🏽 e\u{301}".displayWidth, equals: 6 + 4 + 3 + 1)
    expect("日本語".dropFirst().displayWidth, equals: 4)
    let parts = ["a", " ", "~", "e\u{301}", "·", "日", "👍🏽", "\u{200D}", "\u{FE0F}", "\n", "1"]
    for first in parts {
      for second in parts {
        for third in parts {
          let text = first + second + third + "z"
          expect(text.displayWidth, equals: text.reduce(0) { $0 + $1.displayWidth }, "\(text)")
        }
      }
    }
  }
}
