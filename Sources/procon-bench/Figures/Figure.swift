/// What is measured, by its name in JSON.
enum Figure: String, CaseIterable {
  /// Values that came, to all subscribers together, a second.
  case deliveriesPerSecond
  /// The server's processor time a delivery, in microseconds.
  case processorMicroseconds
  /// Until the last subscriber has a value, in microseconds: half of the values, or 99 of a hundred,
  /// were not slower.
  case p50Microseconds
  case p99Microseconds
  /// Changes published, and accepted where answers come, a second.
  case changesPerSecond
  /// The server's processor time a change, in microseconds.
  case changeMicroseconds
  /// Resident memory of the server that an idle subscriber adds, in bytes.
  case bytesPerSubscriber
  /// Connections made and subscribed a second.
  case connectsPerSecond
}

/// What one run gave.
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
