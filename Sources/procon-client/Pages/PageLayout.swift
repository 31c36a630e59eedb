internal import Terminal

/// Puts the parts of a page one under the other, and cuts them to the height of a terminal.
///
/// The head is on top, because it shows failures, and the notice is never cut off. What is left is for
/// the sections, in equal parts; one that needs less leaves the rest to the others.
struct PageLayout {
  let width: Int
  /// The most lines; nil is any number.
  let height: Int?
  let palette: Palette

  /// - Parameters:
  ///   - head: lines that are not cut as long as there is room for them.
  ///   - sections: with a blank line between two of them.
  ///   - notice: the last line; nil if there is none.
  func lines(head: [String], sections: [[String]], notice: String?) -> [String] {
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
    // A heading, its rule and one line each: less shows nothing.
    guard room >= 3 * sections.count else { return cut(whole(head, sections), to: height) }
    let shares = Self.shares(of: room, among: sections.map(\.count))
    return whole(head, zip(sections, shares).map(cut))
  }

  /// Divides `room` as equally as possible; nobody gets more than they need.
  ///
  /// - Parameter needs: one number each.
  static func shares(of room: Int, among needs: [Int]) -> [Int] {
    var shares = [Int](repeating: 0, count: needs.count)
    var (rest, left) = (room, needs.count)
    for index in needs.indices.sorted(by: { needs[$0] < needs[$1] }) {
      // The odd line is for one that needs more.
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
