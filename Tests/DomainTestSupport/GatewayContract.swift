package import Domain

/// One requirement that every gateway must meet, and its check. The tests of each platform run all
/// of them.
///
/// The gateway under test is new and has only the built-in topic, made at `start`.
package struct GatewayContract: Sendable, CustomStringConvertible {
  package typealias Gateway = any ArgumentsGateway & TopicsGateway

  /// When the built-in topic was made.
  package static let start = Timestamp(millisecondsSince1970: 1000)

  package let description: String
  /// Throws `ContractBreach`, or an error that the gateway should not have thrown.
  package let check: @Sendable (Gateway) async throws -> Void

  private init(_ sentence: String, _ check: @escaping @Sendable (Gateway) async throws -> Void) {
    description = sentence
    self.check = check
  }

  package static let sentences = reading + updating + refusing + changingTopics

  private static let topic = BuiltInTopic.id
  private static let later = Timestamp(millisecondsSince1970: 2000)

  private static let reading = [
    GatewayContract(
      "topics returns the topics with all that they have, and the figures of both sides"
    ) { gateway in
      let figures = SideFigures(count: 4, weight: 4, updated: start)
      let overview = TopicOverview(
        topic: BuiltInTopic.topic(at: start), pros: figures,
        cons: SideFigures(count: 3, weight: 3, updated: start))
      try expect(try await gateway.topics(), is: [overview])
      let (list, _) = try await gateway.update(.con, of: topic) { list throws(ArgumentError) in
        try list.add(text: "Noise", weight: 5, author: "ada", at: later)
      }
      try expect(list.figures, is: SideFigures(count: 4, weight: 8, updated: later))
      try expect(try await gateway.topics().map(\.cons), is: [list.figures])
      try expect(try await gateway.topics().map(\.pros), is: [figures])
    },
    GatewayContract("query returns the whole list, in order of addition") { gateway in
      for side in Side.allCases {
        let list = try await gateway.query(side, of: topic)
        try expect(list, is: BuiltInTopic.arguments(side, at: start))
      }
    },
    GatewayContract("query and update report a topic that does not exist") { gateway in
      try await expect(ArgumentError.noTopic(id: "none")) { () async throws(ArgumentError) in
        _ = try await gateway.query(.pro, of: "none")
      }
      try await expect(ArgumentError.noTopic(id: "none")) { () async throws(ArgumentError) in
        _ = try await gateway.update(.pro, of: "none") { _ in }
      }
    },
  ]

  private static let updating = [
    GatewayContract("what update returns is what it stored") { gateway in
      let (list, argument) = try await gateway.update(.con, of: topic) {
        (list) throws(ArgumentError) in
        try list.add(text: "Cafés: 你好 👩‍🚀", weight: 5, author: "ada", at: later)
      }
      try expect(list.arguments.last, is: argument)
      try expect(list.updated, is: later)
      try expect(try await gateway.query(.con, of: topic), is: list)
    },
    GatewayContract("a change keeps its place, a removal keeps the order") { gateway in
      let (list, _) = try await gateway.update(.pro, of: topic) { list throws(ArgumentError) in
        _ = try list.change(id: "2", text: "Changed", weight: 3, at: later)
        _ = try list.remove(id: "1", at: later)
      }
      try expect(list.arguments.map(\.id), is: ["2", "3", "4"])
      try expect(try await gateway.query(.pro, of: topic), is: list)
    },
    GatewayContract("an identifier is not reused after the last argument is removed") { gateway in
      _ = try await gateway.update(.con, of: topic) { list throws(ArgumentError) in
        try list.remove(id: "3", at: later)
      }
      let (_, argument) = try await gateway.update(.con, of: topic) {
        (list) throws(ArgumentError) in
        try list.add(text: "New", author: "ada", at: later)
      }
      try expect(argument.id, is: "4")
    },
    GatewayContract("update of one side does not change the other") { gateway in
      _ = try await gateway.update(.pro, of: topic) { list throws(ArgumentError) in
        try list.add(text: "High cost", author: "ada", at: later)
      }
      let cons = try await gateway.query(.con, of: topic)
      try expect(cons, is: BuiltInTopic.arguments(.con, at: start))
    },
  ]

  private static let refusing = [
    GatewayContract("nothing is stored if the change throws, not even a part") { gateway in
      try await expect(ArgumentError.notFound(id: "none")) { () async throws(ArgumentError) in
        _ = try await gateway.update(.pro, of: topic) { list throws(ArgumentError) in
          _ = try list.remove(id: "1", at: later)
          _ = try list.remove(id: "none", at: later)
        }
      }
      let pros = try await gateway.query(.pro, of: topic)
      try expect(pros, is: BuiltInTopic.arguments(.pro, at: start))
    },
    GatewayContract("of equal concurrent additions exactly one is stored") { gateway in
      let added = await outcomes(of: 20, in: gateway) { _ in "The same" }
      try expect(added.count { $0 }, is: 1)
      let pros = try await gateway.query(.pro, of: topic)
      try expect(pros.arguments.count { $0.text == "The same" }, is: 1)
    },
    GatewayContract("of different concurrent additions none is lost") { gateway in
      let added = await outcomes(of: 20, in: gateway) { "Number \($0)" }
      try expect(added.count { $0 }, is: 20)
      let pros = try await gateway.query(.pro, of: topic)
      let before = BuiltInTopic.arguments(.pro, at: start)
      try expect(pros.arguments.count, is: before.arguments.count + 20)
      try expect(pros.version, is: before.version + 20)
      try expect(Set(pros.arguments.map(\.id)).count, is: pros.arguments.count)
    },
  ]

  private static let changingTopics = [
    GatewayContract("a new topic comes last, has no arguments, and takes some") { gateway in
      let new = try await gateway.add { taken throws(TopicError) in
        try Topic(title: "Which editor?", at: later, taken: taken)
      }
      try expect(
        new, is: Topic(id: "which-editor", title: "Which editor?", created: later, updated: later))
      let none = SideFigures(count: 0, weight: 0, updated: nil)
      try expect(
        try await gateway.topics().last, is: TopicOverview(topic: new, pros: none, cons: none))
      for side in Side.allCases {
        try expect(try await gateway.query(side, of: new.id), is: ArgumentList(side))
      }
      let (list, _) = try await gateway.update(.con, of: new.id) { list throws(ArgumentError) in
        try list.add(text: "Modes", author: "ada", at: later)
      }
      try expect(try await gateway.query(.con, of: new.id), is: list)
    },
    GatewayContract("an identifier that is taken is reported as such") { gateway in
      for expected in ["ai-2", "ai-3"] {
        let new = try await gateway.add { taken throws(TopicError) in
          try Topic(title: "AI", at: later, taken: taken)
        }
        try expect(new.id, is: expected)
      }
    },
    GatewayContract("of concurrent additions of topics none is lost") { gateway in
      let ids = try await withThrowingTaskGroup(of: Topic.ID.self) { group in
        for _ in 0..<20 {
          group.addTask { @concurrent in
            try await gateway.add { taken throws(TopicError) in
              try Topic(title: "The same", at: later, taken: taken)
            }.id
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      try expect(ids.count, is: 20)
      try expect(Set(try await gateway.topics().map(\.id)), is: ids.union([topic]))
    },
    GatewayContract("a topic that is renamed keeps its place and its arguments") { gateway in
      _ = try await gateway.add { taken throws(TopicError) in
        try Topic(title: "Other", at: later, taken: taken)
      }
      let renamed = try await gateway.update(topic) { topic throws(TopicError) in
        try topic.rename(to: "AI", at: later)
      }
      try expect(renamed, is: Topic(id: topic, title: "AI", created: start, updated: later))
      try expect(try await gateway.topics().first?.topic, is: renamed)
      let pros = try await gateway.query(.pro, of: topic)
      try expect(pros, is: BuiltInTopic.arguments(.pro, at: start))
    },
    GatewayContract("a topic that is removed is gone with its arguments, also if made again") {
      gateway in
      let removed = try await gateway.remove(topic)
      try expect(removed, is: BuiltInTopic.topic(at: start))
      try expect(try await gateway.topics(), is: [])
      try await expect(ArgumentError.noTopic(id: topic)) { () async throws(ArgumentError) in
        _ = try await gateway.query(.pro, of: topic)
      }
      let again = try await gateway.add { taken throws(TopicError) in
        try Topic(title: "AI", at: later, taken: taken)
      }
      try expect(again.id, is: topic)
      try expect(try await gateway.query(.pro, of: topic), is: ArgumentList(.pro))
    },
    GatewayContract("a topic that does not exist is neither changed nor removed") { gateway in
      try await expect(TopicError.notFound(id: "none")) { () async throws(TopicError) in
        _ = try await gateway.update("none") { _ in }
      }
      try await expect(TopicError.notFound(id: "none")) { () async throws(TopicError) in
        _ = try await gateway.remove("none")
      }
    },
    GatewayContract("no topic is stored if the change throws") { gateway in
      try await expect(TopicError.invalid(.empty)) { () async throws(TopicError) in
        _ = try await gateway.add { taken throws(TopicError) in
          try Topic(title: " ", at: later, taken: taken)
        }
      }
      try await expect(TopicError.invalid(.empty)) { () async throws(TopicError) in
        _ = try await gateway.update(topic) { topic throws(TopicError) in
          try topic.rename(to: "Half", at: later)
          try topic.rename(to: "", at: later)
        }
      }
      try expect(try await gateway.topics().map(\.topic), is: [BuiltInTopic.topic(at: start)])
    },
  ]

  /// Adds `count` pros at once; whether each was added.
  private static func outcomes(
    of count: Int, in gateway: Gateway, text: @escaping @Sendable (Int) -> String
  ) async -> [Bool] {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask { @concurrent in
          do throws(ArgumentError) {
            _ = try await gateway.update(.pro, of: topic) { list throws(ArgumentError) in
              try list.add(text: text(number), author: "ada", at: later)
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

  private static func expect<Value: Equatable>(_ value: Value, is expected: Value) throws {
    guard value == expected else { throw ContractBreach("\(value) is not \(expected)") }
  }

  private static func expect<Failure: Error & Equatable>(
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
