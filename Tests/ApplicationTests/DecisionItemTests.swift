import Application
import BoardValues
import Domain
import Expectations
import Testing

@Suite struct DecisionItemTests {
  /// 2026-11-26T17:00:00.000Z
  private let now = Timestamp(millisecondsSince1970: 1_795_712_400_000)
  private var board: Board { BuiltInTopic.board(at: now) }
  private var tomorrow: Timestamp {
    Timestamp(millisecondsSince1970: now.millisecondsSince1970 + 86_400_000)
  }

  private func item(
    at time: Timestamp? = nil, _ change: (inout Board) throws(BoardError) -> Void = { _ in }
  ) throws -> DecisionItem {
    var board = board
    try change(&board)
    return DecisionItem(board, at: time ?? now)
  }

  @Test func `an open topic says who leads`() throws {
    expect(try item().line, equals: "open · no answers yet")
    let even = try item { board throws(BoardError) in
      _ = try board.takePosition(.yes, because: nil, by: "ada", at: now)
      _ = try board.takePosition(.no, because: nil, by: "bob", at: now)
      _ = try board.takePosition(nil, because: nil, by: "cy", at: now)
    }
    expect(even.line, equals: "open · 3 answered · even at 1")
    expect(even.answered, equals: 3)
    expect(even.tally?.map(\.position), equals: [.yes, .no])
    expect([even.awaited, even.needed], equals: [nil, nil])
  }

  @Test func `a rule says how many are asked, and until when`() throws {
    let asked = try item { board throws(BoardError) in
      try board.setRule(
        DecisionRule(asked: ["ada", "bob", "cy"], quorum: .people(2), deadline: tomorrow),
        by: "ada", at: now)
      _ = try board.takePosition(.yes, because: nil, by: "ada", at: now)
      _ = try board.takePosition(.no, because: nil, by: "dee", at: now)
    }
    expect(
      asked.line, equals: "open · 1 of 3 answered · yes leads 1 to 0 · until Fri 27 Nov 17:00 UTC")
    expect([asked.answered, asked.awaited, asked.needed], equals: [1, 2, 2])
    expect(asked.deadline, equals: "2026-11-27T17:00:00.000Z")
    let needed = try item { board throws(BoardError) in
      try board.setRule(DecisionRule(quorum: .people(2)), by: "ada", at: now)
    }
    expect(needed.line, equals: "open · 0 of 2 answered")
  }

  @Test func `a topic whose deadline has passed is due`() throws {
    let nextYear = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + 40 * 86_400_000)
    let due = try item(at: nextYear) { board throws(BoardError) in
      try board.setRule(DecisionRule(deadline: tomorrow), by: "ada", at: now)
    }
    expect(due.status, equals: .due)
    expect(due.line, equals: "due · no answers yet · since Fri 27 Nov 2026 17:00 UTC")
  }

  @Test(arguments: [
    (Choice?.some(.yes), false, "decided: yes · by ada on 2026-11-26 17:00 UTC"),
    (.some(.no), true, "decided: no · by ada on 2026-11-26 17:00 UTC, against the rule"),
    (nil, false, "dropped · by ada on 2026-11-26 17:00 UTC"),
  ])
  func `a decision says by whom, and when`(
    outcome: Choice?, isOverride: Bool, line: String
  ) throws {
    let decided = try item { board throws(BoardError) in
      _ = try board.decide(
        outcome, reason: "See https://example.org", isOverride: isOverride, by: "ada", at: now)
    }
    expect(decided.line, equals: line)
    expect(decided.links, equals: ["https://example.org"])
    expect(decided.isChangedSince, equals: false)
    expect(decided.authority, equals: (isOverride ? .override : nil))
  }

  @Test func `a decision by the rule says so`() throws {
    let decided = try item(at: tomorrow) { board throws(BoardError) in
      try board.setRule(DecisionRule(deadline: tomorrow, autoClose: true), by: "ada", at: now)
      _ = try board.takePosition(.no, because: nil, by: "ada", at: now)
      _ = board.closeByRule(as: "procon", at: tomorrow)
    }
    expect(decided.line, equals: "decided: no · by the rule on 2026-11-27 17:00 UTC")
    expect(decided.reason, equals: "no led 1 to 0 at the deadline")
  }

  @Test func `another round says which`() throws {
    let open = try item { board throws(BoardError) in
      _ = try board.decide(.yes, reason: "Fast", by: "ada", at: now)
      _ = try board.reopen(by: "ada", at: now)
    }
    expect(open.line, equals: "open, round 2 · no answers yet")
    expect(open.round, equals: 2)
  }

  @Test(arguments: [(-1, 3), (0, 4), (86_400_000, 5), (3 * 86_400_000, 0)])
  func `days of the week are right before and after 1970`(milliseconds: Int64, day: Int) {
    expect(Timestamp(millisecondsSince1970: milliseconds).weekday, equals: day)
  }
}
