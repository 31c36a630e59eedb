internal import Application
internal import BoxServer
internal import Domain
internal import Logging
internal import UVLoop

/// Makes the daemon's view models, with the use cases that they need, and publishes each as a
/// scene.
@LoopActor
final class Configurator {
  private let registry: Registry
  private let arguments: any ArgumentsGateway
  private let listTopics: ListTopics
  private let users = UserNames()
  private var topics: [Topic.ID: TopicViewModel] = [:]
  private var daemon: DaemonScene?

  init(registry: Registry, arguments: any ArgumentsGateway, topics: any TopicsGateway) {
    self.registry = registry
    self.arguments = arguments
    listTopics = ListTopics(gateway: topics)
  }

  /// Publishes scenes for each part of each stored topic, once the store has listed the topics.
  func addTopics() {
    let summaries = summaryScenes { [unowned self] in topic($0) }
    let sides = Side.allCases.map { side in
      argumentsScenes(side, users: users) { [unowned self] in topic($0).arguments(side) }
    }
    registry.add(summaries)
    for family in sides { registry.add(family) }
    registry.load("topics") { [weak self, listTopics, logger = registry.logger] in
      do throws(TopicError) {
        let overviews = try await listTopics()
        for overview in overviews { self?.add(overview) }
        summaries.insert(overviews.map(\.id))
        for family in sides { family.insert(overviews.map(\.id)) }
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

  private func add(_ overview: TopicOverview) {
    topics[overview.id] = TopicViewModel(overview) { [arguments] side in
      ArgumentsViewModel(
        topic: overview.id, side: side,
        list: ListArguments(gateway: arguments),
        add: AddArgument(gateway: arguments, now: { .now }),
        change: ChangeArgument(gateway: arguments, now: { .now }),
        remove: RemoveArgument(gateway: arguments, now: { .now }))
    }
  }

  private func topic(_ id: Topic.ID) -> TopicViewModel {
    guard let topic = topics[id] else { preconditionFailure("\(id) was not added") }
    return topic
  }
}
