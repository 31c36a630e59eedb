import Application
import BoardValues
import Domain

/// Shows a board on a view, and carries out what its user requests (Model-View-Presenter).
///
/// The view owns its presenter, which refers to it weakly: there is no cycle to break, and answers
/// that arrive after the view has gone are dropped.
final class BoardPresenter {
  private weak var view: (any BoardView)?
  private var overview: TopicOverview
  private var pros = SideState(.pro)
  private var cons = SideState(.con)
  private var isRemoved = false
  private let useCases: any ArgumentUseCases
  private let road: StoreRoad

  /// Reads nothing yet: call ``attach(_:)``, then ``fetch(_:)``.
  init(_ overview: TopicOverview, _ useCases: any ArgumentUseCases, _ road: StoreRoad) {
    self.overview = overview
    self.useCases = useCases
    self.road = road
    road.show = { [weak self] in self?.show($0, isRead: $1) }
  }

  /// Shows everything on `view`, then each change of it.
  func attach(_ view: any BoardView) {
    self.view = view
    view.show(Summary(overview))
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
    do throws(BoardError) {
      try await road.read { () async throws(BoardError) in
        try await useCases.list(of: topic)
      } follow: {
        $0.follow($1)
      } show: { board in
        show([.board(board)], isRead: true)
        update(side) { $0.succeed(call) }
      }
    } catch {
      update(side) { $0.failFetch(call, error) }
    }
    update(side) { $0.endFetch() }
  }

  func add(_ text: String, weight: Int, to side: Side, author: String) async {
    await change(side) { () async throws(BoardError) in
      try await useCases.add(Column(side), of: topic, text: text, weight: weight, author: author)
    }
  }

  /// Changes the text, the weight or both; nil keeps the current value.
  func change(
    _ id: Argument.ID, text: String? = nil, weight: Int? = nil, on side: Side, author: String
  ) async {
    await change(side) { () async throws(BoardError) in
      try await useCases.change(
        Column(side), of: topic, id: id, text: text, weight: weight, ifUpdated: nil, author: author)
    }
  }

  func remove(_ id: Argument.ID, from side: Side, author: String) async {
    await change(side) { () async throws(BoardError) in
      try await useCases.remove(Column(side), of: topic, id: id, ifUpdated: nil, author: author)
    }
  }

  private func change(
    _ side: Side, _ perform: () async throws(BoardError) -> Stored<Argument>
  ) async {
    view?.show(refusal: nil)
    let call = update(side) { $0.startChange() }
    do throws(BoardError) {
      await road.wait(for: try await perform().version)
      update(side) { $0.succeed(call) }
    } catch {
      update(side) { $0.failChange(call, error) }
      if error.alert == nil { view?.show(refusal: error.message) }
    }
  }

  // MARK: What comes on the road

  /// Shows one step of the store.
  func follow(_ step: StoreStep) async {
    if road.follow(step) { await refresh() }
  }

  private func show(_ changes: [StoreChange], isRead: Bool) {
    for change in changes {
      switch change {
      case .board(let board) where board.id == topic:
        show(board.overview)
        for side in Side.allCases { update(side) { $0.receive(board, isRead: isRead) } }
      case .overview(let new) where new.id == topic: show(new)
      case .removal(topic): close()
      case .board, .overview, .removal, .posts, .unknown: break
      }
    }
  }

  /// Reads the board again.
  private func refresh() async {
    do throws(BoardError) {
      try await road.read { () async throws(BoardError) in
        try await useCases.list(of: topic)
      } follow: {
        $0.follow($1)
      } show: {
        show([.board($0)], isRead: true)
      }
    } catch {
      if case .noTopic = error { close() }
    }
  }

  // MARK: What is shown

  private var topic: Topic.ID { overview.id }

  private func show(_ new: TopicOverview) {
    guard new != overview else { return }
    overview = new
    view?.show(Summary(new))
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
