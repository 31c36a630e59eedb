import BoardValues
import Boxes
import Domain

/// The view of the Redux example: a function of the state.
final class StoreScreen: BoardScreen {
  let display = Display()
  private let store: BoardStore
  private let binding: Binding

  init(_ store: BoardStore) {
    self.store = store
    binding = store.state.bind { [display] state in
      display.draw { board in
        board.summary = state.summary
        for side in [state.pros, state.cons] {
          board[side.side] = ShownBoard.Column(
            items: side.items, alert: side.alert, isFetching: side.isFetching)
        }
        board.refusal = state.refusal
        board.isClosed = state.isRemoved
      }
    }
  }

  func fetch(_ side: Side) async {
    await store.dispatch(.fetch(side))
  }

  func add(_ text: String, weight: Int, to side: Side) async {
    await store.dispatch(.edit(side, .add(text: text, weight: weight), author: user))
  }

  func change(_ id: Argument.ID, text: String?, weight: Int?, on side: Side) async {
    await store.dispatch(.edit(side, .change(id, text: text, weight: weight), author: user))
  }

  func remove(_ id: Argument.ID, from side: Side) async {
    await store.dispatch(.edit(side, .remove(id), author: user))
  }

  func follow(_ step: StoreStep) async {
    await store.follow(step)
  }
}
