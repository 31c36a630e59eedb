internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// A topic in the list: a class, because lists of 1,000 are copied and compared with each change.
final class TopicRow: Equatable {
  /// Such as `topics.ai`.
  let path: String
  let summary: Summary
  /// The parts of the summary's line.
  let facts: [String]

  var title: String { summary.title }

  var place: TopicLocation { TopicLocation(text: path) }

  var summaryPath: String { "\(path)\(Self.suffix)" }

  private static let suffix = ".summary"

  static func isSummary(_ path: String) -> Bool { path.hasSuffix(suffix) }

  init(path: String, summary: Summary) {
    (self.path, self.summary) = (path, summary)
    facts = summary.line.split(separator: Summary.separator).map { String($0) }
  }

  /// - Parameter path: that of its summary.
  /// - Returns: nil if the summary cannot be read.
  convenience init?(at path: String, _ boxes: inout BoxReader) {
    guard let summary: Summary = boxes.read(path) else { return nil }
    self.init(path: String(path.dropLast(Self.suffix.count)), summary: summary)
  }

  static func == (left: TopicRow, right: TopicRow) -> Bool {
    left === right || left.path == right.path && left.summary == right.summary
  }
}

/// An order of topics.
enum TopicOrder: String, CaseIterable {
  case created, title, score, changed

  var next: TopicOrder {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[(index + 1) % all.count]
  }

  /// All dates have the same format, so they sort as texts. What is not known comes last, or first
  /// in order of creation.
  func areInOrder(_ first: TopicRow, _ second: TopicRow) -> Bool {
    switch self {
    case .created: (first.created, first.path) < (second.created, second.path)
    case .title: (first.title.lowercased(), first.path) < (second.title.lowercased(), second.path)
    case .score: (second.score, first.path) < (first.score, second.path)
    case .changed: (second.updated, first.path) < (first.updated, second.path)
    }
  }
}

extension TopicOrder {
  /// Whether what has changed about a topic has nothing to do with its place.
  func haveSamePlace(_ before: TopicRow, _ after: TopicRow) -> Bool {
    before.path == after.path && !areInOrder(before, after) && !areInOrder(after, before)
  }
}

extension TopicRow {
  fileprivate var created: String { summary.created ?? "" }
  fileprivate var updated: String { summary.updated ?? "" }
  fileprivate var score: Int { summary.score ?? .min }
}

/// The path of a topic, such as `topics.ai`.
struct TopicLocation: Hashable {
  let text: String

  /// The path of its store, such as `topics`.
  var root: String { String(text.prefix { $0 != "." }) }
  /// Such as `ai`.
  var id: String { String(text.drop { $0 != "." }.dropFirst()) }
}

extension SessionRoute.Entry {
  /// The paths of the stores that it shows, each once.
  var roots: [String] {
    patterns.map { TopicLocation(text: $0.text).root }.reduce(into: []) { roots, root in
      if !roots.contains(root) { roots.append(root) }
    }
  }
}
