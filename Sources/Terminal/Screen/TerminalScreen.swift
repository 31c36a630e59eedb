/// Byte sequences that draw lines in place on a terminal. It writes nothing itself.
///
/// The sequences are xterm's (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), and
/// synchronized updates, mode 2026, which a terminal that lacks it ignores
/// (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
package enum TerminalScreen {
  /// Switches to the alternate screen, hides the cursor, and disables line wrapping: if a terminal
  /// draws a cluster wider than expected, that line is cut off and others are not affected.
  package static let enter = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8)

  /// Restores the terminal to its state before `enter`, even in the middle of a redraw.
  package static let leave = Array(
    "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// Stops marking pasted text (xterm's mode 2004), as an editor that was killed leaves it.
  static let endPasteMarks = Array("\u{1B}[?2004l".utf8)

  /// Replaces the contents of the screen from top to bottom, in one step.
  ///
  /// Each line is erased before it is written; the last one is erased together with everything
  /// below it. After writing, the cursor can rest on the last column, where erasing would remove a
  /// character.
  ///
  /// - Parameter lines: from top to bottom, without line ends; none wider than the terminal, and at
  ///   most as many as it has rows.
  package static func redraw(_ lines: [String]) -> [UInt8] {
    var text = "\u{1B}[?2026h\u{1B}[H"
    for line in lines.dropLast() {
      text += "\u{1B}[K\(line)\r\n"
    }
    return Array("\(text)\u{1B}[J\(lines.last ?? "")\u{1B}[?2026l".utf8)
  }
}
