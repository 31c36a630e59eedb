package import Terminal

/// Stacks the parts of a page, and cuts them to the height of a terminal.
///
/// The head is on top, because it shows failures, and the notice is never cut off. The sections
/// share the remaining lines equally; a section that needs less leaves the rest to the others.
package struct PageLayout {
  package let width: Int
  /// The maximum number of lines; nil for no limit.
  package let height: Int?
  package let palette: Palette

  /// - Parameters:
  ///   - head: lines that are not cut as long as they fit.
  ///   - sections: are separated by blank lines.
  ///   - notice: the last line; nil if there is none.
  package func lines(head: [String], sections: [[String]], notice: String?) -> [String] {
    let last = notice.map { palette.styled($0.printable.truncated(to: width), .dim) }
    guard let height else { return whole(head, sections) + (last.map { ["", $0] } ?? []) }
    guard height > 0 else { return [] }
    guard let last else { return fitted(head, sections, height) }
    let lines = fitted(head, sections, height - 1)
    return lines + (lines.count + 2 <= height ? [""] : []) + [last]
  }

  private func whole(_ head: [String], _ sections: [[String]]) -> [String] {
    head + sections.joined(separator: [""])
  }

  private func fitted(_ head: [String], _ sections: [[String]], _ height: Int) -> [String] {
    let room = height - head.count - max(0, sections.count - 1)
    // Each section needs a heading, a rule and one line; with less it would show nothing.
    guard room >= 3 * sections.count else { return cut(whole(head, sections), to: height) }
    let shares = Self.shares(of: room, among: sections.map(\.count))
    return whole(head, zip(sections, shares).map(cut))
  }

  /// Divides `room` as equally as possible; no share is larger than its need.
  ///
  /// - Parameter needs: the number of lines of each section.
  package static func shares(of room: Int, among needs: [Int]) -> [Int] {
    var shares = [Int](repeating: 0, count: needs.count)
    var (rest, left) = (room, needs.count)
    for index in needs.indices.sorted(by: { needs[$0] < needs[$1] }) {
      // Odd lines go to sections that need more.
      shares[index] = min(needs[index], rest / left)
      rest -= shares[index]
      left -= 1
    }
    return shares
  }

  /// At most `count` of `lines`. The last one shows how many are hidden, unless it is the only one.
  private func cut(_ lines: [String], to count: Int) -> [String] {
    guard lines.count > count else { return lines }
    guard count > 1 else { return Array(lines.prefix(max(count, 0))) }
    let hidden = "… \(lines.count - count + 1) more lines"
    return lines.prefix(count - 1) + [palette.styled(hidden.truncated(to: width), .dim)]
  }
}

/// Content that fills a terminal: one state of the daemon's boxes, ready to be drawn.
package protocol Page: Equatable {
  /// A message from the client itself, such as that the connection is lost.
  var notice: String? { get set }

  /// The lines from top to bottom, without line ends; none is wider than `width`.
  ///
  /// - Parameters:
  ///   - width: columns; below 1 counts as 1.
  ///   - height: the maximum number of lines; nil draws all of them.
  func lines(width: Int, height: Int?, palette: Palette) -> [String]
}
