import Application
import BoardValues
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What others change in the store.
extension BoardTests {
  private var topic: Topic.ID { BuiltInTopic.id }

  private func rename(to title: String) async throws {
    _ = try await StoreTopics(gateway: store) { start }.rename(topic, to: title, author: "bob")
  }

  private func add(_ text: String, to side: Side) async throws {
    _ = try await StoreArguments(gateway: store) { start }.add(
      Column(side), of: topic, text: text, author: "bob")
  }

  /// A step with the version of the store.
  private func step(_ changes: [StoreChange]) async throws -> StoreStep {
    StoreStep(changes, version: try await memory.topics().version)
  }

  /// The board as the store reports it.
  private func report() async throws -> StoreChange {
    .board(try await store.board(of: topic).value)
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `changes of the store are shown as they happen`(style: PresentationStyle) async throws {
    let (version, steps) = store.changes()
    let road = StoreRoad()
    road.begin(at: version)
    let following = Task { for await step in steps { road.follow(step) } }
    let screen = try await style.screen(store, road: road)
    await screen.fetch(.pro)
    try await add("Patience", to: .pro)
    try await add("Noise", to: .con)
    await screen.display.shows { $0.pros.items.count == 5 && $0.cons.items.count == 4 }
    await screen.display.shows { $0.summary?.line == "5 pros · 4 cons · score +1 · leans pro" }
    try await rename(to: "AI")
    await screen.display.shows { $0.summary?.title == "AI" }
    _ = try await store.remove(topic)
    await screen.display.shows { $0.isClosed }
    following.cancel()
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a reported board clears a failure, because the store works`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store)
    store.fail(.full)
    await screen.fetch(.pro)
    store.recover()
    try await add("Patience", to: .pro)
    await screen.follow(try await step([try await report()]))
    expect(screen.display.board.pros.alert == nil)
    expect(screen.display.board.pros.items.count, equals: 5)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a board that changes on both sides is shown on both`(style: PresentationStyle) async throws
  {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    _ = try await StoreArguments(gateway: store) { start }.move(
      .pro, of: topic, id: "1", to: .con, author: "bob")
    await screen.follow(try await step([try await report()]))
    expect(screen.display.board.pros.items.map(\.id), equals: ["2", "3", "4"])
    expect(screen.display.board.cons.items.last?.text, equals: "Error reduction")
  }

  @Test(arguments: PresentationStyle.allCases)
  func `reports about other topics, and those that repeat what is shown, change nothing`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store)
    await screen.add("Patience", weight: 1, to: .pro)
    let shown = screen.display.history
    await screen.follow(try await step([try await report()]))
    let other = Board(
      Topic(id: "other", title: "Other", created: start, updated: start, updatedBy: "bob"))
    await screen.follow(try await step([.board(other)]))
    await screen.follow(try await step([.overview(other.overview)]))
    await screen.follow(try await step([.posts("other", newest: [], changes: nil)]))
    await screen.follow(try await step([.removal("other")]))
    expect(screen.display.history, equals: shown)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `an unknown change reads everything again, without showing activity`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store)
    await screen.fetch(.con)
    let activity = screen.display.values(of: \.cons.isFetching)
    try await add("Noise", to: .con)
    try await rename(to: "AI")
    await screen.follow(try await step([.unknown]))
    expect(screen.display.board.cons.items.count, equals: 4)
    expect(screen.display.board.summary?.title, equals: "AI")
    expect(screen.display.values(of: \.cons.isFetching), equals: activity)
    store.fail(.full)
    let shown = screen.display.board
    await screen.follow(try await step([.unknown]))
    expect(screen.display.board, equals: shown)
    store.recover()
    _ = try await store.remove(topic)
    await screen.follow(try await step([.unknown]))
    expect(screen.display.board.isClosed)
  }
}
