/// A goal for procond, and whether it is reached.
struct Goal {
  /// The quantity, in words.
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

extension Results {
  /// Subscribers, and the limit of a delivery's cost as a fraction of Redis's.
  private static let redisLimits = [(1, 2.0), (10, 1.0), (100, 0.15), (1000, 0.2)]
  /// Subscribers, and the limit of a delivery's cost as a fraction of the floor's.
  private static let floorLimits = [(100, 1.1), (1000, 1.15)]

  /// All goals, in the order of the report.
  var goals: [Goal] {
    processor + Mode.allCases.flatMap(floor) + Mode.allCases.flatMap(latency)
      + [speed, memory, connects] + growth
  }

  private var processor: [Goal] {
    Self.redisLimits.map { subscribers, limit in
      Goal(
        title: "every, window 256, CPU a delivery, of Redis's, subscribers: \(subscribers)",
        limit: .atMost(limit),
        value: ratio(.processorMicroseconds, row(subscribers, window: 256), .every, to: "redis"))
    }
  }

  private func floor(_ mode: Mode) -> [Goal] {
    Self.floorLimits.map { subscribers, limit in
      Goal(
        title: "\(mode), window 1, CPU a delivery, of the floor's, subscribers: \(subscribers)",
        limit: .atMost(limit),
        value: ratio(.processorMicroseconds, row(subscribers, window: 1), mode, to: "floor"))
    }
  }

  private func latency(_ mode: Mode) -> [Goal] {
    [10, 100, 1000].map { subscribers in
      Goal(
        title: "\(mode), window 1, p99 until the last has it, of Redis's, subscribers:"
          + " \(subscribers)",
        limit: .atMost(1),
        value: ratio(.p99Microseconds, row(subscribers, window: 1), mode, to: "redis"))
    }
  }

  private var speed: Goal {
    Goal(
      title: "latest, window 256, 100 subscribers, full speed: changes accepted a second, of"
        + " Redis's",
      limit: .atLeast(1.5),
      value: ratio(.changesPerSecond, .fullSpeed(Plan.fullSpeed), .latest, to: "redis"))
  }

  private var memory: Goal {
    Goal(
      title: "resident bytes an idle subscriber, of 10,000", limit: .atMost(1200),
      value: procond(.idle(subscribers: Plan.mostIdle))?.median(.bytesPerSubscriber))
  }

  private var connects: Goal {
    let row = Measurement.idle(subscribers: Plan.mostIdle)
    return Goal(
      title: "connects and subscribes a second, of Redis's, of 10,000", limit: .atLeast(1),
      value: procond(row)?.ratio(
        .connectsPerSecond, to: series(row, Subject.key("redis", .every))))
  }

  private var growth: [Goal] {
    let base = procond(Plan.smallGrowth)
    return [
      (Plan.moreBoxes, "10,000 boxes, of that with 10"),
      (Plan.moreOthers, "10,000 subscribers of other paths, of that with none"),
    ].map { measurement, words in
      Goal(
        title: "CPU a change with \(words)", limit: .atMost(1.2),
        value: procond(measurement)?.ratio(.changeMicroseconds, to: base))
    }
  }

  private func row(_ subscribers: Int, window: Int) -> Measurement {
    .delivery(.init(subscribers: subscribers, size: 128, window: window))
  }

  private func ratio(
    _ figure: Figure, _ measurement: Measurement, _ mode: Mode, to peer: String
  ) -> Double? {
    series(measurement, Subject.key("procond", mode))?
      .ratio(figure, to: series(measurement, Subject.key(peer, .every)))
  }

  /// The series of the default mode, or of the other one if that was not measured.
  private func procond(_ measurement: Measurement) -> Series? {
    series(measurement, Subject.key("procond", .latest))
      ?? series(measurement, Subject.key("procond", .every))
  }
}
