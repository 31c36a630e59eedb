import Domain
import Expectations
import MemoryPlatform
import Testing

struct UndoTests {
  private let gateway = MemoryGateway.withBuiltInTopic(at: Timestamp(millisecondsSince1970: 1000))
  private let later = Timestamp(millisecondsSince1970: 2000)

  private func board() async throws -> Board { try await gateway.board(of: "ai").value }

  private func change(
    _ change: @escaping @Sendable (inout Board, Timestamp) throws(BoardError) -> Void
  ) async throws {
    _ = try await gateway.update("ai") { [later] board throws(BoardError) in
      try change(&board, later)
    }
  }

  @discardableResult
  private func undo(_ author: String = "ada") async throws(UndoError) -> HistoryEntry {
    try await StoreTopics(gateway: gateway) { [later] in later }.undo("ai", author: author).value
  }

  /// Texts, weights and identifiers, without dates.
  private func content() async throws -> [[String]] {
    let board = try await board()
    return [[board.topic.title]]
      + [board.pros, board.cons].map { $0.arguments.map { "\($0.id) \($0.text) \($0.weight)" } }
  }

  @Test func `every change can be undone, one after the other`() async throws {
    var states = [try await content()]
    for step in 0..<6 {
      try await change { board, now throws(BoardError) in
        switch step {
        case 0: _ = try board.add(.pro, text: "New", weight: 3, author: "ada", at: now)
        case 1: _ = try board.change(.con, id: "2", text: "Other", weight: 4, by: "ada", at: now)
        case 2: _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
        case 3: _ = try board.move(.pro, id: "2", to: .con, before: "3", by: "ada", at: now)
        case 4: _ = try board.remove(.pro, id: "3", by: "ada", at: now)
        default: _ = try board.remove(.con, id: "1", by: "ada", at: now)
        }
      }
      states.append(try await content())
    }
    _ = try await gateway.update("ai", by: "ada") { [later] topic throws(TopicError) in
      try topic.rename(to: "AI", by: "ada", at: later)
    }
    for state in states.reversed() {
      try await undo()
      expect(try await content(), equals: state)
    }
    await #expect(throws: UndoError.nothingToUndo) { try await undo() }
  }

  @Test func `an undone change is dated now and keeps author and creation date`() async throws {
    let old = try await board().pros.arguments[0]
    try await change { board, now throws(BoardError) in
      _ = try board.remove(.pro, id: "1", by: "ada", at: now)
    }
    try await undo()
    let restored = try await board().pros.arguments[0]
    expect(
      restored,
      equals: try Argument(
        id: "1", side: .pro, text: old.text, author: old.author, created: old.created,
        updated: later, updatedBy: "ada"))
  }

