import BoardValues
import BoxServer
import BoxWire
import Boxes
import SystemTestSupport
import UVLoop

/// A daemon in this process with the scenes of a session, and one that no client knows. It stops when
/// this object is released.
@LoopActor
final class SessionServer {
  nonisolated let socket: String
  /// `name/password/token` of each attempt.
  nonisolated let logIns = Journal<String>()
  /// The intents that were carried out, with parameters that tests look at.
  nonisolated let calls = Journal<String>()
  /// Each change of whether anybody subscribes to a box of the hall.
  nonisolated let observed = Journal<Bool>()
  let posts = Box<[PostItem]>([
    .fake(id: "p1", title: "Second", subtitle: "It is louder."),
    .fake(id: "p0", title: "First", subtitle: "It is faster."),
  ])
  let pros = Box<[ArgumentItem]>([.fake(id: "1", text: "Fast"), .fake(id: "2", text: "Quiet")])
  let topicsState = Box(Content())
  let requiresLogin: Bool
  var isBusy = false
  var tokens: [String] = []
  /// What callers that have not logged in may do; nil for everything.
  var rights: Rights?
  private(set) var sessions: [() -> FakeSession?] = []
  private let directory: TemporaryDirectory
  private let registry: Registry
  private var listener: Listener?

  /// - Parameters:
  ///   - requiresLogin: whether a session begins with the login.
  ///   - directory: of the socket.
  init(
    requiresLogin: Bool = false, in directory: TemporaryDirectory = TemporaryDirectory()
  ) throws {
    self.requiresLogin = requiresLogin
    self.directory = directory
    socket = directory.file("session.sock")
    registry = Registry(server: "fake 1")
    publishTopics()
    publishSessions()
    registry.rights = { [weak self] caller, _ in caller.login == nil ? self?.rights : nil }
    try listen()
  }

  /// The newest session that has not ended.
  var session: FakeSession? { sessions.reversed().lazy.compactMap { $0() }.first }

  /// Closes all connections, and no longer listens.
  func stop() async {
    await withCheckedContinuation { continuation in
      listener?.shutDown { continuation.resume() }
    }
    listener = nil
  }

  /// Listens again.
  func listen() throws {
    listener = try Listener(path: socket, registry: registry)
  }

  /// Replaces the pros and the posts of all topics.
  func show(_ pros: [ArgumentItem], posts: [PostItem]) {
    (self.pros.value, self.posts.value) = (pros, posts)
  }

  /// Reports a failure in the list of topics.
  func fail(_ message: String) {
    topicsState.value = Content(status: false, message: message)
  }

  // MARK: Topics

  private func publishTopics() {
    let topics = Scene("topics")
    topics.publish(Output(topicsState), as: "isErrorFree")
    topics.intent("create", summary: "Creates a topic.", Parameter<String>("title")) {
      [calls] _, title in
      calls.note("create \(title)")
      return [("id", JSONText("new"))]
    }
    registry.add(topics)
    let summaries = SceneFamily("topics.*", .always) { name in
      Box(
        name == "ai"
          ? Summary.fake(title: "Artificial Intelligence", created: "2026-01-01")
          : Summary.fake(title: "Tea or coffee?", created: "2026-01-02"))
    }
    summaries.publish("summary") { Output($0) }
    summaries.insert(["ai", "tea"])
    registry.add(summaries)
    let sides = SceneFamily("topics.*.pros") { [pros] _ in pros }
    sides.publish("items") { Output($0) }
    sides.intent(
      "add", summary: "Adds a pro.", Parameter<String>("text", description: "The argument."),
      Parameter<Int>("weight", default: 1, in: 1...5)
    ) { [calls] pros, _, text, weight in
      calls.note("add \(text) \(weight)")
      pros.value.append(.fake(id: "\(pros.value.count + 1)", text: text))
      return []
    }
    sides.insert(["ai", "tea"])
    registry.add(sides)
    let posts = SceneFamily("topics.*.posts") { [posts] _ in posts }
    posts.publish("items") { Output($0) }
    posts.intent("refresh", summary: "Reads the store again.") { _, _ in [] }
    posts.insert(["ai", "tea"])
    registry.add(posts)
    let hall = Scene("hall")
    hall.publish(Output(Box("quiet")), as: "bell")
    hall.onObservedChange { [observed] in observed.note($0) }
    hall.intent("ring", summary: "Rings the bell.") { [calls] _ in
      calls.note("ring")
      return []
    }
    registry.add(hall)
  }

  // MARK: Sessions

  private func publishSessions() {
    let navigator = SessionScene<FakeSession>("session")
    navigator.publish("route") { Output($0.route) }
    addNavigation(to: navigator)
    addLogIn(to: navigator)
    let login = SessionScene<FakeSession>("session.login")
    login.publish("form") { Output($0.form) }
    login.intent("setName", Parameter<String>("name")) { session, _, name in
      session.form.value = LogInForm(name: name, isLoginButtonEnabled: !name.isEmpty)
      return []
    }
    registry.configure(navigator, login, draft, post, poll) { [unowned self] session in
      let model = FakeSession(self)
      model.logInChanged = { [weak session] in
        session?.login = $0.isEmpty ? nil : Login(name: $0, groups: [])
      }
      sessions.append { [weak model] in model }
      return [
        navigator.presenting(model), login.presenting(model), draft.presenting(model),
        post.presenting(model), poll.presenting(model),
      ]
    }
  }

