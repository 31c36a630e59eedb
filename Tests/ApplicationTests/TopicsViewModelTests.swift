import Application
import Boxes
import Domain
import DomainTestSupport
import MemoryPlatform
import Testing

struct TopicsViewModelTests {
  private let clock = TestClock(start.millisecondsSince1970)
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))

  private func topics() -> TopicsViewModel {
    let now = { @Sendable [clock] in clock.now }
    return TopicsViewModel(
      list: ListTopics(gateway: store), create: CreateTopic(gateway: store, now: now),
      rename: RenameTopic(gateway: store, now: now), remove: RemoveTopic(gateway: store)
    ) { [store] overview in
      TopicViewModel(overview) { side in
        ArgumentsViewModel(store, side: side, topic: overview.id, now: now)
      }
    }
  }

  @Test func `fetch shows the topics of the store`() async throws {
    let topics = topics()
    #expect(topics.ids.value.isEmpty)
    try await topics.fetch()
    #expect(topics.ids.value == ["ai"])
    #expect(topics.topic("ai")?.summary.value.title == "Artificial Intelligence")
    #expect(topics.topic("none") == nil)
    #expect(topics.isErrorFree.value == Content())
    #expect(!topics.isFetching.value)
  }

  @Test func `a new topic is shown behind the others, and is empty`() async throws {
    let topics = topics()
    try await topics.fetch()
    let id = try await topics.create(title: "Which editor?")
    #expect(id == "which-editor")
    #expect(topics.ids.value == ["ai", "which-editor"])
    let summary = topics.topic(id)?.summary.value
    #expect(summary?.title == "Which editor?")
    #expect(summary?.figures == "0 pros · 0 cons · score 0 · even")
  }

  @Test func `a rename reaches the summary, and the topic stays what it was`() async throws {
    let topics = topics()
    try await topics.fetch()
    let topic = try #require(topics.topic("ai"))
    clock.advance(milliseconds: 500)
    try await topics.rename("ai", to: "AI")
    #expect(topics.topic("ai") === topic)
    #expect(topic.summary.value.title == "AI")
    #expect(topic.summary.value.updated == "2023-11-14T22:13:20.500Z")
  }

  @Test func `remove hides the topic`() async throws {
    let topics = topics()
    try await topics.fetch()
    try await topics.remove("ai")
    #expect(topics.ids.value.isEmpty)
    #expect(topics.topic("ai") == nil)
  }

  @Test func `a change is shown before anything was fetched`() async throws {
    let topics = topics()
    let id = try await topics.create(title: "New")
    #expect(topics.ids.value == [id])
    try await topics.fetch()
    #expect(topics.ids.value == ["ai", id])
  }

  @Test func `a broken rule concerns only the caller`() async throws {
    let topics = topics()
    try await topics.fetch()
    await #expect(throws: TopicError.invalid(.empty)) { try await topics.create(title: " ") }
    await #expect(throws: TopicError.notFound(id: "none")) {
      try await topics.rename("none", to: "A")
    }
    await #expect(throws: TopicError.notFound(id: "none")) { try await topics.remove("none") }
    #expect(topics.isErrorFree.value == Content())
    #expect(topics.ids.value == ["ai"])
  }

  @Test func `a store that fails is shown until a call succeeds`() async throws {
    let topics = topics()
    try await topics.fetch()
    store.fail(.full)
    await #expect(throws: TopicError.store(.full)) { try await topics.create(title: "A") }
    #expect(topics.isErrorFree.value == Content(status: false, message: "the store is full"))
    #expect(topics.ids.value == ["ai"])
    store.recover()
    try await topics.fetch()
    #expect(topics.isErrorFree.value == Content())
  }

  @Test func `figures that are older than those shown are not taken over`() async throws {
    let topics = topics()
    try await topics.fetch()
    let topic = try #require(topics.topic("ai"))
    let pros = topic.arguments(.pro)
    try await pros.fetch()
    clock.advance(milliseconds: 500)
    _ = try await pros.add(text: "New", author: "ada")
    #expect(topic.summary.value.pros == 5)
    try await topics.rename("ai", to: "AI")
    #expect(topic.summary.value.pros == 5)
    #expect(topic.summary.value.title == "AI")
  }
}
