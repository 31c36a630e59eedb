import Application
import BoardValues
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What only MVC promises. `BoardTests` checks the rest.
@Suite(.timeLimit(.minutes(10))) struct BoardModelTests {
  @Test func `any number of views show a model, whichever of them the user turns to`() async throws
  {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let model = BoardModel(try await store.topics().value[0])
    let useCases = StoreArguments(gateway: store) { start }
    let controller = BoardController(model, useCases, StoreRoad(StoreReader(store)))
    let first = ModelScreen(model, controller)
    await first.fetch(.pro)
    let second = ModelScreen(model, controller)
    expect(second.display.board, equals: first.display.board)
    await second.add("Patience", weight: 1, to: .pro)
    expect(first.display.board.pros.items.last?.text, equals: "Patience")
    await second.add("patience", weight: 1, to: .pro)
    expect(first.display.board.refusal, equals: #""patience" is already there"#)
    expect(second.display.board, equals: first.display.board)
  }
}
