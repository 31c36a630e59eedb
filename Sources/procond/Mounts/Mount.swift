internal import Application
internal import BoardValues
internal import BoxServer
internal import Boxes
internal import Domain
internal import Logging
internal import UVLoop

/// The topics of a store under a root path, such as `topics`: the scenes of the list, and of each
/// part of each topic. They follow the store from ``begin()`` to ``end()``.
@LoopActor
final class Mount {
  private let root: String
  private let store: MountedStore
  private let registry: Registry
  private let topics: TopicsViewModel
  private let road = StoreRoad()
  /// The store as sessions show it.
  let shown: TopicMount
  private let scene: Scene
  private let trash: Scene
  /// The scenes of each topic.
  private let families: [any MemberScenes]
  /// Empties the trash.
  let expiry: TrashExpiry
  /// Watches the deadlines of decisions.
  private let deadlines: DeadlineTimer
  /// The scenes of each option.
  private let optionFamilies: [SceneFamily<ArgumentsViewModel>]
  private var familiesFollowTopics: Binding?
  private var familiesFollowOptions: Binding?
  private var following: [Task<Void, Never>] = []
  private var reopening: Task<Void, Never>?
  /// Why the list could not be read last; nil if it could.
  private var failure: String?
  /// What is shown as it was stored, because the service cannot be read.
  private var stale: Set<StorePart> = []

  /// - Parameters:
  ///   - root: one segment of a path, under which there must be nothing else.
  ///   - trashTime: how long what was removed can be restored.
  ///   - source: what clients may copy to it.
  init(
    _ root: String, _ store: MountedStore, trashTime: Duration, users: UserNames,
    source: CopySource, registry: Registry
  ) {
    self.root = root
    self.store = store
    self.registry = registry
    let parts = TopicParts(store.gateway, now: { .now }, road: road)
    let topics = TopicsViewModel(store.gateway, parts, road, now: { .now })
    self.topics = topics
    shown = TopicMount(
      root, topics, StorePosts(gateway: store.gateway, now: { .now }),
      history: { topic, limit throws(BoardError) in
        try await store.gateway.history(of: topic, before: nil, limit: limit)
      },
      inBackground: runOnLoop, road: road)
    let copies = store.copies
    let keepsTrash = store.gateway.keepsTrash
    let acts = Acts(root, registry)
    scene = topicsScene(
      root, topics, users: users, copies, keepsTrash: keepsTrash, source: source, acts)
    trash = TrashScene.make(
      root, TrashViewModel(StoreTrash(gateway: store.gateway, now: { .now }), road: road),
      users: users, acts)
    deadlines = DeadlineTimer(topics) { id in
      do throws(BoardError) {
        if try await parts.decisionIntents(of: id).closeByRule(as: DecisionScenes.daemon) {
          acts.log(DecisionScenes.daemon, "decided", id, "by its rule")
        }
        return true
      } catch {
        return if case .store = error { false } else { true }
      }
    }
    expiry = TrashExpiry(store.gateway, after: trashTime, now: { .now })
    let summaries = summaryScenes(root, freshness: copies.map { _ in topics.freshness }) {
      topics.known($0)
    }
    let sides = Side.allCases.map { side in
      argumentsScenes("\(root).*", side, users: users, copies) {
        topics.known($0).arguments(Column(side))
      }
    }
    optionFamilies = Side.allCases.map { side in
      argumentsScenes("\(root).*.options.*", side, users: users, copies) { name in
        let ids = name.split(separator: ".").map(String.init)
        return topics.known(ids[0]).arguments(Column(side, of: ids[1]))
      }
    }
    let options = optionsScenes(root, users: users, copies, acts) { topics.known($0).options() }
    let objections = objectionsScenes(root, users: users, copies) {
      topics.known($0).objections()
    }
    let todos = todosScenes(root, users: users, copies) { topics.known($0).todos() }
    let posts = postsScenes(root, users: users, copies, keepsTrash: keepsTrash) {
      topics.known($0).posts()
    }
    let positions = positionsScenes(root, users: users, copies) { topics.known($0).positions() }
    let decisions = decisionScenes(root, copies) { topics.known($0).decision() }
    let deciding = decidingScenes(root, users: users, acts) { parts.decisionIntents(of: $0) }
    families =
      [summaries] + sides
      + [posts, positions, decisions, deciding, options, objections, todos]
  }

  /// Publishes the scenes, and starts to read the store.
  func begin() {
    registry.add(scene)
    registry.add(trash)
    for family in allFamilies { family.add(to: registry) }
    followTopics()
    followOptions()
    followStore()
    deadlines.begin()
    if let copies = store.copies {
      registry.onObservedChange(under: root) { copies.look(at: .topics, $0) }
    }
    // What nobody looks at is not asked for at a service.
    let isDue = { @LoopActor [copies = store.copies] in copies?.isDue(.topics) ?? false }
    registry.load(root, startsNow: store.copies == nil, again: isDue) {
      [weak self, topics, expiry, gateway = store.gateway] in
      do throws(TopicError) {
        try await topics.fetch()
        self?.log(failure: nil)
        // With the first answer, it is known what is missing from it.
        for await faults in gateway.faults() {
          topics.follow(faults: faults)
          break
        }
        expiry.begin()
      } catch {
        self?.log(failure: error.message)
        throw error
      }
    }
  }

