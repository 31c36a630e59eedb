internal import Terminal

/// What a screen shows at one moment: texts at explicit positions.
struct Canvas: Equatable {
  /// A text on one row. A later one replaces earlier ones in its columns.
  struct Span: Equatable {
    let column: Int
    /// Printable.
    let text: String
    let style: Style

    /// The columns that it takes.
    var columns: Range<Int> { column..<column + text.columns }
  }

  /// A position, counted from 0.
  struct Position: Equatable {
    var row: Int
    var column: Int
  }

  let columns: Int
  let rows: Int
  /// For each row, in the order in which they are drawn.
  private(set) var spans: [[Span]]
  /// Where the user types; nil hides the cursor.
  var cursor: Position?
  /// The URLs in the texts, as the daemon has found them.
  private(set) var links: Set<String> = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    spans = [[Span]](repeating: [], count: rows)
  }

  /// Draws a text, cut at `width` columns and at the right edge. Control characters are replaced by
  /// visible ones. Rows outside the canvas are left out.
  ///
  /// - Returns: the column behind the text.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int = 0, width: Int = .max, _ style: Style = .plain
  ) -> Int {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return column }
    let fitting = text.printable.cut(to: min(width, columns - column))
    if !fitting.isEmpty { spans[row].append(Span(column: column, text: fitting, style: style)) }
    return column + fitting.columns
  }

  /// Makes these URLs, wherever they are drawn, lead to their places.
  mutating func link(_ urls: [String]?) {
    if let urls { links.formUnion(urls) }
  }

  /// Draws what another canvas with as many rows shows, beginning at a column.
  mutating func place(_ other: Canvas, column: Int) {
    for row in 0..<min(rows, other.rows) {
      spans[row] += other.spans[row].map {
        Span(column: $0.column + column, text: $0.text, style: $0.style)
      }
    }
    links.formUnion(other.links)
    if let cursor = other.cursor {
      self.cursor = Position(row: cursor.row, column: cursor.column + column)
    }
  }

  /// Draws a text as a bar of `width` columns.
  mutating func fill(_ text: String, row: Int, column: Int = 0, width: Int, _ style: Style) {
    let end = put(text, row: row, column: column, width: width, style)
    let rest = min(column + width, columns) - end
    if rest > 0 { put(String(repeating: " ", count: rest), row: row, column: end, style) }
  }
  /// From the first column to the last one that a row may show otherwise than it did; nil if it shows
  /// the same.
  func changedColumns(of row: Int, since other: Canvas) -> Range<Int>? {
    let changed = spans[row].difference(from: other.spans[row]).map { change in
      switch change {
      case .insert(_, let span, _), .remove(_, let span, _): span.columns
      }
    }
    guard let start = changed.map(\.lowerBound).min(), let end = changed.map(\.upperBound).max()
    else { return nil }
    return start..<end
  }
}
