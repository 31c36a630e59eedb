import Domain
import Testing

/// What concerns both sides, and what is recorded. `ArgumentListTests` has the rest.
struct BoardTests {
  private var board = BuiltInTopic.board(at: Timestamp(millisecondsSince1970: 1000))
  private let later = Timestamp(millisecondsSince1970: 2000)

  @Test mutating func `what moves to the other side keeps text, weight, author and creation`()
    throws
  {
    let old = try board.add(.pro, text: "New", weight: 3, author: "ada", at: later)
    let moved = try board.move(
      .pro, id: old.id, to: .con, before: nil, by: "bob", at: later)
    #expect(
      moved
        == (try Argument(
          id: "4", side: .con, text: "New", weight: 3, author: "ada", created: later,
          updated: later.after(later))))
    #expect(board.cons.arguments.last == moved)
    #expect(!board.pros.arguments.contains { $0.text == "New" })
    // Neither side uses the identifiers again.
    #expect(try board.add(.pro, text: "Other", author: "ada", at: later).id == "6")
    #expect(try board.add(.con, text: "Other", author: "ada", at: later).id == "5")
  }

  @Test mutating func `a move to where it is changes nothing`() throws {
    let before = board
    for next in ["2", "3"] {
      _ = try board.move(.pro, id: "2", to: .pro, before: next, by: "ada", at: later)
    }
    _ = try board.move(.pro, id: "4", to: .pro, before: nil, by: "ada", at: later)
    #expect(board == before)
  }

  @Test mutating func `a side that has the text, or is full, takes nothing over`() throws {
    _ = try board.add(.con, text: "No Breaks", author: "ada", at: later)
    _ = board.takeRecords()
    var before = board
    #expect(throws: ArgumentError.duplicate(text: "No breaks")) {
      try board.move(.pro, id: "4", to: .con, before: nil, by: "ada", at: later)
    }
    #expect(board == before)
    for number in 5...1000 {
      _ = try board.add(.con, text: "\(number)", author: "ada", at: later)
    }
    before = board
    #expect(throws: ArgumentError.full(limit: 1000)) {
      try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: later)
    }
    #expect(board == before)
  }

  @Test(arguments: [Side.pro, .con])
  mutating func `an argument that is not there is neither moved nor a place`(target: Side) {
    let before = board
    #expect(throws: ArgumentError.notFound(id: "7")) {
      try board.move(.pro, id: "7", to: target, before: nil, by: "ada", at: later)
    }
    #expect(throws: ArgumentError.notFound(id: "9")) {
      try board.move(.pro, id: "1", to: target, before: "9", by: "ada", at: later)
    }
    #expect(board == before)
  }

  @Test mutating func `what was done is recorded with author, date, and what was before`() throws {
    let old = board.pros.arguments
    let added = try board.add(.pro, text: "New", author: "ada", at: later)
    let changed = try board.change(.pro, id: "1", weight: 5, by: "bob", at: later)
    let moved = try board.move(.pro, id: "2", to: .con, before: "1", by: "cy", at: later)
    let last = try board.move(.pro, id: "1", to: .pro, before: nil, by: "cy", at: later)
    let removed = try board.remove(.pro, id: "4", by: "di", at: later)
    #expect(
      board.takeRecords()
        == [
          HistoryRecord(.argumentAdded(added, at: 4), author: "ada", date: later),
          HistoryRecord(
            .argumentChanged(from: old[0], to: changed), author: "bob", date: later),
          HistoryRecord(
            .argumentMoved(from: old[1], at: 1, to: moved, place: 0), author: "cy", date: later),
          HistoryRecord(
            .argumentMoved(from: last, at: 0, to: last, place: 3), author: "cy", date: later),
          HistoryRecord(.argumentRemoved(removed, at: 1), author: "di", date: later),
        ])
    #expect(board.records.isEmpty)
  }

  @Test mutating func `what changes nothing is not recorded`() throws {
    _ = try board.change(.pro, id: "1", text: "Error reduction", by: "ada", at: later)
    _ = try? board.remove(.pro, id: "7", by: "ada", at: later)
    #expect(board.records.isEmpty)
  }
}
