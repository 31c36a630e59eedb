/// Text styles as ANSI escape sequences (ECMA-48, SGR), or nothing without colour.
package struct Palette: Equatable, Sendable {
  /// A style; its raw value is the parameters of its SGR sequence.
  package enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case boldRed = "1;31"
  }

  /// Whether `styled` adds styles; if false, no escape sequence is ever emitted.
  package let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Returns `text` in `style`, ending in the terminal's own style. Styles do not nest.
  package func styled(_ text: String, _ style: Style?) -> String {
    guard isColoured, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
