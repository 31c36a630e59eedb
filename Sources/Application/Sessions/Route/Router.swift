internal import BoardValues
public import Boxes
public import Domain

/// Decides which scenes a session shows. It knows no view model of the session: they follow it.
///
/// The route starts with the list of topics, or with the login if the caller may not read the list
/// of any mount. What is removed, or becomes unreadable, leaves the route in the same turn.
///
/// Of overlapping calls, the latest wins: an earlier one that has to wait for a store then throws
/// `.superseded`. Each call looks again at rights and topics after it has waited.
public final class Router {
  public var route: Output<Route> { Output(routeBox) }

  private let routeBox: Box<Route>
  private let mounts: TopicMounts
  private let caller: any SessionCaller
  private var followsMounts: Binding?
  /// Follow the titles of the topics on the route; by path.
  private var followTitles: [(path: String, binding: Binding)] = []
  /// The posts on the route, each once, and what lets the route follow them.
  private var posts: [(post: OpenPost, binding: Binding)] = []
  /// The draft on the route; nil if there is none.
  private(set) var draft: OpenDraft?
  /// Whether the post that is shown has words that are not saved.
  var isPostEdited = false
  /// The number of the newest call.
  private var calls = 0

  public init(_ mounts: TopicMounts, for caller: any SessionCaller) {
    self.mounts = mounts
    self.caller = caller
    routeBox = Box(Route(stack: [RouteEntry.start(mounts, caller)], sheet: nil))
    followsMounts = mounts.all.bind { [unowned self] _ in update() }
  }

  /// The post of the uppermost scene that shows one; nil if none does.
  var shownPost: OpenPost? {
    routeBox.value.stack.last { $0.scene == .post }.flatMap(post(of:))
  }

  // MARK: Navigation

  /// Shows the list of topics. Throws `.nothingReadable` or `.full`.
  public func toTopics() throws(RouteError) {
    calls += 1
    let start = RouteEntry.start(mounts, caller)
    guard start.scene == .topics else { throw .nothingReadable }
    try push(start)
  }

  /// Shows a topic and its arguments. Throws `.notAllowed`, `.unknown`, `.full`, `.superseded` or
  /// `.store`.
  ///
  /// - Parameter path: the topic's path, such as `topics.ai`.
  public func toBoard(at path: String) async throws(RouteError) {
    try push(.board(try await find(path, for: .board).path))
  }

  /// Shows the posts of a topic. Throws like ``toBoard(at:)``.
  public func toPosts(at path: String) async throws(RouteError) {
    try push(.posts(try await find(path, for: .posts).path))
  }

  /// Reads a post and shows it. Throws like ``toBoard(at:)``, and also `.noPost` or `.postEdited`.
  public func toPost(at path: String, id: Post.ID) async throws(RouteError) {
    guard !isPostEdited else { throw .postEdited }
    let target = try await find(path, for: .post)
    let call = calls
    let post = target.mount.followedPost(id, of: target.topic)
    do throws(StoreError) {
      try await post.read()
    } catch {
      throw .store(error)
    }
    guard call == calls else { throw .superseded }
    guard try known(target.path, for: .post)?.topic === target.topic, post.post.value != nil else {
      throw .noPost(id: id, at: path)
    }
    guard !isPostEdited else { throw .postEdited }
    try push(.post(target.path, id), post, of: target)
  }

  /// Presents a new draft of a post of a topic, as the sheet. Throws like ``toBoard(at:)``, and
  /// `.draftOpen` while there is a draft, even of the same topic: it must be saved or cancelled
  /// first.
  public func toCreatePost(at path: String) async throws(RouteError) {
    let target = try await find(path, for: .draft)
    guard draft == nil else { throw .draftOpen }
    draft = OpenDraft(target.mount, target.path)
    update { $0.sheet = .draft(target.path) }
  }

  /// Shows the login, also to a caller who may read something without it, until the caller is somebody
  /// else. Throws `.full`.
  public func toLogin() throws(RouteError) {
    calls += 1
    guard routeBox.value.stack.last?.scene != .login else { return }
    try push(.login)
  }

  /// Removes the sheet, or else the top of the stack, with everything that was typed there and is
  /// not saved. The start of the stack stays.
  public func dismiss() {
    calls += 1
    update { route in
      if route.sheet != nil {
        route.sheet = nil
      } else if route.stack.count > 1 {
        route.stack.removeLast()
      }
    }
  }

  /// Adapts the route to the caller's rights. To be called after each change of them.
  public func rightsChanged() {
    update()
  }

  /// Adapts the route to a caller who has logged in or out.
  func identityChanged() {
    update { $0.stack.removeAll { $0.scene == .login } }
  }

  /// Removes a draft from the route, if it is still there.
  func close(_ draft: OpenDraft) {
    if self.draft === draft { update { $0.sheet = nil } }
  }

  /// Shows the scenes of another process, those that still exist and may be read.
  ///
  /// - Parameters:
  ///   - scenes: above the start.
  ///   - path: the path of the topic of a draft; nil if there is none.
  func restore(_ scenes: [SessionState.Scene], draftAt path: String?) async {
    for scene in scenes {
      do throws(RouteError) {
        switch (scene.scene, scene.at, scene.id) {
        case (.topics, _, _): try toTopics()
        case (.board, let at?, _): try await toBoard(at: at)
        case (.posts, let at?, _): try await toPosts(at: at)
        case (.post, let at?, let id?): try await toPost(at: at, id: id)
        case (.login, _, _): try toLogin()
        default: break
        }
      } catch {}
    }
    if let path { try? await toCreatePost(at: path) }
  }

