extension Tmux {
  /// Presses and releases the first button at a position, counted from 0.
  package func click(row: Int, column: Int) throws {
    for button in [0, 3] { try mouse(button, row, column) }
  }

  /// Turns the wheel by one step at a position, counted from 0.
  package func turnWheel(isDown: Bool, row: Int, column: Int) throws {
    try mouse(isDown ? 65 : 64, row, column)
  }

  /// Reports the mouse like xterm: button, column from 1 and row from 1, each plus 32.
  private func mouse(_ button: Int, _ row: Int, _ column: Int) throws {
    try type(Array("\u{1B}[M".utf8) + [32 + button, 33 + column, 33 + row].map(UInt8.init))
  }

  /// The text that is drawn in reverse, without blanks at its end; nil if none is.
  package func selectedText() throws -> String? {
    try styledLines().lazy.compactMap {
      $0.firstMatch(of: #/\e\[(?:[0-9;]*;)?7m(?:\e\[[0-9;]*m)*([^\e]*?) *(?:\e|$)/#)
    }
    .first.map { String($0.1) }
  }
}
