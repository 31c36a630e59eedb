import Application
import Domain

/// Shows a board on a view, and carries out what its user requests (Model-View-Presenter).
///
/// The view owns its presenter, which refers to it weakly: there is no cycle to break, and answers
/// that arrive after the view has gone are dropped.
final class BoardPresenter {
  private weak var view: (any BoardView)?
  private var overview: Stored<TopicOverview>
  private var pros = SideState(.pro)
  private var cons = SideState(.con)
  private var isRemoved = false
  private let useCases: BoardUseCases

  /// Reads nothing yet: call ``attach(_:)``, then ``fetch(_:)``.
  init(_ overview: Stored<TopicOverview>, _ useCases: BoardUseCases) {
    self.overview = overview
    self.useCases = useCases
  }

  /// Shows everything on `view`, then each change of it.
  func attach(_ view: any BoardView) {
    self.view = view
    view.show(Summary(overview.value))
    for state in [pros, cons] {
      view.show(state.items, on: state.side)
      view.show(alert: state.alert, on: state.side)
      view.show(isFetching: state.isFetching, on: state.side)
    }
    if isRemoved { view.close() }
  }

  // MARK: What a user does

  /// Reads a side from the store.
  func fetch(_ side: Side) async {
    let call = update(side) { $0.startFetch() }
    do throws(ArgumentError) {
      show(try await useCases.list(of: topic), side, from: call)
    } catch {
      update(side) { $0.failFetch(call, error) }
    }
    update(side) { $0.endFetch() }
  }

  func add(_ text: String, weight: Int, to side: Side, author: String) async {
    await change(side) { () async throws(ArgumentError) in
      try await useCases.add(side, of: topic, text: text, weight: weight, author: author)
    }
  }

  /// Changes the text, the weight or both; nil keeps the current value.
  func change(
    _ id: Argument.ID, text: String? = nil, weight: Int? = nil, on side: Side, author: String
  ) async {
    await change(side) { () async throws(ArgumentError) in
      try await useCases.change(side, of: topic, id: id, text: text, weight: weight, author: author)
    }
  }

  func remove(_ id: Argument.ID, from side: Side, author: String) async {
    await change(side) { () async throws(ArgumentError) in
      try await useCases.remove(side, of: topic, id: id, author: author)
    }
  }

  private func change(
    _ side: Side,
    _ perform: () async throws(ArgumentError) -> (board: Stored<Board>, answer: Argument)
  ) async {
    view?.show(refusal: nil)
    let call = update(side) { $0.startChange() }
    do throws(ArgumentError) {
      show(try await perform().board, side, from: call)
    } catch {
      update(side) { $0.failChange(call, error) }
      if error.alert == nil { view?.show(refusal: error.message) }
    }
  }

  // MARK: What others change in the store

  /// Shows a change of arguments reported by a live query. An unknown change is also reported with
  /// the topics.
  func follow(_ change: StoreChange<Board>) {
    guard case .topic(topic, let stored) = change, let board = stored.value else { return }
    show(Stored(board, version: stored.version), isRead: true)
  }

  /// Shows a change of the topic reported by a live query.
  func follow(_ change: StoreChange<TopicOverview>) async {
    switch change {
    case .topic(topic, let stored):
      guard stored.version > overview.version else { return }
      if let new = stored.value {
        show(Stored(new, version: stored.version))
      } else {
        close()
      }
    case .topic: return
    case .unknown:
      do throws(ArgumentError) {
        show(try await useCases.list(of: topic), isRead: true)
      } catch {
        if case .noTopic = error { close() }
      }
    }
  }

  // MARK: What is shown

  private var topic: Topic.ID { overview.value.id }

  private func show(_ board: Stored<Board>, _ side: Side, from call: Int) {
    show(board, isRead: false)
    update(side) { $0.show(board, from: call) }
  }

  private func show(_ board: Stored<Board>, isRead: Bool) {
    show(board.map(\.overview))
    for side in Side.allCases { update(side) { $0.receive(board, isRead: isRead) } }
  }

  private func show(_ new: Stored<TopicOverview>) {
    guard new.version > overview.version else { return }
    overview = new
    view?.show(Summary(new.value))
  }

  private func close() {
    isRemoved = true
    view?.close()
  }

  /// Changes the state of a side, and shows what differs.
  @discardableResult
  private func update<Answer>(_ side: Side, _ change: (inout SideState) -> Answer) -> Answer {
    let old = side == .pro ? pros : cons
    let answer = side == .pro ? change(&pros) : change(&cons)
    let new = side == .pro ? pros : cons
    if new.items != old.items { view?.show(new.items, on: side) }
    if new.alert != old.alert { view?.show(alert: new.alert, on: side) }
    if new.isFetching != old.isFetching { view?.show(isFetching: new.isFetching, on: side) }
    return answer
  }
}
