import Domain
import Expectations
import Testing

@testable import FilePlatform

/// The decision and the positions in a document.
struct DecisionDocumentTests {
  private let file = FileFacts(
    modified: Timestamp(millisecondsSince1970: 1_000_000), owner: "owner")
  private let now = Timestamp(millisecondsSince1970: 2_000_000)
  private let date = "1970-01-01T00:33:20.000Z"
  private let modified = "1970-01-01T00:16:40.000Z"

  private func board(_ text: String) throws -> Board {
    try DocumentContents(of: "cats", in: file, after: nil).read(Document(Array(text.utf8))).board
  }

  /// The text after a change, which is read again as it is.
  private func text(
    _ text: String, _ change: (inout Board) throws(BoardError) -> Void
  ) throws -> String {
    var document = try Document(Array(text.utf8))
    let old = TopicContent(try board(text))
    var new = old
    try change(&new.board)
    _ = new.board.takeRecords()
    document.put(new, insteadOf: old)
    let written = try require(String(validating: document.bytes, as: UTF8.self))
    expect(try board(written), equals: new.board, "\(written)")
    return written
  }

  @Test func `a decision and positions can be written by hand`() throws {
    let board = try board(
      """
      # A cat?

      ## Decision

      We have thought about it:

      * status: Decided
      * Outcome: yes
      * Date: 2026-11-26
      * By: ada
      * Reason: It purrs: always.

      ## Positions

      - ada: Yes, because it purrs
      - bob: no
      - cy: abstain
      """)
    let decision = try require(board.topic.decision)
    expect(decision.outcome, equals: .yes)
    expect(decision.date.rfc3339, equals: "2026-11-26T00:00:00.000Z")
    expect(decision.author, equals: "ada")
    expect(decision.reason, equals: "It purrs: always.")
    expect(decision.digest == nil)
    expect(board.isChangedSinceDecision == nil)
    expect(board.positions.map(\.person), equals: ["ada", "bob", "cy"])
    expect(board.positions.map(\.choice), equals: [.yes, .no, nil])
    expect(board.positions.map(\.sentence), equals: ["it purrs", nil, nil])
    expect(board.positions.map(\.date), equals: [file.modified, file.modified, file.modified])
  }

  @Test func `what is left out of a decision is taken from the file`() throws {
    let board = try board("## Decision\n- Status: dropped\n- Reason: No cat\n")
    expect(board.topic.decision?.outcome == nil)
    expect(board.topic.decision?.date, equals: file.modified)
    expect(board.topic.decision?.author, equals: "owner")
  }

  @Test func `a document without these headings, or with prose under them, is an open topic`()
    throws
  {
    for text in [
      "# A cat?\n", "## Decision\n\nNot yet.\n\n- Soon: perhaps\n## Positions\n\nNone.\n",
    ] {
      let board = try board(text)
      expect(board.topic.decision == nil)
      expect(board.topic.round, equals: 1)
      expect(board.positions, equals: [])
    }
  }

  @Test(arguments: [
    "- Reason: my careful draft\n- Outcome: yes\n", "- Status: accepted\n- Date: soon\n",
    "- Status: open\n- Reason: none yet\n",
  ])
  func `what means nothing stays as somebody wrote it`(lines: String) throws {
    let before = "# A cat? <!-- \(modified) -->\n\n## Decision\n\(lines)\n## Pros\n"
    let after = try text(before) { board throws(BoardError) in
      _ = try board.add(.pro, text: "Soft", author: "ada", at: now)
    }
    expect(after.contains(lines), "\(after)")
  }

  @Test func `a position that is changed by hand gets another date`() throws {
    let first = "## Positions\n- ada: yes <!-- ada \(date) -->\n"
    let old = TopicContent(try board(first))
    let edited = first.replacing("yes", with: "no")
    let found = try DocumentContents(of: "cats", in: file, after: old)
      .read(Document(Array(edited.utf8))).board
    expect(found.positions.map(\.choice), equals: [.no])
    expect(found.positions.map(\.date), equals: [file.modified])
    let same = try DocumentContents(of: "cats", in: file, after: old)
      .read(Document(Array(first.utf8))).board
    expect(same.positions, equals: old.board.positions)
  }

  @Test func `a decision is added, and everything else is kept`() throws {
    let before = "# A cat? <!-- \(modified) -->\n\n## Pros\n\nSome.\n\n## Posts\n"
    let after = try text(before) { board throws(BoardError) in
      _ = try board.takePosition(.yes, because: "It purrs", by: "a b", at: now)
      _ = try board.takePosition(nil, because: nil, by: "bob", at: now)
      _ = try board.decide(.yes, reason: "It purrs", by: "ada", at: now)
    }
    let digest = try require(try board(after).topic.decision?.digest)
    expect(
      after,
      equals: before.replacing(
        "## Posts\n",
        with: """
          ## Decision

          - Status: decided <!-- \(digest) -->
          - Outcome: yes
          - Date: \(date)
          - By: ada
          - Reason: It purrs

          ## Positions

          - a b: yes, because It purrs <!-- a%20b \(date) -->
          - bob: abstain <!-- bob \(date) -->

          ## Posts

          """))
    let edited = try board(after.replacing("Some.", with: "- Soft"))
    expect(edited.topic.decision?.outcome, equals: .yes)
    expect(edited.isChangedSinceDecision, equals: true)
  }

