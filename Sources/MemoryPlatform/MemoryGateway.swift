package import Domain
import Synchronization

/// Topics and their arguments in memory, kept as long as the gateway exists. It is full when they
/// take more memory than it may use.
package final class MemoryGateway: ArgumentsGateway, TopicsGateway {
  private let store: Mutex<Store>
  /// In bytes, at most.
  private let capacity: Int

  private struct Store {
    /// In order of creation.
    var topics: [Topic]
    var lists: [Topic.ID: Lists]

    /// About how much memory all of it takes.
    var bytes = 0

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

    var bytes: Int { pros.bytes + cons.bytes }
  }

  /// - Parameters:
  ///   - topics: in order of creation; no identifier twice.
  ///   - capacity: bytes of memory that they may take, about.
  package init(
    topics: [(topic: Topic, pros: ArgumentList, cons: ArgumentList)] = [],
    capacity: Int = 256 << 20
  ) {
    precondition(
      topics.allSatisfy { $0.pros.side == .pro && $0.cons.side == .con }, "pros first, then cons")
    let lists = Dictionary(topics.map { ($0.topic.id, Lists(pros: $0.pros, cons: $0.cons)) }) {
      _, _ in preconditionFailure("two topics have the same identifier")
    }
    self.capacity = capacity
    store = Mutex(
      Store(
        topics: topics.map(\.topic), lists: lists,
        bytes: topics.reduce(0) { $0 + $1.topic.bytes + $1.pros.bytes + $1.cons.bytes }))
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
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(TopicError) -> Topic
  ) async throws(TopicError) -> Topic {
    try store.withLock { store throws(TopicError) in
      let topic = try make(Set(store.lists.keys))
      guard store.bytes + topic.bytes <= capacity else { throw .store(.full) }
      store.bytes += topic.bytes
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
      let before = topic.bytes
      try change(&topic)
      // A little more for a longer title does not matter.
      store.bytes += topic.bytes - before
      store.topics[index] = topic
      return topic
    }
  }

  package func remove(_ id: Topic.ID) async throws(TopicError) -> Topic {
    try store.withLock { store throws(TopicError) in
      let topic = store.topics.remove(at: try store.index(of: id))
      store.bytes -= topic.bytes + (store.lists.removeValue(forKey: id)?.bytes ?? 0)
      return topic
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
      let before = list.bytes
      let answer = try change(&list)
      let growth = list.bytes - before
      guard growth <= 0 || store.bytes + growth <= capacity else { throw .store(.full) }
      store.bytes += growth
      store.lists[topic]?[side] = list
      return (list, answer)
    }
  }
}

extension Topic {
  /// About how much memory it takes, with what belongs to it while it has no arguments.
  fileprivate var bytes: Int { 1024 + title.utf8.count }
}

extension ArgumentList {
  /// About how much memory the arguments take.
  fileprivate var bytes: Int {
    arguments.reduce(0) { $0 + 256 + $1.text.utf8.count + $1.author.utf8.count }
  }
}
