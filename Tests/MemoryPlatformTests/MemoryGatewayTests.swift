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
}
