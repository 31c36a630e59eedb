import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// Row C13 of the seeds: a post is created.
@Suite(.timeLimit(.minutes(10))) struct DraftViewModelTests {
  /// Opens a draft with these words.
  private func open(
    _ stage: SessionStage, _ identity: Identity = Identity(), title: String = "Title",
    content: String = "Content"
  ) async throws -> UserSession {
    let session = stage.session(identity)
    try await session.router.toCreatePost(at: "topics.ai")
    try session.draft.setTitle(title)
    try session.draft.setContent(content)
    return session
  }

  private func posts(_ stage: SessionStage) async throws -> [PostOverview] {
    try await stage.store.posts(of: "ai", before: nil, limit: 50)
  }

  @Test func `without a draft everything is empty, and intents throw`() async {
    let draft = SessionStage().session().draft
    expect(draft.title.value, equals: "")
    expect(draft.content.value, equals: "")
    expect(!draft.canSave.value)
    expect(!draft.isFetching.value)
    expect(draft.isErrorFree.value, equals: Content())
    #expect(throws: WritingError.noDraft) { try draft.setTitle("Title") }
    #expect(throws: WritingError.noDraft) { try draft.setContent("Content") }
    #expect(throws: WritingError.noDraft) { try draft.cancel() }
    await #expect(throws: WritingError.noDraft) { try await draft.save() }
    expect(draft.title.value, equals: "")
  }

  @Test func `a draft can be saved when neither title nor content is blank`() async throws {
    let draft = try await open(SessionStage(), title: "", content: "").draft
    let canSave = Recorder(draft.canSave)
    for (title, content, expected) in [
      ("Title", "", false), ("Title", " \n\t", false), ("Title", "Content", true),
      (" \u{A0}", "Content", false), (" a ", " b ", true),
    ] {
      try draft.setTitle(title)
      try draft.setContent(content)
      expect(draft.canSave.value, equals: expected, "\(title), \(content)")
    }
    expect(draft.title.value, equals: " a ")
    expect(canSave.values, equals: [false, true, false, true])
  }

  @Test func `save writes the post as the session's author, shows it to everyone and dismisses`()
    async throws
  {
    let stage = SessionStage()
    let list = stage.topics
    try await list.fetch()
    let shown = try require(list.topic("ai")).posts()
    let identity = Identity()
    identity.name = "grace"
    let session = try await open(stage, identity, title: " Title ", content: "Content\n")
    var atDismissal: [String] = []
    let binding = session.router.route.bind { _ in atDismissal = shown.items.value.map(\.title) }
    let id = try await session.draft.save()
    expect(atDismissal, equals: ["Title"])
    expect(session.router.route.value.sheet == nil)
    let post = try require(try await posts(stage).first)
    expect(post.id, equals: id)
    expect(post.title, equals: "Title")
    expect(post.author, equals: "grace")
    expect(session.draft.title.value, equals: "")
    expect(!session.draft.canSave.value)
    expect(!session.draft.isFetching.value)
    binding.cancel()
  }

  @Test func `cancel dismisses, and the words are gone`() async throws {
    let stage = SessionStage()
    let session = try await open(stage)
    try session.draft.cancel()
    expect(session.router.route.value.sheet == nil)
    try await session.router.toCreatePost(at: "topics.ai")
    expect(session.draft.title.value, equals: "")
    expect(session.draft.content.value, equals: "")
    expect(try await posts(stage).isEmpty)
  }

  @Test func `a failure of the store keeps the draft and says why`() async throws {
    let stage = SessionStage()
    let session = try await open(stage)
    stage.store.fail(.full)
    await #expect(throws: WritingError.post(.store(.full))) { try await session.draft.save() }
    expect(
      session.draft.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    expect(session.draft.title.value, equals: "Title")
    expect(session.draft.canSave.value)
    expect(!session.draft.isFetching.value)
    expect(session.router.route.value.sheet != nil)
    stage.store.recover()
    try await session.draft.save()
    expect(session.draft.isErrorFree.value, equals: Content())
    expect(try await posts(stage).count, equals: 1)
  }

  @Test func `a broken rule keeps the draft and says why`() async throws {
    let session = try await open(SessionStage(), title: String(repeating: "a", count: 201))
    let error = WritingError.post(.invalid(.title(.tooManyCharacters(201))))
    await #expect(throws: error) { try await session.draft.save() }
    expect(session.draft.isErrorFree.value, equals: Content(status: false, message: error.message))
    try session.draft.setTitle(" ")
    expect(session.draft.isErrorFree.value, equals: Content())
    await #expect(throws: WritingError.post(.invalid(.title(.empty)))) {
      try await session.draft.save()
    }
    expect(session.draft.isErrorFree.value.message, equals: "title must not be empty")
    expect(session.router.route.value.sheet != nil)
  }

  @Test func `save needs the right to write posts of the topic`() async throws {
    let (stage, identity) = (SessionStage(), Identity())
    let session = try await open(stage, identity)
    identity.canCall = { $0 != "topics.ai.posts.write" }
    let error = WritingError.notAllowed(intent: "topics.ai.posts.write")
    await #expect(throws: error) { try await session.draft.save() }
    expect(session.draft.isErrorFree.value.message, equals: error.message)
    identity.canCall = { _ in true }
    identity.whenAsked = { identity.canCall = { _ in false } }
    await #expect(throws: error) { try await session.draft.save() }
    expect(try await posts(stage).isEmpty)
    expect(session.draft.title.value, equals: "Title")
  }

  @Test func `texts are limited to twice their maximum until they are saved`() async throws {
    let draft = try await open(SessionStage()).draft
    try draft.setTitle(String(repeating: "a", count: 1600))
    #expect(throws: WritingError.tooLong(.title, limit: 1600)) {
      try draft.setTitle(String(repeating: "a", count: 1601))
    }
    expect(draft.title.value.count, equals: 1600)
    try draft.setContent(String(repeating: "a", count: 131_072))
    #expect(throws: WritingError.tooLong(.content, limit: 131_072)) {
      try draft.setContent(String(repeating: "é", count: 65_537))
    }
  }

  // MARK: While a draft is being saved

  @MainActor @Test func `a draft that is being saved cannot be saved again`() async throws {
    let stage = SessionStage()
    let draft = try await open(stage).draft
    let (saving, call) = await stage.hold { try await draft.save() }
    expect(draft.isFetching.value)
    expect(!draft.canSave.value)
    await #expect(throws: WritingError.busy) { try await draft.save() }
    expect(draft.isErrorFree.value, equals: Content())
    call.release()
    try await saving.value
    expect(try await posts(stage).count, equals: 1)
  }

  @MainActor @Test func `words typed while a draft is saved are kept, and saved to the same post`()
    async throws
  {
    let stage = SessionStage()
    let session = try await open(stage)
    let draft = session.draft
    let (saving, call) = await stage.hold { try await draft.save() }
    try draft.setTitle("Better title")
    call.release()
    try await saving.value
    expect(session.router.route.value.sheet != nil)
    expect(draft.title.value, equals: "Better title")
    expect(draft.canSave.value)
    expect(!draft.isFetching.value)
    expect(try await posts(stage).map(\.title), equals: ["Title"])
    stage.slow.hold(false)
    stage.clock.advance(milliseconds: 1)
    try await draft.save()
    expect(session.router.route.value.sheet == nil)
    expect(try await posts(stage).map(\.title), equals: ["Better title"])
  }

  @MainActor @Test func `a post that others change or remove before the rest is saved is handled`()
    async throws
  {
    let stage = SessionStage()
    let draft = try await open(stage).draft
    let (saving, call) = await stage.hold { try await draft.save() }
    try draft.setTitle("Mine")
    call.release()
    try await saving.value
    stage.slow.hold(false)
    let post = try require(try await posts(stage).first)
    let whole = try await stage.store.post(post.id, of: "ai")
    try await stage.edit(whole, title: "Theirs", author: "eve")
    await #expect(
      throws: WritingError.conflict(authors: ["eve"], updated: stage.clock.now)
    ) { try await draft.save() }
    expect(draft.title.value, equals: "Mine")
    try await stage.remove(whole)
    await #expect(throws: WritingError.post(.notFound(id: post.id))) { try await draft.save() }
    try await draft.save()
    expect(try await posts(stage).map(\.title), equals: ["Mine"])
  }

  @MainActor @Test func `a draft that is closed while it is saved is written all the same`()
    async throws
  {
    let stage = SessionStage()
    let session = try await open(stage)
    let draft = session.draft
    let (saving, call) = await stage.hold { try await draft.save() }
    try draft.cancel()
    try await session.router.toCreatePost(at: "topics.ai")
    try draft.setTitle("Second")
    call.release()
    try await saving.value
    expect(try await posts(stage).map(\.title), equals: ["Title"])
    expect(draft.title.value, equals: "Second")
    expect(session.router.route.value.sheet != nil)
    expect(!draft.isFetching.value)
  }

  @MainActor @Test func `a late failure of a closed draft does not show in the next one`()
    async throws
  {
    let stage = SessionStage()
    let session = try await open(stage)
    let draft = session.draft
    let (saving, call) = await stage.hold { try await draft.save() }
    session.router.dismiss()
    try await session.router.toCreatePost(at: "topics.ai")
    stage.store.fail(.full)
    call.release()
    await #expect(throws: WritingError.post(.store(.full))) { try await saving.value }
    expect(draft.isErrorFree.value, equals: Content())
  }

  @Test func `a draft that is closed before it is written is not written`() async throws {
    let (stage, identity) = (SessionStage(), Identity())
    let session = try await open(stage, identity)
    identity.whenAsked = { session.router.dismiss() }
    await #expect(throws: WritingError.noDraft) { try await session.draft.save() }
    expect(try await posts(stage).isEmpty)
  }

  @Test func `a topic that is removed while a draft is open closes it`() async throws {
    let stage = SessionStage()
    let session = try await open(stage)
    try await stage.topics.remove("ai", author: "ada")
    expect(session.router.route.value.sheet == nil)
    expect(session.draft.title.value, equals: "")
    await #expect(throws: WritingError.noDraft) { try await session.draft.save() }
  }
}
