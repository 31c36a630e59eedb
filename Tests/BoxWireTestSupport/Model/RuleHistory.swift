internal import BoxWire

/// When which rule was in force, and what it allows.
struct RuleHistory {
  struct Change {
    /// The revision up to which the rule before was in force.
    let revision: Int
    let rule: Int
  }

  /// What a client may read.
  struct View: Equatable {
    /// nil for everything.
    let patterns: [String]?
    let mask: UInt64

    static let everything = View(patterns: nil, mask: .max)
  }

  private let views: [[String: View]]
  /// In order; rule 0 is in force at first.
  private(set) var changes: [Change] = []

  /// - Parameter mask: returns the boxes that a pattern matches.
  init(_ rules: ModelRules, mask: (String) throws -> UInt64) rethrows {
    views = try (0..<rules.count).map { rule in
      var views: [String: View] = [:]
      for name in rules.names {
        let patterns = rules.readable(name, under: rule)
        let mask = try patterns?.reduce(0) { $0 | (try mask($1)) }
        views[name] = View(patterns: patterns, mask: mask ?? .max)
      }
      return views
    }
  }

  mutating func append(_ change: Change) {
    changes.append(change)
  }

  /// What a client may read after a number of changes.
  func view(of name: String, after count: Int) -> View {
    let rule = count == 0 ? 0 : changes[count - 1].rule
    return views[rule][name] ?? View(patterns: [], mask: 0)
  }

  /// The number of changes before a revision.
  func count(before revision: Int) -> Int {
    changes.count { $0.revision < revision }
  }
}
