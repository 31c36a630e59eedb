internal import BoxWire

/// Completes paths segment by segment: up to the next dot, however many paths follow it.
struct SegmentCompletion {
  /// The typed text up to and including its last dot; empty when there is none.
  private let parents: Substring
  /// The typed text after the last dot.
  private let beginning: Substring

  init(of word: String) {
    let end = word.lastIndex(of: ".").map { word.index(after: $0) } ?? word.startIndex
    parents = word[..<end]
    beginning = word[end...]
  }

  /// The patterns of all paths that start with the typed text; none when no path does.
  var patterns: [Pattern] {
    // A wildcard as first segment does not match these two roots.
    let texts = parents.isEmpty ? ["**", "daemon.**", "session.**"] : ["\(parents)**"]
    return texts.compactMap { Pattern($0) }
  }

  /// The completions of the word: paths, and prefixes of longer paths, which end in a dot. A prefix
  /// that would be the only completion is completed further.
  ///
  /// - Parameter paths: those that do not match ``patterns`` are left out.
  func candidates(among paths: DescribedPaths) -> [String] {
    let meant = paths.matching(patterns)
    let depth = parents.utf8.count { $0 == UInt8(ascii: ".") }
    let segments = meant.segments(at: depth).filter { $0.name.hasPrefix(beginning) }
    guard segments.count == 1, let only = segments.first, !only.isLast else {
      return segments.map { "\(parents)\($0.name)\($0.isLast ? "" : ".")" }.sorted()
    }
    let next = SegmentCompletion(of: "\(parents)\(only.name).")
    return next.candidates(among: meant.naming(only.name, at: depth))
  }
}
