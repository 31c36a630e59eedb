import Domain
import Expectations
import FilePlatform
import Testing

/// Records that are exported.
struct MADRWritingTests {
  private static let day = Timestamp(rfc3339: "2026-11-26T10:00:00Z") ?? .unknown

  private static func board(_ title: String) -> Board {
    Board(Topic(id: "topic", title: title, created: day, updated: day, updatedBy: "ada"))
  }

  private static func database() throws(BoardError) -> Board {
    var board = board("Which database?")
    _ = try board.addOption("Postgres", text: "Version 17.", by: "ada", at: day)
    _ = try board.addOption("SQLite", by: "ada", at: day)
    let postgres = Column(.pro, of: "1")
    _ = try board.add(postgres, text: "it is known", weight: 3, author: "ada", at: day)
    _ = try board.add(Column(.con, of: "1"), text: "it needs a server", author: "bob", at: day)
    _ = try board.add(Column(.pro, of: "2"), text: "it is *one* file", author: "bob", at: day)
    _ = try board.support(postgres, id: "1", by: "bob", at: day)
    _ = try board.comment(on: "1", postgres, text: "By whom?", author: "cy", at: day)
    return board
  }

  @Test func `a decided topic with options is a record as the template has it`() throws {
    var board = try Self.database()
    _ = try board.decide(.option("1"), reason: "we know it", by: "ada", at: Self.day)
    let (text, leftOut) = MADR.text(of: TopicContent(board))
    expect(
      text,
      equals: """
        ---
        status: accepted
        date: 2026-11-26
        decision-makers: ada
        ---

        # Which database?

        ## Context and Problem Statement

        Which database?

        ## Considered Options

        * Postgres
        * SQLite

        ## Decision Outcome

        Chosen option: "Postgres", because we know it

        ## Pros and Cons of the Options

        ### Postgres

        Version 17.

        * Good, because it is known
        * Bad, because it needs a server

        ### SQLite

        * Good, because it is \\*one\\* file

        """)
    expect(leftOut, equals: ["1 weight", "1 supporter", "1 comment", "who wrote what, and when"])
    expect(MADR.isRecord(text))
  }

