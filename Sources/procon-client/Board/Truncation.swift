extension String {
  /// This text if it fits into `width` columns, else as much of its beginning as fits before `…`.
  /// No grapheme cluster is split; a width below 1 counts as 1.
  func truncated(to width: Int) -> String {
    guard displayWidth > max(width, 1) else { return self }
    var result = ""
    var room = max(width, 1) - "…".displayWidth
    for cluster in self {
      room -= cluster.displayWidth
      guard room >= 0 else { break }
      result.append(cluster)
    }
    return result + "…"
  }
}
