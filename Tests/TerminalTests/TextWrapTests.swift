import Expectations
import SystemTestSupport
import Testing

@testable import Terminal

struct TextWrapTests {
  @Test func `lines break at spaces`() {
    expect(
      TextWrap.lines(of: "Fear of malicious implementation", width: 17),
      equals: ["Fear of malicious", "implementation"])
    expect(TextWrap.lines(of: "ab cd", width: 5), equals: ["ab cd"])
    expect(TextWrap.lines(of: "ab cd", width: 4), equals: ["ab", "cd"])
  }

  @Test func `a word wider than a line is broken, starting on the current line`() {
    expect(TextWrap.lines(of: "abcdefgh", width: 3), equals: ["abc", "def", "gh"])
    expect(TextWrap.lines(of: "a bcdefgh i", width: 4), equals: ["a bc", "defg", "h i"])
    expect(TextWrap.lines(of: "abc defghi", width: 4), equals: ["abc", "defg", "hi"])
  }

  @Test func `wide characters count by their columns`() {
    expect(TextWrap.lines(of: "日本語日本語", width: 5), equals: ["日本", "語日", "本語"])
    expect(TextWrap.lines(of: "AI 日本語", width: 6), equals: ["AI", "日本語"])
    expect(TextWrap.lines(of: "👩‍👩‍👧👩‍👩‍👧", width: 3), equals: ["👩‍👩‍👧", "👩‍👩‍👧"])
  }

  @Test func `a run of spaces is one space or one break`() {
    expect(TextWrap.lines(of: "  a   b  ", width: 9), equals: ["a b"])
    expect(TextWrap.lines(of: "a     b", width: 2), equals: ["a", "b"])
  }

  @Test func `an empty text is one empty line`() {
    expect(TextWrap.lines(of: "", width: 9), equals: [""])
    expect(TextWrap.lines(of: "   ", width: 1), equals: [""])
  }

  @Test func `a cluster wider than a whole line is shown as an ellipsis`() {
    expect(TextWrap.lines(of: "a日b", width: 1), equals: ["a", "…", "b"])
    expect(TextWrap.lines(of: "日", width: 0), equals: ["…"])
    expect(TextWrap.lines(of: "日 👍", width: -7), equals: ["…", "…"])
  }

  @Test func `no line is too wide, and only spaces are lost`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let text = random.text()
      let width = Int.random(in: 1...40, using: &random)
      let lines = TextWrap.lines(of: text, width: width)
      let shown = lines.flatMap(Array.init).filter { $0 != " " }
      let given = Array(text).filter { $0 != " " }.map { $0.displayWidth <= width ? $0 : "…" }
      expect(shown, equals: given, "seed \(seed), width \(width): \(text.debugDescription)")
      expect(
        lines.allSatisfy { $0.displayWidth <= width },
        "seed \(seed), width \(width): \(text.debugDescription)")
    }
  }

  @Test func `truncation keeps the beginning and never splits a cluster`() {
    expect("abc".truncated(to: 3), equals: "abc")
    expect("abcd".truncated(to: 3), equals: "ab…")
    expect("日本語".truncated(to: 5), equals: "日本…")
    expect("日本語".truncated(to: 4), equals: "日…")
    expect("日本語".truncated(to: 1), equals: "…")
    expect("ab".truncated(to: 0), equals: "…")
    expect("".truncated(to: 0), equals: "")
  }
}
