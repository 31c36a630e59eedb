/// What a screen shows at one moment.
package struct ScreenFrame: Equatable {
  /// From top to bottom, without line ends; none wider than the terminal, and at most as many as it
  /// has rows.
  package let lines: [String]
  /// The column of the cursor on the last line, from 0; nil hides the cursor.
  package let cursor: Int?

  package init(_ lines: [String], cursor: Int? = nil) {
    self.lines = lines
    self.cursor = cursor
  }
}
