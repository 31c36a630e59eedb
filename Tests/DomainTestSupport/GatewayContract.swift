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

  package static let sentences = reading + updating + refusing

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
      try await expect(.noTopic(id: "none")) { () async throws(ArgumentError) in
        _ = try await gateway.query(.pro, of: "none")
      }
      try await expect(.noTopic(id: "none")) { () async throws(ArgumentError) in
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
      try await expect(.notFound(id: "none")) { () async throws(ArgumentError) in
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

  private static func expect(
    _ expected: ArgumentError, from call: () async throws(ArgumentError) -> Void
  ) async throws {
    do throws(ArgumentError) {
      try await call()
    } catch {
      try expect(error, is: expected)
      return
    }
    throw ContractBreach("\(expected) was not thrown")
  }
}
