import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

@Suite(.timeLimit(.minutes(10))) struct OverlapTests {
  private let store = MemoryGateway.withBuiltInTopic(at: start)
  private let slow: SlowGateway

  init() {
    slow = SlowGateway(store)
  }

  @MainActor @Test func `of overlapping fetches the latest one wins`() async throws {
    let pros = ArgumentsViewModel(slow)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    await older.reachStore()
    try await store.add("Patience")
    let second = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await second.value
    let items = Recorder(pros.items)
    older.release()
    try await first.value
    expect(items.values.count, equals: 1)
    expect(pros.items.value.count, equals: 5)
  }

  @MainActor @Test func `answers that arrive in order are all shown`() async throws {
    let pros = ArgumentsViewModel(slow)
    let counts = Recorder(pros.items)
    let first = Task { try await pros.fetch() }
    let older = await slow.nextCall()
    await older.reachStore()
    try await store.add("Patience")
    let second = Task { try await pros.fetch() }
    let newer = await slow.nextCall()
    older.release()
    try await first.value
    newer.release()
    try await second.value
    expect(counts.values.map(\.count), equals: [0, 4, 5])
  }

  @MainActor @Test func `a fetch that started earlier but read later has the newer list`()
    async throws
  {
    let pros = ArgumentsViewModel(slow)
    let first = Task { try await pros.fetch() }
    let early = await slow.nextCall()
    let second = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await second.value
    try await store.add("Patience")
    early.release()
    try await first.value
    expect(pros.items.value.count, equals: 5)
  }

  @MainActor @Test func `a fetch that read before an addition does not undo it`() async throws {
    let pros = ArgumentsViewModel(slow)
    let adding = Task { try await pros.add(text: "Patience", author: "ada") }
    let addition = await slow.nextCall()
    let fetching = Task { try await pros.fetch() }
    let fetch = await slow.nextCall()
    await fetch.reachStore()
    addition.release()
    let item = try await adding.value
    fetch.release()
    try await fetching.value
    expect(pros.items.value.last, equals: item)
  }

  @MainActor @Test func `two additions whose answers arrive in reverse order are both shown`()
    async throws
  {
    let pros = ArgumentsViewModel(slow)
    let one = Task { try await pros.add(text: "One", author: "ada") }
    let first = await slow.nextCall()
    await first.reachStore()
    let two = Task { try await pros.add(text: "Two", author: "ada") }
    await slow.nextCall().release()
    let (second, shown) = (try await two.value, pros.items.value)
    first.release()
    _ = try await one.value
    expect(shown.suffix(2).map(\.text), equals: ["One", "Two"])
    expect(shown.last, equals: second)
    expect(pros.items.value, equals: shown)
  }

  @MainActor @Test func `two overlapping fetches end their activity once`() async throws {
    let pros = ArgumentsViewModel(slow)
    let observed = Recorder(pros.isFetching)
    let first = Task { try await pros.fetch() }
    let one = await slow.nextCall()
    let second = Task { try await pros.fetch() }
    let two = await slow.nextCall()
    expect(observed.values, equals: [false, true])
    one.release()
    try await first.value
    expect(pros.isFetching.value)
    two.release()
    try await second.value
    expect(observed.values, equals: [false, true, false])
  }

  @MainActor @Test func `items are set before the activity ends`() async throws {
    let pros = ArgumentsViewModel(slow)
    var counts: [Int] = []
    let binding = pros.isFetching.bind { if !$0 { counts.append(pros.items.value.count) } }
    let fetching = Task { try await pros.fetch() }
    await slow.nextCall().release()
    try await fetching.value
    expect(counts, equals: [0, 4])
    binding.cancel()
  }

  @MainActor @Test func `a change does not count as a fetch`() async throws {
    let pros = ArgumentsViewModel(slow)
    let observed = Recorder(pros.isFetching)
    let adding = Task { try await pros.add(text: "One", author: "ada") }
    await slow.nextCall().release()
    _ = try await adding.value
    expect(observed.values, equals: [false])
  }
}
