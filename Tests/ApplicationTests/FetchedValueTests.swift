import Boxes
import Domain
import Expectations
import Testing

@testable import Application

/// The rules for every fetched value. `OverlapTests` and `OverlappingFailureTests` check the rest
/// with the arguments of a topic.
@Suite(.timeLimit(.minutes(10))) struct FetchedValueTests {
  private let names = FetchedValue<[String], TopicError>(
    [], message: \.message, road: StoreRoad { _ in })

  @Test func `before the first answer a value has its initial content and no error`() async throws {
    expect(names.output.value, equals: [])
    expect(names.isErrorFree.value, equals: Content())
    try await fetch(["a"])
    expect(names.output.value, equals: ["a"])
    expect(names.isErrorFree.value, equals: Content())
  }

  @Test func `a failure keeps the value, and the next answer clears it`() async throws {
    try await fetch(["a"])
    await #expect(throws: TopicError.store(.full)) { try await names.failFetch() }
    expect(names.output.value, equals: ["a"])
    expect(names.isErrorFree.value, equals: Content(status: false, message: "the store is full"))
    expect(!names.isFetching.value)
    try await fetch(["b"])
    expect(names.isErrorFree.value, equals: Content())
  }

  @Test func `a failure without a message is rethrown and not shown`() async throws {
    let names = FetchedValue<[String], TopicError>(
      [], message: { _ in nil }, road: StoreRoad { _ in })
    await #expect(throws: TopicError.store(.full)) { try await names.failFetch() }
    await #expect(throws: TopicError.store(.full)) {
      try await names.change { () async throws(TopicError) -> Stored<Int> in throw .store(.full) }
    }
    expect(names.isErrorFree.value, equals: Content())
  }

  @Test func `a fetch and a change end when their versions are shown`() async throws {
    var waits: [Int] = []
    let names = FetchedValue<[String], TopicError>(
      [], message: \.message, road: StoreRoad { waits.append($0) })
    try await names.fetch { () async throws(TopicError) in
      Stored(["a"], version: 7)
    } follow: { _, _ in
    } show: {
      expect(waits, equals: [7])
      names.receive($0, isRead: true)
    }
    let answer = try await names.change { () async throws(TopicError) in Stored("b", version: 8) }
    expect(answer, equals: "b")
    expect(waits, equals: [7, 8])
  }

  @Test func `overlapping fetches end their activity once`() async throws {
    try await names.fetch { () async throws(TopicError) in
      try await fetch(["new"])
      expect(names.isFetching.value)
      return Stored(["newer"], version: 0)
    } follow: { _, _ in
    } show: {
      names.receive($0, isRead: true)
    }
    expect(names.output.value, equals: ["newer"])
    expect(!names.isFetching.value)
  }

  @Test func `a change is not a fetch`() async throws {
    let activity = Recorder(names.isFetching)
    let answer = try await names.change { () async throws(TopicError) in
      names.receive(["a", "b"], isRead: false)
      return Stored(2, version: 0)
    }
    expect(answer, equals: 2)
    expect(names.output.value, equals: ["a", "b"])
    expect(activity.values, equals: [false])
  }

  @Test func `a change that the store reports clears a failure, but not what was only read`()
    async throws
  {
    try? await names.failFetch()
    names.receive(["b"], isRead: true)
    expect(names.output.value, equals: ["b"])
    expect(!names.isErrorFree.value.status)
    names.receive(["c"], isRead: false)
    expect(names.output.value, equals: ["c"])
    expect(names.isErrorFree.value, equals: Content())
  }

  @Test func `a refresh does not show as activity, and clears a failure if it succeeds`()
    async throws
  {
    let activity = Recorder(names.isFetching)
    try? await names.change { () async throws(TopicError) -> Stored<Void> in throw .store(.full) }
    await names.refresh { () async throws(TopicError) -> Stored<[String]> in
      throw .store(.full)
    } follow: { _, _ in
    } show: { _ in
    }
    expect(!names.isErrorFree.value.status)
    await names.refresh { () async throws(TopicError) in
      Stored(["a"], version: 0)
    } follow: { _, _ in
    } show: {
      names.receive($0, isRead: true)
    }
    expect(names.output.value, equals: ["a"])
    expect(names.isErrorFree.value, equals: Content())
    expect(activity.values, equals: [false])
  }

  private func fetch(_ value: [String]) async throws(TopicError) {
    try await names.fetch { () async throws(TopicError) in
      Stored(value, version: 0)
    } follow: { _, _ in
    } show: {
      names.receive($0, isRead: true)
    }
  }
}

extension FetchedValue<[String], TopicError> {
  fileprivate func failFetch() async throws(TopicError) {
    try await fetch { () async throws(TopicError) -> Stored<[String]> in
      throw .store(.full)
    } follow: { _, _ in
    } show: { _ in
    }
  }
}