  /// Logs that the list cannot be read, and once it can: each client that asks for it tries again.
  private func log(failure message: String?) {
    defer { failure = message }
    guard message != failure else { return }
    if let message {
      registry.logger.error("\(root): \(message)")
    } else {
      registry.logger.notice("\(root): it can be read again")
    }
  }

  /// Logs that stored copies are shown because the service cannot be read, and once all are up to
  /// date again: not for each part, of which there may be many.
  private func log(_ freshness: Freshness, of part: StorePart) {
    let wasStale = !stale.isEmpty
    if let failure = freshness.failure, freshness.fetched != nil {
      stale.insert(part)
      if !wasStale { registry.logger.warning("\(failure); stored copies are shown") }
    } else {
      stale.remove(part)
      if wasStale, stale.isEmpty {
        registry.logger.notice("\(root): what is shown is up to date again")
      }
    }
  }

  /// Withdraws the scenes from clients. The store must still be closed.
  func end() {
    stopFollowing()
    deadlines.end()
    expiry.end()
    familiesFollowTopics?.cancel()
    familiesFollowOptions?.cancel()
    registry.onObservedChange(under: root, nil)
    registry.stopLoading(root)
    registry.remove(scene)
    registry.remove(trash)
    for family in allFamilies { family.remove(from: registry) }
  }

  private var allFamilies: [any MemberScenes] { families + optionFamilies }

  /// Uses what is there now if a program has removed or replaced files of the store.
  func reopen() {
    reopening = LoopActor.task { [store] in await store.reopen() }
  }

  /// Closes the store, which must not be used after that.
  func close() async {
    stopFollowing()
    deadlines.end()
    expiry.end()
    await store.close()
  }

  private func followTopics() {
    var shown: Set<Topic.ID> = []
    familiesFollowTopics = topics.ids.bind { [families] ids in
      let all = Set(ids)
      for id in shown.subtracting(all) {
        for family in families { family.remove(id) }
      }
      let new = ids.filter { !shown.contains($0) }
      for family in families { family.insert(new) }
      shown = all
    }
  }

  private func followOptions() {
    var shown: Set<String> = []
    familiesFollowOptions = topics.options.bind { [optionFamilies] names in
      for name in shown.subtracting(names) {
        for family in optionFamilies { family.remove(name) }
      }
      let new = names.subtracting(shown)
      for family in optionFamilies { family.insert(new) }
      shown = names
    }
  }

  private func stopFollowing() {
    for task in following { task.cancel() }
    road.end()
  }

  /// Shows all that the store reports, including changes of other programs.
  private func followStore() {
    let (refreshes, refresh) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (version, steps) = store.gateway.changes()
    road.begin(at: version)
    following = [
      LoopActor.task { [road] in
        for await step in steps where road.follow(step) { refresh.yield() }
      },
      // Apart, so that what is reported during the reads is shown at once.
      LoopActor.task { [topics] in for await _ in refreshes { await topics.refresh() } },
      LoopActor.task { [topics, root, logger = registry.logger, faults = store.gateway.faults()] in
        var known: Set<StoreFault> = []
        for await faults in faults {
          for fault in faults where !known.contains(fault) {
            logger.warning("\(root): \(fault.sentence)")
          }
          for fault in known.subtracting(faults) {
            logger.notice("\(root): this is over: \(fault.sentence)")
          }
          known = Set(faults)
          topics.follow(faults: faults)
        }
      },
    ]
    guard let copies = store.copies else { return }
    let freshness = copies.freshness()
    following.append(
      LoopActor.task { [topics, weak self] in
        for await (part, freshness) in freshness {
          topics.follow(part, freshness)
          self?.log(freshness, of: part)
        }
      })
  }
}

/// A scene family with a member for each topic, or for each option.
@LoopActor
private protocol MemberScenes {
  func insert(_ names: some Sequence<String>)
  func remove(_ name: String)
  func add(to registry: Registry)
  func remove(from registry: Registry)
}

extension SceneFamily: MemberScenes {
  fileprivate func add(to registry: Registry) {
    registry.add(self)
  }

  fileprivate func remove(from registry: Registry) {
    registry.remove(self)
  }
}

extension TopicsViewModel {
  /// Makes the view model with the use cases of one store.
  fileprivate convenience init(
    _ store: MountedStore.Gateway, _ parts: TopicParts, _ road: StoreRoad,
    now: @escaping CurrentTime
  ) {
    self.init(StoreTopics(gateway: store, now: now), road: road) { overview in
      TopicViewModel(overview, parts: parts)
    }
  }

  /// Returns the view model of a topic that is a member of a family.
  fileprivate func known(_ id: Topic.ID) -> TopicViewModel {
    guard let topic = topic(id) else { preconditionFailure("\(id) was not added") }
    return topic
  }
}
