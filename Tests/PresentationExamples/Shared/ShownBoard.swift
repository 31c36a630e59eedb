import Application
import BoardValues
import Domain

/// What a person sees of a board, in whichever style it is built.
struct ShownBoard: Equatable {
  struct Column: Equatable {
    var items: [ArgumentItem] = []
    /// nil if there is none.
    var alert: String?
    var isFetching = false
  }

  /// nil until it is shown.
  var summary: Summary?
  var pros = Column()
  var cons = Column()
  /// Why the user's last change was not made; nil if it was.
  var refusal: String?
  /// Whether the board closed because its topic was removed.
  var isClosed = false

  subscript(side: Side) -> Column {
    get { side == .pro ? pros : cons }
    set { if side == .pro { pros = newValue } else { cons = newValue } }
  }
}

/// The surface on which a screen draws a board.
final class Display {
  /// What was shown, oldest first; never the same twice in a row.
  private(set) var history = [ShownBoard()]
  /// What is shown now.
  var board: ShownBoard { history[history.count - 1] }

  private var waiting: [(isReached: (ShownBoard) -> Bool, CheckedContinuation<Void, Never>)] = []

  /// Draws a part of the board.
  func draw(_ change: (inout ShownBoard) -> Void) {
    var new = board
    change(&new)
    guard new != board else { return }
    history.append(new)
    let reached = waiting.filter { $0.isReached(new) }
    waiting.removeAll { $0.isReached(new) }
    for (_, continuation) in reached { continuation.resume() }
  }

  /// The values that a part of the board had, without repetitions.
  func values<Part: Equatable>(of part: KeyPath<ShownBoard, Part>) -> [Part] {
    history.map { $0[keyPath: part] }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Waits until the board is as described.
  func shows(_ isReached: @escaping (ShownBoard) -> Bool) async {
    if isReached(board) { return }
    await withCheckedContinuation { waiting.append((isReached, $0)) }
  }
}
