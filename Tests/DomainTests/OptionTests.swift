import Domain
import Expectations
import MemoryPlatform
import Testing

@Suite struct OptionTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private let later = Timestamp(millisecondsSince1970: 5000)
  private var board: Board { BuiltInTopic.board(at: start) }

  /// A board with options of these titles.
  private func board(_ titles: String...) throws -> Board {
    var board = Board(BuiltInTopic.topic(at: start))
    for title in titles { _ = try board.addOption(title, by: "ada", at: start) }
    return board
  }

  private func titles(_ board: Board) -> [String] { board.options.elements.map(\.option.title) }

  @Test func `options are counted, and a number is never used again`() throws {
    var board = try board("Postgres", "SQLite")
    expect(board.options.elements.map(\.id), equals: ["1", "2"])
    _ = try board.removeOption("2", by: "ada", at: start)
    expect(try board.addOption("Files", by: "ada", at: start).id, equals: "3")
    expect(board.choices, equals: [.option("1"), .option("3")])
  }

  @Test func `a title obeys the rules for topics, and is unique`() throws {
    var board = try board("Postgres")
    #expect(throws: BoardError.invalid(.optionTitle(.empty))) {
      try board.addOption(" ", by: "ada", at: start)
    }
    let longest = String(repeating: "x", count: Limits.titleCharacters.upperBound)
    #expect(throws: BoardError.invalid(.optionTitle(.tooManyCharacters(longest.count + 1)))) {
      try board.addOption(longest + "x", by: "ada", at: start)
    }
    #expect(throws: BoardError.duplicate(text: "POSTGRES")) {
      try board.addOption("POSTGRES", by: "ada", at: start)
    }
    _ = try board.addOption(longest, by: "ada", at: start)
    #expect(throws: BoardError.duplicate(text: "postgres")) {
      try board.changeOption("2", title: "postgres", by: "ada", at: start)
    }
    _ = try board.changeOption("1", title: "POSTGRES", by: "ada", at: start)
  }

  @Test func `a text is at most 2,000 characters long`() throws {
    let longest = String(repeating: "x", count: Limits.optionTextCharacters.upperBound)
    var board = try board()
    #expect(throws: BoardError.invalid(.optionText(.tooManyCharacters(longest.count + 1)))) {
      try board.addOption("Postgres", text: longest + "x", by: "ada", at: start)
    }
    expect(
      try board.addOption("Postgres", text: longest, by: "ada", at: start).text, equals: longest)
    expect(try board.changeOption("1", text: "", by: "ada", at: start).text == nil)
  }

  @Test func `a topic has at most 20 options`() throws {
    var board = try board()
    for number in 1...Limits.options {
      _ = try board.addOption("Option \(number)", by: "ada", at: start)
    }
    #expect(throws: BoardError.tooManyOptions(limit: Limits.options)) {
      try board.addOption("One more", by: "ada", at: start)
    }
    #expect(throws: BoardError.tooManyOptions(limit: Limits.options)) {
      try board.convert(to: "One more", by: "ada", at: start)
    }
    _ = try board.removeOption("7", by: "ada", at: start)
    _ = try board.addOption("One more", by: "ada", at: start)
  }

  @Test func `each option has a board of its own`() throws {
    var board = try board("Postgres", "SQLite")
    let (first, second) = (Column(.pro, of: "1"), Column(.pro, of: "2"))
    expect(try board.add(first, text: "Known", author: "ada", at: start).id, equals: "1")
    expect(try board.add(second, text: "Known", author: "ada", at: start).id, equals: "1")
    expect(board[first]?.arguments.map(\.text), equals: ["Known"])
    expect(board.pros.arguments.isEmpty)
    #expect(throws: BoardError.noOption(id: "3")) {
      try board.add(Column(.pro, of: "3"), text: "Known", author: "ada", at: start)
    }
    expect(board.overview.pros?.count, equals: 2)
    expect(board.overview.options, equals: ["1", "2"])
  }

  @Test func `an argument can be moved to another option`() throws {
    var board = try board("Postgres", "SQLite")
    let (first, second) = (Column(.pro, of: "1"), Column(.con, of: "2"))
    _ = try board.add(second, text: "Slow", author: "ada", at: start)
    let old = try board.add(first, text: "Known", weight: 3, author: "ada", at: start)
    let new = try board.move(first, id: old.id, to: second, before: "1", by: "bob", at: later)
    expect([new.id, new.text, new.author], equals: ["2", "Known", "ada"])
    expect(new.column, equals: second)
    expect(board[second]?.arguments.map(\.id), equals: ["2", "1"])
    expect(board[first]?.arguments.isEmpty, equals: true)
    let before = board
    #expect(throws: BoardError.noOption(id: "9")) {
      try board.move(
        second, id: "2", to: Column(.pro, of: "9"), before: nil, by: "bob", at: later)
    }
    expect(board, equals: before)
  }

  @Test func `what people add after a move is there when it is undone`() async throws {
    let gateway = MemoryGateway(boards: [try board("Postgres", "SQLite")])
    let (first, second) = (Column(.pro, of: "1"), Column(.con, of: "2"))
    _ = try await gateway.update("ai") { [start] board throws(BoardError) in
      _ = try board.add(first, text: "Known", author: "ada", at: start)
      _ = try board.move(first, id: "1", to: second, before: nil, by: "ada", at: start)
      _ = try board.support(second, id: "1", by: "bob", at: start)
      _ = try board.comment(on: "1", second, text: "Really?", author: "bob", at: start)
    }
    _ = try await StoreTopics(gateway: gateway) { [start] in start }.undo("ai", author: "ada")
    let argument = try await gateway.board(of: "ai").value[first]?.arguments.first
    expect(argument?.supporters, equals: ["bob"])
    expect(argument?.comments.map(\.text), equals: ["Really?"])
  }

  @Test func `the board of a question can become that of its first option`() throws {
    var board = board
    let (pros, cons) = (board.pros.arguments.map(\.text), board.cons.arguments.map(\.text))
    _ = try board.addOption("Nothing", by: "ada", at: start)
    let option = try board.convert(to: "Everything", by: "ada", at: later)
    expect(titles(board), equals: ["Everything", "Nothing"])
    expect(board[Column(.pro, of: option.id)]?.arguments.map(\.text), equals: pros)
    expect(board[Column(.con, of: option.id)]?.arguments.map(\.text), equals: cons)
    expect(board.pros.arguments.isEmpty && board.cons.arguments.isEmpty)
    let added = try board.add(.pro, text: "New", author: "ada", at: later)
    expect(added.id, equals: "5", "identifiers of the topic's own board are not used again either")
  }

  @Test func `options keep an order that people choose`() throws {
    var board = try board("A", "B", "C")
    _ = try board.moveOption("3", before: "1", by: "ada", at: start)
    expect(titles(board), equals: ["C", "A", "B"])
    _ = try board.moveOption("3", before: nil, by: "ada", at: start)
    expect(titles(board), equals: ["A", "B", "C"])
    let before = board
    _ = try board.moveOption("1", before: "2", by: "ada", at: later)
    expect(board, equals: before, "it was there already")
    #expect(throws: BoardError.noOption(id: "9")) {
      try board.moveOption("1", before: "9", by: "ada", at: start)
    }
  }

  @Test func `a change that the author has not seen is not overwritten`() throws {
    var board = try board("A")
    let changed = try board.changeOption("1", title: "B", by: "bob", at: later)
    #expect(throws: BoardError.changed(.option, id: "1", updated: changed.updated)) {
      try board.changeOption("1", title: "C", ifUpdated: start, by: "ada", at: later)
    }
    #expect(throws: BoardError.changed(.option, id: "1", updated: changed.updated)) {
      try board.removeOption("1", ifUpdated: start, by: "ada", at: later)
    }
    #expect(throws: BoardError.invalid(.nothingToChange)) {
      try board.changeOption("1", by: "ada", at: later)
    }
    _ = try board.removeOption("1", ifUpdated: changed.updated, by: "ada", at: later)
  }

  @Test func `people are for one of the options, and one of at least two is decided`() throws {
    var board = try board("Postgres")
    #expect(throws: BoardError.hasOptions) {
      try board.takePosition(.yes, because: nil, by: "ada", at: start)
    }
    #expect(throws: BoardError.noOption(id: "2")) {
      try board.takePosition(.option("2"), because: nil, by: "ada", at: start)
    }
    _ = try board.takePosition(nil, because: nil, by: "cy", at: start)
    _ = try board.takePosition(.option("1"), because: nil, by: "ada", at: start)
    #expect(throws: BoardError.oneOption) {
      try board.decide(.option("1"), reason: "Known", by: "ada", at: start)
    }
    #expect(throws: BoardError.hasOptions) {
      try board.decide(.no, reason: "Known", by: "ada", at: start)
    }
    _ = try board.addOption("SQLite", by: "ada", at: start)
    let decision = try board.decide(.option("1"), reason: "Known", by: "ada", at: start)
    expect(decision.title, equals: "Postgres")
    expect(decision.words, equals: "Postgres")
  }

  @Test func `a question without options has no option to be for`() throws {
    var board = board
    #expect(throws: BoardError.noOptions) {
      try board.takePosition(.option("1"), because: nil, by: "ada", at: start)
    }
    #expect(throws: BoardError.noOptions) {
      try board.decide(.option("1"), reason: "Known", by: "ada", at: start)
    }
  }

  @Test func `positions for what is gone do not count, and the people are awaited again`() throws {
    var board = try board("A", "B")
    try board.setRule(
      DecisionRule(asked: ["ada", "bob"], quorum: .people(2)), by: "ada", at: start)
    _ = try board.takePosition(.option("1"), because: nil, by: "ada", at: start)
    _ = try board.takePosition(.option("2"), because: nil, by: "bob", at: start)
    expect(board.awaited.isEmpty)
    _ = try board.removeOption("2", by: "cy", at: start)
    expect(board.counted.map(\.person), equals: ["ada"])
    expect(board.awaited, equals: ["bob"])
    expect(board.positions.count, equals: 2, "nobody has withdrawn")
    _ = try board.addOption("C", by: "cy", at: start)
    #expect(throws: BoardError.quorum(answered: 1, needed: 2)) {
      try board.decide(.option("1"), reason: "A", by: "cy", at: start)
    }
  }

  @Test func `a position knows whether its option was changed since`() throws {
    var board = try board("A", "B")
    let first = try board.takePosition(.option("1"), because: nil, by: "ada", at: later)
    let other = try board.takePosition(.option("2"), because: nil, by: "bob", at: later)
    let latest = Timestamp(millisecondsSince1970: 9000)
    _ = try board.changeOption("1", text: "All of it", by: "cy", at: latest)
    expect(board.isChangedSince(first))
    expect(!board.isChangedSince(other))
    expect(board.counted.count, equals: 2)
  }

  @Test func `the rule decides for the option that leads`() throws {
    var board = try board("A", "B")
    try board.setRule(
      DecisionRule(quorum: .people(2), deadline: later, autoClose: true), by: "ada", at: start)
    _ = try board.takePosition(.option("2"), because: nil, by: "ada", at: start)
    _ = try board.takePosition(.option("2"), because: nil, by: "bob", at: start)
    let closed = board.closeByRule(as: "procon", at: later)
    let decision = try require(closed)
    expect(decision.outcome, equals: .option("2"))
    expect(decision.reason, equals: "B led 2 to 0 at the deadline")
  }

  @Test func `a decided board knows whether an option was edited since`() throws {
    var board = try board("A", "B")
    _ = try board.decide(.option("1"), reason: "A", by: "ada", at: start)
    let edited = Board(
      board.topic, pros: board.pros, cons: board.cons,
      options: CountedList([board.options.elements[0]], lastID: 2))
    expect(board.isChangedSinceDecision, equals: false)
    expect(edited.isChangedSinceDecision, equals: true)
    expect(edited.topic.decision?.title, equals: "A")
  }

  @Test(arguments: ["0", "01", "1a", "", "123456789", "-1", "+1", "yes"])
  func `a text that is not a number does not name an option`(text: String) {
    expect(!Option.isID(text))
    expect(Choice(rawValue: text), equals: (text == "yes" ? .yes : nil))
  }

  @Test func `nothing returns to an option that is gone`() async throws {
    let gateway = MemoryGateway(boards: [try board("Postgres")])
    _ = try await gateway.update("ai") { [later] board throws(BoardError) in
      let column = Column(.pro, of: "1")
      let id = try board.add(column, text: "Known", author: "ada", at: later).id
      _ = try board.remove(column, id: id, by: "ada", at: later)
      _ = try board.removeOption("1", by: "bob", at: later)
    }
    await #expect(throws: UndoError.board(.superseded)) {
      try await StoreTopics(gateway: gateway) { [later] in later }.undo("ai", author: "ada")
    }
  }

}
