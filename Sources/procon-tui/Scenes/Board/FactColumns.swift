internal import BoardValues
internal import Terminal

/// What is known of arguments beside their texts: weight, supporters, comments, author and age, each in
/// a column that is as wide as its widest entry.
struct FactColumns {
  /// The columns of each but the age, without the gap before it; 0 if no argument has it.
  private let ownWidths: [Int]
  /// Whether the age of an argument is known.
  private let hasAges: Bool

  /// With that of the age, which grows as time passes.
  private var widths: [Int] { ownWidths + [hasAges ? Age.Format.current.columns : 0] }

  /// The smallest width, in columns, at which facts are beside a text.
  private static let narrowest = 50
  /// The most columns of an author.
  private static let longestAuthor = 12

  init(_ items: [ArgumentItem]) {
    ownWidths = items.reduce(into: [0, 0, 0, 0]) { widths, item in
      for (index, fact) in Self.facts(of: item).enumerated() {
        widths[index] = max(widths[index], fact.columns)
      }
    }
    hasAges = items.contains { $0.created != nil }
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
