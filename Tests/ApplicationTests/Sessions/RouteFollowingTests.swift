import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// What leaves the route, or changes on it, because of others.
@Suite(.timeLimit(.minutes(10))) struct RouteFollowingTests {
  private let stage = SessionStage()

  private func scenes(_ router: Router) -> [SceneName] { router.route.value.stack.map(\.scene) }

  /// Opens everything that concerns the topic.
  private func openAll(_ post: Post, _ router: Router) async throws {
    try await router.toBoard(at: "topics.ai")
    try await router.toPosts(at: "topics.ai")
    try await router.toPost(at: "topics.ai", id: post.id)
    try await router.toCreatePost(at: "topics.ai")
  }

  // MARK: Topics

  @Test func `a removed topic leaves the stack and the sheet with the box that reports it`()
    async throws
  {
    let router = stage.session().router
    try await openAll(try await stage.write("Title"), router)
    var atRemoval: Route?
    let binding = stage.topics.ids.bind { if $0.isEmpty { atRemoval = router.route.value } }
    try await stage.removeTopicElsewhere()
    expect(atRemoval?.stack.map(\.scene), equals: [.topics])
    expect(router.route.value.sheet == nil)
    expect(stage.topics.topic("ai") == nil)
    binding.cancel()
  }

  @Test func `other topics stay on the stack`() async throws {
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    let other = try await stage.topics.create(title: "Other", author: "eve")
    try await router.toBoard(at: "topics.\(other)")
    try await stage.topics.remove("ai", author: "ada")
    expect(router.route.value.stack.map(\.at), equals: [nil, "topics.other"])
  }

  @Test func `a topic that replaces a removed one at the same path is not shown`() async throws {
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    try await stage.topics.remove("ai", author: "ada")
    _ = try await stage.topics.importTopics([TopicDraft(id: "ai", title: "New")], author: "eve")
    expect(scenes(router), equals: [.topics])
    try await router.toBoard(at: "topics.ai")
    expect(router.route.value.stack.last?.title, equals: "New")
  }

  @Test func `a renamed topic changes the titles with the box that reports it`() async throws {
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    try await router.toPosts(at: "topics.ai")
    var titles: [String] = []
    let binding = stage.topics.topic("ai")?.summary.bind { _ in
      titles = router.route.value.stack.map(\.title)
    }
    try await stage.topics.rename("ai", to: "AI", author: "eve")
    expect(titles, equals: ["Topics", "AI", "Posts: AI"])
    binding?.cancel()
  }

  @Test func `new arguments do not set the route`() async throws {
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    let pros = try require(stage.topics.topic("ai")).arguments(.pro)
    let routes = Recorder(router.route)
    _ = try await pros.add(text: "Patience", author: "eve")
    _ = try await stage.topics.create(title: "Other", author: "eve")
    expect(routes.values.count, equals: 1)
  }

  // MARK: Mounts

  @Test func `a removed mount leaves the stack and the sheet in the same turn`() async throws {
    let router = stage.session().router
    try await openAll(try await stage.write("Title"), router)
    stage.mounts.remove("topics")
    expect(scenes(router), equals: [.topics])
    expect(router.route.value.sheet == nil)
    expect(router.route.value.stack[0].boxes.isEmpty)
    await #expect(throws: RouteError.unknown(path: "topics.ai")) {
      try await router.toBoard(at: "topics.ai")
    }
  }

  @Test func `a new mount joins all lists of topics`() async throws {
    let router = stage.session().router
    try router.toTopics()
    stage.mounts.add(stage.mount("wiki", TopicsViewModel(stage.store)))
    let boxes = [
      "topics.*.summary", "topics.isErrorFree", "wiki.*.summary", "wiki.isErrorFree",
    ]
    expect(router.route.value.stack.map(\.boxes), equals: [boxes, boxes])
    try await router.toBoard(at: "wiki.ai")
    expect(router.route.value.stack.last?.boxes, equals: ["wiki.ai.**"])
    stage.mounts.remove("wiki")
    expect(scenes(router), equals: [.topics, .topics])
  }

  // MARK: Posts

  @Test func `a removed post leaves the stack in the same turn, wherever it is removed`()
    async throws
  {
    let session = stage.session()
    for way in ["elsewhere", "posts", "session"] {
      let post = try await stage.write("Title")
      let router = stage.session().router
      try await router.toPost(at: "topics.ai", id: post.id)
      try await router.toBoard(at: "topics.ai")
      switch way {
      case "elsewhere":
        try await stage.remove(post)
        try await stage.report()
      case "posts":
        let posts = try require(stage.topics.topic("ai")).posts()
        try await posts.remove(post.id, author: "eve")
      default:
        try await session.router.toPost(at: "topics.ai", id: post.id)
        try await session.post.delete()
        expect(scenes(session.router), equals: [.topics])
      }
      expect(scenes(router), equals: [.topics, .board], "\(way)")
    }
  }

  @Test func `an old post that is removed leaves the stack once it has been read again`()
    async throws
  {
    let post = try await stage.write("Old")
    for number in 1...50 { _ = try await stage.write("New \(number)") }
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    try await stage.report()
    await stage.runInBackground()
    expect(scenes(router), equals: [.topics, .post])
    try await stage.remove(post)
    try await stage.report()
    expect(scenes(router), equals: [.topics, .post])
    await stage.runInBackground()
    expect(scenes(router), equals: [.topics])
  }

  @Test func `an old post that is removed through the view model of posts leaves at once`()
    async throws
  {
    let post = try await stage.write("Old")
    for number in 1...50 { _ = try await stage.write("New \(number)") }
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    let posts = try require(stage.topics.topic("ai")).posts()
    try await posts.remove(post.id, author: "eve")
    expect(scenes(router), equals: [.topics])
  }

  @Test func `a post is read once for all sessions that show it`() async throws {
    let post = try await stage.write("Title")
    let routers = [stage.session().router, stage.session().router]
    for router in routers { try await router.toPost(at: "topics.ai", id: post.id) }
    expect(stage.slow.postsRead, equals: 2)
    try await stage.report()
    await stage.runInBackground()
    expect(stage.slow.postsRead, equals: 2)
    try await stage.edit(post, title: "Edited")
    try await stage.report()
    try await stage.report()
    await stage.runInBackground()
    expect(routers.map { $0.route.value.stack.last?.title }, equals: ["Edited", "Edited"])
    expect(stage.slow.postsRead, equals: 3)
  }

  @Test func `a failure to read a post again keeps what is shown`() async throws {
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    try await stage.edit(post, title: "Edited")
    try await stage.report()
    stage.store.fail(.full)
    await stage.runInBackground()
    expect(router.route.value.stack.last?.title, equals: "Title")
    stage.store.recover()
    try await stage.report()
    await stage.runInBackground()
    expect(router.route.value.stack.last?.title, equals: "Edited")
  }

  @Test func `an unknown change of the store is followed too`() async throws {
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    try await stage.edit(post, title: "Edited")
    await stage.topics.refresh()
    expect(router.route.value.stack.last?.title, equals: "Edited")
    try await stage.remove(post)
    await stage.topics.refresh()
    expect(scenes(router), equals: [.topics])
  }

  @Test func `an undone post leaves the stack`() async throws {
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    _ = try await stage.topics.undo("ai", author: "eve")
    expect(scenes(router), equals: [.topics])
  }
}
