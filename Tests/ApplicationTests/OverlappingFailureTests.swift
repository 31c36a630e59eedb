import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

@Suite(.timeLimit(.minutes(10))) struct OverlappingFailureTests {
  private let store = FailingGateway(MemoryGateway.withBuiltInTopic(at: start))
  private let slow: SlowGateway
  private let down = Content(status: false, message: "the store is full")

  init() {
    slow = SlowGateway(store)
  }

  /// Lets a call reach the failing store, and holds back its failure.
  private func fail(_ call: HeldCall) async {
    store.fail(.full)
    await call.reachStore()
    store.recover()
  }

  @MainActor @Test func `a failure older than the shown list is dropped`() async throws {
    let pros = ArgumentsViewModel(slow)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    await fail(older)
    let second = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await second.value
    let observed = Recorder(pros.isErrorFree)
    older.release()
    await #expect(throws: BoardError.store(.full)) {
      try await first.value
    }
    expect(observed.values, equals: [Content()])
    expect(!pros.isFetching.value)
  }

  @MainActor @Test func `the latest failure is shown together with an older list`() async throws {
    let pros = ArgumentsViewModel(slow)
    let observed = Recorder(pros.isErrorFree)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    let second = Task { try await pros.fetch() }
    let newer = await slow.nextCall()
    await fail(newer)
    newer.release()
    await #expect(throws: BoardError.self) { try await second.value }
    older.release()
    try await first.value
    expect(observed.values, equals: [Content(), down])
    expect(pros.items.value.count, equals: 4)
  }

  @MainActor @Test func `a failure is shown while a later fetch is in progress`() async throws {
    let pros = ArgumentsViewModel(slow)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    let second = Task { try await pros.fetch() }
    let newer = await slow.nextCall()
    await fail(older)
    older.release()
    await #expect(throws: BoardError.self) { try await first.value }
    expect(pros.isErrorFree.value, equals: down)
    expect(pros.isFetching.value)
    newer.release()
    try await second.value
    expect(pros.isErrorFree.value, equals: Content())
  }

  @MainActor @Test func `a failed change is shown even after a later fetch`() async throws {
    let pros = ArgumentsViewModel(slow)
    let adding = Task { try await pros.add(text: "Patience", author: "ada") }
    let addition = await slow.nextCall()
    await fail(addition)
    let fetching = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await fetching.value
    addition.release()
    await #expect(throws: BoardError.self) { try await adding.value }
    expect(pros.isErrorFree.value, equals: down)
    let again = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await again.value
    expect(pros.isErrorFree.value, equals: Content())
  }

  @MainActor @Test func `an older list from a later call clears the failure`() async throws {
    let pros = ArgumentsViewModel(slow)
    let changing = Task { try await pros.change(id: "1", weight: 2, author: "ada") }
    let change = await slow.nextCall()
    let failing = Task { try await pros.remove(id: "1", author: "ada") }
    let removal = await slow.nextCall()
    let fetching = Task { try await pros.fetch() }
    let fetch = await slow.nextCall()
    await fetch.reachStore()
    change.release()
    _ = try await changing.value
    await fail(removal)
    removal.release()
    await #expect(throws: BoardError.self) { try await failing.value }
    expect(pros.isErrorFree.value, equals: down)
    fetch.release()
    try await fetching.value
    expect(pros.isErrorFree.value, equals: Content())
    expect(pros.items.value.first?.weight, equals: 2)
  }

  @MainActor @Test func `a fetch whose caller has gone is not a failure of the store`() async throws
  {
    let pros = ArgumentsViewModel(slow)
    let fetching = Task { try await pros.fetch() }
    let call = await slow.nextCall()
    await fail(call)
    fetching.cancel()
    call.release()
    await #expect(throws: BoardError.store(.full)) { try await fetching.value }
    expect(pros.isErrorFree.value, equals: Content())
    expect(!pros.isFetching.value)
  }
}
