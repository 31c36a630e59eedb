internal import BoxWire
internal import DequeModule
internal import UVLoop

/// Finds scenes by the names that clients use, creates those of families when they are needed, and
/// releases them.
///
/// Requests and changes cost nothing for scenes that they do not name.
@LoopActor
final class SceneDirectory {
  private let log: ChangeLog
  private let delivery: Delivery
  private let tasks: TaskBag
  private let turns: Turns
  private let loadTime: Duration
  private let idle: IdleScenes
  /// The contents of a root are known once its loading is done.
  private var roots: [Substring: Loading] = [:]
  /// Single scenes, in order of addition.
  private(set) var single: [MountedScene] = []
  private(set) var families: [FamilyMembers] = []
  /// What is called when a root begins or ceases to be observed.
  private var observers: [Substring: RootObserver] = [:]
  /// Increases when a scene or a member is added or removed.
  var version = 0
  /// Scenes that were released, in order, as far as `since` reaches back.
  private var releases: Deque<Release> = []

  private struct Release {
    let family: FamilyMembers
    /// nil for any number of its scenes.
    let name: String?
    /// The daemon's revision at that time.
    let revision: Int
  }

  init(
    _ log: ChangeLog, _ delivery: Delivery, _ tasks: TaskBag, _ turns: Turns, loadTime: Duration,
    sceneRetention: Duration
  ) {
    self.log = log
    self.delivery = delivery
    self.tasks = tasks
    self.turns = turns
    self.loadTime = loadTime
    idle = IdleScenes(retention: sceneRetention)
    idle.release = { [weak self] in self?.release($0) }
    idle.willReturnMemory = { [weak self] in self?.forgetReleased() }
    delivery.interestChanged = { [weak self] in self?.interestChanged($0, isAdded: $1) }
    log.place = self
  }

  // MARK: Coming and going

  func add(_ scene: BoundScene, at path: Path) {
    precondition(!single.contains { $0.path == path }, "two scenes at \(path)")
    let mounted = MountedScene(path, scene, log, tasks)
    single.append(mounted)
    version += 1
    mounted.updateObserved(delivery)
  }

  func remove(at path: Path) {
    guard let index = single.firstIndex(where: { $0.path == path }) else { return }
    version += 1
    withdraw(single.remove(at: index))
  }

  func add(_ family: FamilyMembers, _ face: SceneFace) {
    families.append(family)
    version += 1
    family.adopt(face, by: self)
  }

  func remove(_ family: FamilyMembers) {
    for name in family.names.all { family.remove(name) }
    families.removeAll { $0 === family }
    version += 1
  }

  func stopLoading(_ root: String) {
    roots.removeValue(forKey: root[...])?.cancel()
  }

  func load(
    _ root: String, startsNow: Bool, again isDue: @escaping @LoopActor () -> Bool,
    _ load: @escaping @LoopActor () async throws -> Void
  ) {
    let loading = Loading(tasks, isDue: isDue, load)
    loading.ended = { [log] in log.settle(under: root) }
    roots[root[...]] = loading
    if startsNow { loading.start() }
  }

  /// Calls `observe` at once if a root is observed, and whenever that changes; nil ends this.
  func observe(_ root: String, _ observe: (@LoopActor (Bool) -> Void)?) {
    observers[root[...]] = nil
    guard let observe else { return }
    let observer = RootObserver(root[...], observe)
    observers[root[...]] = observer
    for selection in delivery.groups.selections { observer.count(selection, isAdded: true) }
  }

  /// Creates the scenes of new members that always exist, or that a request waits for.
  func membersCame(_ names: [String], to family: FamilyMembers) {
    version += 1
    guard family.isStanding || !delivery.groups.isEmpty else { return }
    for name in names where family.isStanding || family.isObserved(name, delivery) {
      let scene = mount(name, of: family)
      if scene.isObserved { scene.loading?.start() }
    }
  }

  func withdraw(_ scene: MountedScene) {
    scene.withdraw(within: loadTime)
  }

