/// Random text of every kind the board may meet, equal for equal seeds (SplitMix64,
/// https://prng.di.unimi.it/splitmix64.c).
struct RandomText: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Up to 120 pieces: letters, runs of spaces, wide and combining scalars, emoji, odd scalars.
  mutating func text() -> String {
    (0..<Int.random(in: 0...120, using: &self))
      .map { _ in Self.pieces.randomElement(using: &self) ?? "" }
      .joined()
  }

  private static let pieces = [
    "a", "b", "word", "implementation", "https://example.org/a/long/address", " ", " ", " ", "   ",
    "é", "e\u{301}", "\u{301}", "ß", "日", "本語", "한", "\u{1112}\u{1161}\u{11AB}", "กำ", "क्षि",
    "👍", "👍🏽", "☝🏽", "👩‍👩‍👧", "🇩🇪", "🇩", "1️⃣", "❤️", "\u{200D}", "\u{FE0F}", "🏽", "\u{0600}",
    "\u{AD}", "\u{200F}", "שלום", "\u{10FFFF}", "\u{3000}", "…", "×",
  ]
}
