import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct TopicViewModelTests {
  private let store = MemoryGateway.withBuiltInTopic(at: start)

  @Test func `a topic has its pros, its cons and its summary`() async throws {
    let topic = try await TopicViewModel(store)
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    try await pros.fetch()
    try await cons.fetch()
    expect(topic.topic, equals: BuiltInTopic.topic(at: start))
    expect(pros.items.value.first?.text, equals: "Error reduction")
    expect(cons.items.value.first?.text, equals: "High cost")
    expect(topic.summary.value.pros, equals: 4)
  }

  @Test func `a failure of one side does not affect the other`() async throws {
    let failing = FailingGateway(store)
    let topic = try await TopicViewModel(failing)
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    try await cons.fetch()
    failing.fail(.full)
    try? await pros.fetch()
    expect(!pros.isErrorFree.value.status)
    expect(cons.isErrorFree.value, equals: Content())
  }

  @Test func `a topic that is no longer referenced is released with everything in it`() async throws
  {
    var topic: TopicViewModel? = try await TopicViewModel(store)
    var pros = topic?.arguments(.pro)
    try await pros?.fetch()
    weak let released = pros
    let summary = topic.map { Observer($0.summary) }
    let list = pros.map { Observer($0.list) }
    topic = nil
    pros = nil
    expect(released == nil)
    expect(summary?.isReleased, equals: true)
    expect(list?.isReleased, equals: true)
  }
}
