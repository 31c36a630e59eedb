/// A piece of a line with a single style. The text has no escape sequences, so that it can be
/// measured.
package struct StyledText: Equatable, Sendable {
  package let text: String
  /// The style; nil is the terminal's own.
  package let style: Palette.Style?

  package init(_ text: String, _ style: Palette.Style? = nil) {
    self.text = text
    self.style = style
  }

  package static let blank = StyledText("")

  /// Returns `text` after `first`, wrapped to `width` columns; further lines are indented by the
  /// width of `first`, unless that leaves too little room for the text.
  package static func hanging(
    _ first: String, _ text: String, width: Int, style: Palette.Style?
  ) -> [StyledText] {
    let indent = first.displayWidth
    guard width - indent >= narrowestText else {
      return TextWrap.lines(of: first + text, width: width).map { StyledText($0, style) }
    }
    let lines = TextWrap.lines(of: text, width: width - indent)
    let further = String(repeating: " ", count: indent)
    return lines.enumerated().map { StyledText(($0 == 0 ? first : further) + $1, style) }
  }
}

/// The fewest columns for which an indent is worthwhile.
private let narrowestText = 8
