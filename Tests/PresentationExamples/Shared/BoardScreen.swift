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

  /// Shows one step of the store, which the owner reads from its live query.
  func follow(_ step: StoreStep) async
}

/// The ways in which the same board is built.
enum PresentationStyle: String, CaseIterable {
  case mvvm = "MVVM"
  case mvc = "MVC"
  case mvp = "MVP"
  case redux = "Redux"

  /// Returns a screen of the built-in topic on which nothing was fetched yet.
  ///
  /// - Parameters:
  ///   - arguments: the gateway for arguments, if it is not the store itself.
  ///   - road: that of the store; nil for one that shows what the store reports when somebody waits
  ///     for it.
  func screen(
    _ store: GatewayContract.Gateway, arguments: (any BoardsGateway)? = nil,
    road: StoreRoad? = nil
  ) async throws -> any BoardScreen {
    let arguments = arguments ?? store
    let road = road ?? StoreRoad(StoreReader(store))
    let topics = try await store.topics().value
    let useCases = StoreArguments(gateway: arguments) { start }
    switch self {
    case .mvvm: return try await ViewModelScreen(store, arguments: arguments, road)
    case .mvc:
      let model = BoardModel(topics[0])
      return ModelScreen(model, BoardController(model, useCases, road))
    case .mvp: return PresenterScreen(BoardPresenter(topics[0], useCases, road))
    case .redux: return StoreScreen(BoardStore(topics[0], useCases, road))
    }
  }
}

extension StoreRoad {
  /// Shows what a store reports when somebody waits for it.
  convenience init(_ reader: StoreReader) {
    self.init(readTo: reader.read)
    begin(at: reader.version)
    reader.show = { [weak self] in self?.follow($0) }
  }
}

/// When each test's store was created, and the time of all changes.
let start = Timestamp(millisecondsSince1970: 1_700_000_000_000)

/// The user of each screen.
let user = "ada"
