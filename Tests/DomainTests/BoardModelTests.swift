import Domain
import Expectations
import MemoryPlatform
import Testing

/// Boards whose options, positions, objections, comments and todos are changed at random.
@Suite struct BoardModelTests {
  private let start = Timestamp(millisecondsSince1970: 1000)

  /// Every intent, with what it needs.
  private enum Intent: Int, CaseIterable {
    case addOption, changeOption, moveOption, removeOption, convert
    case addArgument, changeArgument, moveArgument, removeArgument, support
    case comment, uncomment, addTodo, changeTodo, moveTodo, removeTodo
    case take, withdraw, object, answer, resolve, withdrawObjection, rule, decide, reopen
    case supersede

    /// Whether a decided topic allows it.
    var isAlwaysAllowed: Bool {
      switch self {
      case .comment, .uncomment, .addTodo, .changeTodo, .moveTodo, .removeTodo, .reopen, .supersede:
        true
      default: false
      }
    }
  }

  private func make(
    _ intent: Intent, in board: inout Board, by person: String, at now: Timestamp,
    _ dice: inout Dice
  ) throws(BoardError) {
    let id = String(dice.throwing(4) + 1)
    let options = board.options.elements.map(\.id)
    let option = options.isEmpty ? nil : options[dice.throwing(UInt64(options.count))]
    let sides = Side.allCases
    let column = Column(sides[dice.throwing(2)], of: dice.throwing(2) == 0 ? nil : option)
    let text = "Text \(dice.throwing(12))"
    switch intent {
    case .addOption: _ = try board.addOption(text, by: person, at: now)
    case .changeOption: _ = try board.changeOption(id, title: text, by: person, at: now)
    case .moveOption: _ = try board.moveOption(id, before: option, by: person, at: now)
    case .removeOption: _ = try board.removeOption(id, by: person, at: now)
    case .convert: _ = try board.convert(to: text, by: person, at: now)
    case .addArgument: _ = try board.add(column, text: text, author: person, at: now)
    case .changeArgument: _ = try board.change(column, id: id, text: text, by: person, at: now)
    case .moveArgument:
      _ = try board.move(
        column, id: id, to: Column(sides[dice.throwing(2)], of: option), before: nil, by: person,
        at: now)
    case .removeArgument: _ = try board.remove(column, id: id, by: person, at: now)
    case .support:
      _ = try board.support(column, id: id, dice.throwing(2) == 0, by: person, at: now)
    case .comment: _ = try board.comment(on: id, column, text: text, author: person, at: now)
    case .uncomment: _ = try board.removeComment("1", on: id, column, by: person, at: now)
    case .addTodo: _ = try board.addTodo(text, assignee: person, by: person, at: now)
    case .changeTodo:
      _ = try board.changeTodo(
        id, TodoChange(isDone: dice.throwing(2) == 0, assignee: .some(nil)), by: person, at: now)
    case .moveTodo: _ = try board.moveTodo(id, before: nil, by: person, at: now)
    case .removeTodo: _ = try board.removeTodo(id, by: person, at: now)
    case .take:
      let choice = board.choices[dice.throwing(UInt64(board.choices.count))]
      _ = try board.takePosition(
        dice.throwing(4) == 0 ? nil : choice, because: nil, by: person, at: now)
    case .withdraw: _ = try board.withdrawPosition(of: person, at: now)
    case .object: _ = try board.object(text, by: person, at: now)
    case .answer: _ = try board.answer(id, text, by: person, at: now)
    case .resolve: _ = try board.resolve(id, by: person, isDecider: true, at: now)
    case .withdrawObjection: _ = try board.withdrawObjection(id, by: person, at: now)
    case .rule:
      let rule = try DecisionRule(
        asked: ["ada", "bob", "cy"], quorum: .people(dice.throwing(3) + 1),
        objectionsBlock: dice.throwing(2) == 0)
      try board.setRule(rule, by: person, at: now)
    case .decide:
      let choice = board.choices[dice.throwing(UInt64(board.choices.count))]
      _ = try board.decide(choice, reason: text, by: person, at: now)
    case .reopen: _ = try board.reopen(by: person, at: now)
    case .supersede: try board.supersede(by: "tea", author: person, at: now)
    }
  }

