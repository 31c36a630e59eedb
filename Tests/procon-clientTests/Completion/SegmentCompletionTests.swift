import BoxWire
import Expectations
import Testing

@testable import procon_client

struct SegmentCompletionTests {
  private let paths = [
    "daemon.info", "shared.weather.now", "shared.weather.sky", "topics.ai.summary",
    "topics.ai.pros.items", "topics.ai.pros.isFetching", "topics.tea.summary",
  ]

  private func candidates(_ word: String) -> [String] {
    SegmentCompletion(of: word).candidates(among: DescribedPaths(paths))
  }

  @Test func `a word is completed up to the next dot`() {
    expect(candidates(""), equals: ["daemon.", "shared.", "topics."])
    expect(candidates("topics."), equals: ["topics.ai.", "topics.tea."])
    expect(candidates("topics.ai."), equals: ["topics.ai.pros.", "topics.ai.summary"])
    expect(candidates("topics.ai.s"), equals: ["topics.ai.summary"])
  }

  @Test func `a prefix that is the only candidate is completed further`() {
    expect(candidates("topics.a"), equals: ["topics.ai.pros.", "topics.ai.summary"])
    expect(candidates("sh"), equals: ["shared.weather.now", "shared.weather.sky"])
    expect(candidates("d"), equals: ["daemon.info"])
  }

  @Test func `an invalid path has no candidates`() {
    for word in ["x", "topics.x", "topics.ai.summary.", "topics..", ".", "topics.a b.", "**.x"] {
      expect(candidates(word), equals: [], "\(word)")
    }
  }

  @Test func `a typed wildcard is kept`() {
    expect(candidates("topics.*."), equals: ["topics.*.pros.", "topics.*.summary"])
    expect(candidates("topics.*.p"), equals: ["topics.*.pros.isFetching", "topics.*.pros.items"])
  }

  @Test func `a box and the boxes under it are both candidates`() {
    let paths = DescribedPaths(["a.b", "a.b.c"])
    expect(SegmentCompletion(of: "a.").candidates(among: paths), equals: ["a.b", "a.b."])
  }

  @Test func `the patterns match only paths that start with the typed text`() {
    expect(SegmentCompletion(of: "topics.ai.p").patterns.map(\.text), equals: ["topics.ai.**"])
    expect(
      SegmentCompletion(of: "to").patterns.map(\.text), equals: ["**", "daemon.**", "session.**"])
    expect(SegmentCompletion(of: "a..b").patterns.isEmpty)
    expect(SegmentCompletion(of: "**.b").patterns.isEmpty)
  }

  @Test func `ten thousand boxes under one segment are one candidate`() {
    let many = (0..<10_000).map { "shared.rooms.r\($0).now" } + paths
    expect(
      SegmentCompletion(of: "shared.").candidates(among: DescribedPaths(many)),
      equals: ["shared.rooms.", "shared.weather."])
  }

  // MARK: Scenes of one kind, listed once

  private func candidates(_ word: String, names: [String]) -> [String] {
    let paths = ["topics.create", "topics.*.summary", "topics.*.pros.add", "topics.*.pros.items"]
    return SegmentCompletion(of: word).candidates(
      among: DescribedPaths(paths, names: ["topics.*": names, "wiki.*": ["x"]]))
  }

  @Test func `each name is a candidate for the wildcard`() {
    let names = ["ai", "tea", "art"]
    expect(
      candidates("topics.", names: names),
      equals: ["topics.ai.", "topics.art.", "topics.create", "topics.tea."])
    expect(candidates("topics.a", names: names), equals: ["topics.ai.", "topics.art."])
    expect(candidates("topics.x", names: names), equals: [])
  }

  @Test func `a name that is the only candidate is completed further`() {
    expect(
      candidates("topics.t", names: ["ai", "tea"]),
      equals: ["topics.tea.pros.", "topics.tea.summary"])
  }

  @Test func `a typed wildcard is completed as listed`() {
    expect(
      candidates("topics.*.p", names: ["ai"]), equals: ["topics.*.pros.add", "topics.*.pros.items"])
  }

  @Test func `names depend on those in place of earlier wildcards`() {
    let names = [
      "a.*": ["w", "x", "y", "z"], "a.w.b.*": ["4"], "a.x.b.*": ["1", "2"], "a.y.b.*": ["2", "3"],
    ]
    let paths = DescribedPaths(["a.*.b.*.c", "a.*.b.*.d"], names: names)
    for (word, candidates) in [
      ("a.", ["a.w.", "a.x.", "a.y.", "a.z."]), ("a.x", ["a.x.b.1.", "a.x.b.2."]),
      ("a.y", ["a.y.b.2.", "a.y.b.3."]), ("a.w", ["a.w.b.4.c", "a.w.b.4.d"]), ("a.z", []),
      ("a.*.", ["a.*.b.1.", "a.*.b.2.", "a.*.b.3.", "a.*.b.4."]),
      ("a.*.b.3", ["a.*.b.3.c", "a.*.b.3.d"]), ("a.*.b.*.", ["a.*.b.*.c", "a.*.b.*.d"]),
    ] {
      expect(SegmentCompletion(of: word).candidates(among: paths), equals: candidates, "\(word)")
    }
    expect(
      DescribedPaths(["a.*.b.*.c", "d"], names: names).inFull,
      equals: ["a.w.b.4.c", "a.x.b.1.c", "a.x.b.2.c", "a.y.b.2.c", "a.y.b.3.c", "d"])
  }

  @Test func `ten thousand names are ten thousand candidates`() {
    let names = (0..<10_000).map { "t\($0)" }
    expect(candidates("topics.", names: names).count, equals: 10_001)
    expect(candidates("topics.t99", names: names).count, equals: 111)
  }

  @Test func `names and paths that a shell would expand are left out`() {
    let names = ["a b", "$(reboot)", "a.b", "*", "", "ok"]
    expect(candidates("topics.", names: names), equals: ["topics.create", "topics.ok."])
    let paths = DescribedPaths(["a.`reboot`", "a.b c", "a.**", "", "a.b"])
    expect(SegmentCompletion(of: "a.").candidates(among: paths), equals: ["a.b"])
  }
}
