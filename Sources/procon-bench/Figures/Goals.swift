/// All goals, as far as they were measured.
struct Goals {
  let all: [Goal]

  private static let size = 128
  private static let redis = Subject.key("redis", .every)
  private static let floor = Subject.key("floor", .every)
  /// Subscribers, and the most that a delivery may cost of what it costs Redis.
  private static let windowLimits = [(1, 2.0), (10, 1.0), (100, 0.15), (1000, 0.2)]
  /// Subscribers, and the most that a delivery may cost of what it costs the floor.
  private static let floorLimits = [(100, 1.1), (1000, 1.15)]

  init(_ results: Results) {
    let modes = Mode.allCases
    all =
      Self.processor(results) + modes.flatMap { Self.floor(results, $0) }
      + modes.flatMap { Self.latency(results, $0) } + Self.speed(results) + Self.idle(results)
      + Self.growth(results)
  }

  private static func processor(_ results: Results) -> [Goal] {
    windowLimits.map { subscribers, limit in
      let row = Measurement.delivery(.init(subscribers: subscribers, size: size, window: 256))
      let series = results.series(row, Subject.key("procond", .every))
      return Goal(
        title: "every, window 256, CPU a delivery, of Redis's, subscribers: \(subscribers)",
        limit: .atMost(limit),
        value: series?.ratio(.processorMicroseconds, to: results.series(row, redis)))
    }
  }

  private static func floor(_ results: Results, _ mode: Mode) -> [Goal] {
    floorLimits.map { subscribers, limit in
      let row = Measurement.delivery(.init(subscribers: subscribers, size: size, window: 1))
      let series = results.series(row, Subject.key("procond", mode))
      return Goal(
        title: "\(mode), window 1, CPU a delivery, of the floor's, subscribers: \(subscribers)",
        limit: .atMost(limit),
        value: series?.ratio(.processorMicroseconds, to: results.series(row, floor)))
    }
  }

  private static func latency(_ results: Results, _ mode: Mode) -> [Goal] {
    [10, 100, 1000].map { subscribers in
      let row = Measurement.delivery(.init(subscribers: subscribers, size: size, window: 1))
      let series = results.series(row, Subject.key("procond", mode))
      return Goal(
        title: "\(mode), window 1, p99 until the last has it, of Redis's, subscribers:"
          + " \(subscribers)",
        limit: .atMost(1),
        value: series?.ratio(.p99Microseconds, to: results.series(row, redis)))
    }
  }

  private static func speed(_ results: Results) -> [Goal] {
    let row = Measurement.fullSpeed(Plan.fullSpeed)
    let series = results.series(row, Subject.key("procond", .latest))
    return [
      Goal(
        title: "latest, window 256, 100 subscribers, full speed: changes accepted a second, of"
          + " Redis's",
        limit: .atLeast(1.5),
        value: series?.ratio(.changesPerSecond, to: results.series(row, redis)))
    ]
  }

  private static func idle(_ results: Results) -> [Goal] {
    let row = Measurement.idle(subscribers: Plan.mostIdle)
    let series = procond(results, row)
    return [
      Goal(
        title: "resident bytes an idle subscriber, of 10,000", limit: .atMost(1000),
        value: series?.median(.bytesPerSubscriber)),
      Goal(
        title: "connects and subscribes a second, of Redis's, of 10,000", limit: .atLeast(1),
        value: series?.ratio(.connectsPerSecond, to: results.series(row, redis))),
    ]
  }

  private static func growth(_ results: Results) -> [Goal] {
    let base = procond(results, Plan.smallGrowth)
    return [
      (Plan.moreBoxes, "10,000 boxes, of that with 10"),
      (Plan.moreOthers, "10,000 subscribers of other paths, of that with none"),
    ].map { measurement, words in
      Goal(
        title: "CPU a change with \(words)", limit: .atMost(1.2),
        value: procond(results, measurement)?.ratio(.changeMicroseconds, to: base))
    }
  }

  /// In the mode that is the default, else in the other one.
  private static func procond(_ results: Results, _ measurement: Measurement) -> Series? {
    [Mode.latest, .every].lazy.compactMap { mode in
      results.series(measurement, Subject.key("procond", mode))
    }.first
  }
}
