/// A measured quantity, by its name in JSON.
enum Figure: String, CaseIterable {
  /// The number of values that all subscribers together receive in a second.
  case deliveriesPerSecond
  /// The server's processor time per delivery, in microseconds.
  case processorMicroseconds
  /// Percentiles of the time until the last subscriber has a value, in microseconds.
  case p50Microseconds
  case p99Microseconds
  /// The number of changes published, and answered if the server does so, in a second.
  case changesPerSecond
  /// The server's processor time per change, in microseconds.
  case changeMicroseconds
  /// The resident memory that an idle subscriber adds to the server, in bytes.
  case bytesPerSubscriber
  /// The number of connections made and subscribed in a second.
  case connectsPerSecond
}

extension Figure {
  /// Its column in a table.
  var title: String {
    switch self {
    case .deliveriesPerSecond: "deliveries/s"
    case .processorMicroseconds: "CPU µs"
    case .p50Microseconds: "p50 µs"
    case .p99Microseconds: "p99 µs"
    case .changesPerSecond: "changes/s"
    case .changeMicroseconds: "CPU µs a change"
    case .bytesPerSubscriber: "memory B"
    case .connectsPerSecond: "connects/s"
    }
  }
}

/// The results of one run.
typealias Sample = [Figure: Double]

extension Sample {
  init(_ outcome: Outcome) {
    let deliveries = Double(outcome.deliveries)
    let changes = Double(outcome.changes)
    let seconds = Double(outcome.time) / 1e9
    let acceptingSeconds =
      outcome.acceptingTime > 0 ? Double(outcome.acceptingTime) / 1e9 : seconds
    self = [
      .deliveriesPerSecond: deliveries / seconds,
      .processorMicroseconds: Double(outcome.processorTime) / deliveries / 1000,
      .changesPerSecond: changes / acceptingSeconds,
      .changeMicroseconds: Double(outcome.processorTime) / changes / 1000,
    ]
    for (figure, percent) in [(Figure.p50Microseconds, 50.0), (.p99Microseconds, 99)] {
      let duration = Statistics.percentile(percent, of: outcome.durations)
      self[figure] = duration.map { Double($0) / 1000 }
    }
  }
}

/// The results of several runs of one measurement.
struct Series {
  /// The results in order.
  var runs: [Result<Sample, Failure>] = []

  /// The results of each run, in order; nil for a run that failed.
  var samples: [Sample?] { runs.map { try? $0.get() } }

  /// The failure of the last run; nil when it did not fail.
  var failure: Failure? {
    if case .failure(let failure) = runs.last { failure } else { nil }
  }

  /// Returns each run's figure, in order.
  func values(_ figure: Figure) -> [Double?] {
    samples.map { $0?[figure] }
  }

  /// Returns the median; nil when no run has the figure.
  func median(_ figure: Figure) -> Double? {
    Statistics.median(values(figure).compactMap(\.self))
  }

  /// Returns the median of the runs' ratios; nil when no run of both has the figure.
  func ratio(_ figure: Figure, to other: Series?) -> Double? {
    other.flatMap { Statistics.ratio(values(figure), to: $0.values(figure)) }
  }
}

/// Functions of several numbers.
enum Statistics {
  /// Returns the middle number, or the mean of the two in the middle; nil without numbers.
  static func median(_ numbers: [Double]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the smallest number that is not exceeded by this percentage (nearest rank); nil
  /// without numbers.
  ///
  /// - Parameter percent: above 0, at most 100.
  static func percentile(_ percent: Double, of numbers: [Int]) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let rank = Int((percent / 100 * Double(numbers.count)).rounded(.up))
    return numbers.sorted()[min(max(rank, 1), numbers.count) - 1]
  }

  /// Returns the median of the ratios of the numbers of the same run; nil when no run has both.
  /// Runs that lack a number, or would divide by 0, are left out.
  static func ratio(_ numbers: [Double?], to others: [Double?]) -> Double? {
    median(
      zip(numbers, others).compactMap { number, other in
        guard let number, let other, other > 0 else { return nil }
        return number / other
      })
  }
}
