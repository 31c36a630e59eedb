package import BoxWire
package import Terminal

/// A list of objects as a table: a column for each member.
package struct ValueTable {
  private let columns: [String]
  /// The members of each row.
  private let rows: [[String: JSONText]]
  private let width: (Character) -> Int

  /// - Parameters:
  ///   - rows: an element that is not an object gets empty cells.
  ///   - columns: the names of the first columns, in order; the other members follow.
  ///   - width: the columns of a cluster.
  package init(
    _ rows: [JSONText], columns: [String],
    width: @escaping (Character) -> Int = { $0.displayWidth }
  ) {
    let members = rows.map { $0.members ?? [] }
    let all = members.joined().map(\.name)
    let present = Set(all)
    var known: Set<String> = []
    self.columns = (columns.filter(present.contains) + all).filter { known.insert($0).inserted }
    self.rows = members.map { Dictionary($0.map { ($0.name, $0.value) }) { $1 } }
    self.width = width
  }

  /// The lines, none wider than `width`: the names of the columns, then the rows. Wide columns are
  /// cut, and the last ones are left out if there is no room for them.
  package func lines(width: Int, palette: Palette) -> [String] {
    // No more columns have room, however narrow they are.
    let columns = columns.prefix(max(1, (width + Self.gap.count) / (1 + Self.gap.count)))
    let cells = rows.map { row in
      columns.map { (row[$0]?.words ?? "").replacing("\n", with: " ").printable }
    }
    let names = columns.map(\.printable)
    let widths = widths(of: [names] + cells, in: width)
    let line = { (cells: [String]) in
      zip(cells, widths).map(fitted).joined(separator: Self.gap).trimmingEnd
    }
    return [palette.styled(line(names), .dim)] + cells.map(line)
  }

  private func fitted(_ text: String, in width: Int) -> String {
    let text = text.truncated(to: width, columns: self.width)
    return text + String(repeating: " ", count: max(0, width - text.columns(self.width)))
  }

  private static let gap = "  "
  /// Columns that are cut keep at least this width.
  private static let narrowest = 8

  /// The widths of the columns that have room.
  private func widths(of lines: [[String]], in width: Int) -> [Int] {
    let widest = lines[0].indices.map { column in
      min(width, max(1, lines.map { $0[column].columns(self.width) }.max() ?? 0))
    }
    let total = { (widths: [Int]) in widths.reduce(Self.gap.count * (widths.count - 1), +) }
    guard total(widest) > width else { return widest }
    // The widest that all columns may have, and how many columns may have one more.
    for most in stride(from: width, through: Self.narrowest, by: -1) {
      var widths = widest.map { min($0, most) }
      var rest = width - total(widths)
      guard rest >= 0 else { continue }
      for column in widths.indices.reversed() where rest > 0 && widest[column] > most {
        widths[column] += 1
        rest -= 1
      }
      return widths
    }
    var widths = widest.map { min($0, Self.narrowest) }
    while widths.count > 1, total(widths) > width { widths.removeLast() }
    return widths.count > 1 ? widths : [max(1, min(width, widths[0]))]
  }
}
