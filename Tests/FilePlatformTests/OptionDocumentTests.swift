import Domain
import Expectations
import Testing

@testable import FilePlatform

/// The options, comments, objections and todos in a document.
struct OptionDocumentTests {
  private let file = FileFacts(
    modified: Timestamp(millisecondsSince1970: 1_000_000), owner: "owner")
  private let now = Timestamp(millisecondsSince1970: 2_000_000)
  private let date = "1970-01-01T00:33:20.000Z"
  private let modified = "1970-01-01T00:16:40.000Z"

  private func board(_ text: String, after previous: Board? = nil) throws -> Board {
    try DocumentContents(of: "cats", in: file, after: previous.map { TopicContent($0) })
      .read(Document(Array(text.utf8))).board
  }

  /// The text after a change, which is read again as it is.
  private func text(
    _ text: String, after previous: Board? = nil,
    _ change: (inout Board) throws(BoardError) -> Void
  ) throws -> String {
    var document = try Document(Array(text.utf8))
    let old = TopicContent(try board(text, after: previous))
    var new = old
    try change(&new.board)
    _ = new.board.takeRecords()
    document.put(new, insteadOf: old)
    let written = try require(String(validating: document.bytes, as: UTF8.self))
    expect(try board(written), equals: new.board, "\(written)")
    return written
  }

  private let written = """
    # Which database?

    ## Options

    ### Postgres

    What it means,
    in *two* lines.

    #### Pros

    - Known by everyone (3)
      A note.
      - grace, 2026-11-26: Since when?
      - see also: this

    #### Cons

    - Needs an upgrade

    ### SQLite

    ## Pros

    - We need one

    ## Positions

    - ada: Postgres, because it is known
    - bob: sqlite
    - cy: 2
    - dee: abstain

    ## Objections

    * It is slow
      - Answer: We have measured it
      - Resolved by ada, 2026-11-27
    * Nobody knows it

    ## Decision

    - Status: superseded
    - Outcome: Postgres
    - Reason: Known
    - Superseded by: other-topic
    - Objections block: yes
    - Deciders resolve: yes

    ## Todos

    - [ ] Migrate the staging copy @ada 2026-12-01
    - [x] Inform the customers
    - not a todo

    """

  @Test func `everything can be written by hand`() throws {
    let board = try board(written)
    let options = board.options.elements
    expect(options.map(\.id), equals: ["1", "2"])
    expect(options.map(\.option.title), equals: ["Postgres", "SQLite"])
    expect(options.map(\.option.text), equals: ["What it means, in *two* lines.", nil])
    expect(options.map(\.option.author), equals: ["owner", "owner"])
    expect(options[0].option.created, equals: file.modified)
    expect(options[0].pros.arguments.map(\.text), equals: ["Known by everyone"])
    expect(options[0].pros.arguments.map(\.weight), equals: [3])
    expect(options[0].cons.arguments.map(\.text), equals: ["Needs an upgrade"])
    expect(options[0].cons.column, equals: Column(.con, of: "1"))
    let comments = options[0].pros.arguments[0].comments
    expect(comments.map(\.text), equals: ["Since when?"])
    expect(comments.map(\.author), equals: ["grace"])
    expect(comments.map(\.created.rfc3339), equals: ["2026-11-26T00:00:00.000Z"])
    expect(options[1].isEmpty)
    expect(board.pros.arguments.map(\.text), equals: ["We need one"])
    expect(board.positions.map(\.person), equals: ["ada", "bob", "cy", "dee"])
    expect(
      board.positions.map(\.choice), equals: [.option("1"), .option("2"), .option("2"), nil])
    expect(board.positions[0].sentence, equals: "it is known")
    let objections = board.objections.elements
    expect(objections.map(\.text), equals: ["It is slow", "Nobody knows it"])
    expect(objections[0].answer?.text, equals: "We have measured it")
    expect(objections[0].answer?.author, equals: "owner")
    expect(objections[0].closing?.kind, equals: .resolved)
    expect(objections[0].closing?.author, equals: "ada")
    expect(objections[1].isOpen)
    expect(board.topic.decision?.outcome, equals: .option("1"))
    expect(board.topic.decision?.title, equals: "Postgres")
    expect(board.topic.decision?.successor, equals: "other-topic")
    expect(board.topic.rule?.objectionsBlock, equals: true)
    expect(board.topic.rule?.decidersResolve, equals: true)
    let todos = board.todos.elements
    expect(todos.map(\.text), equals: ["Migrate the staging copy", "Inform the customers"])
    expect(todos.map(\.isDone), equals: [false, true])
    expect(todos.map(\.assignee), equals: ["ada", nil])
    expect(todos.map(\.due), equals: [Day("2026-12-01"), nil])
    expect(board.overview.options.count, equals: 2)
    expect(board.overview.pros?.count, equals: 2)
    expect(try self.board(written, after: board), equals: board)
  }

