extension Measurement {
  /// How long things take, in milliseconds.
  struct Times {
    /// Before it is measured.
    let warmUp: Int
    let run: Int
  }

  /// Bytes of values that may be under way at once: servers keep them in memory.
  private static let mostBytes = 2 << 30

  /// Measures once, on a server that is started for it.
  ///
  /// - Parameter room: how many subscribers this process, and a server, have descriptors for.
  func run(_ subject: Subject, _ times: Times, room: Int) throws(Failure) -> Sample {
    try checkLimits(subject, room: room)
    switch self {
    case .delivery(let delivery):
      return try delivery.run(subject, times, .delivered(window: delivery.window))
    case .fullSpeed(let delivery):
      return try delivery.run(subject, times, .answered(window: delivery.window))
    case .idle(let subscribers):
      return try IdleSubscribers(count: subscribers).run(subject)
    case .growth(let boxes, let others):
      return try Growth(boxes: boxes, others: others).run(subject, times)
    }
  }

  private func checkLimits(_ subject: Subject, room: Int) throws(Failure) {
    guard subscribers <= room else {
      throw .beyond("the limit of open files (ulimit -Hn) allows \(room) subscribers")
    }
    guard case .delivery(let delivery) = self else { return }
    let (contender, deliveries) = (subject.contender, delivery.subscribers * delivery.window)
    guard subscribers <= contender.mostSubscribers, deliveries <= contender.mostDeliveries else {
      throw .beyond("\(contender.name) would take minutes")
    }
    let bytes = deliveries * delivery.size
    guard bytes <= Self.mostBytes else {
      throw .beyond("\(bytes >> 30) GiB would be under way at once")
    }
  }
}

extension Measurement.Delivery {
  /// Deliveries that may be under way in the warm-up: a slow server needs seconds for more.
  private static let warmUpDeliveries = 100_000

  fileprivate func run(
    _ subject: Subject, _ times: Measurement.Times, _ pace: Pace
  ) throws(Failure) -> Sample {
    let setting = try Setting(subject, size: size)
    let members = setting.subscribers(try setting.connect(subscribers))
    let few = min(window, max(1, Self.warmUpDeliveries / subscribers))
    let warmUp = try setting.exchange(members, .delivered(window: few))
    _ = try warmUp.run(milliseconds: times.warmUp)
    return Sample(try setting.exchange(members, pace).run(milliseconds: times.run))
  }
}
