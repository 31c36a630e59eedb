/// The bytes that draw lines live on a terminal, in place. It writes nothing itself.
///
/// The sequences are xterm's (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), and
/// synchronized updates, mode 2026, which a terminal that lacks it ignores
/// (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
package enum TerminalScreen {
  /// Switches to the alternate screen, hides the cursor, and lets lines end at the right edge: a
  /// terminal that draws a cluster wider than expected cuts that line and spoils no other.
  package static let enter = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8)

  /// Leaves the terminal as it was before `enter`, even in the middle of a redraw.
  package static let leave = Array("\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8)

  /// Replaces what is on the screen by `lines`, from top to bottom, in one step.
  ///
  /// Each line is erased before it is written, and the last one together with all below it. After
  /// writing, the cursor can rest on the last column, where erasing would take a character away.
  package static func redraw(lines: [String]) -> [UInt8] {
    var text = "\u{1B}[?2026h\u{1B}[H"
    for line in lines.dropLast() {
      text += "\u{1B}[K\(line)\r\n"
    }
    text += "\u{1B}[J\(lines.last ?? "")\u{1B}[?2026l"
    return Array(text.utf8)
  }
}
