import Application
import Domain

/// Turns what a user does into calls of use cases, and their results into changes of the model
/// (Model-View-Controller). It shows nothing.
final class BoardController {
  private let model: BoardModel
  private let useCases: any ArgumentUseCases
  private let road: StoreRoad

  /// Reads nothing yet: call ``fetch(_:)``.
  init(_ model: BoardModel, _ useCases: any ArgumentUseCases, _ road: StoreRoad) {
    self.model = model
    self.useCases = useCases
    self.road = road
    road.show = { [model] in model.receive($0, isRead: $1) }
  }

  func fetch(_ side: Side) async {
    let call = model.change(side) { $0.startFetch() }
    let failure = await read()
    model.change(side) { state in
      if let failure { state.failFetch(call, failure) } else { state.succeed(call) }
      state.endFetch()
    }
  }

  func edit(_ edit: BoardEdit, on side: Side, author: String) async {
    model.refusal = nil
    let call = model.change(side) { $0.startChange() }
    do throws(BoardError) {
      let topic = model.overview.id
      let made = try await edit.make(on: side, of: topic, by: author, with: useCases)
      await road.wait(for: made.version)
      model.change(side) { $0.succeed(call) }
    } catch {
      model.change(side) { $0.failChange(call, error) }
      if error.alert == nil { model.refusal = error.message }
    }
  }

  /// Shows one step of the store, and reads the board again if anything may have changed.
  func follow(_ step: StoreStep) async {
    if road.follow(step), case .noTopic = await read() { model.remove() }
  }

  /// Returns why it failed; nil if it did not.
  private func read() async -> BoardError? {
    do throws(BoardError) {
      try await road.read { () async throws(BoardError) in
        try await useCases.list(of: model.overview.id)
      } follow: {
        $0.follow($1)
      } show: {
        model.receive([.board($0)], isRead: true)
      }
      return nil
    } catch {
      return error
    }
  }
}
