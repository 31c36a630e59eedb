internal import BoxWire

/// Paths completed segment by segment: up to the next dot, however many paths there are behind it.
struct SegmentCompletion {
  /// What was typed up to its last dot, which is included; empty when there is none.
  private let parents: Substring
  /// What was typed behind that.
  private let beginning: Substring

  init(of word: String) {
    let end = word.lastIndex(of: ".").map { word.index(after: $0) } ?? word.startIndex
    parents = word[..<end]
    beginning = word[end...]
  }

  /// The patterns of all paths that may be meant; none when what was typed leads to no path.
  var patterns: [Pattern] {
    // A wildcard in first place stands for none of the roots that must be named.
    let texts = parents.isEmpty ? ["**", "daemon.**", "session.**"] : ["\(parents)**"]
    return texts.compactMap { Pattern($0) }
  }

  /// What may stand for the word: paths, and beginnings of longer ones, which end in a dot. A
  /// beginning is never the only one, so that it is told with what follows it.
  ///
  /// - Parameter paths: those that do not match ``patterns`` are left out.
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
