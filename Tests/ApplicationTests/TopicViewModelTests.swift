import Application
import Boxes
import Domain
import DomainTestSupport
import MemoryPlatform
import Testing

struct TopicViewModelTests {
  private let store = MemoryGateway.withBuiltInTopic(at: start)

  @Test func `a topic has its pros, its cons and its summary`() async throws {
    let topic = TopicViewModel(store)
    try await topic.pros.fetch()
    try await topic.cons.fetch()
    #expect(topic.topic == BuiltInTopic.topic(at: start))
    #expect(topic.pros.items.value.first?.text == "Error reduction")
    #expect(topic.cons.items.value.first?.text == "High cost")
    #expect(topic.summary.value.pros == 4)
  }

  @Test func `one side's failure leaves the other side alone`() async throws {
    let failing = FailingGateway(store)
    let topic = TopicViewModel(failing)
    try await topic.cons.fetch()
    failing.fail(.full)
    try? await topic.pros.fetch()
    #expect(!topic.pros.isErrorFree.value.status)
    #expect(topic.cons.isErrorFree.value == Content())
  }

  @Test func `a topic that nobody holds is released with all that it has`() async throws {
    var topic: TopicViewModel? = TopicViewModel(store)
    try await topic?.pros.fetch()
    weak let pros = topic?.pros
    let summary = topic.map { Observer($0.summary) }
    let list = topic.map { Observer($0.cons.list) }
    topic = nil
    #expect(pros == nil)
    #expect(summary?.isReleased == true)
    #expect(list?.isReleased == true)
  }
}
