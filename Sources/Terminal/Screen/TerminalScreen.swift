/// Byte sequences that draw lines in place on a terminal. It writes nothing itself.
///
/// The sequences are xterm's (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), and
/// synchronized updates, mode 2026, which a terminal that lacks it ignores
/// (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
package enum TerminalScreen {
  /// Switches to the alternate screen, hides the cursor, and disables line wrapping: if a terminal
  /// draws a cluster wider than expected, that line is cut off and others are not affected.
  ///
  /// - Parameter readsKeys: whether pasted text is to be marked as such (xterm's mode 2004), so that
  ///   the program does not take its line ends for Enter.
  package static func enter(readsKeys: Bool = false) -> [UInt8] {
    Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\(readsKeys ? "\u{1B}[?2004h" : "")".utf8)
  }

  /// Restores the terminal to its state before `enter`, even in the middle of a redraw.
  package static func leave(readsKeys: Bool = false) -> [UInt8] {
    let paste = readsKeys ? "\u{1B}[?2004l" : ""
    return Array(
      "\u{1B}[?2026l\u{1B}[0m\(paste)\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)
  }

  /// Replaces the contents of the screen from top to bottom, in one step.
  ///
  /// Each line is erased before it is written; the last one is erased together with everything
  /// below it. After writing, the cursor can rest on the last column, where erasing would remove a
  /// character.
  package static func redraw(_ frame: ScreenFrame) -> [UInt8] {
    var text = "\u{1B}[?2026h\u{1B}[H"
    for line in frame.lines.dropLast() {
      text += "\u{1B}[K\(line)\r\n"
    }
    text += "\u{1B}[J\(frame.lines.last ?? "")"
    if let cursor = frame.cursor {
      text += "\r\(cursor > 0 ? "\u{1B}[\(cursor)C" : "")\u{1B}[?25h"
    }
    text += "\u{1B}[?2026l"
    return Array(text.utf8)
  }
}
