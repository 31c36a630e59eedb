/// What a terminal reports about the mouse, in xterm's modes 1000 and 1006
/// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Mouse-Tracking).
///
/// ncurses knows mode 1006 only where the description of the terminal names it, which is not so in tmux
/// and screen. Without that mode, nothing is reported from behind column 223.
struct MouseReport {
  /// What was done; nil if it has no meaning here.
  let key: Key?

  /// Presses and releases of buttons; columns and rows as decimal numbers.
  static let (begins, ends) = ("\u{1B}[?1000h\u{1B}[?1006h", "\u{1B}[?1006l\u{1B}[?1000l")

  private static let beginning = Array("\u{1B}[".utf8)

  /// nil for any other sequence.
  init?(_ sequence: some Sequence<UInt8>) {
    let bytes = Array(sequence)
    guard bytes.starts(with: Self.beginning) else { return nil }
    let parameters = bytes.dropFirst(Self.beginning.count)
    switch parameters.first {
    case UInt8(ascii: "<"):
      key = Self.key(String(decoding: parameters.dropFirst(), as: UTF8.self))
    // From terminals without mode 1006. It does not say which button was released.
    case UInt8(ascii: "M") where parameters.count == 4:
      let numbers = parameters.dropFirst().map { Int($0) - 32 }
      key = Self.key(button: numbers[0], column: numbers[1], row: numbers[2], isReleased: false)
    default: return nil
    }
  }

  /// - Parameter report: button, column and row from 1, and whether it was pressed (M) or released (m).
  private static func key(_ report: String) -> Key? {
    let numbers = report.dropLast().split(separator: ";")
      .compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == 3, let last = report.last, last == "M" || last == "m" else { return nil }
    return key(
      button: numbers[0], column: numbers[1], row: numbers[2], isReleased: last == "m")
  }

  private static func key(button: Int, column: Int, row: Int, isReleased: Bool) -> Key? {
    guard column > 0, row > 0 else { return nil }
    let (row, column) = (row - 1, column - 1)
    return switch (button & ~modifiers, isReleased) {
    case (0, false): .click(row: row, column: column)
    case (0, true): .release(row: row, column: column)
    case (64, false): .wheelUp(row: row, column: column)
    case (65, false): .wheelDown(row: row, column: column)
    default: nil
    }
  }

  /// Shift, Alt and Ctrl.
  private static let modifiers = 4 | 8 | 16
}
