import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What scenes say about copies of a service's content.
struct FreshnessTests {
  private let clock = TestClock(start.millisecondsSince1970)
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))

  private static let read = Timestamp(millisecondsSince1970: 60_000)
  private static let fresh = Freshness(fetched: read, confirmed: read)
  private static let stale = Freshness(
    fetched: read, confirmed: read.after(read), failure: "connection refused")
  private static let alert =
    "this copy is from 1970-01-01 00:01 UTC, because the service is not available: connection refused"

  private func topics() async throws -> TopicsViewModel {
    let topics = TopicsViewModel(store) { [clock] in clock.now }
    try await topics.fetch()
    return topics
  }

  @Test func `at first nothing was read`() throws {
    expect(try json(FreshnessItem()), equals: #"{"fetched":null,"isStale":false}"#)
    expect(
      try json(FreshnessItem(Self.stale)),
      equals: #"{"fetched":"1970-01-01T00:01:00.000Z","isStale":true}"#)
  }

  @Test(arguments: [Side.pro, .con])
  func `both sides show how old the board is, also one that is made later`(
    first: Side
  ) async throws {
    let topic = try require(try await topics().topic("ai"))
    let early = topic.arguments(Column(first))
    expect(early.freshness.value, equals: FreshnessItem())
    let topics = try await topics()
    let side = try require(topics.topic("ai")).arguments(Column(first))
    topics.follow(.board("ai"), Self.fresh)
    expect(side.freshness.value, equals: FreshnessItem(Self.fresh))
    let later = try require(topics.topic("ai")).arguments(first == .pro ? .con : .pro)
    expect(later.freshness.value, equals: FreshnessItem(Self.fresh))
    expect(topics.freshness.value, equals: FreshnessItem())
  }

  @Test func `posts and topics show how old they are`() async throws {
    let topics = try await topics()
    topics.follow(.posts("ai"), Self.fresh)
    let posts = try require(topics.topic("ai")).posts()
    expect(posts.freshness.value, equals: FreshnessItem(Self.fresh))
    topics.follow(.posts("ai"), Self.stale)
    expect(posts.freshness.value.isStale)
    expect(posts.isErrorFree.value, equals: Content(status: false, message: Self.alert))
    topics.follow(.topics, Self.stale)
    expect(topics.freshness.value.isStale)
    topics.follow(.posts("none"), Self.stale)
  }

  @Test func `a stale copy is an alert until the next success, whatever fails meanwhile`()
    async throws
  {
    let topics = try await topics()
    let pros = try require(topics.topic("ai")).arguments(.pro)
    try await pros.fetch()
    topics.follow(.board("ai"), Self.stale)
    let alert = Content(status: false, message: Self.alert)
    expect(pros.isErrorFree.value, equals: alert)
    expect(pros.items.value.count, equals: 4)
    store.fail(.unavailable(reason: "connection refused"))
    await #expect(throws: BoardError.self) { try await pros.fetch() }
    expect(pros.isErrorFree.value, equals: alert)
    store.recover()
    try await pros.fetch()
    expect(pros.isErrorFree.value, equals: alert)
    topics.follow(.board("ai"), Self.fresh)
    expect(pros.isErrorFree.value, equals: Content())
  }

  @Test func `a success in the background clears the failure of a fetch`() async throws {
    let topics = try await topics()
    let pros = try require(topics.topic("ai")).arguments(.pro)
    store.fail(.unavailable(reason: "connection refused"))
    await #expect(throws: BoardError.self) { try await pros.fetch() }
    topics.follow(
      .board("ai"), Freshness(fetched: nil, confirmed: nil, failure: "connection refused"))
    expect(
      pros.isErrorFree.value,
      equals: Content(status: false, message: "the service is not available: connection refused"))
    topics.follow(.board("ai"), Self.fresh)
    expect(pros.isErrorFree.value.message, equals: Side.pro.nothingFound)
  }

  @Test func `a fresh copy does not hide a change that failed`() async throws {
    let topics = try await topics()
    let pros = try require(topics.topic("ai")).arguments(.pro)
    try await pros.fetch()
    store.fail(.full)
    await #expect(throws: BoardError.self) { try await pros.add(text: "New", author: "ada") }
    topics.follow(.board("ai"), Self.fresh)
    expect(pros.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
  }
}
