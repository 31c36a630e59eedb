import Application
import Domain
import DomainTestSupport
import MemoryPlatform
import Testing

/// What others change in the store.
extension BoardTests {
  private var topic: Topic.ID { BuiltInTopic.id }

  private func rename(to title: String) async throws -> Stored<TopicOverview> {
    try await RenameTopic(gateway: store) { start }(topic, to: title, author: "bob")
  }

  private func add(_ text: String, to side: Side) async throws -> Stored<Board> {
    try await AddArgument(gateway: store) { start }(side, of: topic, text: text, author: "bob")
      .board
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `changes of the store are shown as they happen`(style: PresentationStyle) async throws {
    let boards: AsyncStream<StoreChange<Board>> = store.changes()
    let overviews: AsyncStream<StoreChange<TopicOverview>> = store.changes()
    let screen = try await style.screen(store)
    let following = [
      Task { for await change in boards { await screen.follow(change) } },
      Task { for await change in overviews { await screen.follow(change) } },
    ]
    await screen.fetch(.pro)
    _ = try await add("Patience", to: .pro)
    _ = try await add("Noise", to: .con)
    await screen.display.shows { $0.pros.items.count == 5 && $0.cons.items.count == 4 }
    await screen.display.shows { $0.summary?.line == "5 pros · 4 cons · score +1 · leans pro" }
    _ = try await rename(to: "AI")
    await screen.display.shows { $0.summary?.title == "AI" }
    _ = try await store.remove(topic)
    await screen.display.shows { $0.isClosed }
    for task in following { task.cancel() }
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a reported board clears a failure, because the store works`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store)
    store.fail(.full)
    await screen.fetch(.pro)
    store.recover()
    await screen.follow(.topic(topic, try await add("Patience", to: .pro).map(\.self)))
    #expect(screen.display.board.pros.alert == nil)
    #expect(screen.display.board.pros.items.count == 5)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a board that changes on both sides is shown on both`(style: PresentationStyle) async throws
  {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    let (board, _) = try await MoveArgument(gateway: store) { start }(
      .pro, of: topic, id: "1", to: .con, author: "bob")
    await screen.follow(.topic(topic, board.map(\.self)))
    #expect(screen.display.board.pros.items.map(\.id) == ["2", "3", "4"])
    #expect(screen.display.board.cons.items.last?.text == "Error reduction")
  }

  @Test(arguments: PresentationStyle.allCases)
  func `late reports and those of other topics change nothing`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store)
    let old = try await store.board(of: topic)
    await screen.add("Patience", weight: 1, to: .pro)
    let renamed = try await rename(to: "AI")
    await screen.follow(.topic(topic, renamed.map(\.self)))
    let shown = screen.display.history
    await screen.follow(.topic(topic, old.map(\.self)))
    await screen.follow(.topic(topic, old.map(\.overview)))
    await screen.follow(.topic(topic, Stored<TopicOverview?>(nil, version: old.version)))
    let other = try await CreateTopic(gateway: store) { start }(title: "Other", author: "bob")
    await screen.follow(.topic("other", other.map(\.self)))
    await screen.follow(.topic("other", other.map { Board($0.topic) }))
    #expect(screen.display.history == shown)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `an unknown change reads everything again, without showing activity`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store)
    await screen.fetch(.con)
    let activity = screen.display.values(of: \.cons.isFetching)
    _ = try await add("Noise", to: .con)
    _ = try await rename(to: "AI")
    await screen.follow(StoreChange<Board>.unknown)
    await screen.follow(StoreChange<TopicOverview>.unknown)
    #expect(screen.display.board.cons.items.count == 4)
    #expect(screen.display.board.summary?.title == "AI")
    #expect(screen.display.values(of: \.cons.isFetching) == activity)
    store.fail(.full)
    let shown = screen.display.board
    await screen.follow(StoreChange<TopicOverview>.unknown)
    #expect(screen.display.board == shown)
    store.recover()
    _ = try await store.remove(topic)
    await screen.follow(StoreChange<TopicOverview>.unknown)
    #expect(screen.display.board.isClosed)
  }
}
