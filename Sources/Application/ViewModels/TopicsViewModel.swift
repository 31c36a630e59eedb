public import Boxes
public import Domain

/// All topics of a store, and the intents that make, rename and remove them.
public final class TopicsViewModel {
  /// The identifiers of the topics, in order of creation; empty until the first fetch. A failure
  /// leaves them as they are.
  public var ids: Output<[Topic.ID]> { Output(idsBox) }
  /// False with a message if the store failed. A broken rule concerns only the caller who broke it
  /// and is not shown here.
  public var isErrorFree: Output<Content> { fetched.isErrorFree }
  /// Whether at least one fetch is in progress.
  public var isFetching: Output<Bool> { fetched.isFetching }

  /// What is known of the store.
  private struct Known: Equatable {
    var overviews: [TopicOverview] = []
    /// How many changes were made here.
    var version = 0
  }

  private let fetched = FetchedValue<Known, TopicError>(
    Known(), version: \.version, message: \.alert)
  private let idsBox = Box<[Topic.ID]>([])
  private var topics: [Topic.ID: TopicViewModel] = [:]
  private let makeTopic: (TopicOverview) -> TopicViewModel
  private let listTopics: ListTopics
  private let createTopic: CreateTopic
  private let renameTopic: RenameTopic
  private let removeTopic: RemoveTopic

  /// Reads nothing yet: call ``fetch()``.
  ///
  /// - Parameter topic: makes the view model of a topic.
  public init(
    list: ListTopics, create: CreateTopic, rename: RenameTopic, remove: RemoveTopic,
    topic: @escaping (TopicOverview) -> TopicViewModel
  ) {
    listTopics = list
    createTopic = create
    renameTopic = rename
    removeTopic = remove
    makeTopic = topic
  }

  /// The view model of one of ``ids``; nil for any other.
  public func topic(_ id: Topic.ID) -> TopicViewModel? { topics[id] }

  /// Reads the topics from the store. Throws `.store`, which is also in `isErrorFree`.
  public func fetch() async throws(TopicError) {
    let version = fetched.output.value.version
    try await fetched.fetch { () async throws(TopicError) in
      Known(overviews: try await listTopics(), version: version)
    }
    follow()
  }

  /// Makes a topic and returns its identifier, which is made from its title. Throws `.invalid`,
  /// `.full`, or `.store`, which is also in `isErrorFree`.
  public func create(title: String) async throws(TopicError) -> Topic.ID {
    try await change { () async throws(TopicError) in
      try await createTopic(title: title)
    } apply: { overviews, topic in
      let none = SideFigures(count: 0, weight: 0, updated: nil)
      overviews.append(TopicOverview(topic: topic, pros: none, cons: none))
    }
  }

  /// Gives a topic another title. Throws `.invalid`, `.notFound`, or `.store`, which is also in
  /// `isErrorFree`.
  public func rename(_ id: Topic.ID, to title: String) async throws(TopicError) {
    _ = try await change { () async throws(TopicError) in
      try await renameTopic(id, to: title)
    } apply: { overviews, topic in
      guard let index = overviews.firstIndex(where: { $0.id == topic.id }) else { return }
      overviews[index].topic = topic
    }
  }

  /// Removes a topic with its arguments. Throws `.notFound`, or `.store`, which is also in
  /// `isErrorFree`.
  public func remove(_ id: Topic.ID) async throws(TopicError) {
    _ = try await change { () async throws(TopicError) in
      try await removeTopic(id)
    } apply: { overviews, topic in
      overviews.removeAll { $0.id == topic.id }
    }
  }

  /// - Parameter apply: does to what is known what `perform` did to the store.
  private func change(
    _ perform: () async throws(TopicError) -> Topic,
    apply: (inout [TopicOverview], Topic) -> Void
  ) async throws(TopicError) -> Topic.ID {
    let topic = try await fetched.change { () async throws(TopicError) in
      let topic = try await perform()
      var known = fetched.output.value
      apply(&known.overviews, topic)
      known.version += 1
      return (known, topic)
    }
    follow()
    return topic.id
  }

  /// Makes view models for new topics, lets those of removed ones go, and shows the others as they
  /// are.
  private func follow() {
    let overviews = fetched.output.value.overviews
    let ids = overviews.map(\.id)
    for id in Set(topics.keys).subtracting(ids) { topics[id] = nil }
    for overview in overviews {
      if let topic = topics[overview.id] {
        topic.show(overview)
      } else {
        topics[overview.id] = makeTopic(overview)
      }
    }
    if idsBox.value != ids { idsBox.value = ids }
  }
}

extension TopicError {
  /// What everyone is shown of it; nil for a broken rule.
  fileprivate var alert: String? {
    switch self {
    case .invalid, .notFound, .full: nil
    case .store: message
    }
  }
}