  @Test func `only the lines concerned change`() throws {
    let after = try text(written) { board throws(BoardError) in
      _ = try board.changeTodo("2", TodoChange(assignee: "bob"), by: "ada", at: now)
      _ = try board.comment(
        on: "1", Column(.pro, of: "1"), text: "Long ago: 1996", author: "a, b", at: now)
    }
    expect(
      after.contains(
        """
          A note.
          - grace, 2026-11-26T00:00:00.000Z: Since when? <!-- 1 -->
          - a%2c b, \(date): Long ago: 1996 <!-- 2 -->
          - see also: this
        """))
    expect(after.contains("### Postgres <!-- 1 owner \(modified) -->\n\nWhat it means,\nin *two*"))
    expect(after.contains("* It is slow <!-- 1 owner \(modified) -->\n  - Answer by owner, "))
    expect(
      after.contains("- [x] Inform the customers @bob <!-- 2 owner \(modified) \(date) by ada"))
    expect(after.contains("\n- not a todo\n"))
    // Nothing more is to be added now.
    let again = try text(after) { board throws(BoardError) in
      _ = try board.addTodo("New", by: "ada", at: now)
    }
    expect(again.replacing("- [ ] New <!-- 3 ada \(date) -->\n", with: ""), equals: after)
  }

  @Test(arguments: [",\u{301}a", ":\u{301}", "%\u{301}2c"])
  func `a mark of punctuation in a name may have combining marks`(name: String) throws {
    let after = try text(written) { board throws(BoardError) in
      _ = try board.reopen(by: "ada", at: now)
      _ = try board.comment(on: "1", Column(.pro, of: "1"), text: "Why?", author: name, at: now)
      _ = try board.answer("2", "Later", by: name, at: now)
      try board.setRule(try DecisionRule(asked: [name, "ada"]), by: name, at: now)
    }
    let board = try board(after)
    expect(board[Column(.pro, of: "1")]?.arguments.first?.comments.last?.author, equals: name)
    expect(board.objections.elements.last?.answer?.author, equals: name)
    expect(board.topic.rule?.asked, equals: [name, "ada"])
  }

  @Test func `an option is added with its board in a document without any`() throws {
    let before = "# Cats <!-- \(modified) -->\n\n## Pros\n\n## Cons\n\n## Decision\n\nSoon.\n"
    let after = try text(before) { board throws(BoardError) in
      _ = try board.addOption("Pros", text: "# Not a heading", by: "ada", at: now)
      _ = try board.add(Column(.con, of: "1"), text: "Old", author: "ada", at: now)
      _ = try board.add(Column(.pro, of: "1"), text: "New", author: "ada", at: now)
      _ = try board.takePosition(.option("1"), because: "A, because B", by: "bob", at: now)
      _ = try board.object("Wait", by: "cy", at: now)
      _ = try board.addTodo("Ask @x 2026-12-01", by: "ada", at: now)
    }
    let mark = ChoiceMark.word(.option("1"), named: "Pros")
    expect(
      after,
      equals: """
        # Cats <!-- \(modified) \(date) by ada -->

        ## Options

        ### Pros <!-- 1 ada \(date) -->

        \\# Not a heading

        #### Pros

        - New <!-- 1 ada \(date) -->

        #### Cons

        - Old <!-- 1 ada \(date) -->

        ## Pros

        ## Cons

        ## Positions

        - bob: Pros, because A, because B <!-- bob \(date) \(mark) -->

        ## Objections

        - Wait <!-- 1 cy \(date) -->

        ## Decision

        Soon.

        ## Todos

        - [ ] Ask @x 2026\\-12-01 <!-- 1 ada \(date) -->

        """)
  }

