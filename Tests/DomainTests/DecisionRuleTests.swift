import Domain
import Expectations
import MemoryPlatform
import Testing

@Suite struct DecisionRuleTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private let deadline = Timestamp(millisecondsSince1970: 10_000)
  private let after = Timestamp(millisecondsSince1970: 10_000_000)
  private var board: Board { BuiltInTopic.board(at: start) }

  @Test(arguments: [
    ("3", Quorum.people(3)), ("60%", .percent(60)), ("0", .people(0)), ("", nil), ("%", nil),
    ("-1", nil), ("3.5", nil), (" 3", nil), ("٣", nil), ("99999999999999999999", nil),
  ])
  func `a quorum is a number or a share`(text: String, quorum: Quorum?) {
    expect(Quorum(text), equals: quorum)
    if let quorum { expect(quorum.text, equals: text) }
  }

  @Test func `a rule that could never be met is refused`() throws {
    #expect(throws: BoardError.invalid(.quorum(most: 2))) {
      try DecisionRule(asked: ["ada", "bob"], quorum: .people(3))
    }
    #expect(throws: BoardError.invalid(.quorum(most: 1000))) {
      try DecisionRule(quorum: .people(0))
    }
    _ = try DecisionRule(quorum: .people(Limits.positions))
    #expect(throws: BoardError.invalid(.share)) { try DecisionRule(quorum: .percent(50)) }
    #expect(throws: BoardError.invalid(.share)) {
      try DecisionRule(asked: ["ada"], quorum: .percent(101))
    }
    #expect(throws: BoardError.invalid(.asked("ada"))) { try DecisionRule(asked: ["ada", "ada"]) }
    #expect(throws: BoardError.invalid(.asked(""))) { try DecisionRule(asked: [""]) }
    #expect(throws: BoardError.invalid(.autoClose)) { try DecisionRule(autoClose: true) }
    let names = (0...Limits.asked).map { "user\($0)" }
    #expect(throws: BoardError.tooManyAsked(limit: Limits.asked)) {
      try DecisionRule(asked: names)
    }
    _ = try DecisionRule(asked: Array(names.dropLast()))
  }

  @Test(arguments: [(1, 1), (33, 1), (34, 2), (50, 2), (67, 3), (100, 3)])
  func `a share is rounded up`(share: Int, needed: Int) throws {
    let rule = try DecisionRule(asked: ["ada", "bob", "cy"], quorum: .percent(share))
    expect(rule.needed, equals: needed)
  }

  @Test func `only those who are asked count`() throws {
    var board = board
    try board.setRule(
      DecisionRule(asked: ["ada", "bob"], quorum: .people(2)), by: "ada", at: start)
    for person in ["cy", "dee", "ada"] {
      _ = try board.takePosition(.yes, because: nil, by: person, at: start)
    }
    expect(board.counted.map(\.person), equals: ["ada"])
    expect(board.awaited, equals: ["bob"])
    #expect(throws: BoardError.quorum(answered: 1, needed: 2)) {
      try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    }
    _ = try board.takePosition(nil, because: nil, by: "bob", at: start)
    expect(try board.decide(.yes, reason: "Fast", by: "ada", at: start).authority, equals: .person)
  }

  @Test func `a rule can be overridden, which the decision says, and does not keep from dropping`()
    throws
  {
    var board = board
    try board.setRule(DecisionRule(quorum: .people(2)), by: "ada", at: start)
    var other = board
    let decision = try board.decide(.no, reason: "Slow", isOverride: true, by: "ada", at: start)
    expect(decision.authority, equals: .override)
    expect(try other.decide(nil, reason: "Slow", by: "ada", at: start).outcome == nil)
  }

  @Test func `a deadline must be in the future, and ends with the round`() throws {
    var board = board
    let rule = try DecisionRule(asked: ["ada"], deadline: deadline, autoClose: true)
    #expect(throws: BoardError.invalid(.deadline)) {
      try board.setRule(rule, by: "ada", at: deadline)
    }
    try board.setRule(rule, by: "ada", at: start)
    expect(!rule.isDue(at: start) && rule.isDue(at: deadline))
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    _ = try board.reopen(by: "ada", at: start)
    expect(board.topic.rule, equals: try DecisionRule(asked: ["ada"]))
  }

  /// A board with a rule of two people, and these positions.
  private func board(_ positions: KeyValuePairs<String, Choice?>) throws -> Board {
    var board = board
    try board.setRule(
      DecisionRule(quorum: .people(2), deadline: deadline, autoClose: true), by: "ada", at: start)
    for (person, choice) in positions {
      _ = try board.takePosition(choice, because: nil, by: person, at: start)
    }
    return board
  }

  @Test func `at the deadline, the rule decides what leads`() throws {
    var board = try board(["ada": .yes, "bob": nil])
    expect(board.closeByRule(as: "procon", at: start) == nil)
    _ = try board.takePosition(.no, because: nil, by: "cy", at: after)
    let closed = board.closeByRule(as: "procon", at: after)
    let decision = try require(closed, "cy was late")
    expect(decision.outcome, equals: .yes)
    expect(decision.authority, equals: .rule)
    expect(decision.author, equals: "procon")
    expect(decision.reason, equals: "yes led 1 to 0 at the deadline")
    expect(board.closeByRule(as: "procon", at: after) == nil)
  }

  @Test func `a rule that does not decide at the deadline does not do so later`() throws {
    for positions in [["ada": Choice?.some(.yes)], ["ada": .yes, "bob": .no]]
      as [KeyValuePairs<String, Choice?>]
    {
      var board = try board(positions)
      expect(board.closeByRule(as: "procon", at: deadline) == nil)
      expect(board.topic.rule?.autoClose, equals: false)
      expect(board.topic.rule?.deadline, equals: deadline)
      if board.position(of: "bob") != nil {
        _ = try board.withdrawPosition(of: "bob", at: after)
      }
      _ = try board.takePosition(.yes, because: nil, by: "cy", at: start)
      expect(board.closeByRule(as: "procon", at: after) == nil)
    }
  }

  @Test func `a rule without autoClose never decides`() throws {
    var board = board
    try board.setRule(DecisionRule(deadline: deadline), by: "ada", at: start)
    _ = try board.takePosition(.yes, because: nil, by: "ada", at: start)
    expect(board.closeByRule(as: "procon", at: after) == nil)
    expect(board.topic.decision == nil)
  }

  @Test func `a rule is set once, and undone`() async throws {
    let gateway = MemoryGateway(boards: [board])
    let decisions = StoreDecisions(gateway: gateway) { [start] in start }
    let topics = StoreTopics(gateway: gateway) { [start] in start }
    let (one, two) = (
      try DecisionRule(quorum: .people(1)), try DecisionRule(quorum: .people(2))
    )
    for rule in [one, one, two] { _ = try await decisions.setRule(rule, of: "ai", author: "ada") }
    expect(try await gateway.history(of: "ai", before: nil, limit: 9).count, equals: 2)
    _ = try await topics.undo("ai", author: "ada")
    expect(try await gateway.board(of: "ai").value.topic.rule, equals: one)
    _ = try await topics.undo("ai", author: "ada")
    expect(try await gateway.board(of: "ai").value.topic.rule == nil)
  }

  @Test(arguments: [Int.min, -1, 0, 1, Limits.rounds, .max])
  func `the number of a round stays within its limits`(round: Int) throws {
    let topic = Topic(id: "ai", title: "AI", created: start, updated: start, round: round)
    var board = Board(topic)
    _ = try board.decide(nil, reason: "One", by: "ada", at: start)
    _ = try board.reopen(by: "ada", at: start)
    expect((2...Limits.rounds).contains(board.topic.round))
    expect(board.topic.round >= topic.round)
  }

  @Test func `a rule whose deadline has passed does not come back`() async throws {
    let gateway = MemoryGateway(boards: [board])
    let topics = StoreTopics(gateway: gateway) { [after] in after }
    let (old, new) = (
      try DecisionRule(deadline: deadline, autoClose: true), try DecisionRule(quorum: .people(2))
    )
    _ = try await gateway.update("ai") { [start] board throws(BoardError) in
      try board.setRule(old, by: "ada", at: start)
      try board.setRule(new, by: "ada", at: start)
    }
    await #expect(throws: UndoError.board(.superseded)) {
      try await topics.undo("ai", author: "ada")
    }
    expect(try await gateway.board(of: "ai").value.topic.rule, equals: new)
  }
}
