package import Domain

/// A requirement for every gateway, and its check. The tests of each platform run all of them,
/// except those about history if the gateway keeps none.
///
/// The gateway under test is new and has only the built-in topic, created at `start`.
package struct GatewayContract: Sendable, CustomStringConvertible {
  package typealias Gateway = any BoardsGateway & HistoryGateway & LiveGateway & PostsGateway
    & TopicsGateway & TrashGateway

  /// When the built-in topic was created.
  package static let start = Timestamp(millisecondsSince1970: 1000)

  package let description: String
  /// Throws `ContractBreach`, or an error that the gateway should not have thrown.
  package let check: @Sendable (Gateway) async throws -> Void

  init(_ sentence: String, _ check: @escaping @Sendable (Gateway) async throws -> Void) {
    description = sentence
    self.check = check
  }

  package static let sentences =
    reading + updating + refusing + changingTopics + deciding + options + remarks + following
    + posts + exchanging

  /// Additional requirements for gateways that keep a history.
  package static let historySentences =
    remembering + rememberingDecisions + rememberingOptions
    + rememberingPosts

  static let topic = BuiltInTopic.id
  package static let later = Timestamp(millisecondsSince1970: 2000)

  private static let reading = [
    GatewayContract(
      "topics returns the topics with their values and the figures of both sides"
    ) { gateway in
      let figures = SideFigures(count: 4, weight: 4, updated: start, updatedBy: "procon")
      let overview = TopicOverview(
        topic: BuiltInTopic.topic(at: start), pros: figures,
        cons: SideFigures(count: 3, weight: 3, updated: start, updatedBy: "procon"))
      try expect(try await gateway.topics().value, is: [overview])
      let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.add(.con, text: "Noise", weight: 5, author: "ada", at: later)
      }
      try expect(
        board.cons.figures,
        is: SideFigures(count: 4, weight: 8, updated: later, updatedBy: "ada"))
      try expect(try await gateway.topics().value, is: [board.overview])
    },
    GatewayContract("board returns both sides, in order of addition") { gateway in
      try expect(try await gateway.board(of: topic).value, is: BuiltInTopic.board(at: start))
    },
    GatewayContract("board and update report a topic that does not exist") { gateway in
      try await expect(BoardError.noTopic(id: "none")) { () async throws(BoardError) in
        _ = try await gateway.board(of: "none")
      }
      try await expect(BoardError.noTopic(id: "none")) { () async throws(BoardError) in
        _ = try await gateway.update("none") { _ in }
      }
    },
    GatewayContract("versions increase with each change, and only then") { gateway in
      let versions = [
        try await gateway.topics().version, try await gateway.board(of: topic).version,
        try await gateway.newestPosts(of: topic).version,
        try await gateway.update(topic) { _ in }.version,
        try await gateway.update(topic, by: "ada") { _ in }.version,
        try await gateway.update(nil, of: topic) { _ in }.version,
      ]
      try expect(Set(versions).count, is: 1)
      let rising = [
        versions[0],
        try await gateway.update(topic) { board throws(BoardError) in
          try board.add(.pro, text: "One", author: "ada", at: later)
        }.version,
        try await gateway.update(topic, by: "ada") { topic throws(TopicError) in
          try topic.rename(to: "AI", by: "ada", at: later)
        }.version,
        try await gateway.update(nil, of: topic) { discussion throws(PostError) in
          try discussion.write(title: "One", content: "First", author: "ada", at: later)
        }.version,
        try await gateway.add(by: "ada") { taken throws(TopicError) in
          try Topic(title: "Other", by: "ada", at: later, taken: taken)
        }.version,
        try await gateway.remove("other").version,
      ]
      try expect(Set(rising).count, is: rising.count)
      try expect(rising, is: rising.sorted())
      try expect(try await gateway.topics().version, is: rising[5])
    },
    GatewayContract("a call that changes nothing answers with a version that was reported") {
      gateway in
      var reports = StoreReports(gateway)
      let versions = [
        try await gateway.update(topic) { _ in }.version,
        try await gateway.update(topic, by: "ada") { _ in }.version,
        try await gateway.update(nil, of: topic) { _ in }.version,
      ]
      try expect(try await reports.all(to: versions.max() ?? 0), is: [])
    },
  ]

  private static let updating = [
    GatewayContract("update reports what it stored") { gateway in
      let (board, argument) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.add(
          .con, text: "Cafés: 你好 👩‍🚀", weight: 5, author: "ada", at: later)
      }
      try expect(board.cons.arguments.last, is: argument)
      try expect(board.cons.updated, is: later)
      try expect(board.records, is: [])
      try expect(try await gateway.board(of: topic).value, is: board)
    },
    GatewayContract("a change keeps the position, a removal keeps the order") { gateway in
      let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
        _ = try board.change(.pro, id: "2", text: "Changed", weight: 3, by: "ada", at: later)
        _ = try board.remove(.pro, id: "1", by: "ada", at: later)
      }
      try expect(board.pros.arguments.map(\.id), is: ["2", "3", "4"])
      try expect(try await gateway.board(of: topic).value, is: board)
    },
    GatewayContract("an argument stays where it was moved") { gateway in
      for (id, next) in [("4", "1"), ("1", "3"), ("4", nil), ("2", "1")] {
        let (board, _) = try await update(topic, in: gateway) { board throws(BoardError) in
          try board.move(.pro, id: id, to: .pro, before: next, by: "ada", at: later)
        }
        try expect(try await gateway.board(of: topic).value, is: board)
      }
      let pros = try await gateway.board(of: topic).value.pros
      try expect(pros.arguments.map(\.id), is: ["2", "1", "3", "4"])
      let (board, added) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.add(.pro, text: "New", author: "ada", at: later)
      }
      try expect(board.pros.arguments.last, is: added)
      try expect(try await gateway.board(of: topic).value, is: board)
    },
    GatewayContract("an argument that is moved to the other side is on that side only") { gateway in
      let (board, moved) = try await update(topic, in: gateway) { board throws(BoardError) in
        try board.move(.pro, id: "2", to: .con, before: "3", by: "ada", at: later)
      }
      try expect(moved.id, is: "4")
      try expect(board.pros.arguments.map(\.id), is: ["1", "3", "4"])
      try expect(board.cons.arguments.map(\.id), is: ["1", "2", "4", "3"])
      try expect(try await gateway.board(of: topic).value, is: board)
      try expect(try await gateway.topics().value, is: [board.overview])
    },
    GatewayContract("an argument keeps who added it and who changed it last, as does its side") {
      gateway in
      let users = { @Sendable () async throws in
        let pros = try await gateway.board(of: topic).value.pros
        return [pros.arguments[0].author, pros.arguments[0].updatedBy, pros.updatedBy]
      }
      try expect(try await users(), is: ["procon", "procon", "procon"])
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.change(.pro, id: "1", weight: 2, by: "a b--c>", at: later)
      }
      try expect(try await users(), is: ["procon", "a b--c>", "a b--c>"])
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.move(.pro, id: "2", to: .con, before: nil, by: "", at: later)
      }
      try expect(try await users(), is: ["procon", "a b--c>", ""])
      let moved = try await gateway.board(of: topic).value.cons.arguments.last
      try expect([moved?.author, moved?.updatedBy], is: ["procon", ""])
    },
    GatewayContract("an identifier is not reused after the last argument is removed") { gateway in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.remove(.con, id: "3", by: "ada", at: later)
      }
      let argument = try await gateway.update(topic) { board throws(BoardError) in
        try board.add(.con, text: "New", author: "ada", at: later)
      }.value
      try expect(argument.id, is: "4")
    },
  ]

  private static let refusing = [
    GatewayContract("nothing is stored if the change throws, not even partly") { gateway in
      let before = try await gateway.board(of: topic).value
      try await expect(BoardError.notFound(id: "none")) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          _ = try board.remove(.pro, id: "1", by: "ada", at: later)
          _ = try board.remove(.pro, id: "none", by: "ada", at: later)
        }
      }
      try expect(try await gateway.board(of: topic).value, is: before)
    },
    GatewayContract("of equal concurrent additions exactly one is stored") { gateway in
      let added = await outcomes(of: 20, in: gateway) { _ in "The same" }
      try expect(added.count { $0 }, is: 1)
      let pros = try await gateway.board(of: topic).value.pros
      try expect(pros.arguments.count { $0.text == "The same" }, is: 1)
    },
    GatewayContract("different concurrent additions are all stored") { gateway in
      let added = await outcomes(of: 20, in: gateway) { "Number \($0)" }
      try expect(added.count { $0 }, is: 20)
      let pros = try await gateway.board(of: topic).value.pros
      let before = BuiltInTopic.arguments(.pro, at: start)
      try expect(pros.arguments.count, is: before.arguments.count + 20)
      try expect(Set(pros.arguments.map(\.id)).count, is: pros.arguments.count)
    },
  ]

  private static let changingTopics = [
    GatewayContract("a new topic comes last, has no arguments, and accepts some") { gateway in
      let new = try await addTopic("Which editor?", to: gateway)
      try expect(
        new.topic,
        is: Topic(
          id: "which-editor", title: "Which editor?", created: later, updated: later,
          updatedBy: "ada"))
      try expect(new, is: Board(new.topic).overview)
      try expect(try await gateway.topics().value.last, is: new)
      try expect(try await gateway.board(of: new.id).value, is: Board(new.topic))
      let (board, _) = try await update(new.id, in: gateway) { board throws(BoardError) in
        try board.add(.con, text: "Modes", author: "ada", at: later)
      }
      try expect(try await gateway.board(of: new.id).value, is: board)
    },
    GatewayContract("a new topic gets an unused identifier") { gateway in
      for expected in ["ai-2", "ai-3"] {
        try expect(try await addTopic("AI", to: gateway).id, is: expected)
      }
    },
    GatewayContract("concurrent additions of topics are all stored") { gateway in
      let ids = try await withThrowingTaskGroup(of: Topic.ID.self) { group in
        for _ in 0..<20 {
          group.addTask { @concurrent in try await addTopic("The same", to: gateway).id }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      try expect(ids.count, is: 20)
      try expect(Set(try await gateway.topics().value.map(\.id)), is: ids.union([topic]))
    },
    GatewayContract("a renamed topic keeps its position and its arguments") { gateway in
      _ = try await addTopic("Other", to: gateway)
      let renamed = try await rename(topic, to: "AI", in: gateway)
      let ai = Topic(id: topic, title: "AI", created: start, updated: later, updatedBy: "ada")
      try expect(renamed.topic, is: ai)
      try expect(try await gateway.topics().value.first, is: renamed)
      let board = BuiltInTopic.board(at: start)
      try expect(
        try await gateway.board(of: topic).value,
        is: Board(ai, pros: board.pros, cons: board.cons))
    },
    GatewayContract("a topic is removed with its arguments, even if it is created again") {
      gateway in
      _ = try await gateway.remove(topic)
      try expect(try await gateway.topics().value, is: [])
      try await expect(BoardError.noTopic(id: topic)) { () async throws(BoardError) in
        _ = try await gateway.board(of: topic)
      }
      let again = try await addTopic("AI", to: gateway)
      try expect(again.id, is: topic)
      try expect(try await gateway.board(of: topic).value, is: Board(again.topic))
    },
    GatewayContract("a new topic has the wanted identifier, or is refused") { gateway in
      let topics = StoreTopics(gateway: gateway) { later }
      let (changes, id) = try await reported(by: gateway) {
        try await topics.create(title: "Which editor?", id: "Editor_1", author: "ada")
      }
      try expect(id, is: "Editor_1")
      try expect(try overview(in: changes).topic.title, is: "Which editor?")
      for (id, error) in [
        ("Editor_1", TopicError.exists(id: "Editor_1")), (topic, .exists(id: topic)),
        ("create", .reservedID("create")), ("feed", .reservedID("feed")),
        ("a.b", .invalidID("a.b")), ("", .invalidID("")), ("\u{212A}", .invalidID("\u{212A}")),
      ] {
        try await expect(error) { () async throws(TopicError) in
          _ = try await topics.create(title: "New", id: id, author: "ada")
        }
      }
      try expect(try await gateway.topics().value.map(\.id), is: [topic, "Editor_1"])
      _ = try await gateway.remove("Editor_1")
      try expect(
        try await topics.create(title: "New", id: "Editor_1", author: "ada").value, is: "Editor_1")
    },
    GatewayContract("a topic that does not exist is neither changed nor removed") { gateway in
      try await expect(TopicError.notFound(id: "none")) { () async throws(TopicError) in
        _ = try await gateway.update("none", by: "ada") { _ in }
      }
      try await expect(TopicError.notFound(id: "none")) { () async throws(TopicError) in
        _ = try await gateway.remove("none")
      }
    },
    GatewayContract("no topic is stored if the change throws") { gateway in
      try await expect(TopicError.invalid(.empty)) { () async throws(TopicError) in
        _ = try await gateway.add(by: "ada") { taken throws(TopicError) in
          try Topic(title: " ", by: "ada", at: later, taken: taken)
        }
      }
      try await expect(TopicError.invalid(.empty)) { () async throws(TopicError) in
        _ = try await gateway.update(topic, by: "ada") { topic throws(TopicError) in
          try topic.rename(to: "Half", by: "ada", at: later)
          try topic.rename(to: "", by: "ada", at: later)
        }
      }
      try expect(
        try await gateway.topics().value.map(\.topic), is: [BuiltInTopic.topic(at: start)])
    },
  ]

  private static let following = [
    GatewayContract("a live query begins with the version of now") { gateway in
      _ = try await add("One", to: gateway)
      let version = try await gateway.topics().version
      try expect(StoreReports(gateway).version, is: version)
    },
    GatewayContract("a live query reports every change in order, with figures") { gateway in
      var reports = StoreReports(gateway)
      let board = try await add("One", to: gateway)
      try expect(try await reports.nextChange(), is: .board(board))
      let renamed = try await rename(topic, to: "AI", in: gateway)
      try expect(try await reports.nextChange().overview, is: renamed)
      let new = try await addTopic("Other", to: gateway)
      try expect(try await reports.nextChange(), is: .board(Board(new.topic)))
      _ = try await gateway.remove("other")
      try expect(try await reports.nextChange(), is: .removal("other"))
    },
    GatewayContract("every live query reports changes, but not failed ones") { gateway in
      var queries = [StoreReports(gateway), StoreReports(gateway)]
      try await expect(BoardError.notFound(id: "none")) { () async throws(BoardError) in
        _ = try await gateway.update(topic) { board throws(BoardError) in
          _ = try board.remove(.pro, id: "none", by: "ada", at: later)
        }
      }
      _ = try await gateway.update(topic) { _ in }
      let (one, two) = (try await add("One", to: gateway), try await add("Two", to: gateway))
      for index in queries.indices {
        try expect(try await queries[index].nextChange(), is: .board(one))
        try expect(try await queries[index].nextChange(), is: .board(two))
      }
    },
  ]

  private static let remembering = [
    GatewayContract("history has each change, newest first, with author, date and old state") {
      gateway in
      let new = try await addTopic("Other", to: gateway).topic
      let argument = try await gateway.update(new.id) { board throws(BoardError) in
        let one = try board.add(.pro, text: "One", weight: 2, author: "ada", at: later)
        _ = try board.move(.pro, id: one.id, to: .con, before: nil, by: "bob", at: later)
        return one
      }.value
      _ = try await gateway.update(new.id, by: "cy") { topic throws(TopicError) in
        try topic.rename(to: "New", by: "ada", at: later)
      }
      let moved = try await gateway.board(of: new.id).value.cons.arguments[0]
      _ = try await gateway.update(new.id) { board throws(BoardError) in
        _ = try board.change(.con, id: moved.id, text: "Two", by: "ada", at: later)
        _ = try board.remove(.con, id: moved.id, by: "ada", at: later)
      }
      let entries = try await gateway.history(of: new.id, before: nil, limit: 10)
      try expect(entries.map(\.id), is: [6, 5, 4, 3, 2, 1])
      let changed = try Argument(
        id: moved.id, side: .con, text: "Two", weight: 2, author: "ada", created: later,
        updated: later.after(moved.updated), updatedBy: "ada")
      try expect(
        entries.map(\.record).reversed(),
        is: [
          HistoryRecord(.created(title: "Other"), author: "ada", date: later),
          HistoryRecord(.argumentAdded(argument, at: 0), author: "ada", date: later),
          HistoryRecord(
            .argumentMoved(from: argument, at: 0, to: moved, place: 0), author: "bob", date: later),
          HistoryRecord(
            .renamed(from: "Other", to: "New"), author: "cy", date: later.after(later)),
          HistoryRecord(.argumentChanged(from: moved, to: changed), author: "ada", date: later),
          HistoryRecord(.argumentRemoved(changed, at: 0), author: "ada", date: later),
        ])
    },
    GatewayContract(
      "the feed has the changes of all topics, newest first, also of those that are gone"
    ) {
      gateway in
      let other = try await addTopic("Other", to: gateway).topic
      let argument = try await gateway.update(topic) { board throws(BoardError) in
        try board.add(.pro, text: "One", author: "ada", at: later)
      }.value
      _ = try await StorePosts(gateway: gateway) { later }.write(
        in: other.id, title: "Long", content: String(repeating: "x", count: 200), author: "ada")
      _ = try await gateway.remove(other.id, Removal(by: "bob", at: later))
      let entries = try await gateway.feed(before: nil, limit: 9)
      try expect(entries.map(\.id), is: [4, 3, 2, 1])
      try expect(entries.map(\.topic), is: [other.id, other.id, topic, other.id])
      try expect(entries[0].record.event, is: .removed(title: "Other"))
      try expect(entries[0].record.author, is: "bob")
      guard case .postWritten(let post) = entries[1].record.event else {
        throw ContractBreach("\(entries[1]) is not the post")
      }
      try expect([post.title, post.content], is: ["Long", String(repeating: "x", count: 80)])
      try expect(entries[2].record.event, is: .argumentAdded(argument, at: 4))
      try expect(entries[3].record.event, is: .created(title: "Other"))
      try expect(try await gateway.feed(before: 4, limit: 2).map(\.id), is: [3, 2])
    },
    GatewayContract("the feed keeps the newest 10,000 changes, and few more") { gateway in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        for step in 0..<Limits.feedEntries + 200 {
          _ = try board.support(.pro, id: "1", step.isMultiple(of: 2), by: "ada", at: later)
        }
      }
      let entries = try await gateway.feed(before: nil, limit: 2 * Limits.feedEntries)
      try expect(entries.first?.id, is: Limits.feedEntries + 200)
      try expect((Limits.feedEntries..<Limits.feedEntries + 64).contains(entries.count), is: true)
    },
    GatewayContract("history is read in pages, and reports a topic that does not exist") {
      gateway in
      for number in 1...5 { _ = try await add("\(number)", to: gateway) }
      try expect(
        try await gateway.history(of: topic, before: nil, limit: 2).map(\.id), is: [5, 4])
      try expect(try await gateway.history(of: topic, before: 4, limit: 2).map(\.id), is: [3, 2])
      try expect(try await gateway.history(of: topic, before: 1, limit: 2), is: [])
      try await expect(BoardError.noTopic(id: "none")) { () async throws(BoardError) in
        _ = try await gateway.history(of: "none", before: nil, limit: 1)
      }
    },
    GatewayContract("the newest 1,000 entries are kept, and are removed with the topic") {
      gateway in
      for _ in 0..<6 {
        _ = try await gateway.update(topic) { board throws(BoardError) in
          for weight in 1...200 {
            _ = try board.change(
              .pro, id: "1", weight: weight % 2 + 2, by: "ada", at: later)
          }
        }
      }
      let ids = try await gateway.history(of: topic, before: nil, limit: 2000).map(\.id)
      try expect(ids, is: Array((201...1200).reversed()))
      _ = try await gateway.remove(topic)
      _ = try await addTopic("AI", to: gateway)
      try expect(try await gateway.history(of: topic, before: nil, limit: 9).map(\.id), is: [1])
    },
    GatewayContract("the history of the store has who created, renamed and removed its topics") {
      gateway in
      _ = try await addTopic("Other", to: gateway)
      _ = try await gateway.update("other", by: "bob") { topic throws(TopicError) in
        try topic.rename(to: "New", by: "bob", at: later)
      }
      _ = try await add("One", to: gateway)
      _ = try await gateway.remove("other", Removal(by: "cy", at: later))
      _ = try await addTopic("Other", to: gateway)
      let entries = try await gateway.history(before: nil, limit: 9)
      try expect(entries.map(\.id), is: [4, 3, 2, 1])
      try expect(entries.map(\.topic), is: ["other", "other", "other", "other"])
      try expect(
        entries.map(\.record).reversed(),
        is: [
          HistoryRecord(.created(title: "Other"), author: "ada", date: later),
          HistoryRecord(
            .renamed(from: "Other", to: "New"), author: "bob", date: later.after(later)),
          HistoryRecord(.removed(title: "New"), author: "cy", date: later),
          HistoryRecord(.created(title: "Other"), author: "ada", date: later),
        ])
      try expect(try await gateway.history(before: 4, limit: 2).map(\.id), is: [3, 2])
    },
    GatewayContract("an undone change is recorded as undone") { gateway in
      let before = try await gateway.board(of: topic).value
      _ = try await gateway.update(topic) { board throws(BoardError) in
        try board.move(.pro, id: "1", to: .con, before: "2", by: "ada", at: later)
      }
      let topics = StoreTopics(gateway: gateway) { later }
      let (changes, undone) = try await reported(by: gateway) {
        try await topics.undo(topic, author: "ada")
      }
      guard case .board(let board)? = changes.last else { throw ContractBreach("no board changed") }
      try expect(undone.id, is: 1)
      try expect(board.pros.arguments.map(\.text), is: before.pros.arguments.map(\.text))
      try expect(board.pros.arguments.map(\.id), is: before.pros.arguments.map(\.id))
      try expect(board.cons.arguments, is: before.cons.arguments)
      try expect(
        try await gateway.history(of: topic, before: nil, limit: 1).map(\.record.undoes), is: [1])
      try expect(try await gateway.board(of: topic).value, is: board)
    },
  ]

  /// Changes something. Returns all that the store has reported until then, with the answer.
  package static func reported<Answer>(
    by gateway: Gateway, _ change: () async throws -> Stored<Answer>
  ) async throws -> (changes: [StoreChange], answer: Answer) {
    var reports = StoreReports(gateway)
    let answer = try await change()
    return (try await reports.all(to: answer.version), answer.value)
  }

  /// Changes a board, and returns it as it is reported, or as it is if nothing has changed.
  package static func update<Answer: Sendable>(
    _ topic: Topic.ID, in gateway: Gateway,
    _ change: @escaping @Sendable (inout Board) throws(BoardError) -> Answer
  ) async throws -> (board: Board, answer: Answer) {
    let (changes, answer) = try await reported(by: gateway) {
      try await gateway.update(topic, change)
    }
    guard let change = changes.last else {
      return (try await gateway.board(of: topic).value, answer)
    }
    guard case .board(let board) = change else { throw ContractBreach("\(change) is not a board") }
    return (board, answer)
  }

  static func add(_ text: String, to gateway: Gateway) async throws -> Board {
    try await update(topic, in: gateway) { board throws(BoardError) in
      try board.add(.pro, text: text, author: "ada", at: later)
    }.board
  }

  private static func rename(
    _ topic: Topic.ID, to title: String, in gateway: Gateway
  ) async throws -> TopicOverview {
    let (changes, _) = try await reported(by: gateway) {
      try await gateway.update(topic, by: "ada") { topic throws(TopicError) in
        try topic.rename(to: title, by: "ada", at: later)
      }
    }
    return try overview(in: changes)
  }

  package static func addTopic(
    _ title: String, to gateway: Gateway
  ) async throws -> TopicOverview {
    let (changes, id) = try await reported(by: gateway) {
      try await gateway.add(by: "ada") { taken throws(TopicError) in
        try Topic(title: title, by: "ada", at: later, taken: taken)
      }
    }
    return try overview(in: changes.filter { $0.overview?.id == id })
  }

  private static func overview(in changes: [StoreChange]) throws -> TopicOverview {
    guard let overview = changes.last?.overview else {
      throw ContractBreach("\(changes) has no figures")
    }
    return overview
  }

  /// Adds `count` pros concurrently. Returns whether each was added.
  private static func outcomes(
    of count: Int, in gateway: Gateway, text: @escaping @Sendable (Int) -> String
  ) async -> [Bool] {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask { @concurrent in
          do throws(BoardError) {
            _ = try await gateway.update(topic) { board throws(BoardError) in
              try board.add(.pro, text: text(number), author: "ada", at: later)
            }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  static func expect<Value: Equatable>(_ value: Value, is expected: Value) throws {
    guard value == expected else { throw ContractBreach("\(value) is not \(expected)") }
  }

  static func expect<Failure: Error & Equatable>(
    _ expected: Failure, from call: () async throws(Failure) -> Void
  ) async throws {
    do throws(Failure) {
      try await call()
    } catch {
      try expect(error, is: expected)
      return
    }
    throw ContractBreach("\(expected) was not thrown")
  }
}

extension StoreChange {
  /// The figures of the topic that it is about; nil if it has none.
  package var overview: TopicOverview? {
    switch self {
    case .board(let board): board.overview
    case .overview(let overview): overview
    case .posts, .removal, .unknown: nil
    }
  }
}

extension TopicsGateway {
  /// Removes a topic, as ada does later.
  package func remove(_ id: Topic.ID) async throws(TopicError) -> Stored<Void> {
    try await remove(id, Removal(by: "ada", at: GatewayContract.later))
  }
}
