package import BoxClient
package import BoxWire
package import Terminal

/// The topics of all stores with their figures, as a page.
package struct TopicList: Page {
  /// One topic.
  package struct Row: Equatable {
    package let name: TopicName
    package let title: String
    /// Such as "4 pros · 3 cons · score +1 · leans pro".
    package let line: String
    /// RFC 3339, as the daemon wrote it.
    package let created: String
  }

  /// In order of creation.
  package let rows: [Row]
  /// Whether the rows are numbered, from `#1`.
  package var isNumbered = false
  package var notice: String?

  package init(_ mirror: Mirror) {
    self.init(summaries: mirror.boxes)
  }

  /// - Parameter summaries: boxes by path; those that are not the summary of a topic are left out.
  package init(summaries: [(path: String, value: JSONText)]) {
    let rows = summaries.compactMap { path, summary in
      TopicName(summary: path).map { name in
        Row(
          name: name, title: summary["title"]?.string?.visibleName ?? "",
          line: summary["line"]?.string?.printable ?? "",
          created: summary["created"]?.string ?? "")
      }
    }
    // All dates have the same format, so they sort as texts.
    self.rows = rows.sorted { ($0.created, $0.name.text) < ($1.created, $1.name.text) }
  }

  package func lines(width: Int, height: Int?, palette: Palette) -> [String] {
    let width = max(width, 1)
    // Titles are cut before figures, because the figures change.
    let numbers = rows.indices.map { isNumbered ? "#\($0 + 1)  " : "" }
    let before = numbers.last?.displayWidth ?? 0
    let names = min(rows.map { $0.name.text.displayWidth }.max() ?? 0, width / 3)
    let figures = rows.map { $0.line.displayWidth }.max() ?? 0
    let wanted = rows.map { $0.title.displayWidth }.max() ?? 0
    let titles = max(0, min(wanted, width - before - names - figures - 4))
    let lines = zip(numbers, rows).map { number, row in
      let name = row.name.text.truncated(to: names).leftAligned(in: names)
      let title = row.title.truncated(to: titles).leftAligned(in: titles)
      let text = titles > 0 ? "\(name)  \(title)  \(row.line)" : "\(name)  \(row.line)"
      return (number.leftAligned(in: before) + text).truncated(to: width)
    }
    let title = palette.styled("Topics (\(rows.count))".truncated(to: width), .bold)
    let rule = palette.styled(String(repeating: "─", count: width), .dim)
    return PageLayout(width: width, height: height, palette: palette)
      .lines(head: [title, rule], sections: [lines], notice: notice)
  }
}
