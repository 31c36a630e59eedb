internal import BoxWire
internal import Terminal

/// A list of objects as a table: a column for each member.
struct ValueTable {
  private let columns: [String]
  /// A cell for each column.
  private let cells: [[String]]

  /// - Parameters:
  ///   - rows: elements that are no objects have empty cells.
  ///   - columns: the names of the first columns, in order; the other members follow.
  init(_ rows: [JSONText], columns: [String]) {
    let members = rows.map { $0.members ?? [] }
    var names = columns.filter { name in members.contains { $0.contains { $0.name == name } } }
    for name in members.joined().map(\.name) where !names.contains(name) { names.append(name) }
    self.columns = names
    cells = members.map { row in
      names.map { name in
        let value = row.first { $0.name == name }?.value
        return (value?.words ?? "").replacing("\n", with: " ").printable
      }
    }
  }

  /// The lines, none wider than `width`: the names of the columns, then the rows. Wide columns are
  /// cut, and the last ones are left out if there is no room for them.
  func lines(width: Int, palette: Palette) -> [String] {
    let widths = widths(in: width)
    let line = { (cells: [String]) in
      let padded = zip(cells, widths).map { $0.truncated(to: $1).leftAligned(in: $1) }
      return padded.joined(separator: Self.gap).trimmingEnd
    }
    return [palette.styled(line(columns.map(\.printable)), .dim)] + cells.map(line)
  }

  private static let gap = "  "
  /// Columns that are cut keep at least this width.
  private static let narrowest = 8

  private func widths(in width: Int) -> [Int] {
    var widths = columns.indices.map { column -> Int in
      let texts = [columns[column].printable] + cells.map { $0[column] }
      return min(width, max(1, texts.map(\.displayWidth).max() ?? 0))
    }
    let total = { widths.reduce(0, +) + Self.gap.count * (widths.count - 1) }
    while total() > width {
      let widest = widths.indices.max { widths[$0] < widths[$1] } ?? 0
      if widths[widest] > Self.narrowest {
        widths[widest] -= 1
      } else if widths.count > 1 {
        widths.removeLast()
      } else {
        return [max(1, width)]
      }
    }
    return widths
  }
}
