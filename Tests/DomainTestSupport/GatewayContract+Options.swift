internal import Domain

extension GatewayContract {
  private static let cloud = Column(.con, of: "1")

  /// Gives a topic two options with arguments.
  @discardableResult
  private static func addOptions(to gateway: Gateway) async throws -> Board {
    try await update(topic, in: gateway) { board throws(BoardError) in
      _ = try board.addOption("Postgres", text: "What we know", by: "ada", at: later)
      _ = try board.addOption("SQLite: <!-- 你好 -->", by: "a b--c>", at: later)
      _ = try board.add(
        Column(.pro, of: "1"), text: "Known", weight: 3, author: "ada", at: later)
      _ = try board.add(cloud, text: "One more service", author: "bob", at: later)
      _ = try board.add(Column(.pro, of: "2"), text: "Known", author: "ada", at: later)
    }.board
  }

  /// Expects that the store has a board as it was reported, also in the list of topics.
  private static func expect(_ board: Board, in gateway: Gateway) async throws {
    try expect(try await gateway.board(of: board.id).value, is: board)
    try expect(try await gateway.topics().value.first { $0.id == board.id }, is: board.overview)
  }

  static let options = [
    GatewayContract("options are kept in order, each with its own board, and counted") {
      gateway in
      let board = try await addOptions(to: gateway)
      try expect(
        board.options.elements.map(\.option.title), is: ["Postgres", "SQLite: <!-- 你好 -->"])
      try expect(board.overview.options.count, is: 2)
      try expect(board.overview.pros.map { [$0.count, $0.weight] }, is: [6, 8])
      try expect(board.overview.cons?.count, is: 4)
      try await expect(board, in: gateway)
      let (moved, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.addOption("Files", by: "cy", at: later)
        return try board.moveOption("3", before: "1", by: "cy", at: later)
      }
      try expect(moved.options.elements.map(\.id), is: ["3", "1", "2"])
      try await expect(moved, in: gateway)
      let (added, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.addOption("Paper", by: "cy", at: later)
      }
      try expect(added.options.elements.map(\.id), is: ["3", "1", "2", "4"])
      try await expect(added, in: gateway)
      let (back, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.moveOption("3", before: "4", by: "cy", at: later)
      }
      try expect(back.options.elements.map(\.id), is: ["1", "2", "3", "4"])
      try await expect(back, in: gateway)
    },
    GatewayContract("an option is changed, and refused if there is one with its title") { gateway in
      try await addOptions(to: gateway)
      let (changed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.changeOption("1", title: "PostgreSQL", text: "", by: "bob", at: later)
      }
      try expect(changed.options.elements[0].option.text, is: nil)
      try await expect(changed, in: gateway)
      try await expect(BoardError.duplicate(text: "postgresql")) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.addOption("postgresql", by: "cy", at: later)
        }
      }
      try await expect(BoardError.noOption(id: "3")) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.add(Column(.pro, of: "3"), text: "None", author: "cy", at: later)
        }
      }
      try await expect(changed, in: gateway)
    },
    GatewayContract("identifiers of options and of their arguments are not reused") { gateway in
      try await addOptions(to: gateway)
      let (removed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.remove(cloud, id: "1", by: "ada", at: later)
        return try board.removeOption("2", by: "ada", at: later)
      }
      try expect(removed.overview.options.count, is: 1)
      try await expect(removed, in: gateway)
      let (added, ids) = try await update(topic, in: gateway) { board throws(BoardError) in
        [
          try board.add(cloud, text: "New", author: "ada", at: later).id,
          try board.addOption("SQLite", by: "ada", at: later).id,
        ]
      }
      try expect(ids, is: ["2", "3"])
      try expect(added.options.elements.last?.isEmpty, is: true)
      try await expect(added, in: gateway)
      for id in ["1", "3"] {
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.removeOption(id, by: "ada", at: later)
        }
      }
      let id = try await gateway.update(topic) { board throws(BoardError) in
        try board.addOption("Postgres", by: "ada", at: later).id
      }.value
      try expect(id, is: "4")
    },
    GatewayContract("an argument is moved between options with all that it has") { gateway in
      try await addOptions(to: gateway)
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.support(cloud, id: "1", by: "dee", at: later)
        _ = try board.comment(on: "1", cloud, text: "Is it?", author: "dee", at: later)
      }
      for target in [Column(.pro, of: "2"), .con, cloud] {
        let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
          let list = board.lists.first { $0.arguments.contains { $0.text == "One more service" } }
          guard let list, let argument = list.arguments.first(where: { !$0.comments.isEmpty })
          else { throw .notFound(id: "") }
          return try board.move(
            list.column, id: argument.id, to: target, before: nil, by: "ada", at: later)
        }
        let moved = board[target]?.arguments.last
        try expect(moved?.text, is: "One more service")
        try expect(moved?.supporters, is: ["dee"])
        try expect(moved?.comments.map(\.text), is: ["Is it?"])
        try await expect(board, in: gateway)
      }
    },
    GatewayContract("the topic's own board becomes that of an option, in front of the others") {
      gateway in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.move(.pro, id: "4", to: .pro, before: "1", by: "ada", at: later)
        _ = try board.addOption("Wait", by: "ada", at: later)
        _ = try board.comment(on: "1", .con, text: "How high?", author: "bob", at: later)
      }
      let before = try await gateway.board(of: topic).value
      let (board, option) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.convert(to: "Use it", text: "Now", by: "ada", at: later)
      }
      try expect(board.options.elements.map(\.id), is: ["2", "1"])
      try expect(board.pros.arguments.isEmpty && board.cons.arguments.isEmpty, is: true)
      try expect(board.options[option.id]?.pros.arguments.map(\.id), is: ["4", "1", "2", "3"])
      try expect(
        board.options[option.id]?.cons.arguments.map(\.text), is: before.cons.arguments.map(\.text))
      try await expect(board, in: gateway)
      let added = try await gateway.update(topic) { board throws(BoardError) in
        [
          try board.add(.pro, text: "New", author: "ada", at: later).id,
          try board.add(Column(.pro, of: option.id), text: "New", author: "ada", at: later).id,
        ]
      }.value
      try expect(added, is: ["5", "5"])
    },
    GatewayContract("people are for options, and one of them is decided on") { gateway in
      try await addOptions(to: gateway)
      try await expect(BoardError.hasOptions) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.takePosition(.yes, because: nil, by: "ada", at: later)
        }
      }
      let (board, decision) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.takePosition(.option("2"), because: "Small", by: "ada", at: later)
        _ = try board.takePosition(.option("1"), because: nil, by: "bob", at: later)
        return try board.decide(.option("2"), reason: "Less to run", by: "ada", at: later)
      }
      try expect(board.positions.map(\.choice), is: [.option("2"), .option("1")])
      try expect(decision.title, is: "SQLite: <!-- 你好 -->")
      try expect(board.isChangedSinceDecision, is: false)
      try await expect(board, in: gateway)
    },
    GatewayContract("a decided topic is replaced by another one, and no longer") { gateway in
      let (decided, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.decide(.yes, reason: "Now", by: "ada", at: later)
        try board.supersede(by: "other", author: "bob", at: later)
      }
      try expect(decided.topic.decision?.successor, is: "other")
      try await expect(decided, in: gateway)
      let (alone, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.supersede(by: nil, author: "bob", at: later)
      }
      try expect(alone.topic.decision?.successor, is: nil)
      try await expect(alone, in: gateway)
    },
  ]

  static let remarks = [
    GatewayContract("an objection is answered and resolved, or withdrawn") { gateway in
      let (raised, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.setRule(
          DecisionRule(objectionsBlock: true, decidersResolve: true), by: "ada", at: later)
        for text in ["Too early: <!-- x --> 你好", "Too late", "Never"] {
          _ = try board.object(text, by: "a b--c>", at: later)
        }
      }
      try expect(raised.objections.elements.map(\.id), is: ["1", "2", "3"])
      try await expect(raised, in: gateway)
      try await expect(BoardError.objections(raised.openObjections)) {
        () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.decide(.yes, reason: "Now", by: "ada", at: later)
        }
      }
      let (closed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.answer("1", "In May - (not before)", by: "bob", at: later)
        _ = try board.resolve("1", by: "cy", isDecider: true, at: later)
        _ = try board.withdrawObjection("2", by: "a b--c>", at: later)
        _ = try board.answer("3", "Why?", by: "bob", at: later)
      }
      try expect(closed.openObjections.map(\.id), is: ["3"])
      try expect(
        closed.objections.elements.map(\.closing?.kind), is: [.resolved, .withdrawn, nil])
      try await expect(closed, in: gateway)
    },
    GatewayContract("what waits for people is known, until it is done") { gateway in
      try expect(try await gateway.pending().value, is: [])
      let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.setRule(
          DecisionRule(asked: ["ada", "bob"], decidersResolve: true), by: "ada", at: later)
        _ = try board.takePosition(.yes, because: nil, by: "ada", at: later)
        for person in ["cy", "di"] { _ = try board.object("Too early", by: person, at: later) }
        _ = try board.answer("1", "Why?", by: "bob", at: later)
        for person in ["eve", nil] {
          _ = try board.addTodo("Announce it", assignee: person, by: "ada", at: later)
        }
      }
      try expect(try await gateway.pending().value, is: [board.pending])
      let objection = Pending.Matter.objection(board.objections.elements[0])
      try expect(
        board.pending.matters,
        is: [
          .person("bob"): [.position], .person("cy"): [objection], .deciders: [objection],
          .person("eve"): [.todo(board.todos.elements[0])],
        ])
      let (decided, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.decide(.yes, reason: "Now", by: "ada", at: later)
      }
      try expect(try await gateway.pending().value, is: [decided.pending])
      try expect(Array(decided.pending.matters.keys), is: [.person("eve")])
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.changeTodo("1", TodoChange(isDone: true), by: "eve", at: later)
      }
      try expect(try await gateway.pending().value, is: [])
    },
    GatewayContract("of decisions for several options at once, one is made, and votes end with it")
    {
      gateway in
      let titles = ["Postgres", "SQLite", "Files"]
      _ = try await gateway.update(topic) { board throws(BoardError) in
        for title in titles { _ = try board.addOption(title, by: "ada", at: later) }
      }
      let outcomes = await withTaskGroup(
        of: (decided: String?, voted: String?, fault: String?).self
      ) { group in
        for number in 0..<30 {
          let id = String(number % titles.count + 1)
          group.addTask { @concurrent in
            do throws(BoardError) {
              guard number >= 10, number < 20 else {
                _ = try await gateway.update(topic) { board throws(BoardError) in
                  try board.takePosition(.option(id), because: nil, by: "\(number)", at: later)
                }
                return (nil, "\(number)", nil)
              }
              _ = try await gateway.update(topic) { board throws(BoardError) in
                try board.decide(.option(id), reason: "\(number)", by: "ada", at: later)
              }
              return (id, nil, nil)
            } catch {
              if case .decided = error { return (nil, nil, nil) }
              return (nil, nil, "\(number): \(error)")
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let board = try await gateway.board(of: topic).value
      try expect(outcomes.compactMap(\.fault), is: [])
      try expect(
        outcomes.compactMap(\.decided).map { .option($0) }, is: [board.topic.decision?.outcome])
      try expect(Set(board.positions.map(\.person)), is: Set(outcomes.compactMap(\.voted)))
      try await expect(board, in: gateway)
    },
    GatewayContract("an argument keeps its comments, also when it is decided") { gateway in
      let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        for text in ["Is it? \"Yes\" \\ <!-- x -->", "你好", "Last"] {
          _ = try board.comment(on: "2", .pro, text: text, author: "a b--c>", at: later)
        }
      }
      try expect(board.pros.arguments[1].comments.map(\.id), is: ["1", "2", "3"])
      try await expect(board, in: gateway)
      let (changed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.removeComment("1", on: "2", .pro, by: "ada", at: later)
        _ = try board.change(.pro, id: "2", text: "Other", by: "ada", at: later)
        _ = try board.decide(.yes, reason: "Now", by: "ada", at: later)
        return try board.comment(on: "2", .pro, text: "So be it", author: "bob", at: later)
      }
      try expect(changed.pros.arguments[1].comments.map(\.id), is: ["2", "3", "4"])
      try await expect(changed, in: gateway)
      let (alone, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        for id in ["2", "3", "4"] {
          _ = try board.removeComment(id, on: "2", .pro, by: "ada", at: later)
        }
      }
      try expect(alone.pros.arguments[1].comments, is: [])
      try await expect(alone, in: gateway)
    },
    GatewayContract("todos are kept in order, and their identifiers are not reused") { gateway in
      let (added, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.addTodo(
          "Migrate: <!-- x --> 你好", assignee: "a b--c>", due: Day("2026-12-01"), by: "ada",
          at: later)
        _ = try board.addTodo("Inform everyone", by: "bob", at: later)
        _ = try board.addTodo("Celebrate", assignee: "ada", by: "bob", at: later)
      }
      try expect(added.todos.elements[0].due?.text, is: "2026-12-01")
      try await expect(added, in: gateway)
      let (changed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.moveTodo("3", before: "1", by: "cy", at: later)
        _ = try board.changeTodo(
          "1", TodoChange(isDone: true, due: .some(nil)), by: "cy", at: later)
        _ = try board.changeTodo("3", TodoChange(assignee: .some(nil)), by: "cy", at: later)
      }
      try expect(changed.todos.elements.map(\.id), is: ["3", "1", "2"])
      try expect(changed.todos.elements.map(\.isDone), is: [false, true, false])
      try await expect(changed, in: gateway)
      let (rest, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.removeTodo("3", by: "ada", at: later)
        _ = try board.removeTodo("2", by: "ada", at: later)
      }
      try await expect(rest, in: gateway)
      let todo = try await gateway.update(topic) { board throws(BoardError) in
        try board.addTodo("Again", by: "ada", at: later)
      }.value
      try expect(todo.id, is: "4")
      _ = try await gateway.update(topic) { board throws(BoardError) in
        for id in ["1", "4"] { _ = try board.removeTodo(id, by: "ada", at: later) }
      }
      let last = try await gateway.update(topic) { board throws(BoardError) in
        try board.addTodo("Again", by: "ada", at: later)
      }.value
      try expect(last.id, is: "5")
    },
    GatewayContract("a topic is imported with all that it can have") { gateway in
      let content = try await fill(gateway)
      try expect(content.board, is: try await gateway.board(of: topic).value)
      let topics = StoreTopics(gateway: gateway) { later.after(later) }
      let id = try await topics.importTopics([TopicDraft(content)], author: "dee").value[0]
      let copy = try await gateway.board(of: id).value
      try expect(
        copy.options.elements.map(\.option), is: content.board.options.elements.map(\.option))
      try expect(copy.lists.map(\.arguments), is: content.board.lists.map(\.arguments))
      try expect(copy.objections.elements, is: content.board.objections.elements)
      try expect(copy.todos.elements, is: content.board.todos.elements)
      try expect(copy.positions, is: content.board.positions)
      try expect(copy.topic.decision, is: content.board.topic.decision)
      try expect(copy.topic.rule, is: content.board.topic.rule)
      try await expect(copy, in: gateway)
    },
    GatewayContract("an option that changes is reported with the rest of its board") { gateway in
      var reports = StoreReports(gateway)
      let board = try await addOptions(to: gateway)
      try expect(try await reports.nextChange(), is: .board(board))
    },
  ]

  /// Gives the topic something of everything that it can have, and exports it.
  private static func fill(_ gateway: Gateway) async throws -> TopicContent {
    try await addOptions(to: gateway)
    _ = try await gateway.update(topic) { board throws(BoardError) in
      try board.setRule(
        DecisionRule(asked: ["ada"], objectionsBlock: true, decidersResolve: true), by: "ada",
        at: later)
      _ = try board.moveOption("2", before: "1", by: "ada", at: later)
      _ = try board.move(.pro, id: "4", to: cloud, before: "1", by: "ada", at: later)
      _ = try board.comment(on: "1", cloud, text: "Is it?", author: "bob", at: later)
      _ = try board.comment(on: "1", .con, text: "How high?", author: "cy", at: later)
      _ = try board.support(cloud, id: "1", by: "dee", at: later)
      _ = try board.takePosition(.option("2"), because: "Small", by: "ada", at: later)
      _ = try board.object("Too early", by: "bob", at: later)
      _ = try board.answer("1", "In May", by: "ada", at: later)
      _ = try board.resolve("1", by: "bob", isDecider: false, at: later)
      _ = try board.object("Too late", by: "bob", at: later)
      _ = try board.addTodo(
        "Migrate", assignee: "bob", due: Day("2026-12-01"), by: "ada", at: later)
      _ = try board.addTodo("Inform everyone", by: "ada", at: later)
      _ = try board.moveTodo("2", before: "1", by: "ada", at: later)
      _ = try board.changeTodo("1", TodoChange(isDone: true), by: "bob", at: later)
      _ = try board.decide(
        .option("2"), reason: "Less to run", isOverride: true, by: "ada", at: later)
      try board.supersede(by: "other", author: "ada", at: later)
    }
    return try await StoreTopics(gateway: gateway) { later }.export(topic)
  }

  static let trashingOptions = [
    GatewayContract("a topic that has everything is restored as it was, also under another id") {
      gateway in
      let board = try await fill(gateway).board
      let removal = Removal(by: "ada", at: later)
      _ = try await gateway.remove(topic, removal)
      let new = try await addTopic("AI", to: gateway)
      try expect(try await gateway.board(of: new.id).value, is: Board(new.topic))
      let other = try await gateway.restore(removal.id, by: "ada", at: later).value
      let copy = try await gateway.board(of: other).value
      try expect(copy.options, is: board.options)
      try expect(copy.objections, is: board.objections)
      try expect(copy.todos, is: board.todos)
      try expect(copy.topic.decision, is: board.topic.decision)
      try expect(copy.topic.rule, is: board.topic.rule)
      try await expect(copy, in: gateway)
      let ids = try await gateway.update(other) { board throws(BoardError) in
        _ = try board.removeTodo("2", by: "ada", at: later)
        _ = try board.reopen(by: "ada", at: later)
        return [
          try board.addOption("Files", by: "ada", at: later).id,
          try board.addTodo("New", by: "ada", at: later).id,
          try board.object("New", by: "ada", at: later).id,
        ]
      }.value
      try expect(ids, is: ["3", "3", "3"])
    }
  ]
}
