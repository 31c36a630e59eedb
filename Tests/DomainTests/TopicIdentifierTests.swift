import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// Identifiers of topics that come from clients.
struct TopicIdentifierTests {
  @Test func `an identifier that only resembles a topic's is not found`() async throws {
    let start = Timestamp(millisecondsSince1970: 1000)
    let topic = Topic(id: "K", title: "K", created: start, updated: start)
    let store = MemoryGateway(boards: [Board(topic)])
    // Swift takes a Kelvin sign for equal to a K.
    let id = "\u{212A}"
    expect(id, equals: "K")
    await #expect(throws: TopicError.notFound(id: id)) {
      try await StoreTopics(gateway: store) { start }.rename(id, to: "Other", author: "ada")
    }
    await #expect(throws: TopicError.notFound(id: id)) {
      try await StoreTopics(gateway: store) { start }.export(id)
    }
    await #expect(throws: TopicError.notFound(id: id)) {
      try await StoreTopics(gateway: store) { start }.remove(id, author: "ada")
    }
    await #expect(throws: BoardError.noTopic(id: id)) {
      try await StoreTopics(gateway: store) { start }.history(of: id, limit: 1)
    }
    await #expect(throws: UndoError.board(.noTopic(id: id))) {
      try await StoreTopics(gateway: store) { start }.undo(id, author: "ada")
    }
    expect(try await store.topics().value.map(\.topic), equals: [topic])
  }
}
