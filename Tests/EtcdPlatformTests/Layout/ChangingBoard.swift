import SystemTestSupport

@testable import Domain
@testable import EtcdPlatform

/// A board that people change at random, with its keys as differences leave them.
struct ChangingBoard {
  private(set) var board: Board
  private(set) var names: BoardNames
  /// The keys after all differences.
  private(set) var pairs: [String: [UInt8]] = [:]
  /// What a reader of the keys has.
  private(set) var stored = EtcdTopic()
  private(set) var history: [HistoryEntry] = []
  private var lists = 0
  private var now = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  static let topic: Topic.ID = "cats"

  init(_ board: Board? = nil) {
    self.board =
      board ?? Board(Topic(id: Self.topic, title: "Cats", created: now, updated: now))
    names = BoardNames(own: "")
    var lists = -1
    let first = BoardDifference(from: nil, to: self.board) {
      lists += 1
      return "l\(lists)"
    }
    self.lists = lists
    _ = adopt(first)
  }

  /// Makes a change, and returns what it writes and deletes; nil if it is refused.
  ///
  /// - Parameter keepsLists: whether the lists of a removed option stay, for its record.
  mutating func change(
    keepsLists: Bool = false, _ make: (inout Board, Timestamp) throws -> Void
  ) -> BoardDifference? {
    now = now.after(now)
    var new = board
    guard (try? make(&new, now)) != nil else { return nil }
    for record in new.takeRecords() {
      history.append(HistoryEntry(id: history.count + 1, topic: board.id, record: record))
    }
    var lists = lists
    let difference = BoardDifference(from: (board, names), to: new) {
      lists += 1
      return "l\(lists)"
    }
    self.lists = lists
    board = new
    return adopt(difference, keepsLists: keepsLists)
  }

  private mutating func adopt(
    _ difference: BoardDifference, keepsLists: Bool = false
  ) -> BoardDifference {
    names = difference.names
    for (key, value) in difference.puts {
      pairs[key] = value
      stored.put(key, value)
    }
    for key in difference.deletes { remove(key) }
    let lists = keepsLists ? [] : difference.removedLists.values.map { BoardKey.lists($0) }
    for prefix in difference.deletedPrefixes + lists {
      for key in pairs.keys where key.hasPrefix(prefix) { remove(key) }
    }
    return difference
  }

  private mutating func remove(_ key: String) {
    pairs[key] = nil
    stored.remove(key)
  }

  /// The keys of the board as if it was written for the first time, with the names that it has.
  var fromScratch: [String: [UInt8]] {
    var rest = ([names.own] + board.options.elements.compactMap { names.options[$0.id] })[...]
    let difference = BoardDifference(from: nil, to: board) { rest.popFirst() ?? "" }
    return Dictionary(uniqueKeysWithValues: difference.puts.map { ($0.key, $0.value) })
  }
}

extension ChangingBoard {
  /// Makes a random change, which may be refused.
  mutating func step(_ random: inout SeededGenerator) -> BoardDifference? {
    let entry = history.suffix(6).randomElement(using: &random)
    let history = history
    return change { board, now in
      guard Int.random(in: 0...7, using: &random) == 0, let entry else {
        return try Self.change(&board, now, &random)
      }
      let undone = entry.record.undoes.map { history[$0 - 1].record.event }
      try board.undo(entry, whichUndid: undone, by: "ada", at: now)
    }
  }

