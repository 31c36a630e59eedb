extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that belongs to the second part, found by bisection;
  /// `endIndex` when there is none.
  ///
  /// - Parameter belongsToSecond: returns false for all elements up to some index, and true from
  ///   there.
  package func partitionIndex(where belongsToSecond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
