/// A terminal on which a shell script runs, and its user.
package protocol TerminalWindow: AnyObject {
  /// Presses keys, by their names in tmux, such as `Enter`, `C-l` or `a`.
  func press(_ keys: [String]) throws

  /// Types bytes, which need not be UTF-8.
  func type(_ bytes: [UInt8]) throws

  /// Pastes a text, marked as such if the program has asked for that.
  func paste(_ text: String) throws

  /// Reports a mouse button at a position, counted from 0. 64 and 65 are the wheel.
  func mouse(_ button: Int, isReleased: Bool, row: Int, column: Int) throws

  /// Draws on the terminal, as another program would.
  func draw(_ text: String) throws

  func resize(columns: Int, rows: Int) throws

  /// The rows of the window, without trailing blanks.
  func lines() throws -> [String]

  /// The rows of the window with the sequences that style them.
  func styledLines() throws -> [String]

  /// The first text that is drawn in reverse, without blanks at its end; nil if none is.
  func selectedText() throws -> String?

  /// The column in which a text begins, as the terminal counts the widths of characters, from 0.
  ///
  /// - Parameter text: it is shown once, and does not begin with a hyphen.
  func column(of text: String) throws -> Int?

  /// The column of the cursor, from 0.
  func cursorColumn() throws -> Int

  func modes() throws -> TerminalModes

  /// The text that was copied last.
  func copied() throws -> String

  /// Waits until a condition on the rows of the window is true.
  ///
  /// - Parameter isSo: depends on nothing but the window.
  /// - Throws: `DeadlinePassed` with the window's content.
  func wait(_ what: String, _ isSo: ([String]) throws -> Bool) throws
}

/// What a program has changed about its terminal, and must restore.
package struct TerminalModes: Equatable {
  package var isAlternate = false
  package var hasKeypad = false
  package var reportsMouse = false
  package var isCursorShown = true

  package init() {}
}

extension TerminalWindow {
  package func press(_ keys: String...) throws { try press(keys) }

  /// Types a text as it is.
  package func type(_ text: String) throws { try type(Array(text.utf8)) }

  /// Waits until the window shows a text.
  package func wait(for text: String) throws {
    try wait("it shows \(text)") { $0.contains { $0.contains(text) } }
  }

  package func wait(_ isSo: ([String]) throws -> Bool) throws {
    try wait("it is as expected", isSo)
  }

  /// Presses and releases the first button at a position, counted from 0.
  package func click(row: Int, column: Int) throws {
    for isReleased in [false, true] {
      try mouse(0, isReleased: isReleased, row: row, column: column)
    }
  }

  /// Presses the first button at a position, and releases it at another one, counted from 0.
  package func drag(from: (row: Int, column: Int), to: (row: Int, column: Int)) throws {
    try mouse(0, isReleased: false, row: from.row, column: from.column)
    try mouse(0, isReleased: true, row: to.row, column: to.column)
  }

  /// Turns the wheel by one step at a position, counted from 0.
  package func turnWheel(isDown: Bool, row: Int, column: Int) throws {
    try mouse(isDown ? 65 : 64, isReleased: false, row: row, column: column)
  }
}

/// The bytes that report the mouse in xterm's mode 1006.
func mouseReport(_ button: Int, isReleased: Bool, row: Int, column: Int) -> [UInt8] {
  Array("\u{1B}[<\(button);\(column + 1);\(row + 1)\(isReleased ? "m" : "M")".utf8)
}
