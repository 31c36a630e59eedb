import Expectations
import Fetch
import Testing

/// Asking the service although the stored copy may be fresh.
struct FlowRefreshTests {
  private let stage = FlowStage()
  private let validators = Validators(etag: "\"1\"")

  @Test func `a fresh copy is confirmed by its validators`() async throws {
    stage.store("old", of: topics, age: .zero, validators: validators)
    stage.answers = [.success(.unchanged())]
    let fetched = try await stage.flow().refresh(topics)
    expect(fetched.value, equals: "old")
    expect(fetched.source, equals: .confirmed)
    expect(stage.requests.map(\.validators), equals: [validators])
  }

  @Test func `what is sent again is confirmed, with its newer validators`() async throws {
    let (old, new) = (Validators(etag: "\"1\"", fingerprint: "f"), Validators(fingerprint: "f"))
    stage.store("old", of: topics, age: .seconds(9), validators: old)
    stage.answers = [.success(.unchanged(new))]
    let fetched = try await stage.flow().refresh(topics)
    expect(fetched.source, equals: .confirmed)
    expect(fetched.copy.validators, equals: new)
    expect(fetched.fetchedAt, equals: stage.now)
    expect(fetched.copy.sentAt, equals: stage.now - .seconds(9))
    expect(stage.copies[topics.key], equals: fetched.copy)
  }

  @Test func `without a stored copy, or if it cannot be loaded, the value is requested`()
    async throws
  {
    expect(try await stage.flow().refresh(topics).source, equals: .network)
    stage.loadError = .unreadable
    expect(try await stage.flow().refresh(topics).value, equals: "new")
    expect(stage.count(of: .loadFailed(.unreadable)), equals: 1)
    expect(stage.requests.map(\.validators.isEmpty), equals: [true, true])
  }

  @Test func `a failure is thrown, although there is a copy`() async throws {
    stage.store("old", of: topics, age: .zero)
    stage.answers = [.failure(.status(404))]
    await #expect(throws: FetchError.status(404)) { try await stage.flow().refresh(topics) }
  }

  @Test func `what a fetch does not throw is the error of its step`() {
    expect(FetchStep.loadFailed(.unreadable).error, equals: .unreadable)
    expect(FetchStep.saveFailed(.full).error, equals: .full)
    expect(FetchStep.servedStale(.refused).error, equals: .refused)
    expect(FetchStep.requestFailed(.refused, pause: nil).error == nil)
    let failure = ParserFailure(element: 1, reason: "it is not an object")
    expect(FetchStep.pruned(failure).error, equals: .parser(failure))
    expect(
      FetchStep.pruned(failure).error?.description,
      equals: "an element cannot be used: it is not an object")
    expect(FetchStep.saved.error == nil)
  }
}
