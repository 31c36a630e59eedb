import BoxWire
import Expectations
import SystemTestSupport
import Testing

struct PatternTests {
  @Test(arguments: [
    ("topics.ai.pros.items", "topics.ai.pros.items", true),
    ("topics.ai.pros.items", "topics.ai.pros", false),
    ("topics.ai.pros", "topics.ai.pros.items", false),
    ("topics", "Topics", false), ("a", "a", true), ("a", "b", false),
    // One segment, exactly.
    ("topics.*.items", "topics.ai.items", true), ("topics.*.items", "topics.items", false),
    ("topics.*.items", "topics.ai.pros.items", false), ("topics.*", "topics.ai", true),
    ("topics.*", "topics", false), ("topics.*", "topics.ai.pros", false), ("*", "topics", true),
    ("*", "topics.ai", false), ("*.ai", "topics.ai", true), ("*.*", "a.b", true),
    ("*.*", "a", false),
    // Zero or more segments.
    ("topics.**", "topics", true), ("topics.**", "topics.ai", true),
    ("topics.**", "topics.ai.pros.items", true), ("topics.**", "topicsx", false),
    ("topics.**", "other", false), ("**", "a", true), ("**", "a.b.c", true),
    ("topics.*.**", "topics", false), ("topics.*.**", "topics.ai", true),
    ("topics.*.**", "topics.ai.pros.items", true), ("*.**", "a", true), ("*.**", "a.b.c", true),
    // A leading wildcard.
    ("*", "session", false), ("*", "daemon", false), ("**", "session", false),
    ("**", "daemon", false),
    ("**", "daemon.info", false), ("*.info", "daemon.info", false), ("*.*", "session.x", false),
    ("*.**", "session.x.y", false), ("daemon.**", "daemon.info", true),
    ("daemon.*", "daemon.info", true),
    ("session", "session", true), ("**", "sessions", true), ("**", "a.session", true),
    ("*.daemon", "a.daemon", true), ("a.*", "a.session", true), ("a.**", "a.daemon.x", true),
  ])
  func `a pattern matches`(_ pattern: String, _ path: String, _ matches: Bool) throws {
    let pattern = try require(Pattern(pattern))
    let path = try require(Path(path))
    expect(pattern.matches(path), equals: matches)
    expect(pattern.matches(path.segments), equals: matches)
  }

  @Test(arguments: ["**", "*", "*.**", "a", "a.**", "daemon.**"])
  func `no pattern matches a path without segments`(_ text: String) throws {
    expect(try require(Pattern(text)).matches([]), equals: false)
  }

  @Test(arguments: [
    "", ".", "a.", ".a", "a..b", "***", "a*", "*a", "**.a", "a.**.b", "**.**", "a.***", "a b", "?",
    "a.[b]", "ä", "a.\u{301}b", "*\u{301}", "* ", "a\0", "a.*.",
  ])
  func `any other text is not a pattern`(_ text: String) {
    expect(Pattern(text) == nil)
  }

  @Test func `a pattern has the same limits as a path`() {
    let segments = Array(repeating: "a", count: 15)
    expect(Pattern((segments + ["**"]).joined(separator: ".")) != nil)
    expect(Pattern((segments + ["*"]).joined(separator: ".")) != nil)
    expect(Pattern((segments + ["a", "**"]).joined(separator: ".")) == nil)
    expect(Pattern(String(repeating: "x", count: 64) + ".*") != nil)
    expect(Pattern(String(repeating: "x", count: 65) + ".*") == nil)
  }

  @Test func `only a pattern without wildcards is a path`() {
    expect(Pattern("a.b")?.path, equals: Path("a.b"))
    expect(Pattern("a.*")?.path == nil)
    expect(Pattern("a.**")?.path == nil)
    expect(Pattern("**")?.path == nil)
  }

  @Test func `every path is a pattern that matches itself and nothing else`() throws {
    var generator = SeededGenerator(seed: 7)
    let paths = (0..<200).map { _ in
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        ["a", "b", "session", "daemon", "x-1"].randomElement(using: &generator)!
      }.joined(separator: ".")
    }
    for text in paths {
      let pattern = try require(Pattern(text))
      for other in paths {
        expect(pattern.matches(try require(Path(other))), equals: (other == text))
      }
    }
  }

  @Test func `a pattern has segments and a text`() {
    expect(Pattern("a.*.**")?.segments, equals: [.name("a"), .any, .rest])
    expect(Pattern("a.*.**").map { "\($0)" }, equals: "a.*.**")
  }
}
