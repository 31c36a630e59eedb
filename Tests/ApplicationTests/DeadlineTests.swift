import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// The deadlines of topics, and what follows when they pass.
@Suite struct DeadlineTests {
  private let deadline = Timestamp(millisecondsSince1970: 10_000)

  private func topics(_ store: MemoryGateway, _ clock: TestClock) async throws -> TopicsViewModel {
    let topics = TopicsViewModel(store, now: { clock.now })
    try await topics.fetch()
    return topics
  }

  @Test func `the next deadline is that of the open topic that is due first`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let clock = TestClock(1000)
    let topics = try await topics(store, clock)
    expect(topics.nextDeadline.value == nil)
    let other = try await topics.create(title: "Other", author: "ada")
    let decisions = StoreDecisions(gateway: store) { clock.now }
    for (id, milliseconds) in [(other, 20_000), ("ai", 10_000)] {
      let rule = try DecisionRule(
        deadline: Timestamp(millisecondsSince1970: Int64(milliseconds)), autoClose: id == other)
      _ = try await decisions.setRule(rule, of: id, author: "ada")
    }
    try await topics.fetch()
    expect(topics.nextDeadline.value, equals: deadline)
    expect(topics.passDeadlines(at: Timestamp(millisecondsSince1970: 9_999)), equals: [])
    expect(topics.passDeadlines(at: deadline), equals: [], "its rule does not decide")
    expect(topics.nextDeadline.value?.millisecondsSince1970, equals: 20_000)
    // What has passed does not come back with another change.
    _ = try await decisions.takePosition(.yes, on: "ai", person: "ada")
    try await topics.fetch()
    expect(topics.nextDeadline.value?.millisecondsSince1970, equals: 20_000)
    expect(topics.passDeadlines(at: Timestamp(millisecondsSince1970: 30_000)), equals: [other])
    expect(topics.nextDeadline.value == nil)
    // Another deadline does.
    let later = try DecisionRule(deadline: Timestamp(millisecondsSince1970: 50_000))
    _ = try await decisions.setRule(later, of: "ai", author: "ada")
    try await topics.fetch()
    expect(topics.nextDeadline.value?.millisecondsSince1970, equals: 50_000)
    _ = try await decisions.decide(.yes, on: "ai", reason: "Fast", author: "ada")
    try await topics.fetch()
    expect(topics.nextDeadline.value == nil)
  }

  @Test func `a removed topic has no deadline`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let clock = TestClock(1000)
    let topics = try await topics(store, clock)
    _ = try await StoreDecisions(gateway: store) { clock.now }
      .setRule(DecisionRule(deadline: deadline), of: "ai", author: "ada")
    try await topics.fetch()
    expect(topics.nextDeadline.value, equals: deadline)
    try await topics.remove("ai", author: "ada")
    expect(topics.nextDeadline.value == nil)
  }

  @Test func `a shown decision becomes due when its deadline passes`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let clock = TestClock(1000)
    let topics = try await topics(store, clock)
    _ = try await StoreDecisions(gateway: store) { clock.now }
      .setRule(DecisionRule(deadline: deadline), of: "ai", author: "ada")
    try await topics.fetch()
    let decision = try require(topics.topic("ai")).decision()
    expect(decision.decision.value.status, equals: .open)
    expect(decision.decision.value.tally == nil)
    try await decision.fetch()
    expect(decision.decision.value.tally, equals: [])
    clock.advance(milliseconds: 60_000)
    _ = topics.passDeadlines(at: clock.now)
    expect(decision.decision.value.status, equals: .due)
  }
}
