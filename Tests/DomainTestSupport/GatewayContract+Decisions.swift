internal import Domain

extension GatewayContract {
  /// A deadline.
  private static let last = Timestamp(millisecondsSince1970: 5000)

  static let deciding = [
    GatewayContract("positions are kept in the order in which they were taken, one of each person")
    {
      gateway in
      let people = ["ada", "a b--c>: yes", "cy"]
      for (index, person) in people.enumerated() {
        let (board, taken) = try await update(topic, in: gateway) { board throws(BoardError) in
          try board.takePosition(
            .no, because: "See <!-- x -->: 你好", by: person,
            at: Timestamp(millisecondsSince1970: 2000 + Int64(index)))
        }
        try expect(board.positions.last, is: taken)
        try expect(try await gateway.board(of: topic).value, is: board)
      }
      let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.takePosition(.yes, because: nil, by: "ada", at: last)
        _ = try board.takePosition(nil, because: "Not mine", by: people[1], at: last)
        _ = try board.withdrawPosition(of: "cy", at: last)
      }
      // At the same time, in order of the bytes of the names.
      try expect(board.positions.map(\.person), is: [people[1], "ada"])
      try expect(board.positions.map(\.choice), is: [nil, .yes])
      try expect(try await gateway.board(of: topic).value, is: board)
    },
    GatewayContract("a decision is kept, also in the list of topics, until the topic is reopened") {
      gateway in
      let (decided, decision) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.takePosition(.yes, because: nil, by: "ada", at: later)
        return try board.decide(.yes, reason: "It: never <!-- a --> sleeps", by: "bob", at: later)
      }
      try expect(decided.topic.decision, is: decision)
      try expect(decided.isChangedSinceDecision, is: false)
      try expect(try await gateway.board(of: topic).value, is: decided)
      try expect(try await gateway.topics().value, is: [decided.overview])
      let (open, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.reopen(by: "cy", at: later)
      }
      try expect([open.topic.round, open.positions.count], is: [2, 0])
      try expect(try await gateway.board(of: topic).value, is: open)
      try expect(try await gateway.topics().value, is: [open.overview])
      let (dropped, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.decide(nil, reason: "Nobody cares", by: "bob", at: later)
      }
      try expect(try await gateway.board(of: topic).value, is: dropped)
      try expect(try await gateway.topics().value, is: [dropped.overview])
    },
    GatewayContract("a decided board and its title are not changed") { gateway in
      let decision = try await gateway.update(topic) { board throws(BoardError) in
        try board.decide(.no, reason: "Too late", by: "bob", at: later)
      }.value
      let before = try await gateway.board(of: topic).value
      try await expect(BoardError.decided(decision)) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.add(.pro, text: "One", author: "ada", at: later)
        }
      }
      try await expect(TopicError.decided(decision)) { () async throws(TopicError) in
        _ = try await gateway.update(topic, by: "ada") { topic throws(TopicError) in
          try topic.rename(to: "AI", by: "ada", at: later)
        }
      }
      try expect(try await gateway.board(of: topic).value, is: before)
      _ = try await StorePosts(gateway: gateway) { later }.write(
        in: topic, title: "One", content: "First", author: "ada")
      try expect(try await gateway.board(of: topic).value, is: before)
    },
    GatewayContract("an argument keeps those who support it, also on the other side") { gateway in
      let (board, argument) = try await update(topic, in: gateway) { board throws(BoardError) in
        for person in ["ada", "a b--c>", "cy"] {
          _ = try board.support(.pro, id: "2", by: person, at: later)
        }
        return try board.support(.pro, id: "2", false, by: "cy", at: later)
      }
      try expect(argument.supporters, is: ["ada", "a b--c>"])
      try expect(argument.updated, is: start)
      try expect(try await gateway.board(of: topic).value, is: board)
      let (changed, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.change(.pro, id: "2", text: "Other", by: "bob", at: later)
        return try board.move(.pro, id: "2", to: .con, before: nil, by: "bob", at: later)
      }
      try expect(changed.cons.arguments.last?.supporters, is: ["ada", "a b--c>"])
      try expect(try await gateway.board(of: topic).value, is: changed)
      let (alone, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        for person in ["ada", "a b--c>"] {
          _ = try board.support(.con, id: "4", false, by: person, at: later)
        }
      }
      try expect(alone.cons.arguments.last?.supporters, is: [])
      try expect(try await gateway.board(of: topic).value, is: alone)
    },
    GatewayContract("a rule is kept, also in the list of topics, and removed") { gateway in
      let rules = [
        try DecisionRule(
          asked: ["ada", "a, b%"], quorum: .percent(60), deadline: last, autoClose: true),
        try DecisionRule(quorum: .people(3)), nil,
      ]
      for rule in rules {
        let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
          try board.setRule(rule, by: "ada", at: later)
        }
        try expect(board.topic.rule, is: rule)
        try expect(try await gateway.board(of: topic).value, is: board)
        try expect(try await gateway.topics().value, is: [board.overview])
      }
    },
    GatewayContract("the rule decides at the deadline, or never") { gateway in
      let decisions = StoreDecisions(gateway: gateway) { last }
      for vote in [Choice?.none, .no] {
        _ = try await gateway.update(topic) { board throws(BoardError) in
          try board.setRule(
            DecisionRule(deadline: last, autoClose: true), by: "ada", at: later)
          _ = try board.takePosition(vote, because: nil, by: "ada", at: later)
        }
        let decision = try await decisions.closeByRule(topic, as: "procon").value
        try expect(decision?.outcome, is: vote)
        let board = try await gateway.board(of: topic).value
        try expect(board.topic.decision, is: decision)
        try expect(board.topic.rule?.autoClose, is: vote != nil)
        let again = try await decisions.closeByRule(topic, as: "procon")
        try expect(again.value, is: nil)
        try expect(try await gateway.board(of: topic), is: Stored(board, version: again.version))
      }
    },
    GatewayContract("a topic is imported with its positions and its decision") { gateway in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.setRule(
          DecisionRule(asked: ["ada"], quorum: .people(1)), by: "ada", at: later)
        _ = try board.decide(nil, reason: "One", by: "bob", at: later)
        _ = try board.reopen(by: "bob", at: later)
        _ = try board.takePosition(nil, because: "Two", by: "ada", at: later)
        _ = try board.takePosition(.no, because: nil, by: "cy", at: later)
        _ = try board.support(.con, id: "1", by: "dee", at: later)
        _ = try board.decide(.no, reason: "Three", isOverride: true, by: "bob", at: later)
      }
      let topics = StoreTopics(gateway: gateway) { later.after(later) }
      let content = try await topics.export(topic)
      let id = try await topics.importTopics([TopicDraft(content)], author: "dee").value[0]
      let copy = try await gateway.board(of: id).value
      try expect(copy.positions, is: content.board.positions)
      try expect(copy.topic.decision, is: content.board.topic.decision)
      try expect(copy.topic.decision?.authority, is: .override)
      try expect(copy.topic.rule, is: content.board.topic.rule)
      try expect(copy.topic.rule?.asked, is: ["ada"])
      try expect([copy.topic.round, content.board.topic.round], is: [2, 2])
      try expect(copy.positions.count, is: 2)
      try expect(copy.cons.arguments[0].supporters, is: ["dee"])
    },
    GatewayContract("votes against a decision count, or are refused because of it") { gateway in
      let taken = await withTaskGroup(of: String?.self) { group in
        for number in 0..<20 {
          group.addTask { @concurrent in
            if number == 10 {
              _ = try? await gateway.update(topic) { board throws(BoardError) in
                try board.decide(.yes, reason: "Now", by: "ada", at: later)
              }
              return nil
            }
            let person = "user\(number)"
            do throws(BoardError) {
              _ = try await gateway.update(topic) { board throws(BoardError) in
                try board.takePosition(.yes, because: nil, by: person, at: later)
              }
              return person
            } catch {
              if case .decided = error { return nil }
              return "\(person): \(error)"
            }
          }
        }
        return await group.reduce(into: Set<String>()) { if let person = $1 { $0.insert(person) } }
      }
      let board = try await gateway.board(of: topic).value
      try expect(board.topic.decision?.outcome, is: .yes)
      try expect(Set(board.positions.map(\.person)), is: taken)
    },
    GatewayContract("of two decisions at once, one is made") { gateway in
      let decided = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<10 {
          group.addTask { @concurrent in
            (try? await gateway.update(topic) { board throws(BoardError) in
              try board.decide(.yes, reason: "\(number)", by: "ada", at: later)
            }) != nil
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try expect(decided, is: 1)
    },
  ]

  static let rememberingDecisions = [
    GatewayContract("history has positions, rules and decisions") { gateway in
      let rule = try DecisionRule(
        asked: ["ada", "a b"], quorum: .percent(50), deadline: last, autoClose: true)
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.takePosition(.yes, because: "One", by: "ada", at: later)
        _ = try board.takePosition(nil, because: nil, by: "ada", at: later)
        _ = try board.withdrawPosition(of: "ada", at: later)
        try board.setRule(rule, by: "ada", at: later)
        _ = try board.decide(nil, reason: "Two", by: "bob", at: later)
        _ = try board.reopen(by: "cy", at: later)
        try board.setRule(nil, by: "ada", at: later)
        _ = try board.decide(.no, reason: "Three", by: "bob", at: later)
      }
      let entries = try await gateway.history(of: topic, before: nil, limit: 8)
      let events = entries.map(\.record.event).reversed()
      let digest = try await gateway.board(of: topic).value.digest
      let asking = try DecisionRule(asked: rule.asked, quorum: rule.quorum)
      let one = try Position(person: "ada", choice: .yes, sentence: "One", date: later)
      let two = try Position(person: "ada", choice: nil, date: later)
      let dropped = try Decision(nil, reason: "Two", author: "bob", date: later, digest: digest)
      let decided = try Decision(.no, reason: "Three", author: "bob", date: later, digest: digest)
      try expect(
        Array(events),
        is: [
          .positionTaken(one, insteadOf: nil), .positionTaken(two, insteadOf: one),
          .positionWithdrawn(two), .ruleChanged(from: nil, to: rule), .decided(dropped),
          .reopened(dropped), .ruleChanged(from: asking, to: nil), .decided(decided),
        ])
      try expect(
        try await gateway.history(before: nil, limit: 3).map(\.record.event),
        is: [.decided(decided), .reopened(dropped), .decided(dropped)])
    },
    GatewayContract("support is in the history, and undone") { gateway in
      let topics = StoreTopics(gateway: gateway) { later }
      let argument = try await gateway.board(of: topic).value.pros.arguments[0]
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.support(.pro, id: "1", by: "ada", at: later)
      }
      let entry = try await gateway.history(of: topic, before: nil, limit: 1)[0]
      // Its supporters are those of the board.
      try expect(entry.record.event, is: .argumentSupported(argument, true))
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.pros.arguments[0].supporters, is: [])
    },
    GatewayContract("a position is undone, and a decision is not") { gateway in
      let topics = StoreTopics(gateway: gateway) { later }
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.takePosition(.yes, because: "One", by: "ada", at: later)
        _ = try board.takePosition(.no, because: nil, by: "ada", at: later)
      }
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.positions.map(\.choice), is: [.yes])
      _ = try await topics.undo(topic, author: "ada")
      try expect(try await gateway.board(of: topic).value.positions, is: [])
      let decision = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.takePosition(.yes, because: nil, by: "ada", at: later)
        return try board.decide(.yes, reason: "Two", by: "ada", at: later)
      }.value
      try await expect(UndoError.board(.decided(decision))) { () async throws(UndoError) in
        _ = try await topics.undo(topic, author: "ada")
      }
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.reopen(by: "ada", at: later)
      }
      try await expect(UndoError.nothingToUndo) { () async throws(UndoError) in
        _ = try await topics.undo(topic, author: "ada")
      }
    },
  ]
}
