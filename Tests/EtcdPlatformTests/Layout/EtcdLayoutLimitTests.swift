import Expectations
import Testing

@testable import Domain
@testable import EtcdPlatform

/// Values at the limits of boards: etcd refuses requests of more than 1.5 MiB.
struct EtcdLayoutLimitTests {
  private let now = Timestamp(millisecondsSince1970: 1_800_000_000_123)
  private let most = 1 << 20

  /// A text of characters of four bytes, which differs from those with other numbers.
  private func text(_ characters: Int, _ number: Int = 0) -> String {
    let digits = String(number)
    return digits + String(repeating: "\u{1F63A}", count: characters - digits.count)
  }

  /// As long as a name can be, with as many characters to escape as there is room for.
  private func name(_ number: Int) -> String { text(Limits.authorCharacters.upperBound, number) }

  private func largestArgument() throws -> Argument {
    try Argument(
      id: "999999999999999", side: Column(.pro, of: "99999999"),
      text: text(Limits.textCharacters.upperBound), weight: 5, author: name(1), created: now,
      updated: now.after(now), updatedBy: name(2),
      supporters: (1...Limits.supporters).map(name),
      comments: (1...Limits.comments).map { number in
        try Comment(
          id: String(number), text: text(Limits.textCharacters.upperBound, number),
          author: name(number), created: now)
      })
  }

  @Test func `the largest argument fits, also into the record of its removal`() throws {
    let argument = try largestArgument()
    let list = BoardKey.ListName(board: "l0", side: .pro)
    var stored = EtcdTopic()
    stored.put(BoardKey.argument(argument.id, list).text, argument.value)
    expect(stored.read(as: "cats").faults.isEmpty && argument.value.count < most / 2)
    let record = HistoryRecord(
      .argumentRemoved(argument, at: 999), author: name(3), date: now, undoes: 1)
    let value = StoredRecord(record).value
    expect(value.count < most / 2)
    expect(try StoredRecord(value, of: "cats").record, equals: record)
  }

  @Test func `the largest topic fits`() throws {
    let rule = try DecisionRule(
      asked: (1...Limits.asked).map(name), quorum: .percent(100), deadline: now, autoClose: true,
      objectionsBlock: true, decidersResolve: true)
    let decision = try Decision(
      .option("99999999"), title: text(Limits.titleCharacters.upperBound),
      reason: text(Limits.reasonCharacters.upperBound), author: name(1), date: now,
      authority: .override, digest: "0123456789abcdef", successor: String(repeating: "t", count: 64)
    )
    let topic = Topic(
      id: "cats", title: text(Limits.titleCharacters.upperBound), created: now,
      updated: now.after(now), updatedBy: name(2), decision: decision, rule: rule,
      round: Limits.rounds)
    let options = try (1...Limits.options).map { number in
      OptionBoard(
        try Option(
          id: String(99_999_900 + number), title: text(Limits.titleCharacters.upperBound, number),
          text: text(Limits.optionTextCharacters.upperBound), author: name(3), created: now,
          updated: now.after(now), updatedBy: name(4)))
    }
    let objections = try (1...Limits.objections).reversed().map { number in
      try Objection(
        id: String(number), text: text(Limits.textCharacters.upperBound), author: name(5),
        created: now,
        answer: Objection.Remark(
          text(Limits.reasonCharacters.upperBound), author: name(6), date: now),
        closing: Objection.Closing(.withdrawn, by: name(7), date: now))
    }
    let todos = try (1...Limits.todos).reversed().map { number in
      try Todo(
        id: String(number + 9_000_000), text: text(Limits.textCharacters.upperBound, number),
        isDone: true, assignee: name(8), due: Day("2026-12-01"), author: name(9), created: now,
        updated: now.after(now), updatedBy: name(10))
    }
    let positions = try (1...Limits.positions).map { number in
      try Position(
        person: name(number), choice: .option("99999999"),
        sentence: text(Limits.textCharacters.upperBound), date: now)
    }
    let pros = try (1...Limits.argumentsPerSide).map { number in
      try Argument(
        id: String(999_999_999_990_000 + number), side: .pro, text: "Argument \(number)",
        author: name(11), created: now, updated: now)
    }
    let board = Board(
      topic,
      pros: ArgumentList(.pro, arguments: pros.reversed(), updated: now, updatedBy: name(12)),
      cons: ArgumentList(.con), positions: positions, options: CountedList(options),
      objections: CountedList(objections), todos: CountedList(todos))
    let changing = ChangingBoard(board)
    expect(changing.pairs.count, equals: 1 + 1000 + 1 + 20 + 100 + 500 + 1000)
    expect(changing.stored.read(as: "cats").board, equals: board)
    expect(changing.stored.read(as: "cats").faults.isEmpty)
    let largest = changing.pairs.max { $0.value.count < $1.value.count }
    expect(largest?.key, equals: "topic")
    expect(largest.map { $0.value.count < most / 3 }, equals: true)
    // A name of 100 characters has 391 bytes here, of which each becomes three.
    expect(changing.pairs.keys.allSatisfy { $0.utf8.count < 1300 })
    let record = StoredRecord(
      HistoryRecord(.ruleChanged(from: rule, to: rule), author: name(1), date: now))
    expect(record.value.count < most / 2)
  }

