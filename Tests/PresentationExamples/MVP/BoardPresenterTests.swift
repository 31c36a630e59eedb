import Application
import BoardValues
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What only MVP promises. `BoardTests` checks the rest.
@Suite(.timeLimit(.minutes(10))) struct BoardPresenterTests {
  private let store = MemoryGateway.withBuiltInTopic(at: start)

  private func presenter(_ gateway: any BoardsGateway) async throws -> BoardPresenter {
    BoardPresenter(
      try await store.topics().value[0],
      StoreArguments(gateway: gateway) { start }, StoreRoad(StoreReader(store)))
  }

  @Test func `a view that is attached later shows everything`() async throws {
    let presenter = try await presenter(store)
    let first = PresenterScreen(presenter)
    await first.fetch(.pro)
    _ = try await store.remove(BuiltInTopic.id)
    await first.follow(StoreStep([.unknown], version: 0))
    await first.fetch(.con)
    expect(first.display.board.isClosed)
    expect(first.display.board.cons.alert, equals: "there is no topic ai")
    expect(PresenterScreen(presenter).display.board, equals: first.display.board)
  }

  @MainActor @Test func `an answer that arrives after the view has gone is dropped`() async throws {
    let slow = SlowGateway(store)
    let presenter = try await presenter(slow)
    var screen: PresenterScreen? = PresenterScreen(presenter)
    weak let released = screen
    let fetching = Task { await presenter.fetch(.pro) }
    let call = await slow.nextCall()
    screen = nil
    expect(screen == nil && released == nil)
    call.release()
    await fetching.value
    expect(PresenterScreen(presenter).display.board.pros.items.count, equals: 4)
  }
}
