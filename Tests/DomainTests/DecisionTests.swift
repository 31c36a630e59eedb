import Domain
import Expectations
import MemoryPlatform
import Testing

@Suite struct DecisionTests {
  private let start = Timestamp(millisecondsSince1970: 1000)
  private var board: Board { BuiltInTopic.board(at: start) }

  @Test func `a position replaces the person's previous one, and comes last`() throws {
    let later = Timestamp(millisecondsSince1970: 5000)
    var board = board
    _ = try board.takePosition(.yes, because: " Fast ", by: "ada", at: start)
    _ = try board.takePosition(.no, because: nil, by: "bob", at: start)
    expect(board.positions.map(\.person), equals: ["ada", "bob"])
    let changed = try board.takePosition(nil, because: nil, by: "ada", at: later)
    expect(board.positions.map(\.person), equals: ["bob", "ada"])
    expect(board.positions.last, equals: changed)
    expect(changed.choice == nil)
    expect(board.records.count, equals: 3)
  }

  @Test func `a position that says the same changes nothing`() throws {
    var board = board
    let first = try board.takePosition(.yes, because: "Fast", by: "ada", at: start)
    let later = Timestamp(millisecondsSince1970: 5000)
    expect(try board.takePosition(.yes, because: "Fast ", by: "ada", at: later), equals: first)
    expect(board.records.count, equals: 1)
  }

