/// Text styles as ANSI escape sequences (ECMA-48, SGR), or nothing without colour; and links.
package struct Palette: Equatable, Sendable {
  /// A style; its raw value is the parameters of its SGR sequence.
  package enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case boldRed = "1;31"
  }

  /// Whether `styled` adds styles.
  package let isColoured: Bool
  /// Whether URLs become links.
  package let hasLinks: Bool

  /// If both are false, no escape sequence is ever emitted.
  package init(isColoured: Bool, hasLinks: Bool = false) {
    (self.isColoured, self.hasLinks) = (isColoured, hasLinks)
  }

  /// Returns `text` in `style`, ending in the terminal's own style. Styles do not nest.
  package func styled(_ text: String, _ style: Style?) -> String {
    guard isColoured, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Returns the lines of a text in their styles, with sequences that make its URLs links.
  ///
  /// - Parameter urls: as the daemon has found them in the text.
  package func styled(_ lines: [StyledText], linking urls: Set<String> = []) -> [String] {
    guard hasLinks, !urls.isEmpty else { return lines.map { styled($0.text, $0.style) } }
    var finder = LinkFinder(urls)
    return lines.map { line in
      var (text, place) = ("", line.text.startIndex)
      for piece in finder.pieces(of: line.text) {
        text += line.text[place..<piece.range.lowerBound]
        text += piece.link.begin + line.text[piece.range] + TerminalLink.end
        place = piece.range.upperBound
      }
      return styled(text + line.text[place...], line.style)
    }
  }
}
