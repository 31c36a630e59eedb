internal import CNcurses
internal import Terminal
internal import UVLoop

/// Reads keys with ncurses, which knows the sequences of the terminal.
@LoopActor
final class CursesKeys {
  /// Reading from it draws nothing.
  private let pad: UnsafeMutablePointer<WINDOW>
  /// What has been pasted so far; nil outside a paste.
  private var pasted: String?
  /// Whether what arrives is pasted text.
  var isPasting: Bool { pasted != nil }

  /// Codes for the sequences around pasted text (xterm's mode 2004), which ncurses does not know.
  private static let (pasteBegin, pasteEnd): (Int32, Int32) = (0x1000, 0x1001)

  private static let escape: wint_t = 0x1B

  /// To be called once there is a screen.
  init?() {
    guard let pad = newpad(1, 1) else { return nil }
    self.pad = pad
    // `TerminalInput` waits for the rest of a sequence.
    set_escdelay(0)
    keypad(pad, true)
    nodelay(pad, true)
    define_key("\u{1B}[200~", Self.pasteBegin)
    define_key("\u{1B}[201~", Self.pasteEnd)
  }

  /// The keys that have arrived.
  ///
  /// - Parameter isSequence: whether one escape sequence has arrived. ncurses returns the characters of
  ///   one that it does not know, which is ignored outside a paste.
  func read(isSequence: Bool) -> [Key] {
    var keys: [Key] = []
    var isIgnored = false
    while true {
      var code: wint_t = 0
      let status = wget_wch(pad, &code)
      guard status != ERR else { return keys }
      if isSequence, pasted == nil, status == OK, code == Self.escape { isIgnored = true }
      guard !isIgnored else { continue }
      if let key = status == KEY_CODE_YES ? key(Int32(bitPattern: code)) : typed(code) {
        keys.append(key)
      }
    }
  }

  /// A key with a code of its own; nil for one without a meaning here.
  private func key(_ code: Int32) -> Key? {
    switch code {
    case Self.pasteBegin: pasted = ""
    case Self.pasteEnd:
      defer { pasted = nil }
      return pasted.map(Key.paste)
    case _ where pasted == nil: return Self.codes[code]
    default: break
    }
    return nil
  }

  /// A character; nil within a paste.
  private func typed(_ code: wint_t) -> Key? {
    guard let scalar = Unicode.Scalar(code) else { return nil }
    guard pasted == nil else {
      switch scalar {
      case "\r", "\n": pasted?.append("\n")
      case "\t": pasted?.append(" ")
      default: pasted?.unicodeScalars.append(scalar)
      }
      return nil
    }
    switch scalar {
    case "\r": return .enter
    case "\t": return .tab
    case "\u{1B}": return .escape
    case "\u{8}", "\u{7F}": return .backspace
    case "\u{1}"..."\u{1A}":
      return Unicode.Scalar(scalar.value + 0x60).map { .control(Character($0)) }
    case _ where scalar.value < 0x20: return nil
    default: return .character(Character(scalar))
    }
  }

  private static let codes: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home,
    KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_BTAB: .backTab, KEY_DC: .delete,
    KEY_BACKSPACE: .backspace, KEY_ENTER: .enter,
  ]
}
