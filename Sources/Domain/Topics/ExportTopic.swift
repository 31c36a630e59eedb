/// Reads a topic with everything that belongs to it.
public struct ExportTopic: Sendable {
  private let gateway: any TopicsGateway

  public init(gateway: any TopicsGateway) {
    self.gateway = gateway
  }

  /// Returns the topic's content. Throws `.notFound`, `.tooLarge` if it has more than
  /// `Limits.exportBytes` of text, or `.store`.
  public func callAsFunction(_ id: Topic.ID) async throws(TopicError) -> TopicContent {
    guard Topic.isID(id) else { throw .notFound(id: id) }
    return try await gateway.content(of: id, upTo: Limits.exportBytes)
  }
}
