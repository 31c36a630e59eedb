import Domain
import Expectations
import Testing

/// Rules for both sides, and the history records. The rest is in `ArgumentListTests`.
struct BoardTests {
  private var board = BuiltInTopic.board(at: Timestamp(millisecondsSince1970: 1000))
  private let later = Timestamp(millisecondsSince1970: 2000)

  @Test
  mutating func `an argument moved to the other side keeps text, weight, author and creation date`()
    throws
  {
    let old = try board.add(.pro, text: "New", weight: 3, author: "ada", at: later)
    let moved = try board.move(
      .pro, id: old.id, to: .con, before: nil, by: "bob", at: later)
    expect(
      moved,
      equals: try Argument(
        id: "4", side: .con, text: "New", weight: 3, author: "ada", created: later,
        updated: later.after(later), updatedBy: "bob"))
    expect(board.cons.arguments.last, equals: moved)
    expect(!board.pros.arguments.contains { $0.text == "New" })
    // Neither side reuses the identifiers.
    expect(try board.add(.pro, text: "Other", author: "ada", at: later).id, equals: "6")
    expect(try board.add(.con, text: "Other", author: "ada", at: later).id, equals: "5")
  }

  @Test mutating func `a move to the current position changes nothing`() throws {
    let before = board
    for next in ["2", "3"] {
      _ = try board.move(.pro, id: "2", to: .pro, before: next, by: "ada", at: later)
    }
    _ = try board.move(.pro, id: "4", to: .pro, before: nil, by: "ada", at: later)
    expect(board, equals: before)
  }

  @Test mutating func `a side that is full or has the same text refuses a move`() throws {
    _ = try board.add(.con, text: "No Breaks", author: "ada", at: later)
    _ = board.takeRecords()
    var before = board
    #expect(throws: BoardError.duplicate(text: "No breaks")) {
      try board.move(.pro, id: "4", to: .con, before: nil, by: "ada", at: later)
    }
    expect(board, equals: before)
    for number in 5...1000 {
      _ = try board.add(.con, text: "\(number)", author: "ada", at: later)
    }
    before = board
    #expect(throws: BoardError.full(limit: 1000)) {
      try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: later)
    }
    expect(board, equals: before)
  }

  @Test(arguments: [Column.pro, .con])
  mutating func `a missing argument can be neither moved nor a target`(target: Column) {
    let before = board
    #expect(throws: BoardError.notFound(id: "7")) {
      try board.move(.pro, id: "7", to: target, before: nil, by: "ada", at: later)
    }
    #expect(throws: BoardError.notFound(id: "9")) {
      try board.move(.pro, id: "1", to: target, before: "9", by: "ada", at: later)
    }
    expect(board, equals: before)
  }

  @Test mutating func `each change is recorded with its author, its date and the old state`() throws
  {
    let old = board.pros.arguments
    let added = try board.add(.pro, text: "New", author: "ada", at: later)
    let changed = try board.change(.pro, id: "1", weight: 5, by: "bob", at: later)
    let moved = try board.move(.pro, id: "2", to: .con, before: "1", by: "cy", at: later)
    let last = try board.move(.pro, id: "1", to: .pro, before: nil, by: "cy", at: later)
    let removed = try board.remove(.pro, id: "4", by: "di", at: later)
    expect(
      board.takeRecords(),
      equals: [
        HistoryRecord(.argumentAdded(added, at: 4), author: "ada", date: later),
        HistoryRecord(
          .argumentChanged(from: old[0], to: changed), author: "bob", date: later),
        HistoryRecord(
          .argumentMoved(from: old[1], at: 1, to: moved, place: 0), author: "cy", date: later),
        HistoryRecord(
          .argumentMoved(from: last, at: 0, to: last, place: 3), author: "cy", date: later),
        HistoryRecord(.argumentRemoved(removed, at: 1), author: "di", date: later),
      ])
    expect(board.records.isEmpty)
  }

  @Test mutating func `a change without effect is not recorded`() throws {
    _ = try board.change(.pro, id: "1", text: "Error reduction", by: "ada", at: later)
    _ = try? board.remove(.pro, id: "7", by: "ada", at: later)
    expect(board.records.isEmpty)
  }
}
