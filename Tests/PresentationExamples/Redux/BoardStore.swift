import Application
import Boxes
import Domain

/// Holds the state of a board, and is the only place where it changes (Redux).
final class BoardStore {
  /// Its observers see each state once, in order, and never half of a change.
  var state: Output<BoardState> { Output(box) }

  private let box: Box<BoardState>
  private let useCases: any ArgumentUseCases
  private let road: StoreRoad

  /// Reads nothing yet: dispatch `.fetch`.
  init(_ overview: TopicOverview, _ useCases: any ArgumentUseCases, _ road: StoreRoad) {
    box = Box(BoardState(overview))
    self.useCases = useCases
    self.road = road
    road.show = { [weak self] in self?.show($0, isRead: $1) }
  }

  /// Applies what comes on the road, from which no effect follows.
  private func show(_ changes: [StoreChange], isRead: Bool) {
    _ = box.update { $0.reduce(.came(changes, isRead: isRead)) }
  }

  /// Shows one step of the store.
  func follow(_ step: StoreStep) async {
    if road.follow(step) { await dispatch(.outdated) }
  }

  /// Applies an action at once, then carries out the effects that follow from it, and returns
  /// when all are complete.
  func dispatch(_ action: BoardAction) async {
    var next: BoardAction? = action
    while let action = next {
      let effect = box.update { $0.reduce(action) }
      next = if let effect { await result(of: effect) } else { nil }
    }
  }

  private func result(of effect: BoardEffect) async -> BoardAction {
    switch effect {
    case .read(let side, let call):
      .didRead(
        side, call: call,
        await failure { () async throws(BoardError) in try await read() })
    case .refresh:
      .didRefresh(
        await failure { () async throws(BoardError) in try await read() })
    case .edit(let side, let edit, let author, let call):
      .didEdit(
        side, call: call,
        await failure { () async throws(BoardError) in
          let made = try await edit.make(on: side, of: topic, by: author, with: useCases)
          await road.wait(for: made.version)
        })
    }
  }

  private func read() async throws(BoardError) {
    try await road.read { () async throws(BoardError) in
      try await useCases.list(of: topic)
    } follow: {
      $0.follow($1)
    } show: {
      show([.board($0)], isRead: true)
    }
  }

  private func failure(
    of work: () async throws(BoardError) -> Void
  ) async -> BoardError? {
    do throws(BoardError) {
      try await work()
      return nil
    } catch {
      return error
    }
  }

  private var topic: Topic.ID { box.value.overview.id }
}
