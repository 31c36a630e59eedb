import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// Rows V8 and V9 of the seeds: what is made and wired for a session ends with it.
@Suite(.timeLimit(.minutes(10))) struct SessionConfiguratorTests {
  /// References to the parts of a session that do not keep them alive.
  private final class Parts {
    weak var router: Router?
    weak var logIn: (any LogInInput)?
    weak var presenter: LogInPresenter?
    weak var draft: DraftViewModel?
    weak var post: PostViewModel?
    private let boxes: [Observer]

    init(_ session: UserSession) {
      router = session.router
      logIn = session.logIn
      presenter = session.logInPresenter
      draft = session.draft
      post = session.post
      boxes = [
        Observer(session.router.route), Observer(session.logInPresenter.form),
        Observer(session.draft.title), Observer(session.draft.isErrorFree),
        Observer(session.post.title), Observer(session.post.isErrorFree),
      ]
    }

    var areBoxesReleased: Bool { boxes.allSatisfy(\.isReleased) }

    /// The parts that still exist.
    var alive: [AnyObject] {
      let parts: [AnyObject?] = [router, logIn, presenter, draft, post]
      return parts.compactMap(\.self)
    }
  }

  @Test func `each session has scenes of its own`() async throws {
    let stage = SessionStage()
    let (one, other) = (stage.session(), stage.session())
    try await one.router.toCreatePost(at: "topics.ai")
    try one.draft.setTitle("Title")
    one.logIn.setName("ada")
    expect(other.router.route.value.sheet == nil)
    expect(other.draft.title.value, equals: "")
    expect(other.logInPresenter.form.value.name, equals: "")
  }

  @Test func `the use cases can be replaced`() async throws {
    let logIn = LogInInteractorTests.FakeLogIn(
      .success((User(name: "ada", groups: []), "token")))
    let configurator = SessionConfigurator(
      mounts: TopicMounts(), logIn: logIn,
      logOut: LogOut(gateway: FakeUsers(passwords: [:])), inBackground: { _ in },
      now: { .unknown })
    let identity = Identity()
    let session = configurator.configure(for: identity)
    expect(try await session.logIn.logIn(withName: "ada", password: "x"), equals: "token")
    expect(identity.logins.map { $0?.name }, equals: ["ada"])
    expect(logIn.attempts, equals: [["ada", "x", "7"]])
  }

  @Test func `a session with everything open is released with its parts`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    var session: UserSession? = stage.session()
    let parts = Parts(session!)
    try await session?.router.toBoard(at: "topics.ai")
    try await session?.router.toPost(at: "topics.ai", id: post.id)
    try await session?.router.toCreatePost(at: "topics.ai")
    try session?.draft.setTitle("Title")
    try await session?.post.edit()
    _ = try await session?.logIn.logIn(withName: "ada", password: "right")
    expect(parts.alive.count, equals: 5)
    session = nil
    expect(parts.alive.isEmpty)
    expect(parts.areBoxesReleased)
    try await stage.topics.rename("ai", to: "AI", author: "eve")
    try await stage.remove(post)
    try await stage.report()
    stage.mounts.remove("topics")
  }

  @MainActor @Test func `a session that is released during a save is gone when the save ends`()
    async throws
  {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    var session: UserSession? = stage.session()
    let parts = Parts(session!)
    try await session?.router.toPost(at: "topics.ai", id: post.id)
    try await session?.post.edit()
    try session?.post.setTitle("Edited")
    try await session?.router.toCreatePost(at: "topics.ai")
    try session?.draft.setTitle("New")
    try session?.draft.setContent("Content")
    stage.slow.hold()
    let writing = Task { [draft = session?.draft] in try await draft?.save() }
    let write = await stage.slow.nextCall()
    let editing = Task { [post = session?.post] in try await post?.edit() }
    let edit = await stage.slow.nextCall()
    session = nil
    // Only the view models of the two calls are left.
    expect(parts.alive.count, equals: 2)
    expect(parts.alive.allSatisfy { $0 === parts.draft || $0 === parts.post })
    for call in [write, edit] { call.release() }
    _ = try await writing.value
    try await editing.value
    stage.slow.hold(false)
    expect(parts.alive.isEmpty)
    expect(parts.areBoxesReleased)
    let titles = try await stage.store.posts(of: "ai", before: nil, limit: 50).map(\.title)
    expect(titles, equals: ["New", "Edited"])
  }

  @MainActor @Test func `a session that is released while it reads or logs in is gone afterwards`()
    async throws
  {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let identity = Identity()
    var session: UserSession? = stage.session(identity)
    let parts = Parts(session!)
    stage.slow.hold()
    stage.users.hold()
    let showing = Task { [router = session?.router] in
      try await router?.toPost(at: "topics.ai", id: post.id)
    }
    let read = await stage.slow.nextCall()
    let loggingIn = Task { [logIn = session?.logIn] in
      try await logIn?.logIn(withName: "ada", password: "right")
    }
    let check = await stage.users.nextCall()
    session = nil
    expect(parts.alive.count, equals: 2)
    read.release()
    check.release()
    try await showing.value
    _ = try await loggingIn.value
    expect(parts.alive.isEmpty)
    expect(parts.areBoxesReleased)
  }

  @Test func `a post is released when no session shows it`() async throws {
    let stage = SessionStage()
    let post = try await stage.write("Title")
    let session = stage.session()
    try await session.router.toPost(at: "topics.ai", id: post.id)
    session.router.dismiss()
    try await stage.edit(post, title: "Edited")
    try await stage.report()
    await stage.runInBackground()
    expect(stage.slow.postsRead, equals: 1)
    try await session.router.toPost(at: "topics.ai", id: post.id)
    expect(session.post.title.value, equals: "Edited")
  }
}
