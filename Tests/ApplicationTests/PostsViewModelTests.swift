import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct PostsViewModelTests {
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))

  private func write(
    _ title: String, _ content: String = "Content", in posts: PostsViewModel
  ) async throws(PostError) -> PostText {
    try await posts.write(title: title, content: content, author: "ada")
  }

  @Test func `items are the newest 50 posts, and older ones are loaded in pages`() async throws {
    let posts = PostsViewModel(store)
    for number in 1...53 { _ = try await write("\(number)", in: posts) }
    expect(posts.items.value.map(\.title), equals: (4...53).reversed().map { "\($0)" })
    let other = PostsViewModel(store)
    expect(other.items.value.isEmpty)
    try await other.fetch()
    expect(other.items.value, equals: posts.items.value)
    let page = try await other.page(before: other.items.value.last?.id, limit: 2)
    expect(page.map(\.title), equals: ["3", "2"])
    expect(other.items.value.count, equals: 50)
    expect(try await other.page(before: nil, limit: 1).map(\.title), equals: ["53"])
  }

  @Test func `an item has its title and the first 200 characters of its content`()
    async throws
  {
    let posts = PostsViewModel(store)
    let content = "First  line\n\n" + String(repeating: "é", count: 300)
    let text = try await write("Straße", content, in: posts)
    expect(text.title, equals: "Straße")
    expect(text.content, equals: content)
    let item = posts.items.value[0]
    expect(item.title, equals: "Straße")
    expect(item.subtitle, equals: "First line " + String(repeating: "é", count: 189))
    expect(item.author, equals: "ada")
    expect(item.created, equals: startText)
    expect(try await posts.read(item.id), equals: text)
  }

  @Test func `dates are in words, in UTC and without seconds`() async throws {
    let clock = TestClock(start.millisecondsSince1970)
    let posts = PostsViewModel(store) { clock.now }
    let post = try await write("One", in: posts)
    expect(post.dates, equals: "2023-11-14 22:13 UTC")
    expect(posts.items.value.map(\.dates), equals: [post.dates])
    clock.advance(milliseconds: 86_399_999)
    let edited = try await posts.edit(post.id, content: "Other", author: "bob")
    expect(edited.dates, equals: "2023-11-14 22:13, edited 2023-11-15 22:13 UTC by bob")
    expect(posts.items.value.map(\.dates), equals: [edited.dates])
  }

  @Test func `an edit and a removal are shown, and a stale one changes nothing`() async throws {
    let posts = PostsViewModel(store)
    let post = try await write("One", in: posts)
    let edited = try await posts.edit(post.id, content: "Other", author: "bob")
    expect(posts.items.value.map(\.subtitle), equals: ["Other"])
    expect(edited.author, equals: "ada")
    await #expect(throws: PostError.changed(id: post.id, updated: start.after(start))) {
      try await posts.remove(post.id, ifUpdated: start, author: "ada")
    }
    expect(posts.items.value.count, equals: 1)
    try await posts.remove(post.id, ifUpdated: start.after(start), author: "ada")
    expect(posts.items.value.isEmpty)
    expect(posts.isErrorFree.value, equals: Content())
    await #expect(throws: PostError.notFound(id: post.id)) {
      try await posts.remove(post.id, author: "ada")
    }
    expect(posts.isErrorFree.value, equals: Content())
  }

  @Test func `a failure is shown until a call succeeds, and the items stay`() async throws {
    let posts = PostsViewModel(store)
    _ = try await write("One", in: posts)
    store.fail(.full)
    await #expect(throws: PostError.store(.full)) { try await write("Two", in: posts) }
    expect(posts.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    await #expect(throws: PostError.store(.full)) { try await posts.fetch() }
    expect(posts.items.value.map(\.title), equals: ["One"])
    expect(!posts.isFetching.value)
    store.recover()
    try await posts.fetch()
    expect(posts.isErrorFree.value, equals: Content())
  }

  @Test func `posts follow live queries and undo`() async throws {
    let reader = StoreReader(store)
    let topics = TopicsViewModel(store, StoreRoad(reader))
    try await topics.fetch()
    let posts = try require(topics.topic("ai")).posts()
    _ = try await write("Elsewhere", in: PostsViewModel(store))
    expect(posts.items.value.isEmpty)
    try await reader.read(to: store.newestPosts(of: "ai").version)
    expect(posts.items.value.map(\.title), equals: ["Elsewhere"])
    let undone = try await topics.undo("ai", author: "ada")
    expect(undone.text, equals: "wrote post \"Elsewhere\"")
    expect(posts.items.value.isEmpty)
  }

  @Test func `after an unknown change, posts are read again`() async throws {
    let reader = StoreReader(store)
    let topics = TopicsViewModel(store, StoreRoad(reader))
    try await topics.fetch()
    let posts = try require(topics.topic("ai")).posts()
    _ = try await write("Unseen", in: PostsViewModel(store))
    try await reader.skip(to: store.topics().version)
    await topics.refresh()
    expect(posts.items.value.map(\.title), equals: ["Unseen"])
  }
}
