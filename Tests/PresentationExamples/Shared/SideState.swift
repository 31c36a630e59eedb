import Application
import Domain

/// One side of a board: what is shown of it, and which answers may replace that. A plain value,
/// which a presenter keeps and a reducer changes.
///
/// Calls may overlap. A list older than the one shown is dropped, and so is the failure of a fetch
/// that is older than a call that has ended.
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

  /// Shows the board that a call has returned, unless something newer is shown.
  mutating func show(_ board: Stored<Board>, from call: Int) {
    if order.succeed(call, version: board.version) { items = board.value.items(of: side) }
    renewAlert()
  }

  /// Shows a board that no call of this side has returned, if it is newer than what is shown.
  ///
  /// - Parameter isRead: whether it was read just now, which proves that the store works.
  mutating func receive(_ board: Stored<Board>, isRead: Bool) {
    if isRead, order.hasFailure { return show(board, from: order.start()) }
    guard order.receive(version: board.version) else { return }
    items = board.value.items(of: side)
    renewAlert()
  }

  /// Shows the failure of a fetch, unless a later call has ended.
  mutating func failFetch(_ call: Int, _ error: ArgumentError) {
    if let message = error.alert, order.failFetch(call) { alert = message }
  }

  /// Shows the failure of a change, unless it concerns only its author.
  mutating func failChange(_ call: Int, _ error: ArgumentError) {
    guard let message = error.alert else { return }
    order.failChange(call)
    alert = message
  }

  private mutating func renewAlert() {
    if !order.hasFailure { alert = items.isEmpty ? side.nothingFound : nil }
  }
}

extension Board {
  fileprivate func items(of side: Side) -> [ArgumentItem] {
    self[side].arguments.map(ArgumentItem.init)
  }
}
