import Boxes
import Domain

/// Holds the state of a board, and is the only place where it changes (Redux).
final class BoardStore {
  /// Its observers see each state once, in order, and never half of a change.
  var state: Output<BoardState> { Output(box) }

  private let box: Box<BoardState>
  private let useCases: BoardUseCases

  /// Reads nothing yet: dispatch `.fetch`.
  init(_ overview: Stored<TopicOverview>, _ useCases: BoardUseCases) {
    box = Box(BoardState(overview))
    self.useCases = useCases
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
    case .read(let side, let call): .didRead(side, call: call, await board())
    case .refresh: .didRefresh(await board())
    case .edit(let side, let edit, let author, let call):
      .didEdit(side, call: call, await board(after: edit, of: side, by: author))
    }
  }

  private func board() async -> Result<Stored<Board>, ArgumentError> {
    do throws(ArgumentError) {
      return .success(try await useCases.list(of: topic))
    } catch {
      return .failure(error)
    }
  }

  private func board(
    after edit: BoardEdit, of side: Side, by author: String
  ) async -> Result<Stored<Board>, ArgumentError> {
    do throws(ArgumentError) {
      switch edit {
      case .add(let text, let weight):
        return .success(
          try await useCases.add(side, of: topic, text: text, weight: weight, author: author).board)
      case .change(let id, let text, let weight):
        return .success(
          try await useCases.change(
            side, of: topic, id: id, text: text, weight: weight, author: author
          ).board)
      case .remove(let id):
        return .success(
          try await useCases.remove(side, of: topic, id: id, author: author).board)
      }
    } catch {
      return .failure(error)
    }
  }

  private var topic: Topic.ID { box.value.overview.value.id }
}
