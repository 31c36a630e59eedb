import BoxWire
import Testing

@testable import procon_client

struct SegmentCompletionTests {
  private let paths = [
    "daemon.info", "shared.weather.now", "shared.weather.sky", "topics.ai.summary",
    "topics.ai.pros.items", "topics.ai.pros.isFetching", "topics.tea.summary",
  ].compactMap { Path($0) }

  private func candidates(_ word: String) -> [String] {
    SegmentCompletion(of: word).candidates(among: paths)
  }

  @Test func `a word is completed up to the next dot`() {
    #expect(candidates("") == ["daemon.", "shared.", "topics."])
    #expect(candidates("topics.") == ["topics.ai.", "topics.tea."])
    #expect(candidates("topics.ai.") == ["topics.ai.pros.", "topics.ai.summary"])
    #expect(candidates("topics.ai.s") == ["topics.ai.summary"])
  }

  @Test func `a prefix that is the only candidate is completed further`() {
    #expect(candidates("topics.a") == ["topics.ai.pros.", "topics.ai.summary"])
    #expect(candidates("sh") == ["shared.weather.now", "shared.weather.sky"])
    #expect(candidates("d") == ["daemon.info"])
  }

  @Test func `an invalid path has no candidates`() {
    for word in ["x", "topics.x", "topics.ai.summary.", "topics..", ".", "topics.a b.", "**.x"] {
      #expect(candidates(word) == [], "\(word)")
    }
  }

  @Test func `a typed wildcard stays`() {
    #expect(candidates("topics.*.") == ["topics.*.pros.", "topics.*.summary"])
    #expect(candidates("topics.*.p") == ["topics.*.pros.isFetching", "topics.*.pros.items"])
  }

  @Test func `a box and the boxes under it are both candidates`() {
    let paths = [Path("a.b"), Path("a.b.c")].compactMap { $0 }
    #expect(SegmentCompletion(of: "a.").candidates(among: paths) == ["a.b", "a.b."])
  }

  @Test func `the patterns match only paths that start with the typed text`() {
    #expect(SegmentCompletion(of: "topics.ai.p").patterns.map(\.text) == ["topics.ai.**"])
    #expect(SegmentCompletion(of: "to").patterns.map(\.text) == ["**", "daemon.**", "session.**"])
    #expect(SegmentCompletion(of: "a..b").patterns.isEmpty)
    #expect(SegmentCompletion(of: "**.b").patterns.isEmpty)
  }

  @Test func `ten thousand boxes under one segment are one candidate`() {
    let many = (0..<10_000).compactMap { Path("shared.rooms.r\($0).now") } + paths
    #expect(
      SegmentCompletion(of: "shared.").candidates(among: many)
        == ["shared.rooms.", "shared.weather."])
  }
}
