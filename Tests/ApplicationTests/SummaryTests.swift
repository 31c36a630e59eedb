import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct SummaryTests {
  private let clock = TestClock(start.millisecondsSince1970)
  private let topic: TopicViewModel
  private let pros: ArgumentsViewModel
  private let cons: ArgumentsViewModel

  init() async throws {
    topic = try await TopicViewModel(MemoryGateway.withBuiltInTopic(at: start)) { [clock] in
      clock.now
    }
    pros = topic.arguments(.pro)
    cons = topic.arguments(.con)
  }

  private var summary: Summary { topic.summary.value }

  private func fetch() async throws {
    try await pros.fetch()
    try await cons.fetch()
  }

  @Test func `the summary counts, weighs and dates both sides`() async throws {
    try await fetch()
    expect(
      try json(summary),
      equals: #"{"cons":3,"consText":"3 cons","created":"\#(startText)","#
        + #""leaning":"pro","leaningText":"leans pro","#
        + #""line":"4 pros · 3 cons · score +1 · leans pro","pros":4,"prosPercentage":57,"prosText":"4 pros","score":1,"#
        + #""scoreText":"+1","title":"Artificial Intelligence","updated":"\#(startText)","#
        + #""updatedBy":"procon"}"#)
  }

  @Test func `one argument is singular, and an even score has no sign`() async throws {
    let topic = try await TopicViewModel(MemoryGateway.empty())
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    expect(topic.summary.value.line, equals: "0 pros · 0 cons · score 0 · even")
    _ = try await pros.add(text: "Patience", weight: 2, author: "ada")
    expect(topic.summary.value.line, equals: "1 pro · 0 cons · score +2 · leans pro")
    _ = try await cons.add(text: "Noise", weight: 5, author: "ada")
    expect(topic.summary.value.line, equals: "1 pro · 1 con · score -3 · leans con")
  }

  @Test func `the percentage is the pros' share of the weight, nil without arguments`() async throws
  {
    let topic = try await TopicViewModel(MemoryGateway.empty())
    let (pros, cons) = (topic.arguments(.pro), topic.arguments(.con))
    expect(topic.summary.value.prosPercentage == nil)
    expect(try !json(topic.summary.value).contains("prosPercentage"))
    _ = try await cons.add(text: "Noise", weight: 5, author: "ada")
    expect(topic.summary.value.prosPercentage, equals: 0)
    _ = try await pros.add(text: "Patience", weight: 3, author: "ada")
    expect(topic.summary.value.prosPercentage, equals: 38)
    try await cons.remove(id: "1", author: "ada")
    expect(topic.summary.value.prosPercentage, equals: 100)
  }

  @Test func `before the first fetch the summary has the figures of the store`() throws {
    expect(summary.line, equals: "4 pros · 3 cons · score +1 · leans pro")
    expect(pros.items.value.isEmpty)
    expect(summary.updated, equals: startText)
  }

  @Test func `the figures of a side are kept when it is released`() async throws {
    let topic = try await TopicViewModel(MemoryGateway.withBuiltInTopic(at: start))
    var pros: ArgumentsViewModel? = topic.arguments(.pro)
    _ = try await pros?.add(text: "Patience", weight: 5, author: "ada")
    pros = nil
    expect(topic.summary.value.pros, equals: 5)
    expect(topic.arguments(.pro).items.value.isEmpty)
    expect(topic.summary.value.pros, equals: 5)
  }

  @Test func `the score is the weight of the pros minus that of the cons`() async throws {
    try await fetch()
    _ = try await cons.change(id: "1", weight: 2, author: "ada")
    expect(summary.score, equals: 0)
    expect(summary.leaning, equals: .even)
    _ = try await cons.change(id: "1", weight: 5, author: "ada")
    expect(summary.score, equals: -3)
    expect(summary.leaning, equals: .con)
    _ = try await pros.add(text: "Patience", weight: 5, author: "ada")
    expect(summary.score, equals: 2)
    expect(summary.leaning, equals: .pro)
    try await pros.remove(id: "1", author: "ada")
    expect(summary.score, equals: 1)
    expect(summary.pros, equals: 4)
  }

  @Test func `updated is the newest date of the topic and of both lists`() async throws {
    try await fetch()
    clock.advance(milliseconds: 1000)
    _ = try await cons.add(text: "Noise", author: "ada")
    expect(summary.updated, equals: "2023-11-14T22:13:21.000Z")
    clock.advance(milliseconds: 1000)
    try await pros.remove(id: "1", author: "ada")
    expect(summary.updated, equals: "2023-11-14T22:13:22.000Z")
    expect(summary.created, equals: startText)
  }

  @Test func `the summary is updated before later observers of a list are notified`() async throws {
    try await fetch()
    var pairs: [[Int?]] = []
    let binding = pros.list.bind { [topic] in
      pairs.append([$0.arguments.count, topic.summary.value.pros])
    }
    _ = try await pros.add(text: "Patience", author: "ada")
    expect(pairs, equals: [[4, 4], [5, 5]])
    binding.cancel()
  }

  @Test func `a failure does not change the summary`() async throws {
    let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))
    let topic = try await TopicViewModel(store)
    let pros = topic.arguments(.pro)
    try await pros.fetch()
    let observed = Recorder(topic.summary)
    store.fail(.full)
    try? await pros.fetch()
    expect(observed.values.count, equals: 1)
  }

  @Test func `the summary exists as long as a side or the posts of its topic`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    var topic: TopicViewModel? = try await TopicViewModel(store)
    var pros = topic?.arguments(.pro)
    var posts = topic?.posts()
    let summary = topic.map { Observer($0.summary) }
    topic = nil
    posts = nil
    expect(posts == nil && summary?.isReleased == false)
    try await pros?.fetch()
    expect(pros?.items.value.count, equals: 4)
    pros = nil
    expect(summary?.isReleased, equals: true)
  }
}
