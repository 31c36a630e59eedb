import Application
import Boxes
import Domain
import MemoryPlatform
import Testing

/// What only Redux promises. `BoardTests` checks the rest.
struct BoardStateTests {
  private let board = Stored(BuiltInTopic.board(at: start), version: 1)
  private var state: BoardState { BoardState(board.map(\.overview)) }

  @Test func `the reducer needs neither a store nor time to pass`() throws {
    var state = state
    guard case .read(.pro, let call) = state.reduce(.fetch(.pro)) else {
      Issue.record("no effect")
      return
    }
    #expect(state.pros.isFetching)
    #expect(state.reduce(.didRead(.pro, call: call, .success(board))) == nil)
    #expect(!state.pros.isFetching)
    #expect(state.pros.items.count == 4)
  }

  @Test func `the same actions lead to the same state`() {
    let actions: [BoardAction] = [
      .fetch(.pro), .edit(.con, .remove("9"), author: user),
      .didRead(.pro, call: 1, .success(board)),
      .didEdit(.con, call: 1, .failure(.notFound(id: "9"))), .fetch(.con),
      .didRead(.con, call: 2, .failure(.store(.full))),
    ]
    let ends = (0..<2).map { _ in
      actions.reduce(into: state) { state, action in _ = state.reduce(action) }
    }
    #expect(ends[0] == ends[1])
    #expect(ends[0].refusal == "there is no argument 9")
    #expect(ends[0].cons.alert == "the store is full")
  }

  @Test func `items, summary and activity change in one step`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let board = BoardStore(try await store.topics().map { $0[0] }, BoardUseCases(store) { start })
    var states: [String] = []
    let binding = board.state.bind { states.append("\($0.pros.items.count) \($0.pros.isFetching)") }
    await board.dispatch(.fetch(.pro))
    #expect(states == ["0 false", "0 true", "4 false"])
    binding.cancel()
  }
}
