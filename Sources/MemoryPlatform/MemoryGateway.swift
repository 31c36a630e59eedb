package import Domain
import Synchronization

/// Topics and their arguments in memory, kept as long as the gateway exists.
package final class MemoryGateway: ArgumentsGateway, TopicsGateway {
  private let entries: Mutex<[Entry]>

  private struct Entry {
    let topic: Topic
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
      Set(topics.map(\.topic.id)).count == topics.count, "two topics have the same identifier")
    precondition(
      topics.allSatisfy { $0.pros.side == .pro && $0.cons.side == .con }, "pros first, then cons")
    entries = Mutex(topics.map { Entry(topic: $0, pros: $1, cons: $2) })
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

  package func topics() async throws(TopicError) -> [Topic] {
    entries.withLock { $0.map(\.topic) }
  }

  package func query(
    _ side: Side, of topic: Topic.ID
  ) async throws(ArgumentError) -> ArgumentList {
    try entries.withLock { entries throws(ArgumentError) in
      entries[try Self.index(of: topic, in: entries)][side]
    }
  }

  package func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer) {
    try entries.withLock { entries throws(ArgumentError) in
      let index = try Self.index(of: topic, in: entries)
      var list = entries[index][side]
      let answer = try change(&list)
      entries[index][side] = list
      return (list, answer)
    }
  }

  private static func index(
    of topic: Topic.ID, in entries: [Entry]
  ) throws(ArgumentError) -> Int {
    guard let index = entries.firstIndex(where: { $0.topic.id == topic }) else {
      throw .noTopic(id: topic)
    }
    return index
  }
}
