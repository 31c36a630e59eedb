package import Domain
import Synchronization

/// Topics and their arguments in memory, kept as long as the gateway exists.
package final class MemoryGateway: ArgumentsGateway, TopicsGateway {
  private let store: Mutex<Store>

  private struct Store {
    /// In order of creation.
    var topics: [Topic]
    var lists: [Topic.ID: Lists]

    func index(of id: Topic.ID) throws(TopicError) -> Int {
      guard let index = topics.firstIndex(where: { $0.id == id }) else { throw .notFound(id: id) }
      return index
    }
  }

  private struct Lists {
    var pros: ArgumentList
    var cons: ArgumentList

    subscript(side: Side) -> ArgumentList {
      get { side == .pro ? pros : cons }
      set { if side == .pro { pros = newValue } else { cons = newValue } }
    }
  }

  /// Topics in order of creation; no identifier twice.
  package init(topics: [(topic: Topic, pros: ArgumentList, cons: ArgumentList)] = []) {
    precondition(
      topics.allSatisfy { $0.pros.side == .pro && $0.cons.side == .con }, "pros first, then cons")
    let lists = Dictionary(topics.map { ($0.topic.id, Lists(pros: $0.pros, cons: $0.cons)) }) {
      _, _ in preconditionFailure("two topics have the same identifier")
    }
    store = Mutex(Store(topics: topics.map(\.topic), lists: lists))
  }

  /// A gateway as a new installation has it.
  package static func withBuiltInTopic(at now: Timestamp) -> MemoryGateway {
    MemoryGateway(topics: [
      (
        BuiltInTopic.topic(at: now), BuiltInTopic.arguments(.pro, at: now),
        BuiltInTopic.arguments(.con, at: now)
      )
    ])
  }

  package func topics() async throws(TopicError) -> [TopicOverview] {
    store.withLock { store in
      store.topics.compactMap { topic in
        store.lists[topic.id].map {
          TopicOverview(topic: topic, pros: $0.pros.figures, cons: $0.cons.figures)
        }
      }
    }
  }

  package func add(
    _ make: @escaping @Sendable (_ isTaken: (Topic.ID) -> Bool) throws(TopicError) -> Topic
  ) async throws(TopicError) -> Topic {
    try store.withLock { store throws(TopicError) in
      let topic = try make { store.lists[$0] != nil }
      store.topics.append(topic)
      store.lists[topic.id] = Lists(pros: ArgumentList(.pro), cons: ArgumentList(.con))
      return topic
    }
  }

  package func update(
    _ id: Topic.ID, _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Topic {
    try store.withLock { store throws(TopicError) in
      let index = try store.index(of: id)
      var topic = store.topics[index]
      try change(&topic)
      store.topics[index] = topic
      return topic
    }
  }

  package func remove(_ id: Topic.ID) async throws(TopicError) -> Topic {
    try store.withLock { store throws(TopicError) in
      store.lists[id] = nil
      return store.topics.remove(at: try store.index(of: id))
    }
  }

  package func query(
    _ side: Side, of topic: Topic.ID
  ) async throws(ArgumentError) -> ArgumentList {
    try store.withLock { store throws(ArgumentError) in
      guard let lists = store.lists[topic] else { throw .noTopic(id: topic) }
      return lists[side]
    }
  }

  package func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer) {
    try store.withLock { store throws(ArgumentError) in
      guard var list = store.lists[topic]?[side] else { throw .noTopic(id: topic) }
      let answer = try change(&list)
      store.lists[topic]?[side] = list
      return (list, answer)
    }
  }
}
