import Expectations
import Fetch
import Testing

/// Refreshing a copy that has not changed.
struct ValidatorTests {
  private let stage = FlowStage()
  private let validators = Validators(etag: "\"1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")

  @Test func `fetch sends the validators of an expired copy, and renews its date if confirmed`()
    async throws
  {
    stage.store("old", of: topics, age: .seconds(3600), validators: validators)
    stage.answers = [.success(.unchanged())]
    let fetched = try await stage.flow().fetch(topics)
    expect(stage.requests.map(\.validators), equals: [validators])
    expect(fetched.value, equals: "old")
    expect(fetched.isUnchanged)
    expect(!fetched.isStale)
    expect(fetched.fetchedAt, equals: stage.now)
    expect(stage.saves, equals: [fetched.copy])
    expect(try await stage.flow().fetch(topics).source, equals: .store)
  }

  @Test func `fetchFromNetwork sends the validators of the copy that the caller knows`()
    async throws
  {
    let flow = stage.flow()
    stage.answers = [
      .success(.value("1", validators: validators, pruned: 3)), .success(.unchanged()),
    ]
    let first = try await flow.fetchFromNetwork(topics)
    stage.now = stage.now + .seconds(60)
    let second = try await flow.fetchFromNetwork(topics, known: first.copy)
    expect(stage.requests.map(\.validators), equals: [Validators(), validators])
    expect(!first.isUnchanged)
    expect(second.isUnchanged)
    expect(second.value, equals: "1")
    expect(second.pruned, equals: 3)
    expect(second.fetchedAt, equals: stage.now)
    expect(stage.count(of: .load), equals: 0)
  }

  @Test func `a new value replaces the copy with its validators`() async throws {
    let newer = Validators(etag: "\"2\"")
    stage.store("old", of: topics, age: .seconds(3600), validators: validators)
    stage.answers = [.success(.value("new", validators: newer))]
    let fetched = try await stage.flow().fetch(topics)
    expect(!fetched.isUnchanged)
    expect(stage.copies[topics.key]?.validators, equals: newer)
  }

  @Test func `a confirmed copy is renewed without saving its value`() async throws {
    let flow = stage.flow()
    var renewed: [StoredCopy<String>] = []
    flow.renew = { copy, _ in
      renewed.append(copy)
      return true
    }
    stage.store("old", of: topics, age: .seconds(3600), validators: validators)
    stage.answers = [.success(.unchanged())]
    let fetched = try await flow.fetch(topics)
    expect(renewed, equals: [fetched.copy])
    expect(stage.saves.isEmpty)
  }

  @Test func `a copy that the store cannot renew is saved as a whole`() async throws {
    let flow = stage.flow()
    flow.renew = { _, _ in false }
    stage.answers = [.success(.unchanged())]
    let known = StoredCopy("old", fetchedAt: stage.now, validators: validators)
    let fetched = try await flow.fetchFromNetwork(topics, known: known)
    expect(stage.saves, equals: [fetched.copy])
  }

  @Test func `a failure to renew counts as a failure to save`() async {
    let flow = stage.flow()
    flow.renew = { _, _ throws(FetchError) in throw .full }
    stage.answers = [.success(.unchanged())]
    let known = StoredCopy("old", fetchedAt: stage.now, validators: validators)
    await #expect(throws: FetchError.full) {
      try await flow.fetchFromNetwork(topics, known: known)
    }
    expect(stage.steps.last, equals: .saveFailed(.full))
  }

  @Test func `the confirmation of a copy that nobody has is an error`() async {
    stage.answers = [.success(.unchanged())]
    await #expect(throws: FetchError.status(304)) {
      try await stage.flow().fetchFromNetwork(topics)
    }
    let known = StoredCopy("old", fetchedAt: stage.now)
    await #expect(throws: FetchError.status(304)) {
      try await stage.flow().fetchFromNetwork(topics, known: known)
    }
  }

  @Test(arguments: ["", "\"1\"\r\nX: y", "\u{0}", "\u{7F}", "a\tb"])
  func `a validator that cannot be sent in a header is ignored`(text: String) {
    expect(Validators(etag: text, lastModified: text).isEmpty)
  }
}