  @Test(arguments: 1...20) func `no sequence of intents breaks a rule of the board`(
    seed: UInt64
  ) {
    var dice = Dice(state: seed)
    var board = BuiltInTopic.board(at: start)
    var greatest = 0
    for step in 0..<400 {
      let person = ["ada", "bob", "cy"][dice.throwing(3)]
      let intent = Intent.allCases[dice.throwing(UInt64(Intent.allCases.count))]
      let before = board
      let isMade: Bool
      do throws(BoardError) {
        try make(
          intent, in: &board, by: person,
          at: Timestamp(millisecondsSince1970: Int64(2000 + step)), &dice)
        isMade = true
      } catch {
        isMade = false
        expect(board, equals: before, "what is refused changes nothing: \(error)")
      }
      if before.topic.decision != nil, !intent.isAlwaysAllowed {
        expect(!isMade, "\(intent) must not change a decided board")
      }
      expect(board.isChangedSinceDecision != true)

      // What a reader would calculate.
      let positions = Dictionary(grouping: board.positions, by: \.person)
      expect(positions.values.allSatisfy { $0.count == 1 })
      let possible = Set(board.choices)
      let asked = board.topic.rule?.asked ?? []
      let counting = board.positions.filter { position in
        (position.choice.map { possible.contains($0) } ?? true)
          && (asked.isEmpty || asked.contains(position.person))
      }
      expect(board.counted, equals: counting)
      expect(
        board.awaited, equals: asked.filter { name in !counting.contains { $0.person == name } })
      let tallies = board.counted.tallies(of: board.choices)
      for choice in board.choices {
        expect(
          tallies.first { $0.choice == choice }?.count ?? 0,
          equals: counting.count { $0.choice == choice })
      }
      if intent == .decide, isMade {
        let rule = before.topic.rule
        expect(before.counted.count >= rule?.needed ?? 0)
        expect(rule?.objectionsBlock != true || before.openObjections.isEmpty)
        expect(before.options.elements.count != 1)
      }

      // Identifiers.
      let numbers = board.options.elements.compactMap { Int($0.id) }
      let new = numbers.filter { $0 > greatest }
      expect(Set(numbers).count, equals: numbers.count)
      expect(
        Set(numbers).subtracting(before.options.elements.compactMap { Int($0.id) }),
        equals: Set(new))
      greatest = max(greatest, numbers.max() ?? 0)
      for list in board.lists {
        expect(Set(list.arguments.map(\.id)).count, equals: list.arguments.count)
        expect(list.arguments.allSatisfy { $0.column == list.column })
      }
    }
  }

  /// What can be undone, without dates and editors.
  private func content(_ board: Board) -> [String] {
    let lists = board.lists.map { list in
      "\(list.column): "
        + list.arguments.map { argument in
          let comments = argument.comments.map { "\($0.id) \($0.text)" }
          return "\(argument.id) \(argument.text) \(argument.supporters.sorted()) \(comments)"
        }.joined(separator: "; ")
    }
    return [board.topic.title] + lists
      + board.options.elements.map { "\($0.id) \($0.option.title)" }
      + board.todos.elements.map { "\($0.id) \($0.text) \($0.isDone) \($0.assignee ?? "")" }
      + board.positions.map { "\($0.person) \($0.name)" }.sorted()
      + board.openObjections.map { "\($0.id) \($0.text) \($0.answer?.text ?? "")" }
      + ["\(board.topic.rule?.asked ?? [])"]
  }

  @Test(arguments: 1...20) func `what one person does can be undone, change by change`(
    seed: UInt64
  ) async throws {
    let gateway = MemoryGateway(boards: [BuiltInTopic.board(at: start)])
    let topics = StoreTopics(gateway: gateway) { Timestamp(millisecondsSince1970: 100_000) }
    // Closing an objection ends it for good in the list of those that are open; the rest comes back.
    let undoable = Intent.allCases.filter { ![.decide, .reopen, .supersede].contains($0) }
    var dice = Dice(state: seed)
    var states = [content(try await gateway.board(of: "ai").value)]
    for step in 0..<60 {
      let intent = undoable[dice.throwing(UInt64(undoable.count))]
      if let state = try await state(after: intent, step, in: gateway, &dice) {
        states.append(state)
      }
    }
    for state in states.dropLast().reversed() {
      _ = try await topics.undo("ai", author: "ada")
      expect(content(try await gateway.board(of: "ai").value), equals: state)
    }
    await #expect(throws: UndoError.nothingToUndo) { try await topics.undo("ai", author: "ada") }
    for state in states.dropFirst() {
      _ = try await topics.redo("ai", author: "ada")
      expect(content(try await gateway.board(of: "ai").value), equals: state)
    }
    await #expect(throws: UndoError.nothingToRedo) { try await topics.redo("ai", author: "ada") }
    // Back and forth, and another way from there now and then.
    var place = states.count - 1
    for step in 60..<160 {
      let move = dice.throwing(5)
      if move < 2, place > 0 {
        place -= 1
        let undone = try await topics.undo("ai", author: "ada").value
        expect(undone.record.undoes == nil)
      } else if move < 4, place < states.count - 1 {
        place += 1
        _ = try await topics.redo("ai", author: "ada")
      } else {
        let intent = undoable[dice.throwing(UInt64(undoable.count))]
        let change = try await state(after: intent, step, in: gateway, &dice)
        if let change { states = states[...place] + [change] }
        place += change == nil ? 0 : 1
      }
      expect(content(try await gateway.board(of: "ai").value), equals: states[place])
    }
  }

  /// Returns the state after a change; nil if there was none.
  private func state(
    after intent: Intent, _ step: Int, in gateway: MemoryGateway, _ dice: inout Dice
  ) async throws -> [String]? {
    let state = dice
    for _ in 0..<10 { _ = dice.throwing(7) }
    let version = try? await gateway.update("ai") { board throws(BoardError) in
      var dice = state
      let before = board.records.count
      let now = Timestamp(millisecondsSince1970: Int64(2000 + step))
      try make(intent, in: &board, by: "ada", at: now, &dice)
      return board.records.count > before
    }
    return version?.value == true ? content(try await gateway.board(of: "ai").value) : nil
  }
}
