/// How many scalars must be inserted, left out, replaced or swapped with their neighbour to make one
/// text of the other (the Damerau–Levenshtein distance, no part of a text being edited twice).
///
/// - Returns: nil when it is more than `limit`.
func editDistance(_ left: String, _ right: String, atMost limit: Int) -> Int? {
  let left = Array(left.unicodeScalars)
  let right = Array(right.unicodeScalars)
  guard abs(left.count - right.count) <= limit else { return nil }
  // The distances of the beginnings of `left`, so far as they matter, to each beginning of `right`.
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let isSame = left[row] == right[column]
      var distance = min(
        last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    guard current.contains(where: { $0 <= limit }) || last.contains(where: { $0 < limit }) else {
      return nil
    }
    (beforeLast, last) = (last, current)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}

extension Sequence<String> {
  /// Those that a mistyped `text` may have meant, the most similar first, at most three; of equally
  /// similar ones, in their order. A third of the letters may be wrong, one always.
  func nearest(to text: String) -> [String] {
    let count = text.unicodeScalars.prefix(Self.longestName).count
    guard count < Self.longestName else { return [] }
    let limit = Swift.max(1, count / 3)
    let found = compactMap { name in
      editDistance(text, name, atMost: limit).map { (name: name, distance: $0) }
    }
    let least = found.map(\.distance).min()
    return found.filter { $0.distance == least }.prefix(3).map(\.name)
  }

  /// Nobody types more; comparing takes the square of it.
  private static var longestName: Int { 200 }
}

extension [String] {
  /// In parentheses, after a space, whether one of these was meant; empty when there are none.
  var question: String {
    guard let last else { return "" }
    let names = map { "'\($0)'" }
    let all = count == 1 ? "'\(last)'" : "\(names.dropLast().joined(separator: ", ")) or '\(last)'"
    return " (did you mean \(all)?)"
  }
}
