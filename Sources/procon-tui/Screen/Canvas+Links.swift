internal import Terminal

extension Canvas {
  /// A part of a text that shows a URL, or a part of one.
  struct LinkedSpan: Equatable {
    let span: Span
    let link: TerminalLink
  }

  /// The parts of all texts that show one of ``links``, for each row.
  var linkedSpans: [[LinkedSpan]] {
    var linked = [[LinkedSpan]](repeating: [], count: rows)
    guard !links.isEmpty else { return linked }
    let none = LinkFinder(links)
    // Those whose URLs continue in the same column of the next row.
    var finders: [Int: LinkFinder] = [:]
    for (row, spans) in spans.enumerated() {
      var next: [Int: LinkFinder] = [:]
      for span in spans {
        linked[row].removeAll { $0.span.columns.overlaps(span.columns) }
        var finder = finders[span.column] ?? none
        linked[row] += finder.pieces(of: span.text).map { piece in
          let column = span.column + span.text[..<piece.range.lowerBound].columns
          let text = String(span.text[piece.range])
          return LinkedSpan(
            span: Span(column: column, text: text, style: span.style), link: piece.link)
        }
        if finder.continues { next[span.column] = finder }
      }
      finders = next
    }
    return linked
  }
}

extension Canvas.Span {
  /// Blanks in its place.
  var blank: Canvas.Span {
    Canvas.Span(
      column: column, text: String(repeating: " ", count: columns.count), style: .plain)
  }
}
