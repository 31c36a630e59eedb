import Application
import Boxes
import Domain
import DomainTestSupport
import Synchronization
import Testing

/// A store whose list the test sets, version and all.
private final class SettableGateway: ArgumentsGateway {
  private let list = Mutex(ArgumentList(.pro))

  func set(_ text: String, version: Int) throws {
    let argument = try Argument(
      id: "1", side: .pro, text: text, author: "ada", created: start, updated: start)
    list.withLock { $0 = ArgumentList(.pro, arguments: [argument], version: version) }
  }

  func query(_ side: Side, of topic: Topic.ID) async throws(ArgumentError) -> ArgumentList {
    list.withLock { $0 }
  }

  func update<Answer: Sendable>(
    _ side: Side, of topic: Topic.ID,
    _ change: @escaping @Sendable (inout ArgumentList) throws(ArgumentError) -> Answer
  ) async throws(ArgumentError) -> (list: ArgumentList, answer: Answer) {
    throw .store(.unavailable(reason: "set by the test"))
  }
}

@Suite(.timeLimit(.minutes(1))) struct VersionTests {
  private let store = SettableGateway()
  private let slow: SlowGateway

  init() {
    slow = SlowGateway(store)
  }

  @MainActor @Test func `of equal versions the fetch that started later wins`() async throws {
    let pros = ArgumentsViewModel(slow)
    try store.set("Old", version: 0)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    await older.reachStore()
    try store.set("New", version: 0)
    let second = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await second.value
    older.release()
    try await first.value
    #expect(pros.items.value.map(\.text) == ["New"])
  }

  @Test func `a store that was restored to an earlier state is shown as it is`() async throws {
    let pros = ArgumentsViewModel(store)
    try store.set("New", version: 9)
    try await pros.fetch()
    try store.set("Old", version: 2)
    try await pros.fetch()
    #expect(pros.items.value.map(\.text) == ["Old"])
  }
}
