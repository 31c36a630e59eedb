import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct TopicsViewModelTests {
  private let clock = TestClock(start.millisecondsSince1970)
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))

  private let reader: StoreReader

  init() {
    reader = StoreReader(store)
  }

  private func topics() -> TopicsViewModel {
    TopicsViewModel(store, StoreRoad(reader)) { [clock] in clock.now }
  }

  @Test func `fetch shows the topics of the store`() async throws {
    let topics = topics()
    expect(topics.ids.value.isEmpty)
    try await topics.fetch()
    expect(topics.ids.value, equals: ["ai"])
    expect(topics.topic("ai")?.summary.value.title, equals: "Artificial Intelligence")
    expect(topics.topic("none") == nil)
    expect(topics.isErrorFree.value, equals: Content())
    expect(!topics.isFetching.value)
  }

  @Test func `imported topics are added at the end and exported unchanged`() async throws {
    let topics = topics()
    try await topics.fetch()
    let ids = try await topics.importTopics(
      [
        TopicDraft(title: "A", pros: [.init(text: "One", weight: 2)]),
        TopicDraft(title: "B", posts: [.init(title: "Post", content: "Content")]),
      ], author: "ada")
    expect(ids, equals: ["a", "b"])
    expect(topics.ids.value, equals: ["ai", "a", "b"])
    expect(topics.topic("a")?.summary.value.score, equals: 2)
    let document = TopicDocument(try await topics.export("b"))
    expect(document.posts.map(\.title), equals: ["Post"])
    expect(TopicDocument(try await topics.export("a")).pros.map(\.text), equals: ["One"])
    await #expect(throws: ImportError.topic(0, .invalid(.empty))) {
      try await topics.importTopics([TopicDraft(title: "")], author: "ada")
    }
    expect(topics.isErrorFree.value, equals: Content())
    store.fail(.full)
    await #expect(throws: ImportError.store(.full)) {
      try await topics.importTopics([TopicDraft(title: "C")], author: "ada")
    }
    expect(topics.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    store.recover()
    _ = try await topics.importTopics([TopicDraft(title: "C")], author: "ada")
    expect(topics.isErrorFree.value, equals: Content())
  }

  @Test func `faults of parts are shown unless the store fails`() async throws {
    let topics = topics()
    try await topics.fetch()
    topics.follow(faults: (1...7).map { StoreFault("cats.md, line \($0): wrong") })
    let shown = (1...5).map { "cats.md, line \($0): wrong" } + ["and 2 more"]
    let faulty = Content(status: false, message: shown.joined(separator: "; "))
    expect(topics.isErrorFree.value, equals: faulty)
    expect(topics.ids.value, equals: ["ai"])
    store.fail(.full)
    await #expect(throws: TopicError.store(.full)) { try await topics.fetch() }
    expect(topics.isErrorFree.value.message, equals: "the store is full")
    topics.follow(faults: [StoreFault("cats.md, line 1: wrong")])
    expect(topics.isErrorFree.value.message, equals: "the store is full")
    store.recover()
    try await topics.fetch()
    expect(topics.isErrorFree.value.message, equals: "cats.md, line 1: wrong")
    topics.follow(faults: [])
    expect(topics.isErrorFree.value, equals: Content())
  }

  @Test(arguments: [Side.pro, .con, nil])
  func `a fault of a board is shown on its side, also on one that is made later`(
    side: Side?
  ) async throws {
    let topics = topics()
    topics.follow(faults: [StoreFault("ai: wrong", in: .board("ai"), side.map { Column($0) })])
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    let (early, late) = (topic.arguments(.pro), topic.arguments(.con))
    let posts = topic.posts()
    func messages() -> [String?] { [early, late].map(\.isErrorFree.value.message) }
    expect(messages(), equals: Side.allCases.map { [$0, nil].contains(side) ? "ai: wrong" : nil })
    try await early.fetch()
    try await late.fetch()
    expect(messages(), equals: Side.allCases.map { [$0, nil].contains(side) ? "ai: wrong" : nil })
    expect(posts.isErrorFree.value, equals: Content())
    topics.follow(faults: [StoreFault("ai: bad post", in: .posts("ai"))])
    expect(messages(), equals: [nil, nil])
    expect(posts.isErrorFree.value.message, equals: "ai: bad post")
    topics.follow(faults: [])
    expect(posts.isErrorFree.value, equals: Content())
  }

  @Test func `a new topic is added at the end and is empty`() async throws {
    let topics = topics()
    try await topics.fetch()
    let id = try await topics.create(title: "Which editor?", author: "ada")
    expect(id, equals: "which-editor")
    expect(topics.ids.value, equals: ["ai", "which-editor"])
    let summary = topics.topic(id)?.summary.value
    expect(summary?.title, equals: "Which editor?")
    expect(summary?.line, equals: "0 pros · 0 cons · score 0 · even")
  }

  @Test func `a rename updates the summary and keeps the topic object`() async throws {
    let topics = topics()
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    clock.advance(milliseconds: 500)
    try await topics.rename("ai", to: "AI", author: "ada")
    expect(topics.topic("ai") === topic)
    expect(topic.summary.value.title, equals: "AI")
    expect(topic.summary.value.updated, equals: "2023-11-14T22:13:20.500Z")
  }

  @Test func `remove hides the topic`() async throws {
    let topics = topics()
    try await topics.fetch()
    try await topics.remove("ai", author: "ada")
    expect(topics.ids.value.isEmpty)
    expect(topics.topic("ai") == nil)
  }

  @Test func `a change is shown before anything is fetched`() async throws {
    let topics = topics()
    let id = try await topics.create(title: "New", author: "ada")
    expect(topics.ids.value, equals: [id])
    try await topics.fetch()
    expect(topics.ids.value, equals: ["ai", id])
  }

  @Test func `a broken rule affects only the caller`() async throws {
    let topics = topics()
    try await topics.fetch()
    await #expect(throws: TopicError.invalid(.empty)) {
      try await topics.create(title: " ", author: "ada")
    }
    await #expect(throws: TopicError.notFound(id: "none")) {
      try await topics.rename("none", to: "A", author: "ada")
    }
    await #expect(throws: TopicError.notFound(id: "none")) {
      try await topics.remove("none", author: "ada")
    }
    expect(topics.isErrorFree.value, equals: Content())
    expect(topics.ids.value, equals: ["ai"])
  }

  @Test func `a failing store is shown until a call succeeds`() async throws {
    let topics = topics()
    try await topics.fetch()
    store.fail(.full)
    await #expect(throws: TopicError.store(.full)) {
      try await topics.create(title: "A", author: "ada")
    }
    expect(topics.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    expect(topics.ids.value, equals: ["ai"])
    store.recover()
    try await topics.fetch()
    expect(topics.isErrorFree.value, equals: Content())
  }

  @Test func `figures older than the shown ones are ignored`() async throws {
    let topics = topics()
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    let pros = topic.arguments(.pro)
    try await pros.fetch()
    clock.advance(milliseconds: 500)
    _ = try await pros.add(text: "New", author: "ada")
    expect(topic.summary.value.pros, equals: 5)
    try await topics.rename("ai", to: "AI", author: "ada")
    expect(topic.summary.value.pros, equals: 5)
    expect(topic.summary.value.title, equals: "AI")
  }

  @Test func `changes by others are shown when a live query reports them`() async throws {
    let topics = topics()
    try await topics.fetch()
    let now = { @Sendable [clock] in clock.now }
    let new = try await StoreTopics(gateway: store, now: now).create(title: "New", author: "ada")
    expect(topics.ids.value, equals: ["ai"])
    await reader.read(to: new.version)
    expect(topics.ids.value, equals: ["ai", "new"])
    let renamed = try await StoreTopics(gateway: store, now: now).rename(
      "ai", to: "AI", author: "ada")
    await reader.read(to: renamed.version)
    expect(topics.topic("ai")?.summary.value.title, equals: "AI")
    await reader.read(to: try await store.remove("ai").version)
    expect(topics.ids.value, equals: ["new"])
    expect(topics.topic("ai") == nil)
  }

  @Test func `a board from a live query is shown on both sides and in the summary`()
    async throws
  {
    let topics = topics()
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    try await pros.fetch()
    let moved = try await StoreArguments(gateway: store) { start }.move(
      .pro, of: "ai", id: "1", to: .con, author: "ada")
    await reader.read(to: moved.version)
    expect(pros.items.value.map(\.id), equals: ["2", "3", "4"])
    expect(cons.items.value.last?.text, equals: "Error reduction")
    expect(topic.summary.value.line, equals: "3 pros · 4 cons · score -1 · leans con")
  }

  @Test func `changes by another program are fetched without showing activity`() async throws {
    let topics = topics()
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    let cons = topic.arguments(.con)
    try await cons.fetch()
    let activity = (Recorder(topics.isFetching), Recorder(cons.isFetching))
    let arguments = StoreArguments(gateway: store) { start }
    _ = try await arguments.add(.con, of: "ai", text: "New", author: "ada")
    _ = try await StoreTopics(gateway: store) { start }.create(title: "New", author: "ada")
    await reader.skip(to: try await store.topics().version)
    await topics.refresh()
    expect(topics.ids.value, equals: ["ai", "new"])
    expect(topic.summary.value.cons, equals: 4)
    expect(cons.items.value.last?.text, equals: "New")
    expect(activity.0.values, equals: [false])
    expect(activity.1.values, equals: [false])
  }

  @Test func `a removed topic that is created again has nothing of the old one`() async throws {
    let topics = topics()
    try await topics.fetch()
    let removed = try require(topics.topic("ai"))
    try await topics.remove("ai", author: "ada")
    let id = try await topics.create(title: "AI", author: "ada")
    expect(id, equals: "ai")
    expect(topics.ids.value, equals: [id])
    expect(topics.topic(id) !== removed)
    expect(topics.topic(id)?.summary.value.pros, equals: 0)
  }

  @Test func `topics that are imported together are listed in one step`() async throws {
    let topics = topics()
    try await topics.fetch()
    let lists = Recorder(topics.ids)
    _ = try await topics.importTopics(
      ["A", "B", "C"].map { TopicDraft(title: $0) }, author: "ada")
    expect(lists.values, equals: [["ai"], ["ai", "a", "b", "c"]])
  }

  @Test func `a refresh that cannot read the list says so`() async throws {
    let topics = topics()
    try await topics.fetch()
    store.fail(.full)
    await topics.refresh()
    expect(topics.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    store.recover()
    await topics.refresh()
    expect(topics.isErrorFree.value, equals: Content())
  }

  @Test func `undo reverts the caller's last change on the board and in the summary`()
    async throws
  {
    let topics = topics()
    try await topics.fetch()
    let topic = try require(topics.topic("ai"))
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    _ = try await pros.move(id: "1", to: .con, author: "ada")
    _ = try await pros.remove(id: "2", author: "bob")
    let undone = try await topics.undo("ai", author: "ada")
    expect(undone.text, equals: #"moved pro 1 "Error reduction" to con 4"#)
    expect(pros.items.value.map(\.id), equals: ["1", "3", "4"])
    expect(cons.items.value.count, equals: 3)
    expect(topic.summary.value.line, equals: "3 pros · 3 cons · score 0 · even")
    await #expect(throws: UndoError.nothingToUndo) {
      try await topics.undo("ai", author: "ada")
    }
    expect(
      try await topics.history(of: "ai", before: nil, limit: 10).map(\.text),
      equals: [
        #"moved con 4 "Error reduction" to pro 1, to undo a change"#,
        #"removed pro 2 "Increase work efficiency""#,
        #"moved pro 1 "Error reduction" to con 4"#,
      ])
    expect(try await topics.history(of: "ai", before: 2, limit: 10).map(\.id), equals: [1])
  }
}
