/// Wraps text into lines of a display width, between words where possible.
package struct TextWrap {
  private let width: Int
  private let columns: (Character) -> Int
  private var lines: [String] = []
  private var line = ""
  private var room: Int

  /// Returns the lines of `text`, in order, at least one, none wider than `width` columns (a width
  /// below 1 counts as 1).
  ///
  /// Lines break at spaces; a run of spaces becomes one space or one break. A word wider than a
  /// line is broken between grapheme clusters, never inside one. A cluster wider than a whole line
  /// is shown as `…`. Nothing else is changed or lost.
  ///
  /// - Parameter columns: the width of a cluster.
  package static func lines(
    of text: String, width: Int, columns: @escaping (Character) -> Int = { $0.displayWidth }
  ) -> [String] {
    var wrap = TextWrap(width: max(width, 1), columns: columns)
    for word in text.split(separator: " ") { wrap.add(word) }
    wrap.endLine()
    return wrap.lines
  }

  private init(width: Int, columns: @escaping (Character) -> Int) {
    self.width = width
    self.columns = columns
    room = width
  }

  private mutating func add(_ word: Substring) {
    let wordWidth = word.columns(columns)
    if !line.isEmpty {
      // A word that must be broken anyway begins on this line if its first cluster fits.
      let needed = wordWidth <= width ? wordWidth : word.first.map(columns) ?? 0
      if needed < room {
        line.append(" ")
        room -= 1
      } else {
        endLine()
      }
    }
    if wordWidth <= room {
      line.append(contentsOf: word)
      room -= wordWidth
    } else {
      addClusters(of: word)
    }
  }

  private mutating func addClusters(of word: Substring) {
    for cluster in word {
      let fitting = columns(cluster) <= width ? cluster : "…"
      let used = columns(fitting)
      if used > room { endLine() }
      line.append(fitting)
      room -= used
    }
  }

  private mutating func endLine() {
    lines.append(line)
    line = ""
    room = width
  }
}

extension String {
  /// Returns this text if it fits into `width` columns, else as much of its beginning as fits
  /// before `…`. No grapheme cluster is split; a width below 1 counts as 1.
  ///
  /// - Parameter columns: the width of a cluster.
  package func truncated(
    to width: Int, columns: (Character) -> Int = { $0.displayWidth }
  ) -> String {
    let width = max(width, 1)
    var used = min(plainPrefix.utf8.count, width - 1)
    var index = utf8.index(startIndex, offsetBy: used)
    // The end of what fits before `…`.
    var end = index
    while index < endIndex {
      used += columns(self[index])
      guard used <= width else { return "\(self[..<end])…" }
      formIndex(after: &index)
      if used < width { end = index }
    }
    return self
  }

  /// This text without spaces at its end.
  package var trimmingEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