  private func mount(_ name: String, of family: FamilyMembers) -> MountedScene {
    if let scene = family.scenes[name] {
      scene.use()
      return scene
    }
    let scene = MountedScene(family.scenePlace.path(of: name), family.present(name), log, tasks)
    family.insert(scene, as: name)
    scene.updateObserved(delivery)
    if !family.isStanding { idle.add(scene) }
    return scene
  }

  private func release(_ scene: MountedScene) {
    let place = scene.path.text[...]
    // There may be several families at one place.
    let family = families.first { family in
      family.name(at: place).map { family.scenes[$0] === scene } == true
    }
    guard let family, let name = family.name(at: place) else { return }
    scene.release()
    family.release(name)
    while let first = releases.first, first.revision < log.recent.horizon.revision {
      releases.removeFirst()
    }
    releases.append(Release(family: family, name: name, revision: log.revision))
  }

  /// Frees the memory of many scenes that were released; from now on, only their families are
  /// remembered.
  private func forgetReleased() {
    log.forgetReleased()
    let concerned = Set(releases.map { ObjectIdentifier($0.family) })
    releases = Deque(
      families.filter { concerned.contains(ObjectIdentifier($0)) }
        .map { Release(family: $0, name: nil, revision: log.revision) })
    for family in families { family.forgetReleased() }
  }

  /// - Parameters:
  ///   - selection: the boxes that concern subscribers.
  ///   - isAdded: whether they are the first with this selection; otherwise, they were the last.
  private func interestChanged(_ selection: Selection, isAdded: Bool) {
    for observer in observers.values { observer.count(selection, isAdded: isAdded) }
    let patterns = selection.patterns
    let selection = Selection(patterns, nil)
    for scene in single where scene.matches(selection) { scene.updateObserved(delivery) }
    for family in families where !family.isStanding && !family.scenes.isEmpty {
      for scene in family.mounted(matching: patterns) {
        scene.updateObserved(delivery)
        if !scene.isObserved { scene.use() }
        idle.add(scene)
      }
    }
  }

  // MARK: Finding

  /// Returns the scene that has an intent, created if necessary, and the intent's index in it; nil
  /// when there is none.
  func intent(at method: String) -> (scene: MountedScene, intent: Int)? {
    guard let dot = method.lastIndex(of: ".") else { return nil }
    let path = method[..<dot]
    let name = method[method.index(after: dot)...]
    for scene in single where scene.path.text == path {
      if let intent = scene.face.intent(name) { return (scene, intent) }
    }
    for family in families {
      guard let intent = family.face.intent(name), let member = family.name(at: path) else {
        continue
      }
      return (mount(member, of: family), intent)
    }
    return nil
  }

  /// Returns the cursor of a client that resumes; nil when what it missed is unknown.
  func cursor(at position: Subscribe.Position, _ patterns: [Pattern]) -> Cursor? {
    guard position.revision > log.lost, let cursor = log.cursor(at: position),
      !missedReleases(since: position.revision, patterns)
    else { return nil }
    return cursor
  }

  /// Whether scenes whose boxes the patterns match were released since a revision: their boxes may
  /// have changed unnoticed.
  private func missedReleases(since revision: Int, _ patterns: [Pattern]) -> Bool {
    guard let last = releases.last, last.revision >= revision else { return false }
    var selections: [ObjectIdentifier: NameSelection] = [:]
    for release in releases.reversed() {
      guard release.revision >= revision else { return false }
      let family = ObjectIdentifier(release.family)
      let names = selections[family] ?? release.family.boxPlaces.names(in: patterns)
      selections[family] = names
      if release.name.map(names.contains) ?? (names != .some([])) { return true }
    }
    return false
  }

  // MARK: Waiting

  /// The answer about a path while the contents of its root are not known; nil once they are.
  func unknown(_ path: String) -> RequestError? {
    guard let root = roots[path.root], !root.isKnown else { return nil }
    let reason = root.hasFailed ? "could not be read" : "is still being read"
    return RequestError(
      .unavailable, "it is not known yet whether there is \(path.excerpt): its store \(reason)",
      .retryAfter(ServerLimits.retryAfterLoad))
  }

