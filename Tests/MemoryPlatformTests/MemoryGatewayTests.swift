import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct MemoryGatewayTests {
  private let now = GatewayContract.start

  @Test(arguments: GatewayContract.sentencesWithoutTrash)
  func `a gateway in memory fulfils the contract`(sentence: GatewayContract) async throws {
    try await sentence.check(MemoryGateway.withBuiltInTopic(at: now))
  }

  @Test(arguments: GatewayContract.sentencesWithoutTrash)
  func `a forwarding gateway fulfils the contract`(sentence: GatewayContract) async throws {
    try await sentence.check(FailingGateway(MemoryGateway.withBuiltInTopic(at: now)))
  }

  private func topic(_ id: String) -> Topic {
    Topic(id: id, title: id, created: now, updated: now)
  }

  private func add(_ text: String, to id: Topic.ID, _ gateway: MemoryGateway) async throws {
    _ = try await gateway.update(id) { [now] board throws(BoardError) in
      try board.add(.pro, text: text, author: "ada", at: now)
    }
  }

  private func addTopic(to gateway: MemoryGateway) async throws(TopicError) -> Topic.ID {
    try await gateway.add(by: "ada") { [now] taken throws(TopicError) in
      try Topic(title: "A", by: "ada", at: now, taken: taken)
    }.value
  }

  @Test func `topics keep their given order`() async throws {
    let boards = ["b", "a"].map { Board(topic($0)) }
    let gateway = MemoryGateway(boards: boards)
    expect(try await gateway.topics().value, equals: boards.map(\.overview))
  }

  @Test func `a change of one topic does not affect the others`() async throws {
    let gateway = MemoryGateway(boards: ["a", "b"].map { Board(topic($0)) })
    try await add("One", to: "b", gateway)
    expect(try await gateway.topics().value.map(\.pros?.count), equals: [0, 1])
  }

  @Test func `two gateways share nothing`() async throws {
    let one = MemoryGateway.withBuiltInTopic(at: now)
    let other = MemoryGateway.withBuiltInTopic(at: now)
    try await add("One", to: "ai", one)
    expect(try await other.topics().value.map(\.pros?.count), equals: [4])
  }

  @Test func `a full store refuses larger content and keeps what it has`() async throws {
    let gateway = MemoryGateway(boards: [Board(topic("a"))], capacity: 3000)
    let long = String(repeating: "a", count: 500)
    try await add(long, to: "a", gateway)
    let before = try await gateway.topics().value
    await #expect(throws: BoardError.store(.full)) {
      try await gateway.update("a") { [now] board throws(BoardError) in
        for number in 1...3 {
          _ = try board.add(.con, text: "\(number)" + long.dropLast(), author: "ada", at: now)
        }
      }
    }
    expect(try await gateway.topics().value, equals: before)
    _ = try await addTopic(to: gateway)
    await #expect(throws: TopicError.store(.full)) { try await addTopic(to: gateway) }
    expect(try await gateway.topics().value.count, equals: 2)
  }

  @Test func `a refused change does not remove history`() async throws {
    let gateway = MemoryGateway(boards: [Board(topic("a"))], capacity: 4000)
    try await add("One", to: "a", gateway)
    await #expect(throws: PostError.store(.full)) {
      try await StorePosts(gateway: gateway) { [now] in now }.write(
        in: "a", title: "A", content: String(repeating: "x", count: 10_000), author: "ada")
    }
    expect(try await gateway.history(of: "a", before: nil, limit: 9).count, equals: 1)
    _ = try await StoreTopics(gateway: gateway) { [now] in now }.undo("a", author: "ada")
  }

  @Test func `removed topics free their space`() async throws {
    let gateway = MemoryGateway(capacity: 1500)
    for _ in 0..<100 {
      let id = try await addTopic(to: gateway)
      for _ in 0..<10 {
        _ = try await gateway.update(id) { [now] board throws(BoardError) in
          let added = try board.add(
            .pro, text: String(repeating: "a", count: 100), author: "ada", at: now)
          _ = try board.remove(.pro, id: added.id, by: "ada", at: now)
        }
      }
      try await add("One", to: id, gateway)
      _ = try await gateway.remove(id)
    }
    expect(try await gateway.topics().value.isEmpty)
  }
}
