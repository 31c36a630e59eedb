import BoxWire
import Domain
import DomainTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// Options, objections, comments and todos at services that keep them, and at others.
@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct OptionServiceTests {
  private func writes(_ stage: ServiceStage) -> [String] {
    stage.requests.filter { !$0.hasPrefix("GET") }
  }

  private func update<Answer: Sendable>(
    _ gateway: NetworkGateway,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws(BoardError) -> Answer {
    try await gateway.update("ai", change).value
  }

  @LoopActor
  @Test(arguments: [false, true])
  func `each change is one request, and is what another reader reads`(isWhole: Bool) async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":\#(isWhole)}"#)
    let gateway = try stage.gateway()
    let reader = try stage.gateway(copies: "others")
    for step in Step.allCases {
      let before = writes(stage).count
      var board = try await update(gateway) { board throws(BoardError) in
        try step.apply(to: &board)
        return board
      }
      _ = board.takeRecords()
      expect(Array(writes(stage).dropFirst(before)), equals: [step.request], "\(step)")
      expect(try await gateway.board(of: "ai").value, equals: board, "\(step)")
      let read = try await reader.board(of: "ai", again: true).value
      expect(read.options, equals: board.options, "\(step)")
      expect(read.objections, equals: board.objections, "\(step)")
      expect(read.todos, equals: board.todos, "\(step)")
      expect(read.topic, equals: board.topic, "\(step)")
      expect(read.positions, equals: board.positions, "\(step)")
      expect(read.pros.arguments, equals: board.pros.arguments, "\(step)")
      expect(read.cons.arguments, equals: board.cons.arguments, "\(step)")
    }
    await gateway.close()
    await reader.close()
  }

  @LoopActor
  @Test func `a removed option and a removed todo do not leave their identifiers to new ones`()
    async throws
  {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    for _ in 1...2 {
      _ = try await update(gateway) { board throws(BoardError) in
        let option = try board.addOption("Postgres", by: "ada", at: later)
        return try board.removeOption(option.id, by: "ada", at: later)
      }
      _ = try await update(gateway) { board throws(BoardError) in
        let todo = try board.addTodo("Migrate", by: "ada", at: later)
        return try board.removeTodo(todo.id, by: "ada", at: later)
      }
    }
    let board = try await gateway.board(of: "ai", again: true).value
    expect(board.options.lastID, equals: 2)
    expect(board.todos.lastID, equals: 2)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: BoardMember.allCases)
  func `a service that lacks a list is shown without it, and says what it does not keep`(
    member: BoardMember
  ) async throws {
    let stage = try await ServiceStage()
    let first = try stage.gateway(copies: "others")
    for step in Step.beforeDecision {
      try await update(first) { board throws(BoardError) in try step.apply(to: &board) }
    }
    await first.close()
    try await stage.control(
      member == .positions ? #"{"decisions":false}"# : #"{"lacks":["\#(member.rawValue)"]}"#)
    let gateway = try stage.gateway()
    let before = try await gateway.board(of: "ai").value
    expect(before.positions.isEmpty, equals: (member == .positions))
    expect(before.options.elements.isEmpty, equals: (member == .options))
    expect(before.objections.elements.isEmpty, equals: (member == .objections))
    expect(before.todos.elements.isEmpty, equals: (member == .todos))
    let count = writes(stage).count
    for change in Refused.allCases where change.member == member {
      await #expect(throws: BoardError.store(.unsupported(member.lack)), "\(change)") {
        try await update(gateway) { board throws(BoardError) in try change.apply(to: &board) }
      }
    }
    expect(writes(stage).count, equals: count)
    expect(try await gateway.board(of: "ai").value, equals: before)
    // What needs nothing of it is kept.
    _ = try await gateway.add("New")
    if member != .todos {
      _ = try await update(gateway) { board throws(BoardError) in
        try board.addTodo("Write to everybody", by: "ada", at: later)
      }
    }
    await gateway.close()
  }

  @LoopActor
  @Test func `a change that the service does not accept is taken back`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let before = try await gateway.board(of: "ai").value
    let followed = Followed(gateway)
    try await stage.control(
      #"{"fail":[{"method":"PUT","path":"/topics/ai","status":503,"times":1}]}"#)
    let reason = "news, topics/ai: 127.0.0.1: status 503"
    await #expect(throws: BoardError.store(.unavailable(reason: reason))) {
      try await update(gateway) { board throws(BoardError) in
        try board.convert(to: "Yes", by: "ada", at: later)
      }
    }
    let boards = try await followed.boards.wait(count: 2).map(\.value)
    expect(boards[0]?.options.elements.first?.pros.arguments.count, equals: 4)
    expect(boards[0]?.pros.arguments, equals: [])
    expect(boards[1], equals: before)
    expect(try await gateway.board(of: "ai").value, equals: before)
    _ = try await update(gateway) { board throws(BoardError) in
      try board.convert(to: "Yes", by: "ada", at: later)
    }
    expect(
      try await gateway.board(of: "ai", again: true).value.options["1"]?.cons.arguments.count,
      equals: 3)
    await gateway.close()
  }

  @LoopActor
  @Test func `what others have added in the meantime stays`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.board(of: "ai")
    for (list, other) in [
      ("todos", #"{"id":1,"text":"Theirs","author":"bob"}"#),
      ("objections", #"{"id":1,"text":"Theirs","author":"bob"}"#),
      ("options", #"{"id":1,"title":"Theirs","author":"bob","pros":[{"id":1,"text":"Old"}]}"#),
    ] {
      try await stage.control(
        #"{"merge":{"method":"PUT","path":"/topics/ai","topic":{"\#(list)":[\#(other)]}}}"#)
      let count = writes(stage).count
      _ = try await update(gateway) { board throws(BoardError) in
        switch list {
        case "todos": _ = try board.addTodo("Ours", by: "ada", at: later)
        case "objections": _ = try board.object("Ours", by: "ada", at: later)
        default: _ = try board.addOption("Ours", by: "ada", at: later)
        }
      }
      expect(writes(stage).count, equals: count + 2, "\(list)")
    }
    let board = try await gateway.board(of: "ai", again: true).value
    expect(board.todos.elements.map(\.text), equals: ["Theirs", "Ours"])
    expect(board.objections.elements.map(\.text), equals: ["Theirs", "Ours"])
    expect(board.options.elements.map(\.option.title), equals: ["Theirs", "Ours"])
    expect(board.options.elements.map(\.id), equals: ["1", "2"])
    expect(board.options["1"]?.pros.arguments.map(\.text), equals: ["Old"])
    await gateway.close()
  }

  @LoopActor
  @Test func `own changes of different options at the same time never conflict`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    for title in ["A", "B"] {
      _ = try await update(gateway) { board throws(BoardError) in
        try board.addOption(title, by: "ada", at: later)
      }
    }
    let count = writes(stage).count
    let tasks = (1...8).map { number in
      LoopActor.task {
        _ = try? await gateway.add(
          "\(number)", Column(.con, of: number.isMultiple(of: 2) ? "1" : "2"))
      }
    }
    for task in tasks { await task.value }
    expect(writes(stage).count, equals: count + 8)
    let board = try await gateway.board(of: "ai", again: true).value
    expect(board.options.elements.map(\.cons.arguments.count), equals: [4, 4])
    await gateway.close()
  }

  @LoopActor
  @Test func `the list of topics has the figures of all options, and their number`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let reader = try stage.gateway(copies: "others")
    _ = try await reader.topics()
    _ = try await reader.board(of: "ai")
    let board = try await update(gateway) { board throws(BoardError) in
      let option = try board.addOption("Postgres", by: "ada", at: later)
      let column = Column(.pro, of: option.id)
      _ = try board.add(column, text: "Known", weight: 5, author: "ada", at: later)
      return board
    }
    try await reader.refresh(reader.part(.topics))
    let overview = try require(try await reader.topics().value.first)
    expect(overview, equals: board.overview)
    expect((overview.options.count, overview.pros?.count, overview.pros?.weight) == (1, 5, 9))
    // What was read of the board is known to be older.
    expect(reader.isDue(.board("ai")))
    expect(try await reader.board(of: "ai").value.options, equals: board.options)
    // The stored list is read again, without the service.
    await reader.close()
    let count = stage.requests.count
    let stored = try stage.gateway(copies: "others")
    expect(try await stored.topics().value, equals: [overview])
    expect(try await stored.board(of: "ai").value.options, equals: board.options)
    expect(stage.requests.count, equals: count)
    await gateway.close()
    await stored.close()
  }

  @LoopActor
  @Test func `a topic is imported with everything, and what the service has cut is logged`()
    async throws
  {
    let stage = try await ServiceStage()
    let log = Journal<String>()
    let gateway = try stage.gateway(log: { log.note($0) })
    for step in Step.allCases where step != .removeOption {
      try await update(gateway) { board throws(BoardError) in try step.apply(to: &board) }
    }
    let draft = TopicDraft(try await gateway.content(of: "ai", upTo: 1 << 20))
    // After everything in the draft, whose dates stay.
    let topics = StoreTopics(gateway: gateway) {
      Timestamp(millisecondsSince1970: later.millisecondsSince1970 + 1000)
    }
    let copy = try await topics.importTopics([draft], author: "eve").value[0]
    expect(log.events, equals: [])
    let content = try await gateway.content(of: copy, upTo: 1 << 20)
    var expected = draft
    expected.id = copy
    expect(TopicDraft(content), equals: expected)
    try await stage.control(#"{"lacks":["options","objections","todos"]}"#)
    _ = try await topics.importTopics([TopicDraft(title: "Plain"), draft], author: "eve")
    expect(log.events, equals: [BoardMember.options, .objections, .todos].map(\.lack))
    await gateway.close()
  }

  @LoopActor
  @Test func `a topic is renamed without its options, which stay`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    for step in Step.beforeDecision {
      try await update(gateway) { board throws(BoardError) in try step.apply(to: &board) }
    }
    let before = try await gateway.board(of: "ai").value
    _ = try await gateway.update("ai", by: "ada") { topic throws(TopicError) in
      try topic.rename(to: "AI", by: "ada", at: later)
    }
    let after = try await gateway.board(of: "ai", again: true).value
    expect(after.options, equals: before.options)
    expect(after.objections, equals: before.objections)
    expect(after.todos, equals: before.todos)
    await gateway.close()
  }

  @LoopActor
  @Test func `a successor has the name that the service gives it`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"names":true}"#)
    let gateway = try stage.gateway()
    let successor = try await StoreTopics(gateway: gateway) { later }.create(
      title: "New", author: "ada"
    ).value
    try await update(gateway) { board throws(BoardError) in
      _ = try board.decide(.no, reason: "Late", by: "ada", at: later)
      try board.supersede(by: successor, author: "ada", at: later)
    }
    let read = try await gateway.board(of: "ai", again: true).value
    expect(read.topic.decision?.successor, equals: successor)
    expect(gateway.board("ai").content.topicDocument?.successor?.name, equals: "topic 2")
    await gateway.close()
  }
}

