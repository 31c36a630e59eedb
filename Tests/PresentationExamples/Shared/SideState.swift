import Application
import BoardValues
import Domain

/// One side of a board: what is shown of it, and which failures. A plain value, which a presenter keeps
/// and a reducer changes.
///
/// Calls may overlap: the failure of a fetch that is older than a call that has ended is dropped.
struct SideState: Equatable {
  let side: Side
  /// In order of addition; empty until the first answer. A failure leaves them unchanged.
  private(set) var items: [ArgumentItem] = []
  /// The failure of the newest call, or that there is nothing to show; nil for neither.
  private(set) var alert: String?
  /// Whether at least one fetch is in progress.
  var isFetching: Bool { fetches > 0 }

  private var order = CallOrder()
  private var fetches = 0

  init(_ side: Side) {
    self.side = side
  }

  /// Counts a change, and returns the number of the call.
  mutating func startChange() -> Int {
    order.start()
  }

  /// Counts a fetch, and returns the number of the call.
  mutating func startFetch() -> Int {
    fetches += 1
    return order.start()
  }

  mutating func endFetch() {
    fetches -= 1
  }

  /// Shows its side of a board that the store reports.
  ///
  /// - Parameter isRead: whether it was only read: the call that did so decides about failures. A
  ///   store whose contents change works, which clears them.
  mutating func receive(_ board: Board, isRead: Bool) {
    if !isRead { order.clearFailure() }
    items = board[side].arguments.map(ArgumentItem.init)
    renewAlert()
  }

  /// Shows that a call has succeeded, whose result is already shown.
  mutating func succeed(_ call: Int) {
    order.succeed(call)
    renewAlert()
  }

  /// Shows the failure of a fetch, unless a later call has ended.
  mutating func failFetch(_ call: Int, _ error: BoardError) {
    if let message = error.alert, order.failFetch(call) { alert = message }
  }

  /// Shows the failure of a change, unless it concerns only its author.
  mutating func failChange(_ call: Int, _ error: BoardError) {
    guard let message = error.alert else { return }
    order.failChange(call)
    alert = message
  }

  private mutating func renewAlert() {
    if !order.hasFailure { alert = items.isEmpty ? side.nothingFound : nil }
  }
}
