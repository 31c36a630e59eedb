import Application
import BoardValues
import Domain

/// The view of the MVP example.
final class PresenterScreen: BoardScreen {
  let display = Display()
  private let presenter: BoardPresenter

  init(_ presenter: BoardPresenter) {
    self.presenter = presenter
    presenter.attach(self)
  }

  func fetch(_ side: Side) async {
    await presenter.fetch(side)
  }

  func add(_ text: String, weight: Int, to side: Side) async {
    await presenter.add(text, weight: weight, to: side, author: user)
  }

  func change(_ id: Argument.ID, text: String?, weight: Int?, on side: Side) async {
    await presenter.change(id, text: text, weight: weight, on: side, author: user)
  }

  func remove(_ id: Argument.ID, from side: Side) async {
    await presenter.remove(id, from: side, author: user)
  }

  func follow(_ step: StoreStep) async {
    await presenter.follow(step)
  }
}

extension PresenterScreen: BoardView {
  func show(_ summary: Summary) {
    display.draw { $0.summary = summary }
  }

  func show(_ items: [ArgumentItem], on side: Side) {
    display.draw { $0[side].items = items }
  }

  func show(alert: String?, on side: Side) {
    display.draw { $0[side].alert = alert }
  }

  func show(isFetching: Bool, on side: Side) {
    display.draw { $0[side].isFetching = isFetching }
  }

  func show(refusal: String?) {
    display.draw { $0.refusal = refusal }
  }

  func close() {
    display.draw { $0.isClosed = true }
  }
}
