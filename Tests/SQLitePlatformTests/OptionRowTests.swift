import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import SQLitePlatform

/// Rows of options, objections, todos and comments that people write with `sqlite3`.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct OptionRowTests {
  /// In memory: a disk would take most of the time.
  private let directory = TemporaryDirectory(in: "/dev/shm")
  private let now = GatewayContract.later
  private var path: String { directory.file("topics.sqlite") }

  private func gateway() async throws -> SQLiteGateway {
    let gateway = SQLiteGateway(path: path) { [BuiltInTopic.board(at: GatewayContract.start)] }
    _ = try await gateway.topics()
    return gateway
  }

  private func execute(_ sql: String) throws {
    try Database(path).execute(sql)
  }

  @Test func `rows with nothing but the necessary are enough`() async throws {
    let gateway = try await gateway()
    try execute(
      """
      INSERT INTO topic_option (topic, number, title) VALUES ('ai', 2, 'Two'), ('ai', 1, 'One');
      INSERT INTO argument (topic, option, side, number, text) VALUES ('ai', 2, 'con', 4, 'Slow');
      INSERT INTO objection (topic, number, text) VALUES ('ai', 1, 'Too early');
      INSERT INTO todo (topic, number, text) VALUES ('ai', 5, 'Migrate');
      UPDATE argument SET comments = '[{"id":"1","text":"Is it?","author":"","created":1}]'
      WHERE option = 0 AND side = 'pro' AND number = 2
      """)
    let board = try await gateway.board(of: "ai").value
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
    expect(try await gateway.topics().value, equals: [board.overview])
    expect(board.options.elements.map(\.id), equals: ["1", "2"])
    expect(board.options.elements.map(\.option.author), equals: ["sqlite3", "sqlite3"])
    expect(board.options["2"]?.cons.arguments.map(\.id), equals: ["4"])
    expect(board.objections.elements.map(\.isOpen), equals: [true])
    expect(board.todos.elements.map(\.isDone), equals: [false])
    expect(board.pros.arguments[1].comments.map(\.text), equals: ["Is it?"])
    let (changed, ids) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      _ = try board.removeTodo("5", by: "ada", at: now)
      _ = try board.removeOption("2", by: "ada", at: now)
      return [
        try board.object("Too late", by: "ada", at: now).id,
        try board.add(Column(.con, of: "1"), text: "Old", author: "ada", at: now).id,
      ]
    }
    expect(ids, equals: ["2", "1"])
    expect(try await gateway.board(of: "ai").value, equals: changed)
    let next = try await gateway.update("ai") { [now] board throws(BoardError) in
      [
        try board.addTodo("New", by: "ada", at: now).id,
        try board.addOption("New", by: "ada", at: now).id,
      ]
    }.value
    expect(next, equals: ["6", "3"])
  }

  @Test func `places decide about the order, then numbers; what has none comes last`() async throws
  {
    let gateway = try await gateway()
    try execute(
      """
      INSERT INTO todo (topic, number, place, text) VALUES ('ai', 1, 8, 'A'), ('ai', 2, NULL, 'B'),
        ('ai', 3, 5, 'C'), ('ai', 4, 8, 'D')
      """)
    let order = { try await gateway.board(of: "ai").value.todos.elements.map(\.id) }
    expect(try await order(), equals: ["3", "1", "4", "2"])
    let (board, _) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      try board.addTodo("E", by: "ada", at: now)
    }
    expect(board.todos.elements.map(\.id), equals: ["3", "1", "4", "2", "5"])
    expect(try await order(), equals: ["3", "1", "4", "2", "5"])
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
  }

  @Test(arguments: [
    (
      "INSERT INTO argument (topic, option, side, number, text) VALUES ('ai', 7, 'pro', 1, 'A')",
      "table argument: the row with topic 'ai', side 'pro', number 1, option 7 is left out: option"
        + " does not exist"
    ),
    (
      "INSERT INTO side (topic, option, side) VALUES ('ai', 7, 'con')",
      "table side: the row with topic 'ai', side 'con', option 7 is left out: option does not exist"
    ),
    (
      "INSERT INTO argument (topic, side, number, text) VALUES ('ai', 'pro', 9, '')",
      "table argument: the row with topic 'ai', side 'pro', number 9 is left out: text is empty"
    ),
    (
      "INSERT INTO topic_option (topic, number, title) VALUES ('ai', 2, 'OURS')",
      "table topic_option: the row with topic 'ai', number 2 is left out: title is that of another"
        + " option"
    ),
    (
      "INSERT INTO topic_option (topic, number, title) VALUES ('ai', 2, 'A' || char(7))",
      "table topic_option: the row with topic 'ai', number 2 is left out: title contains a control"
        + " character"
    ),
    (
      "INSERT INTO topic_option (topic, number, title) VALUES ('none', 2, 'A')",
      "table topic_option: the row with topic 'none', number 2 is left out: topic does not exist"
    ),
    (
      "INSERT INTO todo (topic, number, text, due) VALUES ('ai', 2, 'A', 'tomorrow')",
      "table todo: the row with topic 'ai', number 2 is left out: due is not a day such as"
        + " '2026-12-01'"
    ),
    (
      "INSERT INTO objection (topic, number, text, closing) VALUES ('ai', 2, 'A', 'lost')",
      "table objection: the row with topic 'ai', number 2 is left out: closing is neither"
        + " 'withdrawn' nor 'resolved'"
    ),
    (
      "INSERT INTO objection (topic, number, text, answer) VALUES ('ai', 2, 'A', 'B')",
      "table objection: the row with topic 'ai', number 2 is left out: answered_by is NULL"
    ),
    (
      "UPDATE argument SET comments = '[{\"id\":\"1\"}]' WHERE side = 'con' AND number = 3",
      "table argument: the row with topic 'ai', side 'con', number 3 is left out: comments is not a"
        + " list of comments"
    ),
    (
      "UPDATE argument SET comments = '[[[' WHERE side = 'con' AND number = 3",
      "table argument: the row with topic 'ai', side 'con', number 3 is left out: comments is not a"
        + " list of comments"
    ),
  ])
  func `a row that breaks a rule is left out and reported`(sql: String, words: String) async throws
  {
    let gateway = try await gateway()
    let (before, _) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      _ = try board.addOption("Ours", by: "ada", at: now)
      _ = try board.add(Column(.pro, of: "1"), text: "Known", author: "ada", at: now)
    }
    try execute(sql)
    let found = try await UnguardedDatabase.content(of: gateway)
    expect(found.topics[0].options.count, equals: 1)
    expect(found.boards["ai"]?.options.elements, equals: before.options.elements)
    expect(await UnguardedDatabase.faults(of: gateway), equals: ["\(path), \(words)"])
    let (changed, option) = try await GatewayContract.update("ai", in: gateway) {
      [now] board throws(BoardError) in
      _ = try board.addTodo("New", by: "ada", at: now)
      _ = try board.object("New", by: "ada", at: now)
      _ = try board.add(.pro, text: "New", author: "ada", at: now)
      return try board.addOption("New", by: "ada", at: now)
    }
    expect(try await gateway.board(of: "ai").value, equals: changed)
    // Nothing gets the number of what is left out.
    expect(sql.contains("'ai', 7,"), equals: (option.id == "8"))
    expect(await UnguardedDatabase.faults(of: gateway), equals: ["\(path), \(words)"])
  }

  @Test func `the arguments of an option that is left out are not reported one by one`()
    async throws
  {
    let gateway = try await gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      _ = try board.addOption("Ours", by: "ada", at: now)
      for text in ["A", "B"] {
        _ = try board.add(Column(.pro, of: "1"), text: text, author: "ada", at: now)
      }
    }
    let before = try await gateway.board(of: "ai").value
    try execute("UPDATE topic_option SET title = ''")
    let found = try await UnguardedDatabase.content(of: gateway)
    expect(found.topics[0].options.isEmpty)
    expect(await UnguardedDatabase.faults(of: gateway).count, equals: 1)
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "New", author: "ada", at: now)
    }
    try execute("UPDATE topic_option SET title = 'Ours'")
    expect(try await gateway.board(of: "ai").value.options, equals: before.options)
    expect(await UnguardedDatabase.faults(of: gateway), equals: [])
  }

  @Test func `of changes at the same time, that of the first board counts in the figures`()
    async throws
  {
    let gateway = try await gateway()
    for (index, order) in [["1", "2"], ["2", "1"]].enumerated() {
      _ = try await gateway.update("ai") { [now] board throws(BoardError) in
        if index == 0 {
          _ = try board.addOption("One", by: "ada", at: now)
          _ = try board.addOption("Two", by: "bob", at: now)
          _ = try board.add(Column(.pro, of: "1"), text: "A", author: "ada", at: now)
          _ = try board.add(Column(.pro, of: "2"), text: "B", author: "bob", at: now)
        } else {
          _ = try board.moveOption("2", before: "1", by: "cy", at: now)
        }
      }
      let board = try await gateway.board(of: "ai").value
      expect(board.options.elements.map(\.id), equals: order)
      expect(try await gateway.topics().value, equals: [board.overview])
      expect(board.overview.pros?.updatedBy, equals: (index == 0 ? "ada" : "bob"))
    }
  }

  @Test func `a rename reports the figures of options`() async throws {
    let gateway = try await gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      _ = try board.addOption("One", by: "ada", at: now)
      _ = try board.add(Column(.pro, of: "1"), text: "A", author: "ada", at: now)
    }
    var reports = StoreReports(gateway)
    _ = try await gateway.update("ai", by: "ada") { [now] topic throws(TopicError) in
      try topic.rename(to: "Renamed", by: "ada", at: now)
    }
    let board = try await gateway.board(of: "ai").value
    expect(try await reports.nextChange(), equals: .overview(board.overview))
  }

  @Test func `a removal changes no other row of a list`() async throws {
    let gateway = try await gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      for number in 1...5 { _ = try board.addTodo("\(number)", by: "ada", at: now) }
    }
    try execute(
      """
      CREATE TABLE written (what TEXT);
      CREATE TRIGGER u AFTER UPDATE ON todo BEGIN INSERT INTO written VALUES (new.number); END
      """)
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.removeTodo("1", by: "ada", at: now)
    }
    let count = try Database(path).first("SELECT count(*) FROM written") { row in
      try row.number(0, in: 0...9)
    }
    expect(count, equals: 0)
  }

  // MARK: Changes as JSON

  @Test func `an event is written as SQLite itself writes it`() async throws {
    let gateway = try await gateway()
    _ = try await gateway.update("ai") { [now] board throws(BoardError) in
      try board.add(.pro, text: "\"A\"\\ 'b' / 你好", author: "ada", at: now)
    }
    _ = try await StorePosts(gateway: gateway) { [now] in now }.write(
      in: "ai", title: "A", content: "A\n\tb \"C\"", author: "ada")
    let database = try Database(path)
    let different = try database.first(
      "SELECT count(*) FROM history WHERE json(event) <> event"
    ) { row in try row.number(0, in: 0...9) }
    expect(different, equals: 0)
    let event = try database.first("SELECT event FROM history WHERE number = 1") { row in
      try row.text(0, bytes: 1...1000)
    }
    expect(
      event,
      equals: """
        {"kind":"added","argument":{"id":"5","side":"pro","text":"\\"A\\"\\\\ 'b' / 你好","weight":1,\
        "author":"ada","created":2000,"updated":2000,"updatedBy":"ada","supporters":null},"index":4}
        """)
    for scalar in (0...0x7f).compactMap({ Unicode.Scalar($0) }) where scalar.value > 0 {
      let text = String(Character(scalar))
      let written = try database.first("SELECT json_array(?)", text) { row in
        try row.text(0, bytes: 1...100)
      }
      expect(written, equals: JSONValue.array([.text(text)]).text)
    }
  }

  /// Changes that nobody can have made.
  @Test(arguments: [
    #"{"kind":"optionRemoved","option":{"id":"1","title":"A","author":"","created":0,"updated":0},"index":0}"#,
    #"{"kind":"optionAdded","option":{"id":"01","title":"A","author":"","created":0,"updated":0},"index":0}"#,
    #"{"kind":"optionAdded","option":{"id":"1","title":"","author":"","created":0,"updated":0},"index":0}"#,
    #"{"kind":"todoAdded","todo":{"id":"1","text":"A","done":0,"due":"soon","author":"","created":0,"updated":0},"index":0}"#,
    #"{"kind":"objectionChanged","oldObjection":{"id":"1"},"objection":{"id":"1","text":"A","author":"ada","created":0}}"#,
    #"{"kind":"removed","argument":{"id":"9","side":"pro","option":"none","text":"A","weight":1,"author":"","created":0,"updated":0},"index":0}"#,
    #"{"kind":"removed","argument":{"id":"9","side":"pro","text":"A","weight":1,"author":"","created":0,"updated":0,"comments":[9]},"index":0}"#,
  ])
  func `an impossible change is left out of the history`(event: String) async throws {
    let gateway = try await gateway()
    try execute("INSERT INTO history VALUES ('ai', 5, 0, 'bob', '\(event)', NULL)")
    expect(try await gateway.history(of: "ai", before: nil, limit: 1), equals: [])
    let faults = await UnguardedDatabase.faults(of: gateway)
    expect(faults.count, equals: 1)
    expect(faults.first?.contains("number 5 is left out: event"), equals: true, "\(faults)")
  }
}