  private func addNavigation(to navigator: SessionScene<FakeSession>) {
    let place = Parameter<String>("at", example: "topics.ai", description: "The topic's path.")
    navigator.intent("toTopics", summary: "Shows the topics.") { session, _ in
      session.route.value = FakeRoute()
      return []
    }
    navigator.intent("toBoard", summary: "Shows a board.", place) { session, _, at in
      guard ["topics.ai", "topics.tea"].contains(at) else {
        throw RequestError(.notFound, "there is no \(at)")
      }
      session.push(.board(at))
      return []
    }
    navigator.intent("toPosts", summary: "Shows the posts.", place) { session, _, at in
      session.push(.posts(at))
      return []
    }
    navigator.intent("toPost", summary: "Shows a post.", place, Parameter<String>("id")) {
      session, _, _, id in
      try session.open(id)
      return []
    }
    navigator.intent("toCreatePost", summary: "Writes a post.", place) { session, _, at in
      session.route.update { $0.sheet = .draft(at) }
      return []
    }
    navigator.intent("toPoll", summary: "Shows the poll.") { session, _ in
      session.push(.poll)
      return []
    }
    navigator.intent("dismiss", summary: "Goes back.") { session, _ in
      session.dismiss()
      return []
    }
  }

  private func addLogIn(to navigator: SessionScene<FakeSession>) {
    navigator.intent(
      "login", summary: "Logs in.",
      answers: [MemberDescription("token", .string, "With which others can log in.")],
      Parameter<String>("name", default: ""), Parameter<String>("password", default: ""),
      Parameter<String>("token", default: "")
    ) { session, _, name, password, token in
      [("token", JSONText(try session.logIn(name: name, password: password, token: token)))]
    }
    navigator.intent("logout", summary: "Logs out.") { [calls] session, _ in
      calls.note("logout")
      session.logOut()
      return []
    }
  }

  private var draft: SessionScene<FakeSession> {
    let scene = SessionScene<FakeSession>("session.draft")
    scene.publish("isErrorFree") { Output($0.isErrorFree) }
    addFields(to: scene)
    scene.intent("save", summary: "Saves the post.") { session, _ in
      try session.save()
      return []
    }
    scene.intent("cancel", summary: "Gives the post up.") { session, _ in
      session.dismiss()
      return []
    }
    return scene
  }

  private var post: SessionScene<FakeSession> {
    let scene = SessionScene<FakeSession>("session.post")
    scene.publish("isEditing") { Output($0.isEditing) }
    scene.publish("editButtonTitle") { Output($0.editButtonTitle) }
    addFields(to: scene)
    scene.intent("edit", summary: "Edits the post, or saves it.") { session, _ in
      session.toggleEditing()
      return []
    }
    scene.intent("delete", summary: "Deletes the post.", confirm: PostItem.deletion) { session, _ in
      session.deletePost()
      return []
    }
    return scene
  }

  private func addFields(to scene: SessionScene<FakeSession>) {
    scene.publish("title") { Output($0.title) }
    scene.publish("content") { Output($0.content) }
    scene.publish("canSave") { Output($0.canSave) }
    scene.intent("setTitle", summary: "Changes the title.", Parameter<String>("title")) {
      session, _, title in
      session.set(title: title)
      return []
    }
    scene.intent("setContent", summary: "Changes the content.", Parameter<String>("content")) {
      session, _, content in
      session.set(content: content)
      return []
    }
  }

  private var poll: SessionScene<FakeSession> {
    let scene = SessionScene<FakeSession>("session.poll")
    scene.publish("question") { _ in Output(Box("What shall we drink?\nIn the afternoon.")) }
    scene.publish("voters") { _ in Output(Box(12)) }
    scene.publish("isOpen") { _ in Output(Box(true)) }
    scene.publish("closing") { Output($0.closing) }
    scene.publish("tags") { _ in Output(Box(["kitchen", "daily"])) }
    scene.publish("options") { Output($0.options) }
    scene.publish("rules") { _ in Output(Box(FakeRules())) }
    scene.publish("isErrorFree") { Output($0.isErrorFree) }
    scene.intent(
      "vote", summary: "Votes for an option.",
      Parameter<Int>("option", in: 1...2, description: "Its number."),
      Parameter<Int>("weight", default: 1, in: 1...3), Parameter<Bool?>("secret")
    ) { [calls] session, _, option, weight, secret in
      calls.note("vote \(option) \(weight) \(secret.map { "\($0)" } ?? "-")")
      session.vote(for: option, weight: weight)
      return []
    }
    return scene
  }
}

/// Runs `body` as one turn of the loop.
@LoopActor
func onLoop<Value: Sendable>(_ body: @LoopActor () throws -> Value) rethrows -> Value {
  try body()
}
