import Domain
import Expectations
import FilePlatform
import SystemTestSupport
import Testing

/// Random topics and random texts.
struct MADRPropertyTests {
  private static let now = Timestamp(rfc3339: "2026-11-26T00:00:00Z") ?? .unknown

  /// Text that looks like structure.
  private static let pieces = [
    "<!--", "-->", "# ", " #", "##", "## Considered Options", "### x", "```", "~~~", "`", "``",
    "\\", "\\*", "- ", "* ", "1. ", "> ", "|", "---", "===", "***", "_", "__", "*", "**", "\"",
    "\", because ", "because ", "Good, because ", "Bad, ", "[", "](", ")", "<b>", "&amp;", "&",
    ": ",
    "Yes", "No", "{", "}", "Chosen option: ", "No option was chosen", ",", ".", "word", " ", "  ",
    "é",
    "日本語", "👩‍🚀", "\u{301}", "\u{A0}", "x",
  ]

  private func words(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...6, using: &random))
      .map { _ in Self.pieces.randomElement(using: &random) ?? "" }
      .joined()
  }

  private func board(_ random: inout SeededGenerator) throws -> Board {
    var title = "x"
    for _ in 0..<9 {
      if let right = try? Topic.rightTitle(words(&random)) { title = right }
    }
    var board = Board(Topic(id: "topic", title: title, created: Self.now, updated: Self.now))
    for _ in 0..<[0, 3].randomElement(using: &random)! {
      let text = Bool.random(using: &random) ? words(&random) : nil
      _ = try? board.addOption(words(&random), text: text, by: "ada", at: Self.now)
    }
    let options = board.options.elements.map(\.id)
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let side: Side = Bool.random(using: &random) ? .pro : .con
      let column = Column(side, of: options.randomElement(using: &random))
      _ = try? board.add(column, text: words(&random), author: "ada", at: Self.now)
    }
    if Bool.random(using: &random) {
      let outcome = Bool.random(using: &random) ? board.choices.randomElement(using: &random) : nil
      _ = try? board.decide(outcome, reason: words(&random), by: "ada", at: Self.now)
    }
    if Bool.random(using: &random) {
      try? board.supersede(by: "other", author: "ada", at: Self.now)
    }
    return board
  }

  @Test func `a topic is the same after its record was read`() throws {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<TestLength.size(700, long: 20_000) {
      let board = try board(&random)
      let titles = board.options.elements.map(\.option.title)
      if titles.count == 2, Set(titles.map { $0.lowercased() }) == ["yes", "no"] { continue }
      let text = MADR.text(of: TopicContent(board)).text
      let (draft, notes) = try MADR.draft(in: text)
      let wanted = TopicDraft(TopicContent(board))
      expect(notes.isEmpty, "\(text)\n\(notes)")
      try require(draft.title == wanted.title, "\(text)")
      try require(draft.options.map(\.title) == wanted.options.map(\.title), "\(text)")
      try require(draft.options.map(\.text) == wanted.options.map(\.text), "\(text)")
      for (new, old) in zip(draft.options, wanted.options) {
        try require(new.pros.map(\.text) == old.pros.map(\.text), "\(text)")
        try require(new.cons.map(\.text) == old.cons.map(\.text), "\(text)")
      }
      if wanted.options.isEmpty {
        try require(draft.pros.map(\.text) == wanted.pros.map(\.text), "\(text)")
        try require(draft.cons.map(\.text) == wanted.cons.map(\.text), "\(text)")
      }
      let (new, old) = (draft.decision, board.topic.decision)
      try require((new == nil) == (old == nil), "\(text)")
      try require(new?.reason == old?.reason && new?.successor == old?.successor, "\(text)")
      try require(new?.date == old?.date && new?.author == old?.author, "\(text)")
      if case .option(let id) = new?.outcome {
        try require(draft.options.first { $0.id == id }?.title == old?.title, "\(text)")
      } else {
        try require(new?.outcome == old?.outcome, "\(text)")
      }
    }
  }

  @Test func `any text can be read, and no word of it is lost`() {
    var random = SeededGenerator(seed: testSeed())
    let starts = [
      "# A\n", "## Considered Options\n", "## Decision Outcome\n", "### Consequences\n", "* ",
      "## Pros and Cons of the Options\n", "### x\n", "* Good, because ", "* Bad, because ",
      "---\n",
      "status: accepted\n", "Chosen option: \"x\", because ", "\n", "\n\n", "  ", "    ", "\r\n",
      "\t",
      "## More Information\n", "#### Pros\n", "- x\n  ", "| ", "\0", "\u{2028}",
    ]
    var count = 0
    for _ in 0..<TestLength.size(1000, long: 30_000) {
      var text = Bool.random(using: &random) ? "# A\n" : ""
      var marks: [String] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text += starts.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) {
          count += 1
          marks.append("mark\(count)")
          text += "mark\(count) "
        } else {
          text += words(&random)
        }
        if Bool.random(using: &random) { text += "\n" }
      }
      guard let (draft, notes) = try? MADR.draft(in: text) else { continue }
      let kept = "\(draft)" + notes.joined()
      let hasComment = notes.contains { $0.hasSuffix("HTML comment") || $0.hasSuffix("comments") }
      if hasComment || text.hasPrefix("---") || notes.contains(where: { $0.hasPrefix("left out") })
      {
        continue
      }
      for mark in marks { expect(kept.contains(mark), "\(text)\n\(draft)\n\(notes)") }
    }
  }
}
