import Domain
import DomainTestSupport
import MemoryPlatform
import Testing

struct MemoryGatewayTests {
  private let now = GatewayContract.start

  @Test(arguments: GatewayContract.sentences)
  func `a gateway in memory keeps the contract`(sentence: GatewayContract) async throws {
    try await sentence.check(MemoryGateway.withBuiltInTopic(at: now))
  }

  @Test(arguments: GatewayContract.sentences)
  func `what only passes on keeps the contract too`(sentence: GatewayContract) async throws {
    try await sentence.check(FailingGateway(MemoryGateway.withBuiltInTopic(at: now)))
  }

  @Test func `topics stand in the order in which they were given`() async throws {
    let topics = ["b", "a"].map { id in
      Topic(id: id, title: id, created: now, updated: now)
    }
    let gateway = MemoryGateway(
      topics: topics.map { ($0, pros: ArgumentList(.pro), cons: ArgumentList(.con)) })
    #expect(try await gateway.topics().map(\.topic) == topics)
  }

  @Test func `a change of one topic leaves the others`() async throws {
    let gateway = MemoryGateway(
      topics: ["a", "b"].map { id in
        (
          Topic(id: id, title: id, created: now, updated: now), pros: ArgumentList(.pro),
          cons: ArgumentList(.con)
        )
      })
    _ = try await gateway.update(.pro, of: "b") { [now] list throws(ArgumentError) in
      try list.add(text: "One", author: "ada", at: now)
    }
    #expect(try await gateway.query(.pro, of: "a").arguments.isEmpty)
    #expect(try await gateway.query(.pro, of: "b").arguments.count == 1)
  }

  @Test func `two gateways share nothing`() async throws {
    let one = MemoryGateway.withBuiltInTopic(at: now)
    let other = MemoryGateway.withBuiltInTopic(at: now)
    _ = try await one.update(.pro, of: "ai") { [now] list throws(ArgumentError) in
      try list.remove(id: "1", at: now)
    }
    #expect(try await other.query(.pro, of: "ai").arguments.count == 4)
  }

  @Test func `a full store refuses what makes it larger, and keeps all it has`() async throws {
    let gateway = MemoryGateway(capacity: 3000)
    let topic = try await gateway.add(titled("A"))
    let long = String(repeating: "a", count: 500)
    _ = try await gateway.update(.pro, of: topic.id) { [now] list throws(ArgumentError) in
      try list.add(text: long, author: "ada", at: now)
    }
    let before = try await gateway.topics()
    await #expect(throws: ArgumentError.store(.full)) {
      try await gateway.update(.con, of: topic.id) { [now] list throws(ArgumentError) in
        for number in 1...3 {
          _ = try list.add(text: "\(number)" + long.dropLast(), author: "ada", at: now)
        }
      }
    }
    await #expect(throws: TopicError.store(.full)) {
      _ = try await gateway.add(titled("B"))
      _ = try await gateway.add(titled("C"))
    }
    #expect(try await gateway.topics().prefix(1) == before.prefix(1))
    #expect(try await gateway.topics().count == 2)
  }

  @Test func `what is removed makes room`() async throws {
    let gateway = MemoryGateway(capacity: 1500)
    for _ in 0..<100 {
      let topic = try await gateway.add(titled("A"))
      let text = String(repeating: "a", count: 100)
      _ = try await gateway.update(.pro, of: topic.id) { [now] list throws(ArgumentError) in
        for _ in 0..<100 {
          _ = try list.remove(id: try list.add(text: text, author: "ada", at: now).id, at: now)
        }
        _ = try list.add(text: text, author: "ada", at: now)
      }
      _ = try await gateway.remove(topic.id)
    }
    #expect(try await gateway.topics().isEmpty)
  }

  private func titled(
    _ title: String
  ) -> @Sendable (Set<Topic.ID>) throws(TopicError) -> Topic {
    { [now] taken throws(TopicError) in try Topic(title: title, at: now, taken: taken) }
  }
}