  @Test func `only the caller's own last change is undone`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.add(.pro, text: "Hers", author: "ada", at: now)
      _ = try board.add(.pro, text: "His", author: "bob", at: now)
    }
    await #expect(throws: UndoError.nothingToUndo) { try await undo("cy") }
    try await undo()
    expect(try await board().pros.arguments.last?.text, equals: "His")
  }

  @Test func `a change on which something newer depends is not undone`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.add(.pro, text: "Hers", author: "ada", at: now)
      _ = try board.change(.pro, id: "5", weight: 2, by: "bob", at: now)
    }
    let before = try await board()
    await #expect(throws: UndoError.board(.superseded)) { try await undo() }
    expect(try await board(), equals: before)
    try await undo("bob")
    // The state is as she left it again.
    try await undo()
    expect(try await board().pros.arguments.count, equals: 4)
  }

  @Test func `several changes of one argument are undone one after the other`()
    async throws
  {
    let states = [try await content()]
    try await change { board, now throws(BoardError) in
      _ = try board.add(.pro, text: "X", author: "ada", at: now)
      _ = try board.change(.pro, id: "5", weight: 3, by: "ada", at: now)
      _ = try board.move(.pro, id: "5", to: .con, before: nil, by: "ada", at: now)
      _ = try board.remove(.con, id: "4", by: "ada", at: now)
    }
    for _ in 0..<4 { try await undo() }
    expect(try await content(), equals: states[0])
  }

  @Test func `a move is not undone after somebody else's move`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: now)
      _ = try board.move(.pro, id: "4", to: .pro, before: "3", by: "bob", at: now)
    }
    await #expect(throws: UndoError.board(.superseded)) { try await undo() }
  }

  @Test func `an argument that no longer fits is not restored`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.remove(.pro, id: "1", by: "ada", at: now)
      _ = try board.add(.pro, text: "error reduction", author: "bob", at: now)
    }
    await #expect(throws: UndoError.board(.duplicate(text: "Error reduction"))) {
      try await undo()
    }
    await #expect(throws: UndoError.board(.noTopic(id: "none"))) {
      try await StoreTopics(gateway: gateway) { [later] in later }.undo("none", author: "ada")
    }
  }

  @Test func `the creation of a topic cannot be undone`() async throws {
    _ = try await gateway.add(by: "ada") { [later] taken throws(TopicError) in
      try Topic(title: "New", by: "ada", at: later, taken: taken)
    }
    await #expect(throws: UndoError.nothingToUndo) {
      try await StoreTopics(gateway: gateway) { [later] in later }.undo("new", author: "ada")
    }
  }

  @Test func `comments that come back keep their numbers to themselves`() async throws {
    for author in ["ada", "ada", "bob"] {
      try await change { board, now throws(BoardError) in
        _ = try board.comment(on: "1", .pro, text: "So", author: author, at: now)
      }
    }
    for (id, author) in [("1", "ada"), ("2", "bob"), ("3", "bob")] {
      try await change { board, now throws(BoardError) in
        _ = try board.removeComment(id, on: "1", .pro, by: author, at: now)
      }
    }
    for author in ["ada", "bob", "bob"] { try await undo(author) }
    expect(try await board().pros.arguments[0].comments.map(\.id), equals: ["2", "3", "1"])
    try await change { board, now throws(BoardError) in
      _ = try board.comment(on: "1", .pro, text: "So", author: "ada", at: now)
    }
    expect(try await board().pros.arguments[0].comments.map(\.id), equals: ["2", "3", "1", "4"])
  }

  @Test func `what people have added to an argument goes and comes back with it`() async throws {
    try await change { board, now throws(BoardError) in
      let id = try board.add(.pro, text: "New", author: "ada", at: now).id
      _ = try board.support(.pro, id: id, by: "bob", at: now)
      _ = try board.comment(on: id, .pro, text: "So", author: "bob", at: now)
    }
    try await undo()
    let history = try await gateway.history(of: "ai", before: nil, limit: 4).map(\.record.event)
    guard case .argumentRemoved(let removed, 4) = history[0],
      case .commentAdded(_, let commented, 0) = history[1],
      case .argumentSupported(let supported, true) = history[2]
    else { throw UnexpectedHistory(events: history) }
    expect(removed.supporters == ["bob"] && removed.comments.map(\.text) == ["So"])
    // It is in the board already.
    expect(supported.supporters.isEmpty && commented.comments.isEmpty)
    try await change { board, now throws(BoardError) in
      _ = try board.comment(on: "1", .pro, text: "So", author: "ada", at: now)
      _ = try board.remove(.pro, id: "1", by: "ada", at: now)
    }
    try await undo()
    expect(try await board().pros.arguments[0].comments.map(\.text), equals: ["So"])
  }

  private struct UnexpectedHistory: Error {
    let events: [TopicEvent]
  }

  // MARK: Doing again

  @discardableResult
  private func redo(_ author: String = "ada") async throws(UndoError) -> HistoryEntry {
    try await StoreTopics(gateway: gateway) { [later] in later }.redo("ai", author: author).value
  }

  @Test func `what was undone is done again, until there is a newer change`() async throws {
    await #expect(throws: UndoError.nothingToRedo) { try await redo() }
    try await change { board, now throws(BoardError) in
      _ = try board.add(.pro, text: "One", author: "ada", at: now)
      _ = try board.add(.pro, text: "Two", author: "ada", at: now)
    }
    let both = try await content()
    let undone = [try await undo(), try await undo()]
    // Changes by others do not matter.
    try await change { board, now throws(BoardError) in
      _ = try board.add(.con, text: "His", author: "bob", at: now)
    }
    expect([try await redo(), try await redo()], equals: undone.reversed())
    expect(try await content().dropLast(), equals: both.dropLast())
    await #expect(throws: UndoError.nothingToRedo) { try await redo() }
    await #expect(throws: UndoError.nothingToRedo) { try await redo("bob") }
    expect(try await undo(), equals: undone[0])
    try await change { board, now throws(BoardError) in
      _ = try board.change(.pro, id: "5", weight: 2, by: "ada", at: now)
    }
    await #expect(throws: UndoError.nothingToRedo) { try await redo() }
    try await undo()
    try await redo()
    // What was undone before the newer change stays undone.
    await #expect(throws: UndoError.nothingToRedo) { try await redo() }
    expect(try await board().pros.arguments.last?.weight, equals: 2)
  }

  @Test func `nothing is done again on which something newer depends`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.change(.pro, id: "1", text: "Other", by: "ada", at: now)
    }
    try await undo()
    try await change { board, now throws(BoardError) in
      _ = try board.change(.pro, id: "1", text: "His", by: "bob", at: now)
    }
    await #expect(throws: UndoError.board(.superseded)) { try await redo() }
    try await undo("bob")
    try await redo()
    expect(try await board().pros.arguments[0].text, equals: "Other")
  }

  @Test func `a board becomes that of an option again`() async throws {
    try await change { board, now throws(BoardError) in
      _ = try board.convert(to: "Yes", by: "ada", at: now)
      _ = try board.addOption("No", by: "ada", at: now)
    }
    let options = try await board().options.elements.map(\.pros.arguments.count)
    try await undo()
    try await undo()
    expect(try await board().pros.arguments.count, equals: 4)
    try await redo()
    try await redo()
    expect(try await board().options.elements.map(\.pros.arguments.count), equals: options)
    expect(try await board().pros.arguments.isEmpty)
  }

  @Test func `a certain change is undone, and that is undone as well`() async throws {
    let topics = StoreTopics(gateway: gateway) { [later] in later }
    try await change { board, now throws(BoardError) in
      _ = try board.add(.pro, text: "One", author: "ada", at: now)
      _ = try board.add(.pro, text: "Two", author: "ada", at: now)
      _ = try board.add(.pro, text: "His", author: "bob", at: now)
    }
    let ids = try await gateway.history(of: "ai", before: nil, limit: 3).map(\.id)
    expect(try await topics.undo("ai", only: ids[2], author: "ada").value.id, equals: ids[2])
    expect(try await board().pros.arguments.suffix(2).map(\.text), equals: ["Two", "His"])
    for id in [ids[2], ids[0], 1000] {
      await #expect(throws: UndoError.cannotUndo(id)) {
        try await topics.undo("ai", only: id, author: "ada")
      }
    }
    let newest = try await gateway.history(of: "ai", before: nil, limit: 1)[0].id
    expect(try await topics.undo("ai", only: newest, author: "ada").value.id, equals: newest)
    expect(try await board().pros.arguments.suffix(3).map(\.text), equals: ["One", "Two", "His"])
  }
}
