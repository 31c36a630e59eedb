internal import Application
internal import BoxServer
internal import Boxes
internal import Domain
internal import Logging
internal import UVLoop

/// A store's topics under a root path, such as `topics`: the scenes of the list, and of each part of
/// each topic. It follows the store from then on.
@LoopActor
final class Mount {
  /// What a mount needs of a store.
  typealias Store = any ArgumentsGateway & TopicsGateway

  private let root: String
  private let store: Store
  private let topics: TopicsViewModel
  private let users: UserNames
  private let registry: Registry
  private var familiesFollowTopics: Binding?
  private var following: [Task<Void, Never>] = []

  /// - Parameter root: one segment of a path, under which there is nothing else.
  init(_ root: String, _ store: Store, users: UserNames, registry: Registry) {
    self.root = root
    self.store = store
    self.users = users
    self.registry = registry
    topics = TopicsViewModel(store, now: { .now })
  }

  isolated deinit {
    for task in following { task.cancel() }
  }

  /// Publishes the scenes, and begins to read the store.
  func begin() {
    publish()
    follow()
    registry.load(root) { [topics, root, logger = registry.logger] in
      do throws(TopicError) {
        try await topics.fetch()
      } catch {
        logger.error("cannot list \(root): \(error.message)")
        throw error
      }
    }
  }

  private func publish() {
    let summaries = summaryScenes(root) { [unowned self] in topic($0) }
    let sides = Side.allCases.map { side in
      argumentsScenes(root, side, users: users) { [unowned self] in topic($0).arguments(side) }
    }
    registry.add(topicsScene(root, topics, users: users))
    registry.add(summaries)
    for family in sides { registry.add(family) }
    var shown: Set<Topic.ID> = []
    familiesFollowTopics = topics.ids.bind { ids in
      let all = Set(ids)
      for id in shown.subtracting(all) {
        summaries.remove(id)
        for family in sides { family.remove(id) }
      }
      let new = ids.filter { !shown.contains($0) }
      summaries.insert(new)
      for family in sides { family.insert(new) }
      shown = all
    }
  }

  /// Shows what happens in the store, whoever does it.
  private func follow() {
    let overviews: AsyncStream<StoreChange<TopicOverview>> = store.changes()
    let boards: AsyncStream<StoreChange<Board>> = store.changes()
    following = [
      LoopActor.task { [topics] in for await change in overviews { await topics.follow(change) } },
      LoopActor.task { [topics] in for await change in boards { topics.follow(change) } },
    ]
  }

  private func topic(_ id: Topic.ID) -> TopicViewModel {
    guard let topic = topics.topic(id) else { preconditionFailure("\(id) was not added") }
    return topic
  }
}

extension TopicsViewModel {
  /// With the use cases of one store.
  fileprivate convenience init(
    _ store: Mount.Store, now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      list: ListTopics(gateway: store), create: CreateTopic(gateway: store, now: now),
      rename: RenameTopic(gateway: store, now: now), remove: RemoveTopic(gateway: store)
    ) { overview in
      TopicViewModel(overview) { side in
        ArgumentsViewModel(
          topic: overview.value.id, side: side, list: ListArguments(gateway: store),
          add: AddArgument(gateway: store, now: now),
          change: ChangeArgument(gateway: store, now: now),
          move: MoveArgument(gateway: store, now: now),
          remove: RemoveArgument(gateway: store, now: now))
      }
    }
  }
}
