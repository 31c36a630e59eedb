extension SeededGenerator {
  /// Text of every kind that a terminal may have to show: up to 120 pieces, which are letters, runs
  /// of spaces, wide and combining scalars, emoji and unusual scalars.
  package mutating func text() -> String {
    (0..<Int.random(in: 0...120, using: &self))
      .map { _ in textPieces.randomElement(using: &self) ?? "" }
      .joined()
  }
}

private let textPieces = [
  "a", "b", "word", "implementation", "https://example.org/a/long/address", " ", " ", " ", "   ",
  "é", "e\u{301}", "\u{301}", "ß", "日", "本語", "한", "\u{1112}\u{1161}\u{11AB}", "กำ", "क्षि",
  "👍", "👍🏽", "☝🏽", "👩‍👩‍👧", "🇩🇪", "🇩", "1️⃣", "❤️", "\u{200D}", "\u{FE0F}", "🏽", "\u{0600}",
  "\u{AD}", "\u{200F}", "שלום", "\u{10FFFF}", "\u{3000}", "…", "×",
]