  @Test func `fields keep their places and markers, and go with the decision`() throws {
    let decided = try text("## Decision\n* Status: open\n* Round: 2\n\nMore.\n") {
      board throws(BoardError) in
      _ = try board.decide(nil, reason: "No cat", by: "ada", at: now)
    }
    expect(decided.contains("* Status: dropped <!-- "))
    expect(decided.contains("* Round: 2\n"))
    expect(decided.contains("\n\nMore.\n"))
    let open = try text(decided) { board throws(BoardError) in
      _ = try board.reopen(by: "ada", at: now)
    }
    expect(open.contains("* Status: open\n"))
    expect(open.contains("* Round: 3\n"))
    expect(!open.contains("Reason"))
  }

  @Test func `a decision has nothing of an earlier one whose status was removed`() throws {
    let before = "## Decision\n- Authority: override\n- Superseded by: dogs\n- Reason: Old\n"
    let after = try text(before) { board throws(BoardError) in
      _ = try board.decide(.yes, reason: "New", by: "ada", at: now)
    }
    expect(!after.contains("override"))
    expect(!after.contains("dogs"))
  }

  @Test func `a dropped topic can be superseded`() throws {
    let after = try text("## Decision\n- Outcome: yes\n") { board throws(BoardError) in
      _ = try board.decide(nil, reason: "No cat", by: "ada", at: now)
      try board.supersede(by: "dogs", author: "ada", at: now)
    }
    expect(after.contains("- Status: dropped <!-- "))
    expect(after.contains("- Superseded by: dogs\n"))
    let taken = try text(after) { board throws(BoardError) in
      try board.supersede(by: nil, author: "ada", at: now)
    }
    expect(!taken.contains("dogs"))
  }

  @Test func `the line of a position is changed in its place, and removed`() throws {
    let before = """
      ## Positions
      - ada: yes
      - bob: no <!-- bob \(date) -->

      """
    let changed = try text(before) { board throws(BoardError) in
      _ = try board.takePosition(.no, because: nil, by: "ada", at: now)
    }
    expect(changed.contains("- ada: no <!-- ada \(date) -->\n- bob: no"))
    expect(try board(changed).positions.map(\.person), equals: ["ada", "bob"])
    let removed = try text(changed) { board throws(BoardError) in
      _ = try board.withdrawPosition(of: "bob", at: now)
    }
    expect(!removed.contains("bob"))
  }

  @Test(arguments: [
    (
      "- Status: decidd\n- Outcome: yes", 2,
      "the status must be open, decided, dropped or superseded"
    ),
    ("- Status: decided\n- Reason: A", 2, "a decided topic needs an outcome"),
    ("- Status: decided\n- Outcome: perhaps\n- Reason: A", 3, "the outcome must be yes or no"),
    ("- Status: dropped", 2, "a decision needs a reason"),
    ("- Status: dropped\n- Reason: A\n- Date: tomorrow", 4, "the date must be like"),
    ("- Status: dropped\n- Reason:", 3, "the decision has a reason that is empty"),
    ("- Status: open\n- Round: 0", 3, "the round must be a number from 1 on"),
    ("- Status: open\n- Status: open", 3, "the first is on line 2"),
    ("## Positions\n- ada: perhaps", 3, "a position is yes, no or abstain"),
    ("## Positions\n- ada: yes it is", 3, "a reason for a position begins with ', because'"),
    ("## Positions\n- ada: yes, because ", 3, "a reason for a position begins with"),
    (
      "## Positions\n- ada: yes\n- ada: no", 4,
      "a person has a second position; the first is on line 3"
    ),
  ])
  func `what cannot be understood is named with its line`(
    lines: String, number: Int, reason: String
  ) throws {
    do {
      _ = try board("## Decision\n\(lines)\n")
      Issue.record("it was understood")
    } catch let fault as DocumentFault {
      expect(fault.line, equals: number)
      expect(fault.reason.contains(reason), "\(fault.reason)")
    }
  }

  @Test func `exported topics have their decisions and positions when they are imported`() throws {
    var boards: [Board] = []
    for outcome in [Choice.yes, nil] {
      var board = BuiltInTopic.board(at: file.modified)
      _ = try board.takePosition(.no, because: "See <!-- this -->", by: "ada", at: now)
      _ = try board.decide(outcome, reason: "A reason", by: "bob", at: now)
      _ = try board.reopen(by: "bob", at: now)
      _ = try board.takePosition(nil, because: nil, by: "cy", at: now)
      _ = try board.decide(outcome, reason: "A reason", by: "bob", at: now)
      boards.append(board)
    }
    let text = boards.map { Markdown.text(of: TopicContent($0)) }.joined(separator: "\n")
    let drafts = try Markdown.drafts(in: text)
    let expected = boards.map { TopicDraft(TopicContent($0)) }
    expect(drafts.map(\.decision), equals: expected.map(\.decision))
    expect(drafts.map(\.positions), equals: expected.map(\.positions))
    expect(drafts.map(\.round), equals: [2, 2])
  }
}
