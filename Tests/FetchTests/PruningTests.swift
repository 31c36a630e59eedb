import Expectations
import Fetch
import Testing

/// Sequences with elements that cannot be mapped.
struct PruningTests {
  @Test(arguments: [
    ("a,b", ["a", "b"], 0), ("a,!,b,!", ["a", "b"], 2), ("!,!", [], 2), ("", [], 0),
  ])
  func `bad elements are left out and counted, so that "all bad" and "none" differ`(
    body: String, value: [String], pruned: Int
  ) async throws {
    expect(FlowStage.configuration.shouldPrune)
    let service = ServiceStage(.text(body))
    let flow = try service.flow()
    let fetched = try await flow.fetch(topics)
    expect(fetched.value, equals: value)
    expect(fetched.pruned, equals: pruned)
    expect(service.stage.count(of: .received(pruned: pruned)), equals: 1)
    let stored = try await flow.fetch(topics)
    expect(stored.source, equals: .store)
    expect(stored.pruned, equals: pruned)
  }

  @Test func `the observer sees why each element was left out`() async throws {
    let service = ServiceStage(.text("a,!,b,!"))
    _ = try await service.flow().fetch(topics)
    for index in [1, 3] {
      let failure = ParserFailure(element: index, reason: "word")
      expect(service.stage.count(of: .pruned(failure)), equals: 1)
    }
  }

  @Test func `strict parsing fails with the first bad element`() async throws {
    var configuration = FlowStage.configuration
    configuration.shouldPrune = false
    let service = ServiceStage(.text("a,!,b,!"))
    let failure = ParserFailure(element: 1, reason: "word")
    await #expect(throws: FetchError.parser(failure)) {
      try await service.flow(configuration).fetch(topics)
    }
    expect(service.stage.copies.isEmpty)
  }

  @Test func `a body that is not a sequence is an error, also when pruning`() async throws {
    let service = ServiceStage(.text("?"))
    await #expect(throws: FetchError.parser(ParserFailure(reason: "list"))) {
      try await service.flow().fetch(topics)
    }
  }

  @Test func `any collection that can be appended to is a sequence`() async throws {
    let service = ServiceStage(.text("cab"))
    let flow = FetchFlow<String>(
      connection: try service.connection(),
      mapping: .sequence(
        split: { $0 }, element: { Character(Unicode.Scalar($0)) },
        encode: { Array($0.utf8) }),
      store: { _ in CopyStore(load: { _ in nil }, save: { _, _ in }) },
      configuration: FlowStage.configuration, environment: service.stage.environment)
    expect(try await flow.fetch(topics).value, equals: "cab")
  }
}
