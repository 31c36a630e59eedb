internal import BoardValues
internal import Terminal

/// What is known of arguments beside their texts: weight, supporters, comments, author and age, each in
/// a column that is as wide as its widest entry.
struct FactColumns {
  /// The columns of each, without the gap before it; 0 if no argument has it.
  private let widths: [Int]

  /// The smallest width, in columns, at which facts are beside a text.
  private static let narrowest = 50
  /// The most columns of an author.
  private static let longestAuthor = 12
  /// Columns of "59 min ago".
  private static let age = 10

  init(_ items: [ArgumentItem]) {
    widths = items.reduce(into: [0, 0, 0, 0, 0]) { widths, item in
      for (index, fact) in Self.facts(of: item).enumerated() {
        widths[index] = max(widths[index], fact.columns)
      }
      // It grows as time passes.
      if item.created != nil { widths[4] = Self.age }
    }
  }

  /// The columns that facts take beside a text.
  ///
  /// - Parameter width: the columns of both.
  /// - Returns: 0 if there is no room for them.
  func width(in width: Int) -> Int {
    width < Self.narrowest ? 0 : widths.reduce(0) { $1 == 0 ? $0 : $0 + $1 + 1 }
  }

  /// The facts of an argument, each in its column; they begin with a gap.
  func text(of item: ArgumentItem) -> String {
    let facts = Self.facts(of: item) + [Age.words(since: item.created)]
    return zip(facts, widths).filter { $1 > 0 }.map { fact, width in
      " " + fact + String(repeating: " ", count: max(0, width - fact.columns))
    }.joined()
  }

  /// All but the age.
  private static func facts(of item: ArgumentItem) -> [String] {
    [
      item.weight == 1 ? "" : "×\(item.weight)",
      item.supporters.map { "👍\($0.count)" } ?? "",
      item.comments.map { "💬\($0.count)" } ?? "",
      item.author.visibleName.cut(to: longestAuthor),
    ]
  }
}