  @Test func `options are moved with everything under their headings, and removed`() throws {
    let moved = try text(written.replacing("superseded", with: "open")) {
      board throws(BoardError) in
      _ = try board.moveOption("2", before: "1", by: "ada", at: now)
      _ = try board.addOption("Files", by: "ada", at: now)
    }
    let headings = moved.split(separator: "\n").filter { $0.hasPrefix("###") }
      .map { $0.prefix { $0 != "<" } }
    expect(
      headings, equals: ["### SQLite ", "### Postgres ", "#### Pros", "#### Cons", "### Files "])
    expect(moved.contains("- Needs an upgrade <!-- 1 owner \(modified) -->\n\n### Files"))
    let removed = try text(moved) { board throws(BoardError) in
      _ = try board.removeOption("3", by: "ada", at: now)
      _ = try board.removeOption("1", by: "ada", at: now)
    }
    expect(removed.contains("## Options <!-- last 3 -->\n\n### SQLite"))
    expect(!removed.contains("upgrade"))
    // The position still says what it was for.
    expect(removed.contains("- ada: Postgres, because it is known <!-- ada "))
    expect(try board(removed).position(of: "ada")?.choice, equals: .option("1"))
    let next = try text(removed) { board throws(BoardError) in
      let option = try board.addOption("Postgres", by: "ada", at: now)
      expect(option.id, equals: "4")
    }
    expect(try board(next).position(of: "ada")?.choice, equals: .option("1"))
  }

