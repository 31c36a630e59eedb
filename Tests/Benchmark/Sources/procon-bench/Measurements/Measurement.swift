/// One kind of measurement of a server.
enum Measurement: Hashable {
  /// The cost and the time of deliveries.
  case delivery(Delivery)
  /// The cost of connecting subscribers, and of idle ones.
  case idle(subscribers: Int)
  /// The rate of changes when answers alone limit the publisher.
  case fullSpeed(Delivery)
  /// The cost of a change when there are other boxes, and subscribers of other boxes.
  case growth(boxes: Int, others: Int)

  struct Delivery: Hashable {
    let subscribers: Int
    /// The size of a value, in bytes.
    let size: Int
    /// The largest number of changes under way.
    let window: Int
  }

  /// The number of subscribers at once.
  var subscribers: Int {
    switch self {
    case .delivery(let delivery), .fullSpeed(let delivery): delivery.subscribers
    case .idle(let subscribers): subscribers
    case .growth(_, let others): others + 1
    }
  }
}

extension Measurement: CustomStringConvertible {
  var description: String {
    switch self {
    case .delivery(let delivery): "\(delivery)"
    case .idle(let subscribers): count(subscribers, "idle subscriber")
    case .fullSpeed(let delivery): "\(delivery), full speed"
    case .growth(let boxes, let others):
      "\(count(boxes, "box", "boxes")), \(count(others, "subscriber")) of others"
    }
  }
}

extension Measurement.Delivery: CustomStringConvertible {
  var description: String {
    "\(count(subscribers, "subscriber")), \(count(size, "byte")), window \(window)"
  }
}

/// The number with its noun.
private func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(NumberText.whole(Double(number))) \(number == 1 ? one : many ?? "\(one)s")"
}

extension Measurement {
  /// Durations in milliseconds.
  struct Times {
    let warmUp: Int
    let run: Int
  }

  /// The largest number of bytes under way at once: servers keep them in memory.
  private static let mostBytes = 2 << 30
  /// The number of subscribers that connect and leave before idle ones are measured.
  private static let idleWarmUp = 32
  /// The time in which a server comes to rest, in milliseconds.
  private static let rest = 50

  /// Measures once, with a server that is started for it.
  ///
  /// - Parameter room: the number of subscribers that the limit of open files allows.
  func run(_ subject: Subject, _ times: Times, room: Int) throws(Failure) -> Sample {
    try checkLimits(subject, room: room)
    switch self {
    case .delivery(let delivery):
      return try delivery.run(subject, times, .delivered(window: delivery.window))
    case .fullSpeed(let delivery):
      return try delivery.run(subject, times, .answered(window: delivery.window))
    case .idle(let subscribers):
      return try Self.idle(min(subscribers, subject.contender.mostSubscribers), subject)
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

  private static func idle(_ count: Int, _ subject: Subject) throws(Failure) -> Sample {
    let testBed = try TestBed(subject, size: 128)
    try warmUp(testBed)
    MonotonicTime.pass(milliseconds: rest)
    let before = try testBed.server.process.residentMemory()
    let start = MonotonicTime.now
    let connections = try testBed.connect(count)
    let time = MonotonicTime.now - start
    MonotonicTime.pass(milliseconds: rest)
    let memory = try testBed.server.process.residentMemory() - before
    return withExtendedLifetime(connections) {
      [
        .bytesPerSubscriber: Double(memory) / Double(count),
        .connectsPerSecond: Double(count) * 1e9 / Double(time),
      ]
    }
  }

  private static func warmUp(_ testBed: TestBed) throws(Failure) {
    let members = testBed.subscribers(try testBed.connect(idleWarmUp))
    _ = try testBed.exchange(members, .delivered(window: 1)).run(milliseconds: rest)
  }
}

extension Measurement.Delivery {
  /// The largest number of deliveries under way in the warm-up: a slow server needs seconds for more.
  private static let warmUpDeliveries = 100_000

  fileprivate func run(
    _ subject: Subject, _ times: Measurement.Times, _ flow: FlowControl
  ) throws(Failure) -> Sample {
    let testBed = try TestBed(subject, size: size)
    let members = testBed.subscribers(try testBed.connect(subscribers))
    let few = min(window, max(1, Self.warmUpDeliveries / subscribers))
    let warmUp = try testBed.exchange(members, .delivered(window: few))
    _ = try warmUp.run(milliseconds: times.warmUp)
    return Sample(try testBed.exchange(members, flow).run(milliseconds: times.run))
  }
}
