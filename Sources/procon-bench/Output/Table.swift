/// Text in columns.
struct Table {
  /// A column's title, and on which side its text begins.
  struct Column {
    let title: String
    var isLeft = false
  }

  let columns: [Column]
  /// Cells by row; a row without cells is an empty line.
  private(set) var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  /// Lines without spaces at their ends, the titles first, each with its line end.
  var text: String {
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in
      all.map { $0.isEmpty ? 0 : $0[column].count }.max() ?? 0
    }
    return all.map { row in
      let line = zip(row.indices, row).map { index, cell in
        let space = String(repeating: " ", count: widths[index] - cell.count)
        return columns[index].isLeft ? cell + space : space + cell
      }.joined(separator: "  ")
      return line.trimmingEnd + "\n"
    }.joined()
  }
}

extension String {
  /// Without spaces at its end.
  fileprivate var trimmingEnd: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
