/// What procond is to reach, and whether it does.
struct Goal {
  /// What is compared, in words.
  let title: String
  let limit: Limit
  /// nil when it was not measured.
  let value: Double?

  enum Limit {
    case atMost(Double)
    case atLeast(Double)
  }

  /// nil when it was not measured.
  var holds: Bool? {
    value.map { value in
      switch limit {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }
}
