import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// The route and the rights of the caller.
@Suite(.timeLimit(.minutes(10))) struct RouteRightsTests {
  private let stage = SessionStage()
  private let identity = Identity()

  private func scenes(_ router: Router) -> [SceneName] { router.route.value.stack.map(\.scene) }

  @Test func `a session that may read no list starts with the login`() throws {
    identity.canRead = { _ in false }
    let router = stage.session(identity).router
    expect(
      try json(router.route.value.stack),
      equals: #"[{"boxes":["session.login.*"],"scene":"login","title":"Log in"}]"#)
    #expect(throws: RouteError.nothingReadable) { try router.toTopics() }
  }

  @Test func `the list of topics has the boxes of readable mounts only`() {
    stage.mounts.add(stage.mount("wiki", TopicsViewModel(stage.store)))
    identity.canRead = { $0.hasPrefix("wiki") }
    let router = stage.session(identity).router
    expect(router.route.value.stack[0].boxes, equals: ["wiki.*.summary", "wiki.isErrorFree"])
    identity.canRead = { $0 != "topics.isErrorFree" }
    router.rightsChanged()
    expect(
      router.route.value.stack[0].boxes,
      equals: ["topics.*.summary", "wiki.*.summary", "wiki.isErrorFree"])
  }

  @Test func `rights are decided by the text of the target, whether it exists or not`() async {
    var asked: [String] = []
    identity.canRead = {
      asked.append($0)
      return $0 == "topics"
    }
    stage.store.fail(.full)
    let router = stage.session(identity).router
    asked = []
    for path in ["topics.ai", "topics.none", "none.none"] {
      await #expect(throws: RouteError.notAllowed(path: path)) {
        try await router.toBoard(at: path)
      }
      let posts = RouteError.notAllowed(path: "\(path).posts")
      await #expect(throws: posts) { try await router.toPosts(at: path) }
      await #expect(throws: posts) { try await router.toCreatePost(at: path) }
      await #expect(throws: RouteError.notAllowed(path: "\(path).posts.items")) {
        try await router.toPost(at: path, id: "1")
      }
      expect(asked, equals: [path, "\(path).posts", "\(path).posts", "\(path).posts.items"])
      asked = []
    }
    expect(!stage.topics.isLoaded)
    expect(stage.slow.postsRead, equals: 0)
  }

  @Test func `what becomes unreadable leaves the stack and the sheet`() async throws {
    let post = try await stage.write("Title")
    let router = stage.session(identity).router
    try await router.toPosts(at: "topics.ai")
    try await router.toPost(at: "topics.ai", id: post.id)
    try await router.toBoard(at: "topics.ai")
    try await router.toCreatePost(at: "topics.ai")
    identity.canRead = { $0 != "topics.ai.posts.items" }
    router.rightsChanged()
    expect(scenes(router), equals: [.topics, .posts, .board])
    identity.canRead = { !$0.hasPrefix("topics.ai.posts") }
    router.rightsChanged()
    expect(scenes(router), equals: [.topics, .board])
    expect(router.route.value.sheet == nil)
    identity.canRead = { _ in false }
    router.rightsChanged()
    expect(scenes(router), equals: [.login])
  }

  @Test func `a title that may not be read is replaced by the topic's id`() async throws {
    identity.canRead = { $0 != "topics.ai.summary" }
    let router = stage.session(identity).router
    try await router.toBoard(at: "topics.ai")
    expect(router.route.value.stack.last?.title, equals: "ai")
    identity.canRead = { _ in true }
    router.rightsChanged()
    expect(router.route.value.stack.last?.title, equals: "Artificial Intelligence")
  }

  @Test func `after a login the start follows the new rights, and after a logout the old ones`()
    async throws
  {
    identity.canRead = { _ in false }
    identity.whenReplaced = { [identity] in
      let user = identity.logins.last ?? nil
      identity.canRead = { _ in user?.name == "ada" }
    }
    let session = stage.session(identity)
    expect(scenes(session.router), equals: [.login])
    _ = try await session.logIn.logIn(withName: "ada", password: "right")
    expect(scenes(session.router), equals: [.topics])
    try await session.router.toBoard(at: "topics.ai")
    try await session.logIn.logOut()
    expect(scenes(session.router), equals: [.login])
  }

  @Test func `who may read something can log in, too`() async throws {
    let session = stage.session(identity)
    let router = session.router
    try await router.toBoard(at: "topics.ai")
    try router.toLogin()
    try router.toLogin()
    expect(scenes(router), equals: [.topics, .board, .login])
    // Other rights are not another identity.
    router.rightsChanged()
    expect(scenes(router), equals: [.topics, .board, .login])
    router.dismiss()
    expect(scenes(router), equals: [.topics, .board])
    try router.toLogin()
    _ = try await session.logIn.logIn(withName: "ada", password: "right")
    expect(scenes(router), equals: [.topics, .board])
    try router.toLogin()
    identity.canRead = { _ in false }
    router.rightsChanged()
    expect(scenes(router), equals: [.login])
    try router.toLogin()
    expect(scenes(router), equals: [.login])
  }
}
