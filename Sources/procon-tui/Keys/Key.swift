/// A key that a user presses, or what the mouse does.
enum Key: Hashable {
  /// A character that a key types.
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl and a letter, in lower case.
  case control(Character)
  /// Pasted text, with LF at the end of lines.
  case paste(String)
  /// A click of the first button, counted from 0.
  case click(row: Int, column: Int)
  /// The first button was released.
  case release(row: Int, column: Int)
  case wheelUp(row: Int, column: Int)
  case wheelDown(row: Int, column: Int)
}

extension Key: CustomStringConvertible {
  /// As the help shows it, such as `Ctrl-L`.
  var description: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .paste: "paste"
    case .click, .release: "click"
    case .wheelUp, .wheelDown: "wheel"
    }
  }
}
