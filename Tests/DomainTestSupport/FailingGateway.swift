package import Domain
import Synchronization

/// Fails or passes everything on to another gateway, as a test demands.
package final class FailingGateway: ArgumentsGateway, TopicsGateway {
  private let gateway: any ArgumentsGateway & TopicsGateway
  private let failure: Mutex<StoreError?>

  /// Passes everything on until ``fail(_:)``.
  package init(_ gateway: any ArgumentsGateway & TopicsGateway) {
    self.gateway = gateway
    failure = Mutex(nil)
  }

  /// From now on every call throws this error.
  package func fail(_ error: StoreError) {
    failure.withLock { $0 = error }
  }

  /// From now on everything is passed on again.
  package func recover() {
    failure.withLock { $0 = nil }
  }

  package func topics() async throws(TopicError) -> [TopicOverview] {
    try failTopicsIfTold()
    return try await gateway.topics()
  }

  package func add(
    _ make: @escaping @Sendable (_ taken: Set<Topic.ID>) throws(TopicError) -> Topic
  ) async throws(TopicError) -> Topic {
    try failTopicsIfTold()
    return try await gateway.add(make)
  }

  package func update(
    _ id: Topic.ID, _ change: @escaping @Sendable (inout Topic) throws(TopicError) -> Void
  ) async throws(TopicError) -> Topic {
    try failTopicsIfTold()
    return try await gateway.update(id, change)
  }

  package func remove(_ id: Topic.ID) async throws(TopicError) -> Topic {
    try failTopicsIfTold()
    return try await gateway.remove(id)
  }

  package func query(
    _ side: Side, of topic: Topic.ID
  ) async throws(ArgumentError) -> ArgumentList {
    try failIfTold()
    return try await gateway.query(side, of: topic)
  }

  package func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer) {
    try failIfTold()
    return try await gateway.update(side, of: topic, change)
  }

  private func failTopicsIfTold() throws(TopicError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }

  private func failIfTold() throws(ArgumentError) {
    if let error = failure.withLock({ $0 }) { throw .store(error) }
  }
}
