import Boxes
import Domain
import Testing

@testable import Application

/// The rules for every fetched value. `OverlapTests` and `OverlappingFailureTests` check the rest
/// with the arguments of a topic.
@Suite(.timeLimit(.minutes(1))) struct FetchedValueTests {
  private let names = FetchedValue<[String], TopicError>([], message: \.message)

  @Test func `before the first answer a value has its initial content and no error`() async throws {
    #expect(names.output.value == [])
    #expect(names.isErrorFree.value == Content())
    try await names.fetch { () async throws(TopicError) in Stored(["a"], version: 0) }
    #expect(names.output.value == ["a"])
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `a failure keeps the value, and the next answer clears it`() async throws {
    try await names.fetch { () async throws(TopicError) in Stored(["a"], version: 0) }
    await #expect(throws: TopicError.store(.full)) {
      try await names.fetch { () async throws(TopicError) in throw .store(.full) }
    }
    #expect(names.output.value == ["a"])
    #expect(names.isErrorFree.value == Content(status: false, message: "the store is full"))
    #expect(!names.isFetching.value)
    try await names.fetch { () async throws(TopicError) in Stored(["b"], version: 0) }
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `a failure without a message is rethrown and not shown`() async throws {
    let names = FetchedValue<[String], TopicError>([], message: { _ in nil })
    await #expect(throws: TopicError.store(.full)) {
      try await names.fetch { () async throws(TopicError) in throw .store(.full) }
    }
    await #expect(throws: TopicError.store(.full)) {
      try await names.change { () async throws(TopicError) -> (Stored<[String]>, Int) in
        throw .store(.full)
      }
    }
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `of equal versions, the answer of the call that started later is kept`() async throws {
    try await names.fetch { () async throws(TopicError) in
      try await names.fetch { () async throws(TopicError) in Stored(["new"], version: 0) }
      #expect(names.isFetching.value)
      return Stored(["old"], version: 0)
    }
    #expect(names.output.value == ["new"])
    #expect(!names.isFetching.value)
  }

  @Test func `a change returns its answer and shows its value`() async throws {
    let activity = Recorder(names.isFetching)
    let answer = try await names.change { () async throws(TopicError) in
      (Stored(["a", "b"], version: 0), 2)
    }
    #expect(answer == 2)
    #expect(names.output.value == ["a", "b"])
    #expect(activity.values == [false])
  }

  @Test func `an older version is not shown, whichever call returned it`() async throws {
    try await names.fetch { () async throws(TopicError) in Stored(["new"], version: 7) }
    try await names.fetch { () async throws(TopicError) in Stored(["old"], version: 6) }
    names.receive(Stored(["older"], version: 5))
    #expect(names.output.value == ["new"])
  }

  @Test func `a received value is shown if it is newer, and does not clear a failure`() async throws
  {
    names.receive(Stored(["a"], version: 1))
    #expect(names.output.value == ["a"])
    try? await names.fetch { () async throws(TopicError) in throw .store(.full) }
    names.receive(Stored(["b"], version: 2))
    #expect(names.output.value == ["b"])
    #expect(!names.isErrorFree.value.status)
  }

  @Test func `a background fetch does not show as activity`() async throws {
    let activity = Recorder(names.isFetching)
    try await names.fetch(isBackground: true) { () async throws(TopicError) in
      Stored(["a"], version: 0)
    }
    #expect(names.output.value == ["a"])
    #expect(activity.values == [false])
  }
}
