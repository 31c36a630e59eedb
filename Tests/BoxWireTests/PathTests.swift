import BoxWire
import Expectations
import Testing

struct PathTests {
  @Test(arguments: [
    "a", "A", "0", "_", "-", "topics.ai.pros.items", "shared.weather.now", "a-b_c.D9", "-._",
  ])
  func `a path is segments joined by dots`(_ text: String) {
    expect(Path(text)?.text, equals: text)
    expect(Path(text)?.segments.joined(separator: "."), equals: text)
    expect(Path(text).map { "\($0)" }, equals: text)
  }

  @Test(arguments: [
    "", ".", "a.", ".a", "a..b", "a b", "a/b", "ä", "a.é", "e\u{301}", "a.\u{301}b", "a\0", "a\n",
    "*", "a.*", "**", "a.**", "a:b", "a,b", "\u{212A}", "１", "a\u{200D}", "~", "@", "[", "`", "{",
  ])
  func `any other text is not a path`(_ text: String) {
    expect(Path(text) == nil)
  }

  @Test func `a segment has at most 64 bytes`() {
    let longest = String(repeating: "x", count: 64)
    expect(Path(longest) != nil)
    expect(Path("a.\(longest).\(longest)") != nil)
    expect(Path(longest + "x") == nil)
    expect(Path("a.\(longest)x.b") == nil)
  }

  @Test func `a path has at most 16 segments`() {
    let longest = Array(repeating: "a", count: 16).joined(separator: ".")
    expect(Path(longest)?.segments.count, equals: 16)
    expect(Path(longest + ".a") == nil)
  }

  @Test func `a path is under itself and under its prefixes, by segments`() throws {
    let path = try require(Path("shared.weather.now"))
    expect(path.isUnder("shared"))
    expect(path.isUnder("shared.weather"))
    expect(path.isUnder("shared.weather.now"))
    for root in ["share", "shared.weath", "weather", "shared.weather.now.x", "shared.", ""] {
      expect(!path.isUnder(root), "\(root)")
    }
  }
}
