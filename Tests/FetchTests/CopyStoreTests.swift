import Expectations
import Fetch
import Testing

/// Copies in memory.
struct CopyStoreTests {
  private let stage = FlowStage()

  private func copy(_ value: String, at time: Int64 = 0) -> StoredCopy<String> {
    StoredCopy(value, fetchedAt: WallTime(millisecondsSince1970: time))
  }

  private func resource(_ number: Int) -> Resource { Resource(path: "\(number)") }

  /// A store of the stage's copies, which counts what is loaded.
  private func slow(_ loads: Loads) -> CopyStore<String> {
    let stage = stage
    return CopyStore(
      load: { resource throws(FetchError) in
        loads.count += 1
        if let error = stage.loadError { throw error }
        return stage.copies[resource.key]
      },
      save: { copy, resource throws(FetchError) in
        if let error = stage.saveError { throw error }
        stage.copies[resource.key] = copy
      })
  }

  private final class Loads {
    var count = 0
  }

  @Test func `at the limit, the copy that was confirmed longest ago is removed`() async throws {
    let store = CopyStore<String>.memory(limit: 2)
    expect(try await store.load(resource(1)) == nil)
    for (number, time) in [(1, 5), (2, 4), (3, 6)] {
      try await store.save(copy("\(number)", at: Int64(time)), resource(number))
    }
    expect(try await store.load(resource(1)), equals: copy("1", at: 5))
    expect(try await store.load(resource(2)) == nil)
    expect(try await store.load(resource(3)), equals: copy("3", at: 6))
    expect(try await store.renew?(copy("1", at: 7), resource(1)), equals: true)
    try await store.save(copy("4", at: 8), resource(4))
    expect(try await store.load(resource(3)) == nil)
    // A new one stays, however old it is.
    try await store.save(copy("5", at: 1), resource(5))
    expect(try await store.load(resource(5)), equals: copy("5", at: 1))
  }

  @Test func `a copy is loaded from the slower store once, and saved in both`() async throws {
    let loads = Loads()
    let store = CopyStore<String>.memory(over: slow(loads))
    stage.copies[topics.key] = copy("stored")
    for _ in 1...2 { expect(try await store.load(topics), equals: copy("stored")) }
    expect(loads.count, equals: 1)
    try await store.save(copy("new"), topics)
    expect(stage.copies[topics.key], equals: copy("new"))
    expect(try await store.load(topics), equals: copy("new"))
    expect(loads.count, equals: 1)
    // Without its own way to store a date, the slower store gets the whole copy.
    expect(try await store.renew?(copy("new", at: 9), topics), equals: false)
  }

  @Test func `what the slower store cannot save is in memory, and the error is thrown`()
    async throws
  {
    let store = CopyStore<String>.memory(over: slow(Loads()))
    stage.saveError = .full
    await #expect(throws: FetchError.full) { try await store.save(copy("new"), topics) }
    expect(try await store.load(topics), equals: copy("new"))
    stage.loadError = .unreadable
    await #expect(throws: FetchError.unreadable) { try await store.load(resource(1)) }
  }
}
