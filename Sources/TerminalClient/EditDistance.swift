internal import BoxWire

/// The number of scalars to insert, delete, replace or swap with their neighbour to turn one text into
/// the other (the Damerau–Levenshtein distance in which no part of a text is edited twice).
///
/// - Returns: nil when it is more than `limit`.
package func editDistance(_ left: String, _ right: String, atMost limit: Int) -> Int? {
  let left = Array(left.unicodeScalars)
  let right = Array(right.unicodeScalars)
  guard abs(left.count - right.count) <= limit else { return nil }
  // The distances of the last two prefixes of `left` to each prefix of `right`.
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
  /// The elements most similar to `text`, at most three, in their original order. Up to a third of
  /// the letters may differ, and always one of several.
  package func nearest(to text: String) -> [String] {
    let count = text.unicodeScalars.prefix(Self.longestName).count
    guard count > 1, count < Self.longestName else { return [] }
    let limit = Swift.max(1, count / 3)
    let found = compactMap { name in
      editDistance(text, name, atMost: limit).map { (name: name, distance: $0) }
    }
    let least = found.map(\.distance).min()
    return found.filter { $0.distance == least }.prefix(3).map(\.name)
  }

  /// No name is longer; comparing takes quadratic time.
  private static var longestName: Int { 200 }
}

extension [String] {
  /// A space and a question in parentheses, such as `(did you mean 'get'?)`; empty without elements.
  package var question: String {
    let names = map { "'\($0.excerpt)'" }
    guard let last = names.last else { return "" }
    let all = count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) or \(last)"
    return " (did you mean \(all)?)"
  }
}