  /// Calls `body` once the contents of a path's root are known: at once, or later, or when the time
  /// is up.
  func whenKnown(_ path: String, _ body: @escaping @LoopActor () -> Void) {
    guard let root = roots[path.root], !root.isKnown else { return body() }
    LoadWait.start(for: [root], until: deadline, body)
  }

  /// Calls `body` once the contents are known of all roots that patterns may concern, nil for all, and
  /// under which the client may know something.
  func whenKnown(
    _ patterns: [Pattern]?, _ rights: Rights?, _ body: @escaping @LoopActor () -> Void
  ) {
    let known = rights.map { $0.read + $0.call }
    LoadWait.start(for: loadings(of: patterns, and: known), until: deadline, body)
  }

  /// Creates the scenes with matching boxes, and calls `body` once they are loaded: at once, or
  /// later, or when the time is up.
  func whenReady(_ selection: Selection, _ body: @escaping @LoopActor () -> Void) {
    let deadline = deadline
    let waits = loadings(of: selection.patterns, and: selection.rights?.read)
    LoadWait.start(for: waits + dueRoots(in: selection), until: deadline) { [self] in
      var loadings: [Loading] = []
      for scene in single where scene.matches(selection) {
        scene.refresh()
        if let loading = scene.loading { loadings.append(loading) }
      }
      let members = families.flatMap { family in
        family.members(in: selection).map { (family, $0) }
      }
      guard !members.isEmpty else {
        return LoadWait.start(for: loadings, until: deadline, body)
      }
      SceneMaking(
        members, turns,
        make: { [self] family, name in
          // It may have been removed while others were created.
          family.names.contains(name) ? mount(name, of: family).loading : nil
        },
        done: { LoadWait.start(for: loadings + $0, until: deadline, body) }
      ).run()
    }
  }

  /// Returns the loadings that are out of date of roots with selected boxes that always exist: they
  /// show what is loaded with the root.
  private func dueRoots(in selection: Selection) -> [Loading] {
    var found: [Loading] = []
    for (root, loading) in roots where loading.isKnown && !loading.isDone {
      if single.contains(where: { $0.path.text.root == root && $0.matches(selection) })
        || families.contains(where: { family in
          family.isStanding && family.scenePlace.root == root
            && family.scenes.values.contains { $0.matches(selection) }
        })
      {
        found.append(loading)
      }
    }
    return found
  }

  /// Returns the loadings, unless done, of the roots that both of these may concern; nil for all
  /// roots.
  private func loadings(of patterns: [Pattern]?, and others: [Pattern]?) -> [Loading] {
    var found: [Loading] = []
    for (root, loading) in roots where !loading.isKnown {
      guard patterns?.mayMatch(under: root) ?? true, others?.mayMatch(under: root) ?? true else {
        continue
      }
      found.append(loading)
    }
    return found
  }

  /// When requests stop waiting for a load that starts now.
  var deadline: MonotonicTime { .now + loadTime }
}

extension SceneDirectory: BoxPlaces {
  func isSettled(_ path: Path) -> Bool {
    guard let place = path.text.parent else { return true }
    var loadings = [roots[path.text.root]]
    for scene in single where scene.path.text == place { loadings.append(scene.loading) }
    for family in families {
      if let name = family.name(at: place) { loadings.append(family.scenes[name]?.loading) }
    }
    return loadings.allSatisfy { loading in loading.map { $0.isKnown || $0.hasFailed } ?? true }
  }

  func isGone(_ path: Path) -> Bool {
    if let root = roots[path.text.root], !root.isKnown { return false }
    guard let place = path.text.parent else { return true }
    // The scene of a member may have the box as soon as it is made.
    return !families.contains { family in
      family.name(at: place).map { family.scenes[$0] == nil } ?? false
    }
  }
}

extension String {
  /// The path without its last segment; nil if it has only one.
  fileprivate var parent: Substring? {
    lastIndex(of: ".").map { self[..<$0] }
  }

  /// The first segment of a path.
  fileprivate var root: Substring { prefix { $0 != "." } }
}