  // MARK: Targets

  private typealias Target = (path: TopicPath, mount: TopicMount, topic: TopicViewModel)

  /// Starts a call, and returns the topic at a path.
  private func find(_ text: String, for scene: SceneName) async throws(RouteError) -> Target {
    calls += 1
    let call = calls
    guard let path = TopicPath(text) else { throw .unknown(path: text) }
    if let target = try known(path, for: scene) { return target }
    do throws(TopicError) {
      try await mounts[path.root]?.topics.fetch()
    } catch {
      if case .store(let failure) = error { throw .store(failure) }
    }
    guard call == calls else { throw .superseded }
    guard let target = try known(path, for: scene) else { throw .unknown(path: text) }
    return target
  }

  /// Returns the topic at a path; nil if its mount has not been read yet.
  private func known(_ path: TopicPath, for scene: SceneName) throws(RouteError) -> Target? {
    guard caller.mayRead(path, for: scene) else {
      throw .notAllowed(path: path.readable(for: scene).joined(separator: "."))
    }
    guard let mount = mounts[path.root] else { throw .unknown(path: path.text) }
    if let topic = mount.topics.topic(path.topic) { return (path, mount, topic) }
    guard !mount.topics.isLoaded else { throw .unknown(path: path.text) }
    return nil
  }

  private func checkRoom() throws(RouteError) {
    guard routeBox.value.stack.count < SessionLimits.stack else {
      throw .full(limit: SessionLimits.stack)
    }
  }

  private func push(_ entry: RouteEntry) throws(RouteError) {
    try checkRoom()
    update { $0.stack.append(entry) }
  }

  private func push(
    _ entry: RouteEntry, _ post: FollowedPost, of target: Target
  ) throws(RouteError) {
    try checkRoom()
    if self.post(of: entry) == nil {
      let binding = post.post.bind { [unowned self] _ in update() }
      posts.append((OpenPost(mount: target.mount, path: target.path, followed: post), binding))
    }
    try push(entry)
  }

  // MARK: Following

  /// Changes the route, and adapts it to what exists and may be read.
  private func update(_ change: (inout Route) -> Void = { _ in }) {
    var route = routeBox.value
    change(&route)
    let start = RouteEntry.start(mounts, caller)
    let others = route.stack.dropFirst().compactMap { $0.scene == .topics ? start : current($0) }
    route.stack = [start] + others.filter { $0.scene != .login || start.scene != .login }
    route.sheet = route.sheet.flatMap(current)
    guard route != routeBox.value else { return }
    if route.sheet == nil { draft = nil }
    posts.removeAll { open in !route.stack.contains { open.post.isShown(by: $0) } }
    followTitles(of: route)
    routeBox.value = route
  }

  /// Returns the entry as it is now; nil if it no longer exists, or may not be read.
  private func current(_ entry: RouteEntry) -> RouteEntry? {
    guard entry.scene != .login else { return entry }
    guard let path = entry.at.flatMap(TopicPath.init), let topic = topic(at: path),
      caller.mayRead(path, for: entry.scene)
    else { return nil }
    var entry = entry
    switch entry.scene {
    case .board, .posts:
      let mayReadTitle = caller.mayRead(path.segments("summary"))
      entry.title = entry.scene.title(mayReadTitle ? topic.topic.title : path.topic)
    case .post:
      guard let post = post(of: entry)?.followed.post.value else { return nil }
      entry.title = entry.scene.title(post.title)
    case .topics, .draft, .login: break
    }
    return entry
  }

  private func topic(at path: TopicPath) -> TopicViewModel? {
    mounts[path.root]?.topics.topic(path.topic)
  }

  private func post(of entry: RouteEntry) -> OpenPost? {
    posts.first { $0.post.isShown(by: entry) }?.post
  }

  private func followTitles(of route: Route) {
    let paths = Set(route.stack.filter { [.board, .posts].contains($0.scene) }.compactMap(\.at))
    followTitles.removeAll { !paths.contains($0.path) }
    for path in paths where !followTitles.contains(where: { $0.path == path }) {
      guard let topic = TopicPath(path).flatMap(topic) else { continue }
      var title = topic.topic.title
      let binding = topic.summary.bind { [unowned self] summary in
        // Figures change more often than titles.
        guard summary.title != title else { return }
        title = summary.title
        update()
      }
      followTitles.append((path, binding))
    }
  }
}

extension RouteEntry {
  /// The scene with which the route of a caller starts.
  fileprivate static func start(
    _ mounts: TopicMounts, _ caller: any SessionCaller
  ) -> RouteEntry {
    mounts.lists(readableBy: caller).map(RouteEntry.topics) ?? .login
  }
}

extension TopicPath {
  /// What the caller must be allowed to read: a post whole, of others a part.
  fileprivate func readable(for scene: SceneName) -> [Substring] {
    switch scene {
    case .board: segments()
    case .post: segments("posts", "items")
    default: segments("posts")
    }
  }
}

extension SessionCaller {
  fileprivate func mayRead(_ path: TopicPath, for scene: SceneName) -> Bool {
    let readable = path.readable(for: scene)
    return scene == .post ? mayRead(readable) : mayReadPart(of: readable)
  }
}
