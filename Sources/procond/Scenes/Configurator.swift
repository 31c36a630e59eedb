internal import Application
internal import BoxServer
internal import Boxes
internal import Domain
internal import Logging
internal import UVLoop

/// Makes the daemon's view models, with the use cases that they need, and publishes each as a
/// scene.
@LoopActor
final class Configurator {
  private let registry: Registry
  private let arguments: any ArgumentsGateway
  private let topics: TopicsViewModel
  private let users = UserNames()
  private var familiesFollowTopics: Binding?
  private var daemon: DaemonScene?

  init(registry: Registry, arguments: any ArgumentsGateway, topics: any TopicsGateway) {
    self.registry = registry
    self.arguments = arguments
    self.topics = TopicsViewModel(
      list: ListTopics(gateway: topics), create: CreateTopic(gateway: topics, now: { .now }),
      rename: RenameTopic(gateway: topics, now: { .now }), remove: RemoveTopic(gateway: topics)
    ) { overview in
      TopicViewModel(overview) { side in
        ArgumentsViewModel(
          topic: overview.id, side: side,
          list: ListArguments(gateway: arguments),
          add: AddArgument(gateway: arguments, now: { .now }),
          change: ChangeArgument(gateway: arguments, now: { .now }),
          remove: RemoveArgument(gateway: arguments, now: { .now }))
      }
    }
  }

  /// Publishes a scene for the list of topics, and scenes for each part of each topic.
  func addTopics() {
    let summaries = summaryScenes { [unowned self] in topic($0) }
    let sides = Side.allCases.map { side in
      argumentsScenes(side, users: users) { [unowned self] in topic($0).arguments(side) }
    }
    registry.add(topicsScene(topics))
    registry.add(summaries)
    for family in sides { registry.add(family) }
    var shown: Set<Topic.ID> = []
    familiesFollowTopics = topics.ids.bind { ids in
      for id in shown.subtracting(ids) {
        summaries.remove(id)
        for family in sides { family.remove(id) }
      }
      let new = ids.filter { !shown.contains($0) }
      summaries.insert(new)
      for family in sides { family.insert(new) }
      shown = Set(ids)
    }
    registry.load("topics") { [topics, logger = registry.logger] in
      do throws(TopicError) {
        try await topics.fetch()
      } catch {
        logger.error("cannot list topics: \(error.message)")
        throw error
      }
    }
  }

  /// Publishes the scene about the daemon itself.
  ///
  /// - Parameter reload: see ``DaemonScene``.
  func addDaemon(
    _ listener: Listener, reload: @escaping @LoopActor () throws(StartError) -> [String]
  ) {
    daemon = DaemonScene(listener, reload: reload)
  }

  private func topic(_ id: Topic.ID) -> TopicViewModel {
    guard let topic = topics.topic(id) else { preconditionFailure("\(id) was not added") }
    return topic
  }
}
