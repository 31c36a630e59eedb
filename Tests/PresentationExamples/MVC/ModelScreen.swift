import Application
import BoardValues
import Domain

/// The view of the MVC example: it draws what the model is, and passes on what the user does.
final class ModelScreen: BoardScreen {
  let display = Display()
  private let model: BoardModel
  private let controller: BoardController

  init(_ model: BoardModel, _ controller: BoardController) {
    self.model = model
    self.controller = controller
    model.observe { [weak self] in self?.draw() }
    draw()
  }

  private func draw() {
    display.draw { board in
      board.summary = Summary(model.overview)
      for side in [model.pros, model.cons] {
        board[side.side] = ShownBoard.Column(
          items: side.items, alert: side.alert, isFetching: side.isFetching)
      }
      board.refusal = model.refusal
      board.isClosed = model.isRemoved
    }
  }

  func fetch(_ side: Side) async { await controller.fetch(side) }

  func add(_ text: String, weight: Int, to side: Side) async {
    await controller.edit(.add(text: text, weight: weight), on: side, author: user)
  }

  func change(_ id: Argument.ID, text: String?, weight: Int?, on side: Side) async {
    await controller.edit(.change(id, text: text, weight: weight), on: side, author: user)
  }

  func remove(_ id: Argument.ID, from side: Side) async {
    await controller.edit(.remove(id), on: side, author: user)
  }

  func follow(_ step: StoreStep) async { await controller.follow(step) }
}
