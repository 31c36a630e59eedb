import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What only Redux promises. `BoardTests` checks the rest.
struct BoardStateTests {
  private let board = BuiltInTopic.board(at: start)
  private var state: BoardState { BoardState(board.overview) }

  @Test func `the reducer needs neither a store nor time to pass`() throws {
    var state = state
    guard case .read(.pro, let call) = state.reduce(.fetch(.pro)) else {
      Issue.record("no effect")
      return
    }
    expect(state.pros.isFetching)
    expect(state.reduce(.came([.board(board)], isRead: true)) == nil)
    expect(state.reduce(.didRead(.pro, call: call, nil)) == nil)
    expect(!state.pros.isFetching)
    expect(state.pros.items.count, equals: 4)
  }

  @Test func `the same actions lead to the same state`() {
    let actions: [BoardAction] = [
      .fetch(.pro), .edit(.con, .remove("9"), author: user),
      .came([.board(board)], isRead: true), .didRead(.pro, call: 1, nil),
      .didEdit(.con, call: 1, .notFound(id: "9")), .fetch(.con),
      .didRead(.con, call: 2, .store(.full)),
    ]
    let ends = (0..<2).map { _ in
      actions.reduce(into: state) { state, action in _ = state.reduce(action) }
    }
    expect(ends[0], equals: ends[1])
    expect(ends[0].refusal, equals: "there is no argument 9")
    expect(ends[0].cons.alert, equals: "the store is full")
  }

  @Test func `each action changes the state in one step`() async throws {
    let store = MemoryGateway.withBuiltInTopic(at: start)
    let board = BoardStore(
      try await store.topics().value[0],
      StoreArguments(gateway: store) { start }, StoreRoad(StoreReader(store)))
    var states: [String] = []
    let binding = board.state.bind { state in
      let shown = "\(state.pros.items.count) \(state.pros.isFetching)"
      if states.last != shown { states.append(shown) }
    }
    await board.dispatch(.fetch(.pro))
    expect(states, equals: ["0 false", "0 true", "4 true", "4 false"])
    binding.cancel()
  }
}
