package import Domain
import Synchronization

/// Fails, or passes everything on to another gateway, as the test says.
package final class FailingGateway: ArgumentsGateway, TopicsGateway {
  private let gateway: any ArgumentsGateway & TopicsGateway
  private let failure: Mutex<ArgumentError?>

  /// Passes everything on until it is told to fail.
  package init(_ gateway: any ArgumentsGateway & TopicsGateway) {
    self.gateway = gateway
    failure = Mutex(nil)
  }

  /// From now on everything throws `.store` with this message.
  package func fail(_ message: String) {
    failure.withLock { $0 = .store(message: message) }
  }

  package func recover() {
    failure.withLock { $0 = nil }
  }

  package func topics() async throws(ArgumentError) -> [Topic] {
    try failIfTold()
    return try await gateway.topics()
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

  private func failIfTold() throws(ArgumentError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
