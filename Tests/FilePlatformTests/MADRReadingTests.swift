import Domain
import Expectations
import FilePlatform
import Testing

/// Records that people wrote by hand.
struct MADRReadingTests {
  @Test func `the whole template is read, and what has no place is named`() throws {
    let text = """
      ---
      # These are optional elements.
      status: "accepted"
      date: 2026-11-26
      decision-makers: Ada Lovelace, Bob
      consulted: [cy, 'dee']
      informed:
        - eve
        - "fay"
      parent: Decisions
      ---

      # Which database?

      ## Context and Problem Statement

      We need one.
      It must be fast.

      <!-- This is an optional element. Feel free to remove.
      ## Considered Options
      -->
      ## Decision Drivers

      * cost

      ## Considered Options

      * Postgres
      * [SQLite](https://sqlite.org) – one file

      ## Decision Outcome

      Chosen option: "Postgres", because
      it is known.

      ### Consequences

      * Good, because we are done

      ### Confirmation

      A review.

      ## Pros and Cons of the Options

      ### Postgres

      It is a server.

      Version 17.

      * Good, because it is known
        by everybody
      * good because free
      * Neutral, because it is old
      * BAD, because: slow
      * An elephant

      ### SQLite

      - **Good**, because small

      ## More Information

      See ADR-7.
      """
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.title, equals: "Which database?")
    expect(
      draft.options.map(\.title), equals: ["Postgres", "[SQLite](https://sqlite.org) – one file"])
    expect(draft.options[0].text, equals: "It is a server. Version 17.")
    expect(draft.options[0].pros.map(\.text), equals: ["it is known by everybody", "free"])
    expect(draft.options[0].cons.map(\.text), equals: ["slow"])
    expect(draft.options[1].pros.map(\.text), equals: ["small"])
    let decision = try require(draft.decision)
    expect(decision.outcome == .option("1") && decision.reason == "it is known.")
    expect(decision.author, equals: "Ada Lovelace")
    expect(decision.date?.rfc3339, equals: "2026-11-26T00:00:00.000Z")
    expect(
      draft.posts.map { [$0.title, $0.content] },
      equals: [
        ["Context and Problem Statement", "We need one.\nIt must be fast."],
        ["Decision Drivers", "* cost"], ["Consequences", "* Good, because we are done"],
        ["Confirmation", "A review."],
        ["Postgres", "* Neutral, because it is old\n\n* An elephant"],
        ["More Information", "See ADR-7."],
      ])
    expect(
      notes,
      equals: [
        "the context became a post",
        "what is not an argument for or against \"Postgres\" became a post",
        "left out: decision-makers but the first (Bob)",
        "the section \"Consequences\" became a post", "the section \"Confirmation\" became a post",
        "the section \"Decision Drivers\" became a post",
        "the section \"More Information\" became a post", "left out: consulted (cy, dee)",
        "left out: informed (eve, fay)", "left out: parent (Decisions)",
        "left out: 1 HTML comment",
      ])
  }

  @Test func `the minimal template is read, without front matter and with CR LF`() throws {
    let text = """
      Which cache?
      ============

      Context and Problem Statement
      -----------------------------

      Which cache?

      Considered Options
      ------------------

      1. None
      2. Redis

      Decision Outcome
      ----------------

      Chosen option: Redis, because it is fast.

      ### Consequences

      * Good, because it is shared
      * Bad, because it can be lost
      """
    let (draft, notes) = try MADR.draft(in: text.replacing("\n", with: "\r\n"))
    expect(draft.title, equals: "Which cache?")
    expect(draft.options.map(\.title), equals: ["None", "Redis"])
    expect(draft.options[1].pros.map(\.text), equals: ["it is shared"])
    expect(draft.options[1].cons.map(\.text), equals: ["it can be lost"])
    expect(draft.decision?.outcome, equals: .option("2"))
    expect(draft.decision?.reason, equals: "it is fast.")
    expect(notes, equals: ["the section \"Consequences\" became arguments of \"Redis\""])
    expect(draft.posts.isEmpty)
  }

  @Test func `an older record has its fields in a list, and headings for pros and cons`() throws {
    let text = """
      # Add a status field

      * Status: superseded by [ADR-0005](0005-example.md)
      * **Deciders**: Nick, Tony
      * Date: 2024-01-24

      Technical Story: <https://example.org/2>

      ## Considered Options

      * Use a badge
      * Use a text line

      ## Decision Outcome

      Chosen option: "Use a text line", because comes out best (see below).

      ## Pros and Cons of the Options

      ### Use a badge

      #### Examples

      * ![picture](https://example.org/a.png)

      #### Pros

      * looks good

      #### Cons

      * Bad, because hard to read

      ### Use two badges

      * Bad, because too many
      """
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.decision?.successor, equals: "0005-example")
    expect(draft.decision?.author, equals: "Nick")
    expect(
      draft.options.map(\.title), equals: ["Use a badge", "Use a text line", "Use two badges"])
    expect(draft.options[0].pros.map(\.text), equals: ["looks good"])
    expect(draft.options[0].cons.map(\.text), equals: ["hard to read"])
    expect(draft.posts.map(\.content).contains("Technical Story: <https://example.org/2>"))
    expect(
      notes.contains(
        "the option \"Use two badges\" is not among the considered options; it was added"))
    expect(
      notes.contains(
        "[ADR-0005](0005-example.md), which supersedes it, became the topic 0005-example"))
  }

  @Test func `a heading that says more than the title of its option is noted`() throws {
    let text = """
      # Which database?

      ## Considered Options

      * Postgres

      ## Pros and Cons of the Options

      ### Postgres, as the managed service

      * Good, because known
      """
    let (draft, notes) = try MADR.draft(in: text)
    expect(draft.options.map(\.title), equals: ["Postgres"])
    expect(draft.options.first?.pros.map(\.text), equals: ["known"])
    expect(
      notes, equals: ["the section \"Postgres, as the managed service\" is about \"Postgres\""])
  }

  private func outcome(
    _ sentence: String, status: String = "accepted"
  ) throws -> TopicDraft.DecisionDraft? {
    try MADR.draft(
      in: """
        ---
        status: \(status)
        ---
        # A or B?

        ## Considered Options

        * Use "A" alone
        * B
        * B and more

        ## Decision Outcome

        \(sentence)
        """
    ).draft.decision
  }

  @Test(arguments: [
    ("Chosen option: \"B\", because it is.", "2", "it is."),
    ("Chosen option: **B**, because it is", "2", "it is"),
    ("**Chosen option:** \"B\".\n\nIt is.", "2", "It is."),
    ("chosen option: “b” because\n\n* one\n* two", "2", "one two"),
    ("Chosen option: \"Use \"A\" alone\", because \"A\", because x", "1", "\"A\", because x"),
    ("Chosen option: B and more", "3", "No reason was given."),
    ("We chose B because it is", "2", "it is"), ("B, because it is", "2", "it is"),
    ("Chosen option: \"C\", because it is", "4", "it is"),
    ("Chosen option: `B` - it is", "2", "it is"),
  ])
  func `the outcome is read as people write it`(
    sentence: String, option: String, reason: String
  ) throws {
    let decision = try require(try outcome(sentence))
    expect(decision.outcome, equals: .option(option))
    expect(decision.reason, equals: reason)
  }

  @Test func `the status says whether there is an outcome`() throws {
    let sentence = "Chosen option: \"B\", because it is."
    expect(try outcome(sentence, status: "proposed") == nil)
    let rejected = try require(try outcome(sentence, status: "Rejected"))
    expect(rejected.outcome == nil && rejected.reason == sentence)
    expect(try outcome(sentence, status: "deprecated")?.outcome, equals: .option("2"))
    expect(try outcome(sentence, status: "{proposed | accepted}")?.outcome, equals: .option("2"))
    expect(try outcome("B is not decided because Bob is away.") == nil)
    let undecided = try MADR.draft(
      in: "---\nstatus: accepted\n---\n# A\n\n## Decision Outcome\n\nMaybe.")
    expect(undecided.draft.posts.map(\.content), equals: ["Maybe."])
    expect(
      undecided.notes,
      equals: [
        "the topic is open, so its outcome became a post",
        "no chosen option was found, so the topic is open",
      ])
  }

  @Test func `what is good about No is a con`() throws {
    let (draft, notes) = try MADR.draft(
      in: """
        # Go?

        ## Considered Options

        * Yes
        * No

        ## Decision Outcome

        Chosen option: "No", because it rains.

        ## Pros and Cons of the Options

        ### Yes

        * Good, because fresh

        ### No

        * Good, because dry
        * Bad, because dull
        """)
    expect(draft.options.isEmpty)
    expect(draft.pros.map(\.text) == ["fresh", "dull"] && draft.cons.map(\.text) == ["dry"])
    expect(draft.decision?.outcome, equals: .no)
    expect(notes, equals: ["what is good about No became a con, and what is bad about it a pro"])
  }

  @Test func `a record is recognized by its headings`() {
    expect(MADR.isRecord("# A\n\n## Considered Options\n"))
    expect(MADR.isRecord("A\n=\n\nDecision outcome\n---\n"))
    expect(!MADR.isRecord("# A\n\n## Pros\n\n## Considered Options\n"))
    expect(!MADR.isRecord("# A\n\n```\n## Considered Options\n```\n"))
    expect(!MADR.isRecord("# A\n\n## Options\n\n## Decision\n"))
    expect(!MADR.isRecord(""))
  }

  @Test(arguments: ["", "## Considered Options", "---\nstatus: accepted\n---\n", "* x"])
  func `a record without a title is refused`(text: String) {
    #expect(throws: DocumentFault.self) { try MADR.draft(in: text) }
  }

  @Test func `input that repeats one mark can be read`() {
    let parts = [
      "<!-- ", "`", "``", "* x\n", "### x\n", "* \"", "---\n", "\\", " ", "> x\n", "```\n",
      "~~~~\n  ",
      "](", "[", "because ", "1. \n", "a: b\n", "  - c\n", "<!-- -->", "\n\n",
    ]
    let start = "# A\n\n## Considered Options\n\n* x\n\n## Pros and Cons of the Options\n\n"
    for part in parts {
      let long = String(repeating: part, count: 2000)
      for text in [
        start + long, "---\n" + long + "\n---\n# A", "# \(long)",
        start + "### x\n\n* Good, because " + long,
        "# A\n\n## Decision Outcome\n\nChosen option: \"" + long,
      ] {
        _ = try? MADR.draft(in: text)
      }
    }
  }
}
