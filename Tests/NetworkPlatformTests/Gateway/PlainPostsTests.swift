import Domain
import DomainTestSupport
import Expectations
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// The posts of a service that has no topics, such as jsonplaceholder.typicode.com.
@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct PlainPostsTests {
  @LoopActor
  @Test func `its posts are those of one topic, which is read-only otherwise`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    expect(try await gateway.topics().value.map(\.topic.title), equals: ["news"])
    expect(stage.requests, equals: [])
    expect(try await gateway.board(of: "news").value.pros.arguments, equals: [])
    expect(stage.requests, equals: ["GET /todos"])
    let newest = try await gateway.newestPosts(of: "news").value
    expect(newest.map(\.id), equals: (51...100).reversed().map { "\($0)" })
    expect(newest[0].title, equals: "title 100")
    expect(newest[0].beginning, equals: "first line\nof post 100")
    expect(newest[0].author, equals: "10")
    let older = try await gateway.posts(of: "news", before: "51", limit: 3)
    expect(older.map(\.id), equals: ["50", "49", "48"])
    expect(try await gateway.content(of: "news", upTo: 1 << 20).posts.count, equals: 100)
    await #expect(throws: BoardError.store(.readOnly)) {
      try await gateway.update("news") { board throws(BoardError) in
        try board.add(.pro, text: "New", author: "ada", at: later)
      }
    }
    await #expect(throws: TopicError.store(.readOnly)) {
      try await StoreTopics(gateway: gateway) { later }.create(title: "New", author: "ada")
    }
    await #expect(throws: TopicError.store(.readOnly)) {
      try await gateway.remove("news")
    }
    await #expect(throws: TopicError.store(.readOnly)) {
      try await StoreTopics(gateway: gateway) { later }.rename("news", to: "Other", author: "ada")
    }
    for topic in ["ai", ""] {
      await #expect(throws: PostError.noTopic(id: topic)) {
        try await gateway.posts(of: topic, before: nil, limit: 1)
      }
      await #expect(throws: BoardError.noTopic(id: topic)) {
        try await gateway.board(of: topic)
      }
      await #expect(throws: TopicError.notFound(id: topic)) {
        try await gateway.remove(topic)
      }
    }
    await gateway.close()
  }

  @LoopActor
  @Test func `a new post has the number that the service gives it`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    _ = try await gateway.newestPosts(of: "news")
    let followed = Followed(gateway)
    let post = try await StorePosts(gateway: gateway) { later }.write(
      in: "news", title: "New", content: "Text", author: "ada"
    ).value
    expect(post.id, equals: "101")
    let stored = try await gateway.post("101", of: "news")
    expect([stored.id, stored.content, stored.author], equals: [post.id, "Text", "ada"])
    // The service does not say who has changed it last.
    expect(stored.updatedBy == nil)
    let shown = try await followed.posts.wait(count: 2)
    expect(shown.map { $0.value.first?.title }, equals: ["New", "New"])
    expect(shown[1].value.first, equals: PostOverview(stored))
    expect(shown[1].value.count, equals: 50)
    // What was shown is what the service has.
    expect(try await gateway.newestPosts(of: "news").value, equals: shown[1].value)
    await gateway.close()
  }

  @LoopActor
  @Test func `a post is edited and removed, and the next one follows`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway(.posts)
    let (edits, _) = try await GatewayContract.reported(by: gateway) {
      try await StorePosts(gateway: gateway) { later }.edit(
        "100", of: "news", title: "Changed", author: "ada")
    }
    guard case .posts("news", let edited, _)? = edits.last else {
      Issue.record("\(edits)")
      return
    }
    expect(edited.first?.title, equals: "Changed")
    expect(edited.first?.author, equals: "10")
    let (removals, _) = try await GatewayContract.reported(by: gateway) {
      try await StorePosts(gateway: gateway) { later }.remove("100", of: "news", author: "ada")
    }
    guard case .posts("news", let rest, [.removed("100")])? = removals.last else {
      Issue.record("\(removals)")
      return
    }
    expect(rest.map(\.id), equals: (50...99).reversed().map { "\($0)" })
    await #expect(throws: PostError.notFound(id: "100")) {
      try await gateway.post("100", of: "news")
    }
    _ = try await StorePosts(gateway: gateway) { later }.remove("7", of: "news", author: "ada")
    expect(
      stage.requests.filter { !$0.hasPrefix("GET") },
      equals: ["PUT /posts/100", "DELETE /posts/100", "DELETE /posts/7"])
    await gateway.close()
  }

  @LoopActor
  @Test func `a discussion may have more posts than are shown`() async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    let posts = StorePosts(gateway: gateway) { later }
    var ids: [Post.ID] = []
    for number in 1...53 {
      ids.append(
        try await posts.write(in: "ai", title: "\(number)", content: "x", author: "ada").value.id)
    }
    let newest = try await gateway.newestPosts(of: "ai").value
    expect(newest.map(\.title), equals: (4...53).reversed().map { "\($0)" })
    try await stage.control(#"{"limits":false}"#)
    let older = try await gateway.posts(of: "ai", before: ids[3], limit: 2)
    expect(older.map(\.title), equals: ["3", "2"])
    let content = try await gateway.content(of: "ai", upTo: 1 << 20)
    expect(content.posts.map(\.id), equals: ids)
    await gateway.close()
  }
}
