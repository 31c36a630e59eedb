import Boxes
import Domain
import Testing

@testable import Application

/// What a list without versions, such as one from a web service, relies on. `OverlapTests` and
/// `OverlappingFailureTests` show the rest with the arguments of a topic.
@Suite(.timeLimit(.minutes(1))) struct FetchedValueTests {
  private let names = FetchedValue<[String], TopicError>([], message: \.message)

  @Test func `it has its first value until the first answer, and is error-free`() async throws {
    #expect(names.output.value == [])
    #expect(names.isErrorFree.value == Content())
    try await names.fetch { () async throws(TopicError) in ["a"] }
    #expect(names.output.value == ["a"])
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `a failure keeps the value, and the next answer clears it`() async throws {
    try await names.fetch { () async throws(TopicError) in ["a"] }
    await #expect(throws: TopicError.store(.full)) {
      try await names.fetch { () async throws(TopicError) in throw .store(.full) }
    }
    #expect(names.output.value == ["a"])
    #expect(names.isErrorFree.value == Content(status: false, message: "the store is full"))
    #expect(!names.isFetching.value)
    try await names.fetch { () async throws(TopicError) in ["b"] }
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `a failure without a message is rethrown and not shown`() async throws {
    let names = FetchedValue<[String], TopicError>([], message: { _ in nil })
    await #expect(throws: TopicError.store(.full)) {
      try await names.fetch { () async throws(TopicError) in throw .store(.full) }
    }
    await #expect(throws: TopicError.store(.full)) {
      try await names.change { () async throws(TopicError) -> ([String], Int) in throw .store(.full)
      }
    }
    #expect(names.isErrorFree.value == Content())
  }

  @Test func `without versions the answer of the call that started later stays`() async throws {
    try await names.fetch { () async throws(TopicError) in
      try await names.fetch { () async throws(TopicError) in ["new"] }
      #expect(names.isFetching.value)
      return ["old"]
    }
    #expect(names.output.value == ["new"])
    #expect(!names.isFetching.value)
  }

  @Test func `a change returns its answer and shows its value`() async throws {
    let activity = Recorder(names.isFetching)
    let answer = try await names.change { () async throws(TopicError) in (["a", "b"], 2) }
    #expect(answer == 2)
    #expect(names.output.value == ["a", "b"])
    #expect(activity.values == [false])
  }
}
