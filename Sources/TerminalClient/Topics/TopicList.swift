internal import BoardValues
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
    /// RFC 3339, as the daemon wrote it; empty if that is not known.
    fileprivate let created: String
    /// The value of its summary.
    fileprivate let summary: JSONText

    /// The members of its summary, after its name as `id`.
    package var json: JSONText {
      JSONText(members: [("id", JSONText(name.text))] + (summary.members ?? []))
    }
  }

  /// In order of creation.
  package let rows: [Row]
  /// What is wrong with summaries, whose topics are missing: sentences.
  package let faults: [String]
  /// Whether the rows are numbered, from `#1`.
  package var isNumbered = false
  package var notice: String?

  package init(_ mirror: Mirror) {
    self.init(summaries: mirror.boxes)
  }

  /// - Parameter summaries: boxes by path; those that are not the summary of a topic are left out.
  package init(summaries: [(path: String, value: JSONText)]) {
    let values = Dictionary(summaries) { _, last in last }
    var boxes = BoxReader { values[$0] }
    let rows = summaries.compactMap { path, _ in
      TopicName(summary: path).flatMap { name in
        boxes.read(path, as: Summary.self).map { summary in
          Row(
            name: name, title: summary.title.visibleName, line: summary.line.printable,
            created: summary.created ?? "", summary: values[path] ?? .null)
        }
      }
    }
    // All dates have the same format, so they sort as texts.
    self.rows = rows.sorted { ($0.created, $0.name.text) < ($1.created, $1.name.text) }
    faults = boxes.faults
  }

  package func lines(width: Int, height: Int?, palette: Palette) -> [String] {
    let width = max(width, 1)
    let title = palette.styled("Topics (\(rows.count))".truncated(to: width), .bold)
    let rule = palette.styled(String(repeating: "─", count: width), .dim)
    let alerts = faults.flatMap { fault in
      StyledText.hanging("Alert: ", fault.printable, width: width, style: .boldRed)
        .map { palette.styled($0.text, $0.style) }
    }
    return PageLayout(width: width, height: height, palette: palette)
      .lines(head: [title, rule] + alerts, sections: [rowLines(width: width)], notice: notice)
  }

  /// The rows, without line ends; none is wider than `width`. Titles are cut first, because figures change,
  /// and ids never, because commands take them.
  ///
  /// - Parameter width: columns, at least 1.
  package func rowLines(width: Int) -> [String] {
    let numbers = rows.indices.map { isNumbered ? "#\($0 + 1)  " : "" }
    let before = numbers.last?.displayWidth ?? 0
    // A longer id moves the rest of its row.
    let names = min(rows.map { $0.name.text.displayWidth }.max() ?? 0, width / 3)
    let figures = rows.map { $0.line.displayWidth }.max() ?? 0
    let wanted = rows.map { $0.title.displayWidth }.max() ?? 0
    let titles = max(0, min(wanted, width - before - names - figures - 4))
    return zip(numbers, rows).flatMap { number, row in
      let name = number.leftAligned(in: before) + row.name.text.leftAligned(in: names)
      let excess = name.displayWidth - before - names
      let room = titles - excess
      let title = room > 0 ? "  " + row.title.truncated(to: room).leftAligned(in: room) : ""
      let left = width - name.displayWidth
      guard left > 0 else { return TextWrap.lines(of: name, width: width) }
      return [name + "\(title)  \(row.line)".truncated(to: left)]
    }
  }

  /// The list with some of its rows.
  package func filtered(_ isShown: (Row) -> Bool) -> TopicList {
    TopicList(rows: rows.filter(isShown), faults: faults)
  }

  private init(rows: [Row], faults: [String]) {
    (self.rows, self.faults) = (rows, faults)
  }
}
