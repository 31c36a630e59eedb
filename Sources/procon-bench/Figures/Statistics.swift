/// What is made of several numbers.
enum Statistics {
  /// The middle one, or the mean of the two in the middle; nil when there are none.
  static func median(_ numbers: [Double]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The least number that so many of a hundred do not exceed (nearest rank); nil when there are
  /// none.
  ///
  /// - Parameter percent: above 0, at most 100.
  static func percentile(_ percent: Double, of numbers: [Int]) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let rank = Int((percent / 100 * Double(numbers.count)).rounded(.up))
    return numbers.sorted()[min(max(rank, 1), numbers.count) - 1]
  }

  /// The median of what each run's number is of the other's in the same run; nil when there is no
  /// run with both. Runs of which a number is missing, or 0 to divide by, are left out.
  static func ratio(_ numbers: [Double?], to others: [Double?]) -> Double? {
    median(
      zip(numbers, others).compactMap { number, other in
        guard let number, let other, other > 0 else { return nil }
        return number / other
      })
  }
}
