/// What several runs of one measurement gave.
struct Series {
  /// In order; nil for a run that failed.
  private(set) var samples: [Sample?] = []
  /// Why the last run that failed did; nil when none did.
  private(set) var failure: Failure?

  mutating func add(_ sample: Sample) {
    samples.append(sample)
  }

  mutating func add(_ failure: Failure) {
    samples.append(nil)
    self.failure = failure
  }

  /// Each run's figure, in order.
  func values(_ figure: Figure) -> [Double?] {
    samples.map { $0?[figure] }
  }

  /// nil when no run gave it.
  func median(_ figure: Figure) -> Double? {
    Statistics.median(values(figure).compactMap(\.self))
  }

  /// The median of the runs' ratios; nil when no run of both gave it.
  func ratio(_ figure: Figure, to other: Series?) -> Double? {
    other.flatMap { Statistics.ratio(values(figure), to: $0.values(figure)) }
  }
}
