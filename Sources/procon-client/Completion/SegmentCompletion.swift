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
  /// - Parameter paths: paths that do not match ``patterns`` are left out.
  func candidates(among paths: [Path]) -> [String] {
    candidates(among: paths.map(\.segments))
  }

  private func candidates(among paths: [[Substring]]) -> [String] {
    let patterns = patterns
    let depth = parents.utf8.count { $0 == UInt8(ascii: ".") }
    let meant = paths.filter { path in
      path.count > depth && path[depth].hasPrefix(beginning)
        && patterns.contains { $0.matches(path) }
    }
    let candidates = Set(
      meant.map { "\(parents)\($0[depth])\($0.count == depth + 1 ? "" : ".")" })
    guard candidates.count == 1, let only = candidates.first, only.hasSuffix(".") else {
      return candidates.sorted()
    }
    return SegmentCompletion(of: only).candidates(among: meant)
  }
}