  @Test func `positions follow an option to its new title`() throws {
    let open = written.replacing("superseded", with: "open")
    let renamed = try text(open) { board throws(BoardError) in
      _ = try board.changeOption("1", title: "A, because B", by: "ada", at: now)
    }
    expect(renamed.contains("- ada: A, because B, because it is known <!-- ada "))
    // By hand: its label has its identifier.
    let edited = renamed.replacing("### A, because B", with: "### PostgreSQL")
    expect(try board(edited).position(of: "ada")?.choice, equals: .option("1"))
    let later = try text(edited) { board throws(BoardError) in
      _ = try board.addTodo("New", by: "ada", at: now)
    }
    expect(later.contains("- ada: PostgreSQL, because it is known <!-- ada "))
    // A name that somebody changes in the line counts.
    let changed = later.replacing("- ada: PostgreSQL", with: "- ada: SQLite")
    expect(try board(changed).position(of: "ada")?.choice, equals: .option("2"))
    #expect(throws: DocumentFault.self) {
      try board(later.replacing("- ada: PostgreSQL", with: "- ada: SQLitee"))
    }
  }

  @Test func `the outcome keeps the title that the option had`() throws {
    let decided = try text(written) { board throws(BoardError) in
      _ = try board.addTodo("New", by: "ada", at: now)
    }
    let mark = ChoiceMark.word(.option("1"), named: "Postgres")
    expect(decided.contains("- Outcome: Postgres <!-- \(mark) -->\n"))
    let renamed = try board(decided.replacing("### Postgres", with: "### PostgreSQL"))
    expect(renamed.topic.decision?.outcome, equals: .option("1"))
    expect(renamed.topic.decision?.title, equals: "Postgres")
    let other = try board(decided.replacing("- Outcome: Postgres", with: "- Outcome: SQLite"))
    expect(other.topic.decision?.outcome, equals: .option("2"))
  }

  @Test(arguments: ["yes", "No", "abstain", "2", "a, because b", "yes, because x", "Pros", "C#"])
  func `an option can have any title`(title: String) throws {
    let text = try text("") { board throws(BoardError) in
      // Taken before there were options.
      _ = try board.takePosition(.yes, because: "x", by: "ada", at: now)
      _ = try board.takePosition(.no, because: nil, by: "bob", at: now)
      _ = try board.takePosition(nil, because: "x", by: "cy", at: now)
      _ = try board.addOption(title, by: "ada", at: now)
      _ = try board.addOption("Other", by: "ada", at: now)
      _ = try board.takePosition(.option("1"), because: "x, because y", by: "dee", at: now)
      _ = try board.takePosition(.option("1"), because: nil, by: "eve", at: now)
      _ = try board.decide(.option("1"), reason: "x", by: "ada", at: now)
    }
    expect(
      try board(text).positions.map(\.choice), equals: [.yes, .no, nil, .option("1"), .option("1")])
  }

  @Test(arguments: [
    "Ask @x 2026-12-01", "Ask @x", "2026-12-01", "@x", "\\@x", "a 2026\\-12-01", "a @ 2026-12-01",
    "[x] a", "- [ ] a", "a <!-- 1 ada 2026-12-01 -->", "a 2026-13-01", "a\\", "a due 2026-12-01 .",
  ])
  func `a todo can have any text`(text: String) throws {
    for (assignee, due) in [(nil, nil), ("a b", nil), (nil, "2026-12-24"), ("@", "2026-12-24")] {
      let written = try self.text("") { board throws(BoardError) in
        _ = try board.addTodo(
          text, assignee: assignee, due: due.flatMap { Day($0) }, by: "ada", at: now)
      }
      let todo = try board(written).todos.elements[0]
      expect([todo.text, todo.assignee, todo.due?.text], equals: [text, assignee, due])
    }
  }

  @Test(arguments: [
    "# x", "#### Pros", "- x", "* [ ] x", "```", "~~~x", "<!-- x", "---", "\\# x", "\\\\- x",
    "<<<<<<< x",
    "x <!-- 1 ada 2026-12-01 -->", "\\", "-", "Two  blanks",
  ])
  func `an option can have any text, and lose it`(text: String) throws {
    let before = "## Options\n\n### A\n<!-- a comment -->\n\n- a list\n\n  and more\n"
    let written = try self.text(before) { board throws(BoardError) in
      _ = try board.changeOption("1", text: text, by: "ada", at: now)
    }
    expect(try board(written).options.elements[0].option.text, equals: text)
    let removed = try self.text(written) { board throws(BoardError) in
      _ = try board.changeOption("1", text: "", by: "ada", at: now)
    }
    expect(removed.contains("<!-- a comment -->\n\n- a list\n\n  and more\n"))
  }

  @Test func `objections are answered, resolved and withdrawn in their places`() throws {
    let before = "## Objections\n\n- Slow\n  - a note\n- Old\n\nThat is all.\n"
    let after = try text(before) { board throws(BoardError) in
      _ = try board.answer("1", "No: fast", by: "bob", at: now)
      _ = try board.resolve("1", by: "owner", isDecider: false, at: now)
      _ = try board.withdrawObjection("2", by: "owner", at: now)
      _ = try board.object("New", by: "cy", at: now)
    }
    expect(
      after.hasSuffix(
        """
        ## Objections

        - Slow <!-- 1 owner \(modified) -->
          - Answer by bob, \(date): No: fast
          - Resolved by owner, \(date)
          - a note
        - Old <!-- 2 owner \(modified) -->
          - Withdrawn by owner, \(date)
        - New <!-- 3 cy \(date) -->

        That is all.

        """), "\(after)")
  }

  @Test func `comments go with their argument, and a person's notes stay`() throws {
    let before = """
      ## Pros
      - One <!-- 1 ada \(date) -->
        - bob, 2026-11-26: Why?
        - bob: a note
      - Two <!-- 2 ada \(date) -->

      """
    let removed = try text(before) { board throws(BoardError) in
      _ = try board.remove(.pro, id: "1", by: "ada", at: now)
    }
    expect(!removed.contains("Why?"))
    expect(removed.contains("  - bob: a note\n"))
    let moved = try text(before) { board throws(BoardError) in
      _ = try board.comment(on: "1", .pro, text: "Because", author: "ada", at: now)
      _ = try board.removeComment("1", on: "1", .pro, by: "ada", at: now)
      _ = try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: now)
    }
    expect(moved.contains("  - ada, \(date): Because <!-- 2 -->\n"))
  }

  @Test func `identifiers are not reused`() throws {
    let gone = try text(written.replacing("superseded", with: "open")) {
      board throws(BoardError) in
      _ = try board.removeTodo("2", by: "ada", at: now)
    }
    expect(gone.contains("## Todos <!-- last 2 -->\n"))
    let old = try board(gone)
    // By hand.
    let edited = gone.replacing(#/### SQLite[^\n]*/#, with: "### Files")
      .replacing(#/- bob[^\n]*\n- cy[^\n]*\n/#, with: "")
      .replacing(#/\* Nobody[^\n]*\n/#, with: "").replacing(" <!-- last 2 -->", with: "")
    let found = try board(edited, after: old)
    expect(found.options.elements.map(\.id), equals: ["1", "3"])
    let again = try text(edited, after: old) { board throws(BoardError) in
      let objection = try board.object("New", by: "ada", at: now)
      expect(objection.id, equals: "3")
      expect(try board.addTodo("New", by: "ada", at: now).id, equals: "3")
    }
    expect(again.contains("### Files <!-- 3 owner"))
  }

  @Test func `an option that a person renames without its label is a new one`() throws {
    let old = try board(written)
    let same = try board(written.replacing("in *two* lines", with: "in two"), after: old)
    expect(same.options.elements.map(\.id), equals: ["1", "2"])
    expect(same.options.elements[0].option.updated, equals: file.modified.after(file.modified))
    expect(same.options.elements[0].option.updatedBy == nil)
    let renamed = try board(
      written.replacing("SQLite\n", with: "Sqlite3\n").replacing("sqlite", with: "Sqlite3")
        .replacing("cy: 2", with: "cy: Sqlite3"),
      after: old)
    expect(renamed.options.elements.map(\.id), equals: ["1", "3"])
  }

  @Test(arguments: [
    ("## Options\n###", 2, "the option has a title that is empty"),
    ("## Options\n### A\n\na\u{7}", 4, "the option has a text that contains a control character"),
    (
      "## Options\n" + String(repeating: "### A\n", count: 21), 22,
      "a topic has at most 20 options"
    ),
    ("## Options\n### A\n#### Cons\n- \u{7}", 4, "the text contains a control character"),
    (
      "## Options\n### A\n## Positions\n- ada: B", 4,
      "a position is the title of an option or abstain"
    ),
    ("## Pros\n- A\n  x\n  - ada, 2026-11-26: \u{7}", 4, "the comment contains a control"),
    (
      "## Pros\n- A\n" + String(repeating: "  - ada, 2026-11-26: B\n", count: 101), 103,
      "an argument has at most 100 comments"
    ),
    ("## Objections\n- \u{7}", 2, "the objection contains a control character"),
    ("## Objections\n- A\n  - Answer:", 3, "the answer is empty"),
    (
      "## Objections\n- A\n  - Withdrawn\n  - Resolved", 4,
      "the objection has a second end; the first is on line 3"
    ),
    (
      "## Objections\n" + String(repeating: "- A\n", count: 101), 102,
      "a topic has at most 100 objections"
    ),
    ("## Todos\n- [ ] \u{7}", 2, "the todo contains a control character"),
    ("## Todos\n- [ ] A @%00", 2, "the todo is for somebody who cannot be a user"),
    (
      "## Todos\n" + String(repeating: "- [ ] A\n", count: 501), 502,
      "a topic has at most 500 todos"
    ),
    (
      "## Options\n### A\n## Decision\n- Status: decided\n- Outcome: B\n- Reason: C", 5,
      "no option has the title of the outcome"
    ),
    ("## Decision\n- Status: superseded\n- Reason: A", 2, "a superseded topic names the one"),
    (
      "## Decision\n- Status: superseded\n- Reason: A\n- Superseded by: a b", 4,
      "a topic is superseded by the id of another one"
    ),
    ("## Decision\n- Objections block: maybe", 2, "objections block must be yes or no"),
  ])
  func `what cannot be understood is named with its line`(
    text: String, line: Int, reason: String
  ) throws {
    let fault = #expect(throws: DocumentFault.self) { try board(text) }
    expect(fault?.line, equals: line)
    expect(fault?.reason.hasPrefix(reason), equals: true, "\(fault?.reason ?? "")")
  }

  @Test func `a document by hand can be imported`() throws {
    let draft = try Markdown.drafts(in: written + "\n# Other\n\n## Positions\n- ada: yes\n")
    expect(draft.map(\.options.count), equals: [2, 0])
    expect(draft[0].options.map(\.id), equals: ["1", "2"])
    expect(draft[0].options.map(\.text), equals: ["What it means, in *two* lines.", nil])
    expect(draft[0].options[0].pros.map(\.comments.count), equals: [1])
    expect(
      draft[0].positions.map(\.choice), equals: [.option("1"), .option("2"), .option("2"), nil])
    expect(draft[0].decision?.outcome, equals: .option("1"))
    expect(draft[0].todos.map(\.assignee), equals: ["ada", nil])
    expect(draft[0].objections.map { $0.answer?.text }, equals: ["We have measured it", nil])
    expect(draft[1].positions.map(\.choice), equals: [.yes])
  }
}