  @Test func `the largest post fits, also into the record of its change`() throws {
    let content = String(repeating: "\"\n", count: Limits.postContentBytes / 2 - 1) + "x"
    let post = Post(
      id: UUIDv7.make(at: now), topic: "cats", title: text(Limits.postTitleCharacters.upperBound),
      content: content, author: name(1), created: now, updated: now.after(now), updatedBy: name(2))
    expect(post.value.count < most / 4)
    expect(try Post(post.value, id: post.id, of: "cats"), equals: post)
    let record = HistoryRecord(.postEdited(from: post, to: post), author: name(1), date: now)
    expect(StoredRecord(record).value.count < most / 3)
    expect(try StoredRecord(StoredRecord(record).value, of: "cats").record, equals: record)
    expect(FeedRecord(record, of: "cats").value.count < 10_000)
    let entry = StoredTrashEntry(
      .post(post), Removal(by: name(3), at: now), data: String(repeating: "d", count: 64), bytes: 1)
    expect(entry.value.count < most / 4)
  }

  @Test func `what is beyond a limit is left out, and the rest is shown`() throws {
    var stored = EtcdTopic()
    stored.put("topic", Array(#"{"title":"Cats","board":"l0"}"#.utf8))
    let argument = Array(#"{"text":"Warm"}"#.utf8)
    for number in 1...Limits.argumentsPerSide + 1 {
      stored.put("boards/l0/pro/\(number)", argument)
    }
    for number in 1...Limits.options + 1 {
      stored.put("options/\(number)", Array(#"{"title":"\#(number)","board":"o\#(number)"}"#.utf8))
    }
    for number in 1...Limits.objections + 1 {
      stored.put("objections/\(number)", Array(#"{"text":"No","author":"ada"}"#.utf8))
    }
    for number in 1...Limits.todos + 1 { stored.put("todos/\(number)", argument) }
    for number in 1...Limits.positions + 1 {
      stored.put("positions/p\(number)", Array(#"{"person":"p\#(number)","choice":"yes"}"#.utf8))
    }
    let board = try require(stored.read(as: "cats").board)
    expect(board.pros.arguments.count == Limits.argumentsPerSide && board.pros.lastID == 1001)
    expect(board.options.elements.count == Limits.options && board.options.lastID == 21)
    expect(board.objections.elements.count == Limits.objections && board.objections.lastID == 101)
    expect(board.todos.elements.count == Limits.todos && board.todos.lastID == 501)
    expect(board.positions.count, equals: Limits.positions)
    expect(
      stored.read(as: "cats").faults.map { "\($0.key) \($0.reason)" },
      equals: [
        "boards/l0/pro/1001 is one too many: there can be 1000",
        "objections/101 is one too many: there can be 100",
        "options/21 is one too many: there can be 20",
        "positions/p999 is one too many: there can be 1000",
        "todos/501 is one too many: there can be 500",
      ])
    expect(stored.names?.options.count, equals: Limits.options)
  }
}
