internal import Application
internal import BoxServer
internal import Domain
internal import Logging
internal import UVLoop

/// Makes the daemon's view models, with the use cases that they need, and publishes each as a scene.
@LoopActor
final class Scenes {
  private let registry: Registry
  private let arguments: any ArgumentsGateway
  private let listTopics: ListTopics
  private let users = UserNames()
  private var topics: [TopicViewModel] = []
  private var daemon: DaemonScene?
  private var loading: Task<Void, Never>?

  init(registry: Registry, arguments: any ArgumentsGateway, topics: any TopicsGateway) {
    self.registry = registry
    self.arguments = arguments
    listTopics = ListTopics(gateway: topics)
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Publishes a scene for each part of each stored topic, as soon as the store has told them.
  func addTopics() {
    loading = Task.immediate { [weak self, listTopics, logger = registry.logger] in
      do throws(TopicError) {
        for topic in try await listTopics() { self?.add(topic) }
      } catch {
        logger.error("cannot list topics: \(error.message)")
      }
    }
  }

  /// Publishes what the daemon says of itself.
  func addDaemon(_ listener: Listener) {
    daemon = DaemonScene(listener)
  }

  private func add(_ topic: Topic) {
    let viewModel = TopicViewModel(
      topic: topic,
      list: ListArguments(gateway: arguments),
      add: AddArgument(gateway: arguments, now: { .now }),
      change: ChangeArgument(gateway: arguments, now: { .now }),
      remove: RemoveArgument(gateway: arguments, now: { .now }))
    topics.append(viewModel)
    registry.add(summaryScene(viewModel))
    registry.add(argumentsScene(viewModel.pros, users: users))
    registry.add(argumentsScene(viewModel.cons, users: users))
  }
}
