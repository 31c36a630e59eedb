import Domain
import Expectations
import Testing

@Suite struct TodoTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private let later = Timestamp(millisecondsSince1970: 5000)
  private var board: Board { BuiltInTopic.board(at: start) }

  @Test func `todos are counted, changed, moved and removed, also on a decided topic`() throws {
    var board = board
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    let first = try board.addTodo(
      " Migrate ", assignee: "ada", due: Day("2026-12-01"), by: "bob", at: start)
    expect([first.id, first.text, first.author], equals: ["1", "Migrate", "bob"])
    _ = try board.addTodo("Write to everybody", by: "bob", at: start)
    let done = try board.changeTodo("1", TodoChange(isDone: true), by: "ada", at: later)
    expect(done.isDone && done.assignee == "ada" && done.due?.text == "2026-12-01")
    expect((done.created, done.updated, done.updatedBy) == (start, later, "ada"))
    let open = try board.changeTodo(
      "1", TodoChange(assignee: .some(nil), due: .some(nil)), by: "ada", at: later)
    expect(open.assignee == nil && open.due == nil)
    _ = try board.moveTodo("2", before: "1", by: "ada", at: later)
    expect(board.todos.elements.map(\.id), equals: ["2", "1"])
    _ = try board.removeTodo("2", by: "ada", at: later)
    expect(try board.addTodo("Another", by: "ada", at: later).id, equals: "3")
    expect(board.isChangedSinceDecision, equals: false)
  }

  @Test func `a change that changes nothing is not one`() throws {
    var board = board
    let todo = try board.addTodo("Migrate", by: "bob", at: start)
    _ = board.takeRecords()
    expect(
      try board.changeTodo("1", TodoChange(text: "Migrate "), by: "ada", at: later), equals: todo)
    _ = try board.moveTodo("1", before: nil, by: "ada", at: later)
    expect(board.records.isEmpty)
    #expect(throws: BoardError.invalid(.nothingToChange)) {
      try board.changeTodo("1", TodoChange(), by: "ada", at: later)
    }
  }

  @Test func `a missing or changed todo is not changed`() throws {
    var board = board
    _ = try board.addTodo("Migrate", by: "bob", at: start)
    _ = try board.changeTodo("1", TodoChange(isDone: true), by: "bob", at: later)
    #expect(throws: BoardError.changed(.todo, id: "1", updated: later)) {
      try board.changeTodo("1", TodoChange(text: "X"), ifUpdated: start, by: "ada", at: later)
    }
    #expect(throws: BoardError.noTodo(id: "2")) {
      try board.changeTodo("2", TodoChange(text: "X"), by: "ada", at: later)
    }
    #expect(throws: BoardError.noTodo(id: "2")) {
      try board.moveTodo("1", before: "2", by: "ada", at: later)
    }
    #expect(throws: BoardError.noTodo(id: "2")) { try board.removeTodo("2", by: "ada", at: later) }
    #expect(throws: BoardError.invalid(.assignee(""))) {
      try board.addTodo("X", assignee: "", by: "ada", at: later)
    }
  }

  @Test func `a topic has at most 500 todos`() throws {
    var board = board
    for number in 1...Limits.todos { _ = try board.addTodo("\(number)", by: "ada", at: start) }
    #expect(throws: BoardError.tooManyTodos(limit: Limits.todos)) {
      try board.addTodo("One more", by: "ada", at: start)
    }
    _ = try board.removeTodo("3", by: "ada", at: start)
    _ = try board.addTodo("One more", by: "ada", at: start)
  }

  @Test(arguments: ["2026-12-01", "2024-02-29", "0000-01-01", "9999-12-31"])
  func `a day is read as it is written`(text: String) throws {
    let day = try require(Day(text))
    expect(day.text, equals: text)
    expect(day.end.rfc3339, equals: "\(text)T23:59:59.999Z")
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-1-1", "26-12-01", "2026-12-01T00:00:00Z", ""])
  func `what is not a day is not read`(text: String) {
    expect(Day(text) == nil)
  }

  @Test func `an argument has at most 100 comments, also of a decided topic`() throws {
    var board = board
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    for number in 1...Limits.comments {
      let comment = try board.comment(
        on: "1", .pro, text: "Comment \(number)", author: "ada", at: start)
      expect(comment.id, equals: String(number))
    }
    #expect(throws: BoardError.tooManyComments(limit: Limits.comments)) {
      try board.comment(on: "1", .pro, text: "One more", author: "ada", at: start)
    }
    #expect(throws: BoardError.noComment(id: "101")) {
      try board.removeComment("101", on: "1", .pro, by: "ada", at: start)
    }
    #expect(throws: BoardError.notFound(id: "9")) {
      try board.comment(on: "9", .pro, text: "One more", author: "ada", at: start)
    }
    _ = try board.removeComment("7", on: "1", .pro, by: "bob", at: start)
    _ = try board.comment(on: "1", .pro, text: "One more", author: "ada", at: start)
    expect(board.isChangedSinceDecision, equals: false)
  }

  @Test func `a topic that is decided can be replaced by another one`() throws {
    var board = board
    #expect(throws: BoardError.notDecided) {
      try board.supersede(by: "tea", author: "ada", at: start)
    }
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    #expect(throws: BoardError.ownSuccessor) {
      try board.supersede(by: "ai", author: "ada", at: start)
    }
    try board.supersede(by: "tea", author: "ada", at: start)
    expect(board.topic.decision?.successor, equals: "tea")
    try board.supersede(by: nil, author: "ada", at: start)
    expect(board.topic.decision?.successor == nil)
    try board.supersede(by: "tea", author: "ada", at: start)
    _ = try board.reopen(by: "ada", at: start)
    expect(board.topic.decision == nil)
  }
}
