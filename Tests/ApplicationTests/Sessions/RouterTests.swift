import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// Rows C16, R15 and V7 of the seeds: navigation.
@Suite(.timeLimit(.minutes(10))) struct RouterTests {
  private func names(_ router: Router) -> [SceneName] { router.route.value.stack.map(\.scene) }

  @Test func `a session starts with the list of topics`() throws {
    let router = SessionStage().session().router
    expect(
      try json(router.route.value),
      equals: #"{"sheet":null,"stack":[{"boxes":["topics.*.summary","topics.isErrorFree"],"#
        + #""scene":"topics","title":"Topics"}]}"#)
  }

  @Test func `a session without any mount starts with an empty list`() {
    let stage = SessionStage()
    stage.mounts.remove("topics")
    let entry = stage.session().router.route.value.stack[0]
    expect(entry.scene, equals: .topics)
    expect(entry.boxes.isEmpty)
  }

  @Test func `each scene has the boxes and the title that a client needs`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("What the trial showed")
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    try await router.toPosts(at: "topics.ai")
    try await router.toPost(at: "topics.ai", id: post.id)
    try await router.toCreatePost(at: "topics.ai")
    let route = router.route.value
    let path = #""at":"topics.ai""#
    expect(
      try json(route.stack[1]),
      equals:
        #"{\#(path),"boxes":["topics.ai.**"],"scene":"board","title":"Artificial Intelligence"}"#)
    expect(
      try json(route.stack[2]),
      equals: #"{\#(path),"boxes":["topics.ai.posts.*"],"scene":"posts","#
        + #""title":"Posts: Artificial Intelligence"}"#)
    expect(
      try json(route.stack[3]),
      equals: #"{\#(path),"boxes":["session.post.*"],"id":"\#(post.id)","scene":"post","#
        + #""title":"What the trial showed"}"#)
    expect(
      try json(route.sheet),
      equals: #"{\#(path),"boxes":["session.draft.*"],"scene":"draft","title":"New post"}"#)
  }

  @Test func `a push lengthens the stack, also with the same scene`() async throws {
    let router = SessionStage().session().router
    try await router.toBoard(at: "topics.ai")
    try router.toTopics()
    try router.toTopics()
    expect(names(router), equals: [.topics, .board, .topics, .topics])
  }

  @Test func `the stack has at most 16 scenes`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let router = stage.session().router
    for _ in 2...16 { try await router.toBoard(at: "topics.ai") }
    let route = router.route.value
    expect(route.stack.count, equals: 16)
    #expect(throws: RouteError.full(limit: 16)) { try router.toTopics() }
    await #expect(throws: RouteError.full(limit: 16)) { try await router.toBoard(at: "topics.ai") }
    await #expect(throws: RouteError.full(limit: 16)) {
      try await router.toPost(at: "topics.ai", id: post.id)
    }
    expect(router.route.value, equals: route)
    try await router.toCreatePost(at: "topics.ai")
    expect(router.route.value.sheet?.scene, equals: .draft)
  }

  @Test func `a second draft is refused, and the first one stays`() async throws {
    let router = SessionStage().session().router
    try await router.toCreatePost(at: "topics.ai")
    let route = router.route.value
    await #expect(throws: RouteError.draftOpen) { try await router.toCreatePost(at: "topics.ai") }
    expect(router.route.value, equals: route)
  }

  @Test func `a push leaves the sheet in front`() async throws {
    let router = SessionStage().session().router
    try await router.toCreatePost(at: "topics.ai")
    try await router.toBoard(at: "topics.ai")
    expect(names(router), equals: [.topics, .board])
    expect(router.route.value.sheet?.scene, equals: .draft)
  }

  @Test func `dismiss removes the sheet, else the top, but never the start`() async throws {
    let router = SessionStage().session().router
    try await router.toBoard(at: "topics.ai")
    try await router.toCreatePost(at: "topics.ai")
    router.dismiss()
    expect(router.route.value.sheet == nil)
    expect(names(router), equals: [.topics, .board])
    router.dismiss()
    expect(names(router), equals: [.topics])
    router.dismiss()
    expect(names(router), equals: [.topics])
    try await router.toCreatePost(at: "topics.ai")
  }

  @Test(arguments: [
    "", ".", "topics", "topics.", "topics.none", "none.ai", "topics.ai.posts", "topics.*",
    "topics.**", "*.ai", "session.login", "topics.a i", "Topics.ai",
    "topics.\(String(repeating: "a", count: 65))",
  ])
  func `an unknown target throws and changes nothing`(path: String) async {
    let router = SessionStage().session().router
    let routes = Recorder(router.route)
    let unknown = RouteError.unknown(path: path)
    await #expect(throws: unknown) { try await router.toBoard(at: path) }
    await #expect(throws: unknown) { try await router.toPosts(at: path) }
    await #expect(throws: unknown) { try await router.toPost(at: path, id: "1") }
    await #expect(throws: unknown) { try await router.toCreatePost(at: path) }
    expect(routes.values.count, equals: 1)
  }

  @Test func `an unknown post throws and changes nothing`() async throws {
    let stage = SessionStage()
    let router = stage.session().router
    let routes = Recorder(router.route)
    await #expect(throws: RouteError.noPost(id: "1", at: "topics.ai")) {
      try await router.toPost(at: "topics.ai", id: "1")
    }
    let removed = try await stage.write("Removed")
    try await stage.remove(removed)
    await #expect(throws: RouteError.noPost(id: removed.id, at: "topics.ai")) {
      try await router.toPost(at: "topics.ai", id: removed.id)
    }
    expect(routes.values.count, equals: 1)
  }

  @Test func `a post that cannot be read is not known to exist`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    stage.store.fail(.full)
    await #expect(throws: RouteError.store(.full)) {
      try await router.toPost(at: "topics.ai", id: post.id)
    }
    expect(names(router), equals: [.topics, .board])
    stage.store.recover()
    try await router.toPost(at: "topics.ai", id: post.id)
    expect(names(router), equals: [.topics, .board, .post])
  }

  // MARK: Mounts that were not read yet

  @Test func `a target in a mount that was not read yet is looked up in its store`() async throws {
    let stage = SessionStage()
    expect(!stage.topics.isLoaded)
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    expect(stage.topics.isLoaded)
    expect(names(router), equals: [.topics, .board])
  }

  @Test func `whether a target exists is unknown while its store cannot be read`() async throws {
    let stage = SessionStage()
    stage.store.fail(.full)
    let router = stage.session().router
    await #expect(throws: RouteError.store(.full)) { try await router.toBoard(at: "topics.ai") }
    stage.store.recover()
    try await router.toBoard(at: "topics.ai")
  }

  // MARK: Overlapping calls

  @MainActor @Test func `of overlapping calls the latest wins, and the older one is superseded`()
    async throws
  {
    let stage = SessionStage()
    let (old, new) = (try await stage.write("Old"), try await stage.write("New"))
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    let (first, older) = await stage.hold { try await router.toPost(at: "topics.ai", id: old.id) }
    let second = Task { try await router.toPost(at: "topics.ai", id: new.id) }
    await stage.slow.nextCall().release()
    try await second.value
    let route = router.route.value
    expect(route.stack.map(\.title).last, equals: "New")
    older.release()
    await #expect(throws: RouteError.superseded) { try await first.value }
    expect(router.route.value, equals: route)
  }

  @MainActor @Test func `a dismiss supersedes a call that waits for its store`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    let (showing, call) = await stage.hold { try await router.toPost(at: "topics.ai", id: post.id) }
    router.dismiss()
    call.release()
    await #expect(throws: RouteError.superseded) { try await showing.value }
    expect(names(router), equals: [.topics])
  }

  @MainActor @Test func `rights that are lost while a post is read count`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let identity = Identity()
    let router = stage.session(identity).router
    try await router.toBoard(at: "topics.ai")
    let (showing, call) = await stage.hold { try await router.toPost(at: "topics.ai", id: post.id) }
    identity.canRead = { $0 != "topics.ai.posts.items" }
    router.rightsChanged()
    call.release()
    await #expect(throws: RouteError.notAllowed(path: "topics.ai.posts.items")) {
      try await showing.value
    }
    expect(names(router), equals: [.topics, .board])
  }

  @MainActor @Test func `a topic or a mount that is removed while a post is read is unknown`()
    async throws
  {
    for removal in [SessionStage.removeTopic, SessionStage.removeMount] {
      let stage = SessionStage()
      let post = try await stage.write("Title")
      let router = stage.session().router
      try await router.toBoard(at: "topics.ai")
      let (showing, call) = await stage.hold {
        try await router.toPost(at: "topics.ai", id: post.id)
      }
      await call.reachStore()
      try await removal(stage)()
      call.release()
      await #expect(throws: RouteError.unknown(path: "topics.ai")) { try await showing.value }
      expect(names(router), equals: [.topics])
    }
  }

  @MainActor @Test func `a post that changes while it is read again is read once more`()
    async throws
  {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toPost(at: "topics.ai", id: post.id)
    try await stage.edit(post, title: "First")
    try await stage.report()
    stage.slow.hold()
    let reading = Task { await stage.runInBackground() }
    let first = await stage.slow.nextCall()
    await first.reachStore()
    try await stage.edit(post, title: "Second")
    try await stage.report()
    try await stage.report()
    first.release()
    await stage.slow.nextCall().release()
    await reading.value
    expect(router.route.value.stack.last?.title, equals: "Second")
    expect(stage.slow.postsRead, equals: 3)
  }

  @MainActor @Test func `a post that is removed while it is read is not shown`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let router = stage.session().router
    try await router.toBoard(at: "topics.ai")
    let (showing, call) = await stage.hold { try await router.toPost(at: "topics.ai", id: post.id) }
    await call.reachStore()
    try await stage.remove(post)
    try await stage.report()
    call.release()
    await #expect(throws: RouteError.noPost(id: post.id, at: "topics.ai")) {
      try await showing.value
    }
    expect(names(router), equals: [.topics, .board])
  }
}

extension SessionStage {
  fileprivate func removeTopic() async throws {
    try await topics.remove("ai", author: "ada")
  }

  fileprivate func removeMount() async throws {
    mounts.remove("topics")
  }
}
