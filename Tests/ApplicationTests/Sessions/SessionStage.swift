import Application
import BoardValues
import Domain
import DomainTestSupport
import MemoryPlatform

/// What the daemon provides to sessions, in a test: a mount with the built-in topic, users, and
/// background work that runs when the test says so.
final class SessionStage {
  let clock = TestClock(start.millisecondsSince1970)
  let store: FailingGateway
  /// The store as sessions use it.
  let slow: SlowPostsGateway
  let topics: TopicsViewModel
  private let reader: StoreReader
  private let road: StoreRoad
  let mounts = TopicMounts()
  let users = FakeUsers(passwords: ["ada": "right", "bob": "right"])
  let configurator: SessionConfigurator
  private let background = BackgroundWork()

  init(keepsHistory: Bool = true) {
    let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))
    self.store = store
    slow = SlowPostsGateway(store)
    reader = StoreReader(store)
    road = StoreRoad(reader)
    topics = TopicsViewModel(store, road) { [clock] in clock.now }
    configurator = SessionConfigurator(
      mounts: mounts, logIn: LogIn(gateway: users) { .zero }, logOut: LogOut(gateway: users),
      inBackground: { [background] in background.works.append($0) }, now: { [clock] in clock.now })
    mounts.add(mount("topics", topics, history: keepsHistory ? slow : NoHistory()))
  }

  /// A mount of the same store.
  func mount(
    _ root: String, _ topics: TopicsViewModel, history: (any HistoryGateway)? = nil
  ) -> TopicMount {
    let now = { @Sendable [clock] in clock.now }
    let history = history ?? slow
    return TopicMount(
      root, topics, StorePosts(gateway: slow, now: now),
      history: { topic, limit throws(BoardError) in
        try await history.history(of: topic, before: nil, limit: limit)
      },
      inBackground: { [background] in background.works.append($0) }, road: road)
  }

  func session(_ identity: Identity = Identity()) -> UserSession {
    configurator.configure(for: identity)
  }

  /// Runs the background work that has been requested, and what it requests.
  func runInBackground() async {
    while !background.works.isEmpty { await background.works.removeFirst()() }
  }

  /// Starts a call of a session, and holds back its first call to the store.
  @MainActor func hold(
    _ work: @escaping @MainActor () async throws -> Void
  ) async -> (task: Task<Void, any Error>, call: HeldCall) {
    slow.hold()
    let task = Task { try await work() }
    return (task, await slow.nextCall())
  }

  // MARK: Others

  /// Writes a post without a session.
  func write(_ title: String, _ content: String = "Content") async throws -> Post {
    clock.advance(milliseconds: 1)
    return try await StorePosts(gateway: store) { [clock] in clock.now }.write(
      in: "ai", title: title, content: content, author: "eve"
    ).value
  }

  /// Edits a post as another program does: nobody sees it until ``report()``.
  func edit(_ post: Post, title: String, author: String = "eve") async throws {
    clock.advance(milliseconds: 1)
    let edited = try await StorePosts(gateway: store) { [clock] in clock.now }.edit(
      post.id, of: "ai", title: title, author: author)
    await reader.skip(to: edited.version)
  }

  /// Removes a post as another program does: nobody sees it until ``report()``.
  func remove(_ post: Post) async throws {
    let removed = try await StorePosts(gateway: store) { start }.remove(
      post.id, of: "ai", author: "eve")
    await reader.skip(to: removed.version)
  }

  /// Reports the newest posts, as a store does that does not know what was done to them.
  func report() async throws {
    let newest = try await store.newestPosts(of: "ai")
    await reader.read(to: newest.version)
    road.follow(
      StoreStep(
        [.posts("ai", newest: newest.value, changes: nil)], version: newest.version))
  }

  /// Changes a board without a session, and shows that.
  func change(
    _ topic: Topic.ID = "ai",
    _ change: @escaping @Sendable (inout Board, Timestamp) throws(BoardError) -> Void
  ) async throws {
    clock.advance(milliseconds: 1)
    let now = clock.now
    let changed = try await store.update(topic) { board throws(BoardError) in
      try change(&board, now)
    }
    await reader.read(to: changed.version)
  }

  /// Removes the topic without a session, and shows that.
  func removeTopicElsewhere() async throws {
    await reader.read(to: try await store.remove("ai").version)
  }
}

/// The caller of a session, whose rights a test can change.
final class Identity: SessionCaller {
  var name = "ada"
  var canRead: (String) -> Bool = { _ in true }
  var canCall: (String) -> Bool = { _ in true }
  /// Called before the author's name is returned.
  var whenAsked: () async -> Void = {}
  /// Whether the author's name was asked for outside the actor of the test.
  private(set) var wasAskedElsewhere = false
  /// The users who have logged in; nil for each logout.
  private(set) var logins: [User?] = []
  /// Called when a user has logged in or out.
  var whenReplaced: () -> Void = {}

  var peer: any Hashable & Sendable { 7 }

  func mayRead(_ path: [Substring]) -> Bool { canRead(path.joined(separator: ".")) }

  func mayReadPart(of path: [Substring]) -> Bool { canRead(path.joined(separator: ".")) }

  func mayCall(_ intent: [Substring]) -> Bool { canCall(intent.joined(separator: ".")) }

  func author() async -> String {
    let actor = #isolation
    if actor == nil { wasAskedElsewhere = true }
    await whenAsked()
    return name
  }

  func loggedIn(as user: User) { replace(user) }
  func loggedOut() { replace(nil) }

  private func replace(_ user: User?) {
    logins.append(user)
    whenReplaced()
  }
}

private final class BackgroundWork {
  var works: [() async -> Void] = []
}

/// A store without a history.
private struct NoHistory: HistoryGateway {
  func history(
    of topic: Topic.ID, before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    throw .noHistory
  }

  func history(
    before: HistoryEntry.ID?, limit: Int
  ) async throws(BoardError) -> [HistoryEntry] {
    throw .noHistory
  }
}