/// One change of each kind, in an order in which they can be made.
private enum Step: CaseIterable {
  case addOption, convert, changeOption, moveOption, addToOption, supportInOption, commentInOption
  case moveToOption, comment, removeComment, object, answer, resolve, withdraw, rule, position
  case addTodo, assignTodo, checkTodo, moveTodo, removeTodo, decide, supersede, commentAfter
  case removeOption

  static let beforeDecision: [Step] = allCases.filter {
    ![.decide, .supersede, .commentAfter, .removeOption].contains($0)
  }

  var request: String {
    switch self {
    case .comment, .removeComment, .commentAfter: "PUT /topics/ai/pros/5"
    default: "PUT /topics/ai"
    }
  }

  func apply(to board: inout Board) throws(BoardError) {
    let column = Column(.pro, of: "1")
    switch self {
    case .addOption:
      _ = try board.addOption("Postgres", text: "The usual one", by: "ada", at: later)
    case .convert:
      _ = try board.convert(to: "As it is", by: "ada", at: later)
      for text in ["Own", "Other"] { _ = try board.add(.pro, text: text, author: "ada", at: later) }
    case .changeOption: _ = try board.changeOption("1", title: "PostgreSQL", by: "bob", at: later)
    case .moveOption: _ = try board.moveOption("1", before: "2", by: "bob", at: later)
    case .addToOption:
      _ = try board.add(column, text: "Known", weight: 4, author: "ada", at: later)
    case .supportInOption: _ = try board.support(column, id: "1", by: "bob", at: later)
    case .commentInOption:
      _ = try board.comment(on: "1", column, text: "To you", author: "bob", at: later)
    case .moveToOption:
      _ = try board.move(.pro, id: "6", to: column, before: "1", by: "ada", at: later)
    case .comment, .commentAfter:
      _ = try board.comment(on: "5", .pro, text: "Indeed", author: "bob", at: later)
    case .removeComment: _ = try board.removeComment("1", on: "5", .pro, by: "bob", at: later)
    case .object:
      for text in ["Too late", "Too dear"] { _ = try board.object(text, by: "bob", at: later) }
    case .answer: _ = try board.answer("1", "There is time", by: "ada", at: later)
    case .resolve: _ = try board.resolve("1", by: "bob", isDecider: false, at: later)
    case .withdraw: _ = try board.withdrawObjection("2", by: "bob", at: later)
    case .rule:
      try board.setRule(
        DecisionRule(objectionsBlock: true, decidersResolve: true), by: "ada", at: later)
    case .position:
      _ = try board.takePosition(.option("1"), because: "Known", by: "ada", at: later)
    case .addTodo:
      for text in ["Migrate", "Write"] { _ = try board.addTodo(text, by: "ada", at: later) }
    case .assignTodo:
      _ = try board.changeTodo(
        "1", TodoChange(assignee: "bob", due: Day("2026-12-01")), by: "ada", at: later)
    case .checkTodo: _ = try board.changeTodo("2", TodoChange(isDone: true), by: "bob", at: later)
    case .moveTodo: _ = try board.moveTodo("2", before: "1", by: "bob", at: later)
    case .removeTodo: _ = try board.removeTodo("2", by: "bob", at: later)
    case .decide: _ = try board.decide(.option("1"), reason: "Known", by: "ada", at: later)
    case .supersede: try board.supersede(by: "news", author: "ada", at: later)
    case .removeOption:
      _ = try board.reopen(by: "ada", at: later)
      _ = try board.removeOption("2", by: "ada", at: later)
    }
  }
}

/// What a service without one of its lists does not keep.
private enum Refused: CaseIterable {
  case position, option, conversion, objection, comment, block, resolution, todo

  var member: BoardMember {
    switch self {
    case .position: .positions
    case .option, .conversion: .options
    case .objection, .comment, .block, .resolution: .objections
    case .todo: .todos
    }
  }

  func apply(to board: inout Board) throws(BoardError) {
    switch self {
    case .position: _ = try board.takePosition(nil, because: nil, by: "eve", at: later)
    case .option: _ = try board.addOption("MySQL", by: "eve", at: later)
    case .conversion: _ = try board.convert(to: "MySQL", by: "eve", at: later)
    case .objection: _ = try board.object("No", by: "eve", at: later)
    case .comment: _ = try board.comment(on: "5", .pro, text: "No", author: "eve", at: later)
    case .block: try board.setRule(DecisionRule(quorum: .people(2)), by: "eve", at: later)
    case .resolution:
      try board.setRule(DecisionRule(decidersResolve: true), by: "eve", at: later)
    case .todo: _ = try board.addTodo("Nothing", by: "eve", at: later)
    }
  }
}
