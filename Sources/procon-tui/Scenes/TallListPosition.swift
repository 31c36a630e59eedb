/// The selection in a list whose rows may be taller than the screen: the selected row is scrolled by
/// lines before another one is selected.
struct TallListPosition {
  var list = ListPosition()
  /// The row within which the user has scrolled, and how many of its lines; nil if there is none.
  private var scrolled: (id: String, lines: Int)?

  /// A row of a list, with its height in lines.
  typealias Row = (id: String, height: Int)

  /// Carries out a command about rows.
  ///
  /// - Parameters:
  ///   - selected: the selected row; nil if there is none.
  ///   - room: lines.
  /// - Returns: whether the command is about rows.
  mutating func move(_ command: Command, of count: Int, selected: Row?, room: Int) -> Bool {
    scroll(command, selected, room: room) || list.move(command, of: count, page: room)
  }

  /// - Returns: false if there is nothing to scroll, so that another row is selected.
  private mutating func scroll(_ command: Command, _ selected: Row?, room: Int) -> Bool {
    guard let selected else { return false }
    let lines =
      switch command {
      case .down: 1
      case .up: -1
      case .pageDown: max(1, room - 1)
      case .pageUp: -max(1, room - 1)
      default: 0
      }
    let hidden = hiddenLines(of: selected, room: room)
    let next = max(0, min(hidden + lines, selected.height - room))
    scrolled = (selected.id, next)
    return next != hidden
  }

  /// The number of lines of the selected row above the first one that is shown.
  func hiddenLines(of selected: Row, room: Int) -> Int {
    guard let scrolled, scrolled.id == selected.id else { return 0 }
    return max(0, min(scrolled.lines, selected.height - room))
  }
}
