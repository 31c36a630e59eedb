import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

struct UseCaseTests {
  private let clock = TestClock(1000)
  private let gateway: FailingGateway

  init() {
    gateway = FailingGateway(MemoryGateway.withBuiltInTopic(at: clock.now))
  }

  private var now: @Sendable () -> Timestamp { { [clock] in clock.now } }

  private func board() async throws -> Board { try await gateway.board(of: "ai").value }

  @Test func `topics are listed`() async throws {
    let topics = StoreTopics(gateway: gateway, now: now)
    expect(try await topics.list().value.map(\.topic), equals: [BuiltInTopic.topic(at: clock.now)])
  }

  @Test func `arguments are listed`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    expect(try await arguments.list(of: "ai").value, equals: BuiltInTopic.board(at: clock.now))
  }

  @Test func `add returns the argument, dated by the clock, and adds it to the board`() async throws
  {
    let arguments = StoreArguments(gateway: gateway, now: now)
    clock.advance(milliseconds: 500)
    let argument = try await arguments.add(
      .con, of: "ai", text: " Noise ", weight: 2, author: "ada"
    ).value
    expect(argument.text, equals: "Noise")
    expect(argument.weight, equals: 2)
    expect(argument.author, equals: "ada")
    expect(argument.created, equals: Timestamp(millisecondsSince1970: 1500))
    expect(try await board().cons.arguments.last, equals: argument)
  }

  @Test func `change returns the argument, which is on the board`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    clock.advance(milliseconds: 500)
    let argument = try await arguments.change(.pro, of: "ai", id: "2", weight: 4, author: "ada")
      .value
    expect(argument.weight, equals: 4)
    expect(argument.updated, equals: Timestamp(millisecondsSince1970: 1500))
    expect(try await board().pros.arguments[1], equals: argument)
  }

  @Test func `move returns the argument, which is at its new position`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    let first = try await arguments.move(.pro, of: "ai", id: "3", before: "1", author: "ada").value
    expect(first.id, equals: "3")
    expect(try await board().pros.arguments.map(\.id), equals: ["3", "1", "2", "4"])
    let moved = try await arguments.move(.pro, of: "ai", id: "3", to: .con, author: "ada").value
    expect(moved.side, equals: .con)
    expect(moved.id, equals: "4")
    expect(try await board().cons.arguments.last, equals: moved)
  }

  @Test func `remove returns the argument and takes it off the board`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    let argument = try await arguments.remove(.pro, of: "ai", id: "1", author: "ada").value
    expect(argument.text, equals: "Error reduction")
    expect(try await board().pros.arguments.map(\.id), equals: ["2", "3", "4"])
  }

  @Test func `an argument that has changed since the caller saw it is not changed`() async throws {
    let seen = clock.now
    let arguments = StoreArguments(gateway: gateway, now: now)
    clock.advance(milliseconds: 500)
    _ = try await arguments.change(
      .pro, of: "ai", id: "1", weight: 2, ifUpdated: seen, author: "ada")
    let before = try await board()
    let failure = BoardError.changed(id: "1", updated: clock.now)
    clock.advance(milliseconds: 500)
    await #expect(throws: failure) {
      try await arguments.change(.pro, of: "ai", id: "1", weight: 3, ifUpdated: seen, author: "bob")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).move(
        .pro, of: "ai", id: "1", to: .con, ifUpdated: seen, author: "bob")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).remove(
        .pro, of: "ai", id: "1", ifUpdated: seen, author: "bob")
    }
    expect(try await board(), equals: before)
  }

  @Test func `a broken rule is thrown and stores nothing`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    await #expect(throws: BoardError.duplicate(text: "NO BREAKS")) {
      try await arguments.add(.pro, of: "ai", text: "NO BREAKS", author: "ada")
    }
    expect(try await board(), equals: BuiltInTopic.board(at: clock.now))
  }

  @Test func `both sides can have the same text`() async throws {
    let arguments = StoreArguments(gateway: gateway, now: now)
    _ = try await arguments.add(.con, of: "ai", text: "No breaks", author: "ada")
    expect(try await board().cons.arguments.last?.text, equals: "No breaks")
  }

  @Test func `a topic that does not exist is reported`() async {
    await #expect(throws: BoardError.noTopic(id: "none")) {
      try await StoreArguments(gateway: gateway, now: now).list(of: "none")
    }
    await #expect(throws: BoardError.noTopic(id: "none")) {
      try await StoreArguments(gateway: gateway, now: now).remove(
        .pro, of: "none", id: "1", author: "ada")
    }
  }

  @Test func `a topic is created, renamed and removed`() async throws {
    clock.advance(milliseconds: 500)
    let topics = StoreTopics(gateway: gateway, now: now)
    let id = try await topics.create(title: " Which editor? ", author: "ada").value
    let new = try await gateway.board(of: id).value.topic
    let made = Timestamp(millisecondsSince1970: 1500)
    expect(
      new,
      equals: Topic(
        id: "which-editor", title: "Which editor?", created: made, updated: made,
        updatedBy: "ada"))
    clock.advance(milliseconds: 500)
    _ = try await topics.rename(new.id, to: "Editor", author: "bob")
    let renamed = try await gateway.board(of: id).value.topic
    let later = Timestamp(millisecondsSince1970: 2000)
    expect(
      renamed,
      equals: Topic(id: new.id, title: "Editor", created: made, updated: later, updatedBy: "bob"))
    expect(try await gateway.topics().value.last?.topic, equals: renamed)
    let removal = try await StoreTopics(gateway: gateway, now: now).remove(new.id, author: "ada")
      .value
    expect(removal, equals: Removal(id: removal.id, author: "ada", date: later))
    expect(try await gateway.topics().value.map(\.id), equals: ["ai"])
  }

  @Test func `every use case throws a failure of the store`() async {
    gateway.fail(.full)
    let topicFailure = TopicError.store(.full)
    await #expect(throws: topicFailure) { try await StoreTopics(gateway: gateway, now: now).list() }
    await #expect(throws: topicFailure) {
      try await StoreTopics(gateway: gateway, now: now).create(title: "A", author: "ada")
    }
    await #expect(throws: topicFailure) {
      try await StoreTopics(gateway: gateway, now: now).rename("ai", to: "A", author: "ada")
    }
    await #expect(throws: topicFailure) {
      try await StoreTopics(gateway: gateway, now: now).remove("ai", author: "ada")
    }
    let failure = BoardError.store(.full)
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).list(of: "ai")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).add(
        .pro, of: "ai", text: "a", author: "b")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).change(
        .pro, of: "ai", id: "1", weight: 2, author: "b")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).move(
        .pro, of: "ai", id: "1", author: "b")
    }
    await #expect(throws: failure) {
      try await StoreArguments(gateway: gateway, now: now).remove(
        .pro, of: "ai", id: "1", author: "b")
    }
  }
}
