import Application
import Domain
import DomainTestSupport

/// A board on a display, as its user and its owner see it. There is one implementation for each
/// style, which is that style's view.
protocol BoardScreen: AnyObject {
  var display: Display { get }

  // What the user does.
  func fetch(_ side: Side) async
  func add(_ text: String, weight: Int, to side: Side) async
  func change(_ id: Argument.ID, text: String?, weight: Int?, on side: Side) async
  func remove(_ id: Argument.ID, from side: Side) async

  // What the owner reads from live queries.
  func follow(_ change: StoreChange<Board>) async
  func follow(_ change: StoreChange<TopicOverview>) async
}

/// The ways in which the same board is built.
enum PresentationStyle: String, CaseIterable {
  case mvvm = "MVVM"
  case mvp = "MVP"
  case redux = "Redux"

  /// Returns a screen of the built-in topic on which nothing was fetched yet.
  ///
  /// - Parameter arguments: the gateway for arguments, if it is not the store itself.
  func screen(
    _ store: GatewayContract.Gateway, arguments: (any ArgumentsGateway)? = nil
  ) async throws -> any BoardScreen {
    let arguments = arguments ?? store
    if self == .mvvm { return try await ViewModelScreen(store, arguments: arguments) }
    let overview = try await store.topics().map { $0[0] }
    let useCases = BoardUseCases(arguments) { start }
    return self == .mvp
      ? PresenterScreen(BoardPresenter(overview, useCases))
      : StoreScreen(BoardStore(overview, useCases))
  }
}

/// When each test's store was created, and the time of all changes.
let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)

/// The user of each screen.
let user = "ada"