  @Test func `the sentence of a position obeys the rules for texts`() throws {
    let longest = String(repeating: "x", count: Limits.textCharacters.upperBound)
    var board = board
    _ = try board.takePosition(.yes, because: longest, by: "ada", at: start)
    #expect(throws: BoardError.invalid(.sentence(.tooManyCharacters(longest.count + 1)))) {
      try board.takePosition(.yes, because: longest + "x", by: "bob", at: start)
    }
    #expect(throws: BoardError.invalid(.sentence(.empty))) {
      try board.takePosition(.yes, because: " ", by: "bob", at: start)
    }
    #expect(throws: BoardError.invalid(.author)) {
      try board.takePosition(.yes, because: nil, by: "", at: start)
    }
    expect(board.positions.count, equals: 1)
  }

  @Test func `the reason for a decision is at most 2,000 characters long`() throws {
    let longest = String(repeating: "x", count: Limits.reasonCharacters.upperBound)
    var board = board
    #expect(throws: BoardError.invalid(.reason(.tooManyCharacters(longest.count + 1)))) {
      try board.decide(.yes, reason: longest + "x", by: "ada", at: start)
    }
    #expect(throws: BoardError.invalid(.reason(.empty))) {
      try board.decide(.yes, reason: "", by: "ada", at: start)
    }
    expect(try board.decide(.yes, reason: longest, by: "ada", at: start).reason, equals: longest)
  }

  @Test func `a topic has at most 1,000 positions`() throws {
    let positions = try (1...Limits.positions).map { number in
      try Position(
        person: "user\(number)", choice: .yes,
        date: Timestamp(millisecondsSince1970: Int64(number)))
    }
    var board = Board(
      board.topic, pros: board.pros, cons: board.cons, positions: positions)
    #expect(throws: BoardError.tooManyPositions(limit: Limits.positions)) {
      try board.takePosition(.yes, because: nil, by: "ada", at: start)
    }
    _ = try board.takePosition(.no, because: nil, by: "user1", at: start)
    _ = try board.withdrawPosition(of: "user2", at: start)
    _ = try board.takePosition(.yes, because: nil, by: "ada", at: start)
    expect(board.positions.count, equals: Limits.positions)
  }

  @Test func `an argument has at most 200 supporters, each once`() throws {
    var board = board
    for number in 1...Limits.supporters {
      _ = try board.support(.pro, id: "1", by: "user\(number)", at: start)
    }
    let full = board
    #expect(throws: BoardError.tooManySupporters(limit: Limits.supporters)) {
      try board.support(.pro, id: "1", by: "ada", at: start)
    }
    _ = try board.support(.pro, id: "1", by: "user7", at: start)
    _ = try board.support(.pro, id: "2", false, by: "user7", at: start)
    expect(board, equals: full)
    _ = try board.support(.pro, id: "1", false, by: "user7", at: start)
    _ = try board.support(.pro, id: "1", by: "ada", at: start)
    expect(board.pros.arguments[0].supporters.count, equals: Limits.supporters)
    #expect(throws: BoardError.notFound(id: "9")) {
      try board.support(.pro, id: "9", by: "ada", at: start)
    }
  }

  @Test(arguments: ["", "x", "0123456789ABCDEF", "0123456789abcdef0", "0123456789abcdeg"])
  func `a digest of another form is left out`(digest: String) throws {
    expect(
      try Decision(nil, reason: "Slow", author: "ada", date: start, digest: digest).digest == nil)
  }

  @Test func `a person without a position cannot withdraw one`() throws {
    var board = board
    #expect(throws: BoardError.noPosition) { try board.withdrawPosition(of: "ada", at: start) }
  }

  private enum Change: CaseIterable {
    case add, change, move, remove, support, take, withdraw, decide

    func make(in board: inout Board, at now: Timestamp) throws(BoardError) {
      switch self {
      case .add: _ = try board.add(.pro, text: "One", author: "ada", at: now)
      case .change: _ = try board.change(.pro, id: "1", text: "One", by: "ada", at: now)
      case .move: _ = try board.move(.pro, id: "1", to: .con, before: nil, by: "ada", at: now)
      case .remove: _ = try board.remove(.pro, id: "1", by: "ada", at: now)
      case .support: _ = try board.support(.pro, id: "1", by: "ada", at: now)
      case .take: _ = try board.takePosition(.no, because: nil, by: "ada", at: now)
      case .withdraw: _ = try board.withdrawPosition(of: "ada", at: now)
      case .decide: _ = try board.decide(.no, reason: "Slow", by: "ada", at: now)
      }
    }
  }

  @Test(arguments: Change.allCases)
  private func `every change of a decided board is refused`(change: Change) throws {
    var board = board
    _ = try board.takePosition(.yes, because: nil, by: "ada", at: start)
    let decision = try board.decide(.yes, reason: "Fast", by: "bob", at: start)
    let decided = board
    #expect(throws: BoardError.decided(decision)) { try change.make(in: &board, at: start) }
    expect(board, equals: decided)
    _ = try board.reopen(by: "bob", at: start)
    if change == .withdraw { _ = try board.takePosition(nil, because: nil, by: "ada", at: start) }
    try change.make(in: &board, at: start)
  }

  @Test func `the title of a decided topic is not changed`() throws {
    var board = board
    let decision = try board.decide(.yes, reason: "Fast", by: "bob", at: start)
    var topic = board.topic
    #expect(throws: TopicError.decided(decision)) {
      try topic.rename(to: "AI", by: "ada", at: start)
    }
    expect(topic, equals: board.topic)
  }

  @Test func `reopening starts a new round without positions`() throws {
    var board = board
    #expect(throws: BoardError.notDecided) { try board.reopen(by: "ada", at: start) }
    _ = try board.takePosition(.yes, because: nil, by: "ada", at: start)
    let decision = try board.decide(nil, reason: "Slow", by: "bob", at: start)
    expect(try board.reopen(by: "cy", at: start), equals: decision)
    expect(board.topic.decision == nil)
    expect(board.topic.round, equals: 2)
    expect(board.positions.isEmpty)
    _ = try board.add(.pro, text: "One", author: "ada", at: start)
  }

  @Test func `a decision knows whether its board was edited since`() throws {
    var board = board
    expect(board.isChangedSinceDecision == nil)
    _ = try board.decide(.yes, reason: "Fast", by: "ada", at: start)
    expect(board.isChangedSinceDecision, equals: false)
    let other = try Argument(
      id: "1", side: .pro, text: "Other", author: "ada", created: start, updated: start)
    let edited = Board(
      board.topic, pros: ArgumentList(.pro, arguments: [other]), cons: board.cons)
    expect(edited.isChangedSinceDecision, equals: true)
    expect(
      board.with(
        Topic(
          id: board.id, title: "Other", created: start, updated: start,
          decision: board.topic.decision)
      ).isChangedSinceDecision, equals: true)
  }

  @Test func `the tally has the largest number first, and nobody who abstains`() throws {
    let choices: [Choice?] = [.no, nil, .yes, .yes]
    let positions = try choices.enumerated().map { index, choice in
      try Position(
        person: "user\(index)", choice: choice,
        date: Timestamp(millisecondsSince1970: Int64(index)))
    }
    expect(positions.tallies(of: [.yes, .no]).map(\.choice), equals: [.yes, .no])
    expect(positions.tallies(of: [.yes, .no]).map(\.count), equals: [2, 1])
    expect(
      positions.prefix(3).map(\.self).tallies(of: [.yes, .no]).map(\.choice), equals: [.yes, .no])
    expect([Position]().tallies(of: [.yes, .no]).isEmpty)
  }

  @Test func `an undone withdrawal takes the position again, unless there is a newer one`()
    async throws
  {
    let gateway = MemoryGateway(boards: [board])
    let topics = StoreTopics(gateway: gateway) { [start] in start }
    let withdrawn = try await gateway.update("ai") { [start] board throws(BoardError) in
      _ = try board.takePosition(.yes, because: "Fast", by: "ada", at: start)
      return try board.withdrawPosition(of: "ada", at: start)
    }.value
    _ = try await topics.undo("ai", author: "ada")
    let positions = try await gateway.board(of: "ai").value.positions
    expect(positions.map(\.choice), equals: [withdrawn.choice])
    expect(positions.map(\.sentence), equals: ["Fast"])
  }

  @Test func `positions of an earlier round do not come back`() async throws {
    let gateway = MemoryGateway(boards: [board])
    let topics = StoreTopics(gateway: gateway) { [start] in start }
    _ = try await gateway.update("ai") { [start] board throws(BoardError) in
      _ = try board.add(.pro, text: "Fast", author: "dee", at: start)
      _ = try board.takePosition(.yes, because: "Fast", by: "ada", at: start)
      _ = try board.withdrawPosition(of: "ada", at: start)
      _ = try board.takePosition(.yes, because: "Fast", by: "dee", at: start)
      _ = try board.decide(.yes, reason: "Fast", by: "bob", at: start)
      _ = try board.reopen(by: "cy", at: start)
    }
    let undone = try await topics.undo("ai", author: "dee").value
    expect(undone.id, equals: 1, "the argument, and not the position, which ended with the round")
    await #expect(throws: UndoError.nothingToUndo) {
      try await topics.undo("ai", author: "ada")
    }
    await #expect(throws: UndoError.nothingToUndo) {
      try await topics.undo("ai", author: "bob")
    }
    await #expect(throws: UndoError.nothingToUndo) { try await topics.undo("ai", author: "cy") }
  }

  @Test(arguments: 1...20) func `random changes by random people equal those of a model`(
    seed: UInt64
  ) throws {
    var dice = Dice(state: seed)
    var board = board
    var model = DecisionModel()
    for step in 0..<300 {
      let person = ["ada", "bob", "cy"][dice.throwing(3)]
      let now = Timestamp(millisecondsSince1970: Int64(step))
      let before = board
      switch dice.throwing(10) {
      case 0..<5:
        let choice = [Choice.yes, .no, nil][dice.throwing(3)]
        let isTaken = try succeeds { () throws(BoardError) in
          _ = try board.takePosition(choice, because: nil, by: person, at: now)
        }
        expect(isTaken, equals: model.take(choice, person))
      case 5..<7:
        let isWithdrawn = try succeeds { () throws(BoardError) in
          _ = try board.withdrawPosition(of: person, at: now)
        }
        expect(isWithdrawn, equals: model.withdraw(person))
      case 7:
        let isDecided = try succeeds { () throws(BoardError) in
          _ = try board.decide(.yes, reason: "\(step)", by: person, at: now)
        }
        expect(isDecided, equals: model.decide())
      case 8:
        let isReopened = try succeeds { () throws(BoardError) in
          _ = try board.reopen(by: person, at: now)
        }
        expect(isReopened, equals: model.reopen())
      default:
        let isAdded = try succeeds { () throws(BoardError) in
          _ = try board.add(.pro, text: "\(step)", author: person, at: now)
        }
        expect(isAdded, equals: !model.isDecided)
      }
      expect(Set(board.positions.map(\.person)).count, equals: board.positions.count)
      expect(board.positions, equals: board.positions.inOrder)
      expect(
        Dictionary(uniqueKeysWithValues: board.positions.map { ($0.person, $0.choice) }),
        equals: model.positions)
      expect(board.topic.round, equals: model.round)
      expect((board.topic.decision != nil), equals: model.isDecided)
      if before.topic.decision != nil, board.topic.decision != nil { expect(board, equals: before) }
    }
  }

  private func succeeds(_ change: () throws(BoardError) -> Void) throws -> Bool {
    do throws(BoardError) {
      try change()
      return true
    } catch {
      switch error {
      case .decided, .notDecided, .noPosition: return false
      default: throw error
      }
    }
  }
}

/// The rules of positions and decisions, in the fewest words.
private struct DecisionModel {
  private(set) var positions: [String: Choice?] = [:]
  private(set) var isDecided = false
  private(set) var round = 1

  mutating func take(_ choice: Choice?, _ person: String) -> Bool {
    guard !isDecided else { return false }
    positions[person] = .some(choice)
    return true
  }

  mutating func withdraw(_ person: String) -> Bool {
    !isDecided && positions.removeValue(forKey: person) != nil
  }

  mutating func decide() -> Bool {
    defer { isDecided = true }
    return !isDecided
  }

  mutating func reopen() -> Bool {
    guard isDecided else { return false }
    (isDecided, positions) = (false, [:])
    round += 1
    return true
  }
}
