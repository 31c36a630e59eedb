import BoardValues
import Domain

/// A board as it is now (Model-View-Controller). It knows neither its views nor its controller: it
/// only says that something has changed, and each view looks at what it needs.
final class BoardModel {
  private(set) var overview: TopicOverview
  private(set) var pros = SideState(.pro)
  private(set) var cons = SideState(.con)
  private(set) var isRemoved = false
  /// Why the user's last change was not made; nil if it was, or is in progress.
  var refusal: String? { didSet { notify() } }

  private var observers: [() -> Void] = []

  /// Nothing of the sides has been read yet.
  init(_ overview: TopicOverview) {
    self.overview = overview
  }

  /// Calls `look` after each change from now on.
  func observe(_ look: @escaping () -> Void) { observers.append(look) }

  private func notify() {
    for look in observers { look() }
  }

  /// Changes the state of a side.
  @discardableResult
  func change<Answer>(_ side: Side, _ change: (inout SideState) -> Answer) -> Answer {
    let answer = side == .pro ? change(&pros) : change(&cons)
    notify()
    return answer
  }

  /// Takes over what the store reports, at once.
  func receive(_ changes: [StoreChange], isRead: Bool) {
    for change in changes {
      switch change {
      case .board(let board) where board.id == overview.id:
        overview = board.overview
        pros.receive(board, isRead: isRead)
        cons.receive(board, isRead: isRead)
      case .overview(let new) where new.id == overview.id: overview = new
      case .removal(overview.id): isRemoved = true
      case .board, .overview, .removal, .posts, .unknown: break
      }
    }
    notify()
  }

  /// Takes note that the topic was removed.
  func remove() {
    isRemoved = true
    notify()
  }
}
