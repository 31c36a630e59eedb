import Domain
import Expectations
import Testing

@Suite struct ObjectionTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private let later = Timestamp(millisecondsSince1970: 5000)
  private var board: Board { BuiltInTopic.board(at: start) }

  private func board(blocks: Bool, decidersResolve: Bool = false) throws -> Board {
    var board = board
    try board.setRule(
      DecisionRule(objectionsBlock: blocks, decidersResolve: decidersResolve), by: "ada", at: start)
    _ = try board.object("Nobody can operate it", by: "grace", at: start)
    return board
  }

  @Test func `an open objection blocks the decision where the rule says so`() throws {
    var board = try board(blocks: true)
    #expect(throws: BoardError.objections(board.openObjections)) {
      try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    }
    _ = try board.withdrawObjection("1", by: "grace", at: later)
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: later)
  }

  @Test func `without such a rule it does not, nor where the rule is overridden`() throws {
    var board = try board(blocks: false)
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    var blocked = try self.board(blocks: true)
    _ = try blocked.decide(.yes, reason: "Fast", isOverride: true, by: "ada", at: start)
    var dropped = try self.board(blocks: true)
    _ = try dropped.decide(nil, reason: "Slow", by: "ada", at: start)
  }

  @Test func `the daemon does not decide while an objection is open`() throws {
    var board = board
    try board.setRule(
      DecisionRule(deadline: later, autoClose: true, objectionsBlock: true), by: "ada", at: start)
    _ = try board.takePosition(.yes, because: nil, by: "ada", at: start)
    _ = try board.object("No", by: "bob", at: start)
    expect(board.closeByRule(as: "procon", at: later) == nil)
    expect(board.topic.rule?.objectionsBlock, equals: true)
    expect(board.topic.rule?.autoClose, equals: false)
  }

  @Test func `it is resolved after an answer, by the person who has raised it`() throws {
    var board = try board(blocks: true)
    #expect(throws: BoardError.notAnswered(id: "1")) {
      try board.resolve("1", by: "grace", isDecider: false, at: later)
    }
    _ = try board.answer("1", "Ada can", by: "ada", at: later)
    #expect(throws: BoardError.notObjector("grace")) {
      try board.resolve("1", by: "ada", isDecider: true, at: later)
    }
    let resolved = try board.resolve("1", by: "grace", isDecider: false, at: later)
    expect(resolved.closing?.kind, equals: .resolved)
    expect(resolved.answer?.text, equals: "Ada can")
    expect(board.openObjections.isEmpty)
  }

  @Test func `where the rule says so, deciders resolve it, too`() throws {
    var board = try board(blocks: true, decidersResolve: true)
    _ = try board.answer("1", "Ada can", by: "ada", at: later)
    #expect(throws: BoardError.notObjector("grace")) {
      try board.resolve("1", by: "bob", isDecider: false, at: later)
    }
    _ = try board.resolve("1", by: "ada", isDecider: true, at: later)
  }

  @Test func `only the person who has raised it withdraws it, and a closed one stays closed`()
    throws
  {
    var board = try board(blocks: true)
    #expect(throws: BoardError.notObjector("grace")) {
      try board.withdrawObjection("1", by: "ada", at: later)
    }
    #expect(throws: BoardError.noObjection(id: "2")) {
      try board.withdrawObjection("2", by: "grace", at: later)
    }
    _ = try board.withdrawObjection("1", by: "grace", at: later)
    #expect(throws: BoardError.closed(id: "1")) {
      try board.withdrawObjection("1", by: "grace", at: later)
    }
    #expect(throws: BoardError.closed(id: "1")) {
      try board.answer("1", "Ada can", by: "ada", at: later)
    }
  }

  @Test func `a topic has at most 100 objections, closed ones included`() throws {
    var board = board
    for number in 1...Limits.objections {
      _ = try board.object("Objection \(number)", by: "ada", at: start)
      _ = try board.withdrawObjection(String(number), by: "ada", at: start)
    }
    #expect(throws: BoardError.tooManyObjections(limit: Limits.objections)) {
      try board.object("One more", by: "ada", at: start)
    }
  }

  @Test func `texts obey the rules`() throws {
    let longest = String(repeating: "x", count: Limits.textCharacters.upperBound)
    var board = board
    #expect(throws: BoardError.invalid(.objection(.tooManyCharacters(longest.count + 1)))) {
      try board.object(longest + "x", by: "ada", at: start)
    }
    _ = try board.object(longest, by: "ada", at: start)
    let answer = String(repeating: "x", count: Limits.reasonCharacters.upperBound)
    #expect(throws: BoardError.invalid(.answer(.tooManyCharacters(answer.count + 1)))) {
      try board.answer("1", answer + "x", by: "ada", at: start)
    }
    _ = try board.answer("1", answer, by: "ada", at: start)
  }
}
