internal import BoxWire

/// A topic in the list.
struct Topic: Equatable {
  /// Such as `topics.ai`.
  let path: String
  let title: String
  /// Such as "4 pros · 3 cons · score +1 · leans pro".
  let line: String
  let score: Int
  let balance: BalanceBar
  /// RFC 3339, as the daemon wrote it.
  let created: String
  let updated: String

  /// nil for any box but a topic's summary.
  init?(path: String, _ summary: JSONText) {
    guard path.hasSuffix(".summary"), let title = summary["title"]?.string else { return nil }
    self.path = String(path.dropLast(".summary".count))
    self.title = title
    line = summary["line"]?.string ?? ""
    score = summary["score"]?.integer ?? 0
    balance = BalanceBar(summary)
    created = summary["created"]?.string ?? ""
    updated = summary["updated"]?.string ?? ""
  }

  /// What stands between the facts of a line.
  static let separator = " · "

  /// The parts of ``line``.
  var facts: [String] { line.split(separator: Self.separator).map { String($0) } }

  var place: TopicPath { TopicPath(text: path) }
}

/// An order of topics.
enum TopicOrder: String, CaseIterable {
  case created, title, score, changed

  var next: TopicOrder {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }

  /// All dates have the same format, so they sort as texts.
  func areInOrder(_ first: Topic, _ second: Topic) -> Bool {
    switch self {
    case .created: (first.created, first.path) < (second.created, second.path)
    case .title: (first.title.lowercased(), first.path) < (second.title.lowercased(), second.path)
    case .score: (second.score, first.path) < (first.score, second.path)
    case .changed: (second.updated, first.path) < (first.updated, second.path)
    }
  }
}
