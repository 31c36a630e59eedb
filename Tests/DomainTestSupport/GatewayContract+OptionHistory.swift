internal import Domain

extension GatewayContract {
  /// Makes changes with everything that came with options. Returns what a store must remember of them.
  private static func change(_ gateway: Gateway) async throws -> [HistoryRecord] {
    try await gateway.update(topic) { board throws(BoardError) in
      let pro = Column(.pro, of: "1")
      _ = try board.addOption("Postgres", text: "What we know", by: "ada", at: later)
      _ = try board.addOption("SQLite", by: "bob", at: later)
      _ = try board.changeOption("2", text: "\"Small\" \\ 你好", by: "cy", at: later)
      _ = try board.moveOption("2", before: "1", by: "cy", at: later)
      _ = try board.add(pro, text: "Known", weight: 2, author: "ada", at: later)
      _ = try board.comment(on: "1", pro, text: "To \"whom\"?", author: "bob", at: later)
      _ = try board.comment(on: "1", pro, text: "To us", author: "ada", at: later)
      _ = try board.change(pro, id: "1", text: "Well known", by: "ada", at: later)
      _ = try board.support(pro, id: "1", by: "dee", at: later)
      _ = try board.move(pro, id: "1", to: Column(.pro, of: "2"), before: nil, by: "cy", at: later)
      _ = try board.removeComment("1", on: "1", Column(.pro, of: "2"), by: "bob", at: later)
      _ = try board.takePosition(.option("2"), because: nil, by: "ada", at: later)
      try board.setRule(
        DecisionRule(objectionsBlock: true, decidersResolve: true), by: "ada", at: later)
      _ = try board.object("Too early", by: "bob", at: later)
      _ = try board.answer("1", "In May", by: "ada", at: later)
      _ = try board.resolve("1", by: "bob", isDecider: false, at: later)
      _ = try board.addTodo(
        "Migrate", assignee: "bob", due: Day("2026-12-01"), by: "ada", at: later)
      _ = try board.addTodo("Inform everyone", by: "ada", at: later)
      _ = try board.moveTodo("2", before: "1", by: "ada", at: later)
      _ = try board.changeTodo("1", TodoChange(isDone: true), by: "bob", at: later)
      _ = try board.removeTodo("1", by: "ada", at: later)
      _ = try board.convert(to: "As now", by: "ada", at: later)
      _ = try board.decide(.option("2"), reason: "Less to run", by: "ada", at: later)
      try board.supersede(by: "other", author: "ada", at: later)
      _ = try board.reopen(by: "ada", at: later)
      _ = try board.removeOption("2", by: "ada", at: later)
      return board.records
    }.value
  }

  static let rememberingOptions = [
    GatewayContract("history has every change of options, objections, comments and todos") {
      gateway in
      let records = try await change(gateway)
      let entries = try await gateway.history(of: topic, before: nil, limit: 100)
      try expect(entries.map(\.record).reversed(), is: records)
      try expect(
        try await gateway.history(before: nil, limit: 3).map(\.record.event).reversed(),
        is: records.map(\.event).filter(\.concernsWholeTopic))
    },
    GatewayContract("a removed option is undone with its arguments, and their numbers") { gateway in
      let pro = Column(.pro, of: "1")
      let before = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.addOption("Postgres", by: "ada", at: later)
        for text in ["Known", "Fast", "Free"] {
          _ = try board.add(pro, text: text, author: "ada", at: later)
        }
        _ = try board.comment(on: "1", pro, text: "To whom?", author: "bob", at: later)
        _ = try board.move(pro, id: "2", to: pro, before: "1", by: "ada", at: later)
        _ = try board.remove(pro, id: "3", by: "ada", at: later)
        return board.options
      }.value
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.removeOption("1", by: "ada", at: later)
      }
      let topics = StoreTopics(gateway: gateway) { later }
      _ = try await topics.undo(topic, author: "ada")
      let board = try await gateway.board(of: topic).value
      try expect(board.options, is: before)
      try expect(try await gateway.topics().value, is: [board.overview])
      let argument = try await gateway.update(topic) { board throws(BoardError) in
        try board.add(pro, text: "New", author: "ada", at: later)
      }.value
      try expect(argument.id, is: "4")
      _ = try await topics.undo(topic, author: "ada")
      _ = try await topics.undo(topic, author: "ada")
      _ = try await topics.redo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.options.elements.count, is: 1)
    },
    GatewayContract("a removal that was undone is done again") { gateway in
      let pro = Column(.pro, of: "1")
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.addOption("Postgres", by: "ada", at: later)
        _ = try board.add(pro, text: "Known", author: "ada", at: later)
        _ = try board.comment(on: "1", pro, text: "To whom?", author: "bob", at: later)
        _ = try board.removeOption("1", by: "ada", at: later)
      }
      let topics = StoreTopics(gateway: gateway) { later }
      for _ in 0..<2 {
        _ = try await topics.undo(topic, author: "ada")
        try expect(
          try await gateway.board(of: topic).value[pro]?.arguments.map(\.text), is: ["Known"])
        _ = try await topics.redo(topic, author: "ada")
        try expect(try await gateway.board(of: topic).value.options.elements.count, is: 0)
      }
    },
    GatewayContract("a conversion is undone, and done again") { gateway in
      let before = try await gateway.board(of: topic).value
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.convert(to: "As now", by: "ada", at: later)
      }
      _ = try await StoreTopics(gateway: gateway) { later }.undo(topic, author: "ada")
      let board = try await gateway.board(of: topic).value
      try expect(board.pros.arguments, is: before.pros.arguments)
      try expect(board.cons.arguments, is: before.cons.arguments)
      try expect([board.options.elements.count, board.options.lastID], is: [0, 1])
      try expect(try await gateway.topics().value, is: [board.overview])
      _ = try await StoreTopics(gateway: gateway) { later }.redo(topic, author: "ada")
      let again = try await gateway.board(of: topic).value
      try expect(
        again[Column(.pro, of: "1")]?.arguments.map(\.text), is: before.pros.arguments.map(\.text))
      try expect(again.pros.arguments, is: [])
    },
    GatewayContract("changes of todos, objections and comments are undone") { gateway in
      let topics = StoreTopics(gateway: gateway) { later }
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.addTodo("One", by: "ada", at: later)
        _ = try board.addTodo("Two", by: "ada", at: later)
        _ = try board.removeTodo("1", by: "ada", at: later)
      }
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.todos.elements.map(\.id), is: ["1", "2"])
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.todos.elements.map(\.id), is: ["1"])
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.object("Too early", by: "bob", at: later)
        _ = try board.answer("1", "In May", by: "bob", at: later)
      }
      _ = try await topics.undo(topic, author: "bob")
      try expect(try await gateway.board(of: topic).value.objections["1"]?.answer, is: nil)
      let comment = try await gateway.update(topic) { board throws(BoardError) in
        let comment = try board.comment(on: "1", .pro, text: "Is it?", author: "cy", at: later)
        _ = try board.removeComment(comment.id, on: "1", .pro, by: "cy", at: later)
        return comment
      }.value
      _ = try await topics.undo(topic, author: "cy")
      try expect(
        try await gateway.board(of: topic).value.pros.arguments[0].comments, is: [comment])
    },
  ]
}
