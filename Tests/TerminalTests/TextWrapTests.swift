import SystemTestSupport
import Testing

@testable import Terminal

struct TextWrapTests {
  @Test func `lines break at spaces`() {
    #expect(
      TextWrap.lines(of: "Fear of malicious implementation", width: 17)
        == ["Fear of malicious", "implementation"])
    #expect(TextWrap.lines(of: "ab cd", width: 5) == ["ab cd"])
    #expect(TextWrap.lines(of: "ab cd", width: 4) == ["ab", "cd"])
  }

  @Test func `a word wider than a line is broken, starting on the current line`() {
    #expect(TextWrap.lines(of: "abcdefgh", width: 3) == ["abc", "def", "gh"])
    #expect(TextWrap.lines(of: "a bcdefgh i", width: 4) == ["a bc", "defg", "h i"])
    #expect(TextWrap.lines(of: "abc defghi", width: 4) == ["abc", "defg", "hi"])
  }

  @Test func `wide characters count by their columns`() {
    #expect(TextWrap.lines(of: "日本語日本語", width: 5) == ["日本", "語日", "本語"])
    #expect(TextWrap.lines(of: "AI 日本語", width: 6) == ["AI", "日本語"])
    #expect(TextWrap.lines(of: "👩‍👩‍👧👩‍👩‍👧", width: 3) == ["👩‍👩‍👧", "👩‍👩‍👧"])
  }

  @Test func `a run of spaces is one space or one break`() {
    #expect(TextWrap.lines(of: "  a   b  ", width: 9) == ["a b"])
    #expect(TextWrap.lines(of: "a     b", width: 2) == ["a", "b"])
  }

  @Test func `an empty text is one empty line`() {
    #expect(TextWrap.lines(of: "", width: 9) == [""])
    #expect(TextWrap.lines(of: "   ", width: 1) == [""])
  }

  @Test func `a cluster wider than a whole line is shown as an ellipsis`() {
    #expect(TextWrap.lines(of: "a日b", width: 1) == ["a", "…", "b"])
    #expect(TextWrap.lines(of: "日", width: 0) == ["…"])
    #expect(TextWrap.lines(of: "日 👍", width: -7) == ["…", "…"])
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
      #expect(shown == given, "seed \(seed), width \(width): \(text.debugDescription)")
      #expect(
        lines.allSatisfy { $0.displayWidth <= width },
        "seed \(seed), width \(width): \(text.debugDescription)")
    }
  }

  @Test func `truncation keeps the beginning and never splits a cluster`() {
    #expect("abc".truncated(to: 3) == "abc")
    #expect("abcd".truncated(to: 3) == "ab…")
    #expect("日本語".truncated(to: 5) == "日本…")
    #expect("日本語".truncated(to: 4) == "日…")
    #expect("日本語".truncated(to: 1) == "…")
    #expect("ab".truncated(to: 0) == "…")
    #expect("".truncated(to: 0) == "")
  }
}
