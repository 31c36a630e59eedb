import Domain
import DomainTestSupport
import MemoryPlatform
import Testing

struct UseCaseTests {
  private let clock = TestClock(1000)
  private let gateway: FailingGateway

  init() {
    gateway = FailingGateway(MemoryGateway.withBuiltInTopic(at: clock.now))
  }

  @Test func `topics are listed`() async throws {
    let list = ListTopics(gateway: gateway)
    #expect(try await list().map(\.topic) == [BuiltInTopic.topic(at: clock.now)])
  }

  @Test(arguments: Side.allCases) func `arguments are listed by side`(side: Side) async throws {
    let list = ListArguments(gateway: gateway)
    #expect(try await list(side, of: "ai") == BuiltInTopic.arguments(side, at: clock.now))
  }

  @Test func `add returns the argument, dated by the clock, and its list`() async throws {
    let add = AddArgument(gateway: gateway) { [clock] in clock.now }
    clock.advance(milliseconds: 500)
    let (list, argument) = try await add(
      .con, of: "ai", text: " Noise ", weight: 2, author: "ada")
    #expect(argument.text == "Noise")
    #expect(argument.weight == 2)
    #expect(argument.author == "ada")
    #expect(argument.created == Timestamp(millisecondsSince1970: 1500))
    #expect(list.arguments.last == argument)
    #expect(try await gateway.query(.con, of: "ai") == list)
  }

  @Test func `change returns the argument and the list that holds it`() async throws {
    let change = ChangeArgument(gateway: gateway) { [clock] in clock.now }
    clock.advance(milliseconds: 500)
    let (list, argument) = try await change(.pro, of: "ai", id: "2", weight: 4)
    #expect(argument.weight == 4)
    #expect(argument.updated == Timestamp(millisecondsSince1970: 1500))
    #expect(list.arguments[1] == argument)
    #expect(try await gateway.query(.pro, of: "ai") == list)
  }

  @Test func `remove returns the argument and the list without it`() async throws {
    let remove = RemoveArgument(gateway: gateway) { [clock] in clock.now }
    let (list, argument) = try await remove(.pro, of: "ai", id: "1")
    #expect(argument.text == "Error reduction")
    #expect(list.arguments.map(\.id) == ["2", "3", "4"])
    #expect(try await gateway.query(.pro, of: "ai") == list)
  }

  @Test func `a broken rule is thrown and stores nothing`() async throws {
    let add = AddArgument(gateway: gateway) { [clock] in clock.now }
    await #expect(throws: ArgumentError.duplicate(text: "NO BREAKS")) {
      try await add(.pro, of: "ai", text: "NO BREAKS", author: "ada")
    }
    let list = try await gateway.query(.pro, of: "ai")
    #expect(list == BuiltInTopic.arguments(.pro, at: clock.now))
  }

  @Test func `both sides may have the same text`() async throws {
    let add = AddArgument(gateway: gateway) { [clock] in clock.now }
    let (list, _) = try await add(.con, of: "ai", text: "No breaks", author: "ada")
    #expect(list.arguments.last?.text == "No breaks")
  }

  @Test func `a topic that does not exist is reported`() async {
    let list = ListArguments(gateway: gateway)
    let remove = RemoveArgument(gateway: gateway) { [clock] in clock.now }
    await #expect(throws: ArgumentError.noTopic(id: "none")) { try await list(.pro, of: "none") }
    await #expect(throws: ArgumentError.noTopic(id: "none")) {
      try await remove(.pro, of: "none", id: "1")
    }
  }

  @Test func `a topic is created, renamed and removed`() async throws {
    let now: @Sendable () -> Timestamp = { [clock] in clock.now }
    clock.advance(milliseconds: 500)
    let new = try await CreateTopic(gateway: gateway, now: now)(title: " Which editor? ")
    let made = Timestamp(millisecondsSince1970: 1500)
    #expect(
      new == Topic(id: "which-editor", title: "Which editor?", created: made, updated: made))
    clock.advance(milliseconds: 500)
    let renamed = try await RenameTopic(gateway: gateway, now: now)(new.id, to: "Editor")
    let later = Timestamp(millisecondsSince1970: 2000)
    #expect(renamed == Topic(id: new.id, title: "Editor", created: made, updated: later))
    #expect(try await gateway.topics().last?.topic == renamed)
    #expect(try await RemoveTopic(gateway: gateway)(new.id) == renamed)
    #expect(try await gateway.topics().map(\.id) == ["ai"])
  }

  @Test func `a failure of the store is thrown by every use case`() async {
    gateway.fail(.full)
    let failure = ArgumentError.store(.full)
    let now: @Sendable () -> Timestamp = { [clock] in clock.now }
    let topicFailure = TopicError.store(.full)
    await #expect(throws: topicFailure) { try await ListTopics(gateway: gateway)() }
    await #expect(throws: topicFailure) {
      try await CreateTopic(gateway: gateway, now: now)(title: "A")
    }
    await #expect(throws: topicFailure) {
      try await RenameTopic(gateway: gateway, now: now)("ai", to: "A")
    }
    await #expect(throws: topicFailure) { try await RemoveTopic(gateway: gateway)("ai") }
    await #expect(throws: failure) { try await ListArguments(gateway: gateway)(.pro, of: "ai") }
    await #expect(throws: failure) {
      try await AddArgument(gateway: gateway, now: now)(.pro, of: "ai", text: "a", author: "b")
    }
    await #expect(throws: failure) {
      try await ChangeArgument(gateway: gateway, now: now)(.pro, of: "ai", id: "1", weight: 2)
    }
    await #expect(throws: failure) {
      try await RemoveArgument(gateway: gateway, now: now)(.pro, of: "ai", id: "1")
    }
  }
}