  private static let words = [
    "a", "\"", "\\", " ", "é", "e\u{301}", "日本", "👩‍🚀", "/", "%", "x", "<!--", "\u{200F}",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in
      words.randomElement(using: &random) ?? ""
    }.joined()
  }

  private static func change(
    _ board: inout Board, _ now: Timestamp, _ random: inout SeededGenerator
  ) throws {
    let person = ["ada", "bób", "c/y %", "日本"].randomElement(using: &random) ?? ""
    let text = text(&random)
    let isEven = Bool.random(using: &random)
    let option = board.options.elements.randomElement(using: &random)?.id
    let next = board.options.elements.randomElement(using: &random)?.id
    let todo = board.todos.elements.randomElement(using: &random)?.id ?? "1"
    let objection = board.objections.elements.randomElement(using: &random)
    let column = column(of: board, &random)
    let argument = board[column]?.arguments.randomElement(using: &random)
    let id = argument?.id ?? "1"
    switch Int.random(in: 0...26, using: &random) {
    case 0...4:
      let weight = Int.random(in: Limits.weight, using: &random)
      _ = try board.add(column, text: text, weight: weight, author: person, at: now)
    case 5: _ = try board.change(column, id: id, text: text, weight: 3, by: person, at: now)
    case 6, 7:
      let other = Self.column(of: board, &random)
      let before = board[other]?.arguments.randomElement(using: &random)?.id
      _ = try board.move(column, id: id, to: other, before: before, by: person, at: now)
    case 8: _ = try board.remove(column, id: id, by: person, at: now)
    case 9, 10: _ = try board.support(column, id: id, isEven, by: person, at: now)
    case 11, 12: _ = try board.comment(on: id, column, text: text, author: person, at: now)
    case 13:
      let comment = argument?.comments.randomElement(using: &random)?.id ?? "1"
      _ = try board.removeComment(comment, on: id, column, by: person, at: now)
    case 14: _ = try board.addOption(text, text: isEven ? text : nil, by: person, at: now)
    case 15: _ = try board.convert(to: text, by: person, at: now)
    case 16:
      _ = try board.changeOption(
        option ?? "1", title: text, text: isEven ? "" : nil, by: person, at: now)
    case 17: _ = try board.moveOption(option ?? "1", before: next, by: person, at: now)
    case 18: _ = try board.removeOption(option ?? "1", by: person, at: now)
    case 19:
      guard let objection, isEven else {
        _ = try board.object(text, by: person, at: now)
        return
      }
      _ =
        objection.answer == nil
        ? try board.answer(objection.id, text, by: person, at: now)
        : try board.resolve(objection.id, by: objection.author, isDecider: false, at: now)
    case 20:
      _ = try board.addTodo(
        text, assignee: isEven ? person : nil, due: isEven ? nil : Day("2026-12-01"), by: person,
        at: now)
    case 21:
      _ = try board.changeTodo(
        todo, TodoChange(text: text, isDone: isEven, due: Day("2027-01-01")), by: person, at: now)
    case 22:
      let before = board.todos.elements.randomElement(using: &random)?.id
      _ =
        isEven
        ? try board.removeTodo(todo, by: person, at: now)
        : try board.moveTodo(todo, before: before, by: person, at: now)
    case 23:
      _ = try board.takePosition(
        board.choices.randomElement(using: &random), because: isEven ? text : nil, by: person,
        at: now)
    case 24: _ = try board.withdrawPosition(of: person, at: now)
    case 25:
      let rule = try DecisionRule(
        asked: isEven ? ["ada", "日本"] : [], quorum: isEven ? .percent(60) : .people(2),
        deadline: Timestamp(millisecondsSince1970: 1_800_000_000_000), autoClose: isEven,
        objectionsBlock: isEven, decidersResolve: !isEven)
      try board.setRule(rule, by: person, at: now)
    default: try decide(&board, now, text, isEven, &random)
    }
  }

  private static func decide(
    _ board: inout Board, _ now: Timestamp, _ text: String, _ isEven: Bool,
    _ random: inout SeededGenerator
  ) throws {
    if board.topic.decision == nil {
      let outcome = isEven ? board.choices.randomElement(using: &random) : nil
      _ = try board.decide(outcome, reason: text, isOverride: true, by: "ada", at: now)
    } else if isEven {
      try board.supersede(by: "dogs", author: "ada", at: now)
    } else {
      _ = try board.reopen(by: "ada", at: now)
    }
  }

  private static func column(of board: Board, _ random: inout SeededGenerator) -> Column {
    let option = board.options.elements.randomElement(using: &random)?.id
    return Column(
      Bool.random(using: &random) ? .pro : .con, of: Bool.random(using: &random) ? option : nil)
  }
}
