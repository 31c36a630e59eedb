import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import Testing

/// Rows C14 and C15 of the seeds: a post is shown, edited and deleted.
@Suite(.timeLimit(.minutes(10))) struct PostViewModelTests {
  /// Opens a post.
  private func open(
    _ post: Post, _ stage: SessionStage, _ identity: Identity = Identity()
  ) async throws -> UserSession {
    let session = stage.session(identity)
    try await session.router.toPost(at: "topics.ai", id: post.id)
    return session
  }

  /// Opens a post and changes its title to "New", without saving it.
  private func openAndChange(_ post: Post, _ stage: SessionStage) async throws -> UserSession {
    let session = try await open(post, stage)
    try await session.post.edit()
    try session.post.setTitle("New")
    return session
  }

  private func stored(_ post: Post, _ stage: SessionStage) async throws -> Post {
    try await stage.store.post(post.id, of: "ai")
  }

  @Test func `without a post everything is empty, and intents throw`() async {
    let post = SessionStage().session().post
    expect(post.title.value, equals: "")
    expect(post.content.value, equals: "")
    expect(!post.isEditing.value)
    expect(post.editButtonTitle.value, equals: .edit)
    expect(!post.canSave.value)
    expect(post.isErrorFree.value, equals: Content())
    await #expect(throws: WritingError.noPost) { try await post.edit() }
    #expect(throws: WritingError.noPost) { try post.setTitle("Title") }
    #expect(throws: WritingError.noPost) { try post.setContent("Content") }
    #expect(throws: WritingError.noPost) { try post.cancel() }
    await #expect(throws: WritingError.noPost) { try await post.delete() }
  }

  @Test func `a post is shown whole, with its title as it was written`() async throws {
    let stage = SessionStage()
    let content = String(repeating: "Line\n", count: 1000) + "end"
    let post = try await open(try await stage.write("Straße", content), stage).post
    expect(post.title.value, equals: "Straße")
    expect(post.content.value, equals: content)
    expect(!post.canSave.value)
  }

  @Test func `edit toggles between editing and saving`() async throws {
    let stage = SessionStage()
    let post = try await open(try await stage.write("Title"), stage).post
    let titles = Recorder(post.editButtonTitle)
    try await post.edit()
    expect(post.isEditing.value)
    expect(post.canSave.value)
    try post.setTitle("New")
    try await post.edit()
    expect(!post.isEditing.value)
    expect(!post.canSave.value)
    expect(post.title.value, equals: "New")
    expect(titles.values.map(\.rawValue), equals: ["Edit", "Save", "Edit"])
    expect(try json(titles.values), equals: #"["Edit","Save","Edit"]"#)
  }

  @Test func `texts can be changed only while editing`() async throws {
    let stage = SessionStage()
    let post = try await open(try await stage.write("Title"), stage).post
    #expect(throws: WritingError.notEditing) { try post.setTitle("New") }
    #expect(throws: WritingError.notEditing) { try post.setContent("New") }
    #expect(throws: WritingError.notEditing) { try post.cancel() }
    try await post.edit()
    try post.setTitle(" ")
    expect(!post.canSave.value)
    try post.setContent("New")
    #expect(throws: WritingError.tooLong(.title, limit: 1600)) {
      try post.setTitle(String(repeating: "a", count: 1601))
    }
    try post.cancel()
    expect(post.title.value, equals: "Title")
    expect(post.content.value, equals: "Content")
    expect(!post.isEditing.value)
  }

  @Test func `an edit keeps the identity, the author and the date of creation`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await post.edit()
    try post.setTitle(" New ")
    try post.setContent("Other\n\n")
    stage.clock.advance(milliseconds: 500)
    try await post.edit()
    let edited = try await stored(written, stage)
    expect(
      edited,
      equals: Post(
        id: written.id, topic: "ai", title: "New", content: "Other", author: "eve",
        created: written.created, updated: stage.clock.now, updatedBy: "ada"))
    expect(post.title.value, equals: "New")
    expect(post.content.value, equals: "Other")
  }

  @Test func `a saved edit is shown to everyone at once`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let session = try await open(written, stage)
    let other = try await open(written, stage)
    let posts = try require(stage.topics.topic("ai")).posts()
    try await posts.fetch()
    try await session.post.edit()
    try session.post.setTitle("New")
    try await session.post.edit()
    expect(posts.items.value.map(\.title), equals: ["New"])
    expect(other.post.title.value, equals: "New")
    expect(other.router.route.value.stack.last?.title, equals: "New")
    expect(session.router.route.value.stack.last?.title, equals: "New")
  }

  @Test func `an edit without changes writes nothing and ends`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await post.edit()
    stage.store.fail(.full)
    try await post.edit()
    expect(!post.isEditing.value)
  }

  @Test func `changes by others are shown while the post is not being edited`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await stage.edit(written, title: "First")
    try await stage.report()
    await stage.runInBackground()
    expect(post.title.value, equals: "First")
    try await post.edit()
    try await stage.edit(written, title: "Second")
    try await stage.report()
    await stage.runInBackground()
    expect(post.title.value, equals: "First")
    try post.cancel()
    expect(post.title.value, equals: "Second")
  }

  // MARK: Conflicts

  @Test func `a conflict keeps the words and names who changed the post in between`()
    async throws
  {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await post.edit()
    try post.setTitle("Mine")
    try await stage.edit(written, title: "First", author: "bob")
    _ = try await stage.write("Another post")
    try await stage.edit(written, title: "Second", author: "eve")
    try await stage.report()
    let error = WritingError.conflict(authors: ["bob", "eve"], updated: stage.clock.now)
    await #expect(throws: error) { try await post.edit() }
    expect(post.isEditing.value)
    expect(post.title.value, equals: "Mine")
    expect(post.canSave.value)
    expect(
      post.isErrorFree.value,
      equals: Content(
        status: false,
        message: "bob and eve changed the post; save again to replace that version"))
    try post.setTitle("Still mine")
    try post.setTitle("Mine")
    expect(!post.isErrorFree.value.status)
    expect(try await stored(written, stage).title, equals: "Second")
    try await post.edit()
    expect(try await stored(written, stage).title, equals: "Mine")
    expect(post.isErrorFree.value, equals: Content())
    expect(!post.isEditing.value)
  }

  @Test func `each further version is a conflict of its own`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await post.edit()
    try post.setTitle("Mine")
    for author in ["bob", "eve"] {
      try await stage.edit(written, title: "By \(author)", author: author)
      await #expect(
        throws: WritingError.conflict(authors: [author], updated: stage.clock.now)
      ) { try await post.edit() }
    }
    try post.setTitle("Title")
    try await post.edit()
    expect(try await stored(written, stage).title, equals: "Title")
  }

  @Test func `without a history, a conflict says when the post was changed`() async throws {
    let stage = SessionStage(keepsHistory: false)
    let written = try await stage.write("Title")
    let post = try await open(written, stage).post
    try await post.edit()
    try post.setTitle("Mine")
    try await stage.edit(written, title: "Theirs")
    await #expect(throws: WritingError.conflict(authors: [], updated: stage.clock.now)) {
      try await post.edit()
    }
    expect(
      post.isErrorFree.value.message,
      equals: "the post was changed at 2023-11-14T22:13:20.002Z; save again to replace that version"
    )
  }

  // MARK: Failures

  @Test func `a failure keeps the words and says why`() async throws {
    let stage = SessionStage()
    let post = try await open(try await stage.write("Title"), stage).post
    try await post.edit()
    try post.setTitle("New")
    stage.store.fail(.full)
    await #expect(throws: WritingError.post(.store(.full))) { try await post.edit() }
    expect(post.isErrorFree.value.message, equals: "the store is full")
    stage.store.recover()
    try post.setTitle(" ")
    await #expect(throws: WritingError.post(.invalid(.title(.empty)))) { try await post.edit() }
    expect(post.isErrorFree.value.message, equals: "title must not be empty")
    expect(post.isEditing.value)
    try post.setTitle("New")
    try await post.edit()
    expect(post.isErrorFree.value, equals: Content())
  }

  @Test func `edit and delete need the rights to the intents of the topic`() async throws {
    let (stage, identity) = (SessionStage(), Identity())
    let written = try await stage.write("Title")
    let post = try await open(written, stage, identity).post
    identity.canCall = { $0 == "topics.ai.posts.remove" }
    let editing = WritingError.notAllowed(intent: "topics.ai.posts.edit")
    await #expect(throws: editing) { try await post.edit() }
    expect(!post.isEditing.value)
    expect(post.isErrorFree.value.message, equals: editing.message)
    identity.canCall = { _ in true }
    try await post.edit()
    try post.setTitle("New")
    identity.canCall = { $0 == "topics.ai.posts.remove" }
    await #expect(throws: editing) { try await post.edit() }
    expect(post.title.value, equals: "New")
    identity.canCall = { $0 == "topics.ai.posts.edit" }
    let deleting = WritingError.notAllowed(intent: "topics.ai.posts.remove")
    await #expect(throws: deleting) { try await post.delete() }
    identity.canCall = { _ in true }
    identity.whenAsked = { identity.canCall = { _ in false } }
    await #expect(throws: deleting) { try await post.delete() }
    expect(try await stored(written, stage), equals: written)
  }

  @Test func `a removed post ends editing and leaves the stack`() async throws {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let session = try await open(written, stage)
    try await session.post.edit()
    try session.post.setTitle("New")
    try await stage.remove(written)
    await #expect(throws: WritingError.post(.notFound(id: written.id))) {
      try await session.post.edit()
    }
    expect(session.router.route.value.stack.count, equals: 1)
    expect(!session.post.isEditing.value)
    expect(session.post.title.value, equals: "")
    expect(session.post.isErrorFree.value, equals: Content())
  }

  // MARK: Delete

  @Test func `delete removes the post, also while it is being edited`() async throws {
    let stage = SessionStage()
    for isEditing in [false, true] {
      let written = try await stage.write("Title")
      let session = try await open(written, stage)
      if isEditing { try await session.post.edit() }
      try await session.post.delete()
      expect(session.router.route.value.stack.map(\.scene), equals: [.topics])
      await #expect(throws: PostError.notFound(id: written.id)) {
        try await stored(written, stage)
      }
      expect(session.post.title.value, equals: "")
      expect(!session.post.isEditing.value)
      await #expect(throws: WritingError.noPost) { try await session.post.delete() }
    }
  }

  @Test func `a failed delete keeps the post and says why`() async throws {
    let stage = SessionStage()
    let session = try await open(try await stage.write("Title"), stage)
    stage.store.fail(.full)
    await #expect(throws: WritingError.post(.store(.full))) { try await session.post.delete() }
    expect(session.post.isErrorFree.value.message, equals: "the store is full")
    expect(session.router.route.value.stack.count, equals: 2)
    stage.store.recover()
    try await session.post.delete()
  }

  // MARK: Several posts

  @Test func `the uppermost post is shown, and the one beneath it after a dismiss`() async throws {
    let stage = SessionStage()
    let (first, second) = (try await stage.write("First"), try await stage.write("Second"))
    let session = try await open(first, stage)
    try await session.router.toPost(at: "topics.ai", id: second.id)
    try await session.router.toBoard(at: "topics.ai")
    expect(session.post.title.value, equals: "Second")
    session.router.dismiss()
    session.router.dismiss()
    expect(session.post.title.value, equals: "First")
    session.router.dismiss()
    expect(session.post.title.value, equals: "")
  }

  @Test func `while a post is being edited, no other post can be shown over it`() async throws {
    let stage = SessionStage()
    let (first, second) = (try await stage.write("First"), try await stage.write("Second"))
    let session = try await open(first, stage)
    try await session.post.edit()
    await #expect(throws: RouteError.postEdited) {
      try await session.router.toPost(at: "topics.ai", id: second.id)
    }
    try await session.router.toBoard(at: "topics.ai")
    expect(session.post.isEditing.value)
    try session.post.cancel()
    try await session.router.toPost(at: "topics.ai", id: second.id)
    try await session.post.edit()
    session.router.dismiss()
    expect(!session.post.isEditing.value)
    try await session.router.toPost(at: "topics.ai", id: second.id)
  }

  // MARK: While a post is being saved

  @MainActor @Test func `a post that is being saved is not saved or deleted`() async throws {
    let stage = SessionStage()
    let post = try await openAndChange(try await stage.write("Title"), stage).post
    let (saving, call) = await stage.hold { try await post.edit() }
    expect(!post.canSave.value)
    await #expect(throws: WritingError.busy) { try await post.edit() }
    await #expect(throws: WritingError.busy) { try await post.delete() }
    call.release()
    try await saving.value
    expect(!post.isEditing.value)
  }

  @MainActor @Test func `words typed while a post is saved are kept, and editing continues`()
    async throws
  {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await openAndChange(written, stage).post
    let (saving, call) = await stage.hold { try await post.edit() }
    try post.setTitle("Newer")
    call.release()
    try await saving.value
    expect(post.isEditing.value)
    expect(post.title.value, equals: "Newer")
    expect(post.canSave.value)
    expect(try await stored(written, stage).title, equals: "New")
    stage.slow.hold(false)
    try await post.edit()
    expect(try await stored(written, stage).title, equals: "Newer")
    expect(!post.isEditing.value)
  }

  @MainActor @Test func `editing that is cancelled while it is saved ends, and is saved`()
    async throws
  {
    let stage = SessionStage()
    let written = try await stage.write("Title")
    let post = try await openAndChange(written, stage).post
    let (saving, call) = await stage.hold { try await post.edit() }
    try post.cancel()
    expect(post.title.value, equals: "Title")
    try await post.edit()
    call.release()
    try await saving.value
    expect(post.isEditing.value)
    expect(post.title.value, equals: "Title")
    try post.cancel()
    expect(post.title.value, equals: "New")
  }

  @MainActor @Test func `a post that is dismissed while it is saved does not come back`()
    async throws
  {
    let stage = SessionStage()
    let session = try await openAndChange(try await stage.write("Title"), stage)
    let post = session.post
    let (saving, call) = await stage.hold { try await post.edit() }
    session.router.dismiss()
    stage.store.fail(.full)
    call.release()
    await #expect(throws: WritingError.post(.store(.full))) { try await saving.value }
    expect(post.title.value, equals: "")
    expect(post.isErrorFree.value, equals: Content())
    expect(session.router.route.value.stack.count, equals: 1)
  }
}
