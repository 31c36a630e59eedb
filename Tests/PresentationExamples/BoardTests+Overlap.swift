import Application
import BoardValues
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// Calls whose answers arrive in any order.
extension BoardTests {
  /// Lets a call reach the failing store, and holds back its failure.
  private func fail(_ call: HeldCall) async {
    store.fail(.full)
    await call.reachStore()
    store.recover()
  }

  private func addBehindTheBoard() async throws {
    _ = try await memory.update(BuiltInTopic.id) { board throws(BoardError) in
      try board.add(.pro, text: "Patience", author: user, at: start)
    }
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `of overlapping fetches the latest one wins`(style: PresentationStyle) async throws {
    let screen = try await style.screen(store, arguments: slow)
    let first = Task { await screen.fetch(.pro) }
    let older = await slow.nextCall()
    await older.reachStore()
    try await addBehindTheBoard()
    let second = Task { await screen.fetch(.pro) }
    await slow.nextCall().release()
    await second.value
    older.release()
    await first.value
    expect(screen.display.values(of: \.pros.items.count), equals: [0, 5])
    expect(screen.display.values(of: \.summary?.pros), equals: [nil, 4, 5])
    expect(screen.display.values(of: \.pros.isFetching), equals: [false, true, false])
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `a fetch that read before an addition does not undo it`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store, arguments: slow)
    let adding = Task { await screen.add("Patience", weight: 1, to: .pro) }
    let addition = await slow.nextCall()
    let fetching = Task { await screen.fetch(.pro) }
    let fetch = await slow.nextCall()
    await fetch.reachStore()
    addition.release()
    await adding.value
    fetch.release()
    await fetching.value
    expect(screen.display.values(of: \.pros.items.count), equals: [0, 5])
    expect(screen.display.board.summary?.pros, equals: 5)
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `two additions whose answers arrive in reverse order are both shown`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store, arguments: slow)
    let one = Task { await screen.add("One", weight: 1, to: .pro) }
    let first = await slow.nextCall()
    await first.reachStore()
    let two = Task { await screen.add("Two", weight: 1, to: .pro) }
    await slow.nextCall().release()
    await two.value
    first.release()
    await one.value
    expect(screen.display.board.pros.items.suffix(2).map(\.text), equals: ["One", "Two"])
    expect(screen.display.values(of: \.pros.items.count), equals: [0, 5, 6])
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `a failure older than the shown list is dropped`(style: PresentationStyle) async throws {
    let screen = try await style.screen(store, arguments: slow)
    let first = Task { await screen.fetch(.pro) }
    let older = await slow.nextCall()
    await fail(older)
    let second = Task { await screen.fetch(.pro) }
    await slow.nextCall().release()
    await second.value
    older.release()
    await first.value
    expect(screen.display.values(of: \.pros.alert), equals: [nil])
    expect(!screen.display.board.pros.isFetching)
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `a failure is shown while a later fetch is in progress`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store, arguments: slow)
    let first = Task { await screen.fetch(.pro) }
    let older = await slow.nextCall()
    let second = Task { await screen.fetch(.pro) }
    let newer = await slow.nextCall()
    await fail(older)
    older.release()
    await first.value
    expect(screen.display.board.pros, equals: ShownBoard.Column(alert: down, isFetching: true))
    newer.release()
    await second.value
    expect(screen.display.board.pros.alert == nil)
    expect(screen.display.board.pros.items.count, equals: 4)
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `an older list is shown together with the failure of a later change`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store, arguments: slow)
    let fetching = Task { await screen.fetch(.pro) }
    let older = await slow.nextCall()
    let adding = Task { await screen.add("Patience", weight: 1, to: .pro) }
    let newer = await slow.nextCall()
    await fail(newer)
    newer.release()
    await adding.value
    older.release()
    await fetching.value
    expect(screen.display.board.pros.items.count, equals: 4)
    expect(screen.display.values(of: \.pros.alert), equals: [nil, down])
  }

  @MainActor @Test(arguments: PresentationStyle.allCases)
  func `a failed change is shown even after a later fetch`(style: PresentationStyle) async throws {
    let screen = try await style.screen(store, arguments: slow)
    let adding = Task { await screen.add("Patience", weight: 1, to: .pro) }
    let addition = await slow.nextCall()
    await fail(addition)
    let fetching = Task { await screen.fetch(.pro) }
    await slow.nextCall().release()
    await fetching.value
    addition.release()
    await adding.value
    expect(screen.display.board.pros.alert, equals: down)
    let again = Task { await screen.fetch(.pro) }
    await slow.nextCall().release()
    await again.value
    expect(screen.display.board.pros.alert == nil)
  }
}
