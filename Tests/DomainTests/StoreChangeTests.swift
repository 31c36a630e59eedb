import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What was read is followed by the same steps as what the store has.
struct StoreChangeTests {
  private let gateway = MemoryGateway.withBuiltInTopic(at: GatewayContract.start)
  private let later = GatewayContract.later

  @Test func `a list and a board that were read follow every change of the store`() async throws {
    var topics = try await gateway.topics().value
    var board = try await gateway.board(of: "ai").value
    var reports = StoreReports(gateway)
    let now: CurrentTime = { [later] in later }
    let arguments = StoreArguments(gateway: gateway, now: now)
    _ = try await StoreTopics(gateway: gateway, now: now).create(title: "New", author: "ada")
    _ = try await arguments.add(.con, of: "ai", text: "Noise", author: "ada")
    _ = try await arguments.add(.con, of: "new", text: "Noise", author: "ada")
    _ = try await StoreTopics(gateway: gateway, now: now).rename("ai", to: "AI", author: "ada")
    _ = try await StorePosts(gateway: gateway, now: now).write(
      in: "ai", title: "Title", content: "Content", author: "ada")
    for change in try await reports.all(to: gateway.topics().version) {
      topics.follow(change)
      board.follow(change)
    }
    expect(try await gateway.topics().value, equals: topics)
    expect(try await gateway.board(of: "ai").value, equals: board)
  }

  @Test func `a removed topic is not on the list, and one whose title alone is known is renamed`()
    async throws
  {
    var topics = try await gateway.topics().value
    var board = try await gateway.board(of: "ai").value
    var renamed = topics[0]
    renamed = TopicOverview(
      topic: Topic(id: "ai", title: "AI", created: later, updated: later), pros: renamed.pros,
      cons: renamed.cons)
    topics.follow(.overview(renamed))
    board.follow(.overview(renamed))
    expect(topics, equals: [renamed])
    expect(board.overview, equals: renamed)
    board.follow(.removal("ai"))
    topics.follow(.removal("ai"))
    expect(topics.isEmpty)
    expect(board.overview, equals: renamed)
  }
}