  @Test func `the arguments of a topic without options are those for Yes`() throws {
    var board = Self.board("Buy a cat?")
    _ = try board.add(.pro, text: "It purrs", author: "ada", at: Self.day)
    _ = try board.add(.con, text: "Hair", author: "ada", at: Self.day)
    let (text, leftOut) = MADR.text(of: TopicContent(board))
    expect(
      text,
      equals: """
        ---
        status: proposed
        date: 2026-11-26
        ---

        # Buy a cat?

        ## Context and Problem Statement

        Buy a cat?

        ## Considered Options

        * Yes
        * No

        ## Decision Outcome

        No option has been chosen yet.

        ## Pros and Cons of the Options

        ### Yes

        * Good, because It purrs
        * Bad, because Hair

        """)
    expect(leftOut, equals: ["who wrote what, and when"])
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.options.isEmpty && draft.decision == nil && notes.isEmpty)
    expect(draft.pros.map(\.text) == ["It purrs"] && draft.cons.map(\.text) == ["Hair"])
  }

  @Test func `everything that a record cannot hold is named`() throws {
    var board = try Self.database()
    _ = try board.add(.con, text: "Too many", author: "ada", at: Self.day)
    let rule = try DecisionRule(asked: ["ada", "bob"], quorum: .people(2))
    try board.setRule(rule, by: "ada", at: Self.day)
    _ = try board.takePosition(.option("2"), because: nil, by: "bob", at: Self.day)
    _ = try board.object("Too early", by: "cy", at: Self.day)
    _ = try board.addTodo("Try it", by: "ada", at: Self.day)
    _ = try board.decide(
      .option("1"), reason: "we know it", isOverride: true, by: "ada", at: Self.day)
    let post = Post(
      id: "1", topic: "topic", title: "Trial", content: "Fast", author: "ada", created: Self.day,
      updated: Self.day)
    expect(
      MADR.text(of: TopicContent(board, posts: [post])).leftOut,
      equals: [
        "1 weight", "1 supporter", "1 comment", "1 position", "1 objection", "1 todo", "1 post",
        "1 con of the topic itself", "the rule for the decision",
        "that the rule did not allow the decision", "who wrote what, and when",
      ])
  }

  @Test func `options that are called Yes and No are named`() throws {
    var board = Self.board("Go?")
    _ = try board.addOption("Yes", by: "ada", at: Self.day)
    _ = try board.addOption("No", by: "ada", at: Self.day)
    expect(
      MADR.text(of: TopicContent(board)).leftOut.first,
      equals: "that Yes and No are options, which have pros and cons of their own")
  }

  @Test(arguments: ["\\\u{301}a", "\"\u{301}", ",\u{301}a"])
  func `a name is one value whatever its marks of punctuation`(name: String) throws {
    var board = Self.board("Go?")
    _ = try board.decide(.yes, reason: "Why", by: name, at: Self.day)
    let text = MADR.text(of: TopicContent(board)).text
    expect(try MADR.draft(in: text).draft.decision?.author, equals: name)
  }

  @Test func `a dropped topic is rejected, and a superseded one names its successor`() throws {
    var board = try Self.database()
    _ = try board.decide(nil, reason: "no time", by: "Ada, the first", at: Self.day)
    let dropped = MADR.text(of: TopicContent(board)).text
    expect(dropped.contains("status: rejected\n"))
    expect(dropped.contains("\ndecision-makers: [\"Ada, the first\"]\n"))
    expect(dropped.contains("\n\nNo option was chosen, because no time\n\n"))
    try board.supersede(by: "which-cache", author: "ada", at: Self.day)
    let superseded = MADR.text(of: TopicContent(board)).text
    expect(superseded.contains("status: superseded by which-cache\n"))
    for (text, successor) in [(dropped, nil), (superseded, "which-cache")] {
      let (draft, notes) = try MADR.draft(in: text)
      let decision = try require(draft.decision)
      expect(decision.outcome == nil && decision.reason == "no time")
      expect(decision.author == "Ada, the first" && decision.successor == successor)
      expect(notes.isEmpty)
    }
  }

  @Test func `a post with the title of a section is that section, unless it would end it`() throws {
    let post = { (title: String, content: String) in
      Post(
        id: title, topic: "topic", title: title, content: content, author: "ada",
        created: Self.day, updated: Self.day)
    }
    let posts = [
      post("Context and Problem Statement", "We have\n\n* no database\n\n```\n## yet\n```"),
      post("More Information", "A\n\n## Decision Outcome\n\nB"),
    ]
    let (text, leftOut) = MADR.text(of: TopicContent(try Self.database(), posts: posts))
    expect(text.contains("\n## Context and Problem Statement\n\nWe have\n\n* no database\n"))
    expect(!text.contains("More Information"))
    expect(leftOut.contains("1 post"))
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.posts.map(\.title), equals: [posts[0].title])
    expect(draft.posts.map(\.content), equals: [posts[0].content])
    expect(notes, equals: ["the context became a post"])
  }

  @Test(arguments: [
    ("# Which?", "\\# Which?"), ("- x", "\\- x"), ("1. x", "1\\. x"), ("C# or F#", "C# or F#"),
    ("x ##", "x \\##"), ("a_b _c_", "a_b \\_c\\_"), ("<!-- x -->", "\\<!-- x -->"),
    ("R&D &amp;", "R&D \\&amp;"), ("[a](b)", "\\[a\\](b)"), ("`a`", "\\`a\\`"),
    ("~~a~~ ~1", "\\~\\~a\\~\\~ ~1"),
    ("a\\", "a\\\\"), ("---", "\\---"), ("> x", "\\> x"), ("| x", "\\| x"), ("=", "\\="),
  ])
  func `markup in a title is escaped`(title: String, escaped: String) throws {
    let text = MADR.text(of: TopicContent(Self.board(title))).text
    expect(text.contains("\n# \(escaped)\n"))
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.title, equals: title)
    expect(notes.isEmpty)
  }
}
